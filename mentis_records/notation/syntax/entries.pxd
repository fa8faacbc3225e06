cimport cython

@cython.final
cdef class Entries:
    cdef readonly object tables, offsets
    cdef readonly str text
    cdef readonly bytes data
    cdef readonly object numbers
    cdef readonly dict placed
    cdef bint _is_even

    cpdef int character(self, int offset) except -1
    cpdef int byte(self, int offset) except -1
    cpdef str kind(self, Py_ssize_t at)
    cpdef int start(self, Py_ssize_t at) except -1
    cpdef int end(self, Py_ssize_t at) except -1
    cpdef token(self, Py_ssize_t at)
    @cython.locals(at=cython.Py_ssize_t)
    cpdef ply(self, Py_ssize_t first, Py_ssize_t last)
    cpdef trim(self, Py_ssize_t count)
