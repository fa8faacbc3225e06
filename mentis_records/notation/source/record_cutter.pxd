cimport cython

@cython.final
cdef class ListingCutter:
    cdef object _scan, _current
    cdef long long _last_number, _left_out
    cdef Py_ssize_t _depth
    cdef bint _in_comment, _has_ply

    cdef _add(self, str text, number, Py_ssize_t offset)
    cdef bint _has_content(self) except -1
    cdef bint _begins(self, match) except -1

