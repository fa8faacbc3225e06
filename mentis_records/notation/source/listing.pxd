cimport cython

@cython.final
cdef class ListingCutter:
    cdef object _scan, _exchanged, _current, _held
    cdef long long _last_number, _number_before
    cdef Py_ssize_t _depth, _words
    cdef bint _in_comment

    cdef _join_held(self)
    cdef _add(self, str text, number, Py_ssize_t offset)
    cdef bint _has_content(self) except -1
    cdef bint _begins(self, match, bint is_first) except -1
