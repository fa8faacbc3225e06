cimport cython

cdef Py_ssize_t _SHORT

@cython.final
cdef class LineMap:
    cdef str _text
    cdef Py_ssize_t _first_line, _first_column
    cdef list _starts

    @cython.locals(row=cython.Py_ssize_t, end_row=cython.Py_ssize_t, first=cython.Py_ssize_t)
    cpdef span(self, Py_ssize_t start, Py_ssize_t end)
    @cython.locals(row=cython.Py_ssize_t, begin=cython.Py_ssize_t)
    cdef tuple _place(self, Py_ssize_t offset)
