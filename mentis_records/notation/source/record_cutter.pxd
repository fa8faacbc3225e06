cimport cython

@cython.final
cdef class ListingCutter:
    cdef object _signs, _scan, _current, _held
    cdef long long _last_number
    cdef Py_ssize_t _depth, _words, _count
    cdef bint _in_comment, _has_header, _has_one, _is_back

    cdef _join_held(self)
    cdef _add(self, str text, number, Py_ssize_t offset)
    cdef bint _has_content(self) except -1
    cdef _reset(self, bint has_header)
    cdef bint _begins(self, match, bint is_first) except -1

