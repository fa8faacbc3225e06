cimport cython

cdef Py_ssize_t _MAX_UNIT

@cython.locals(
    size=cython.Py_ssize_t, wanted=cython.Py_ssize_t, shorter=cython.Py_ssize_t,
    first=cython.Py_ssize_t, last=cython.Py_ssize_t,
)
cdef bint _is_near(str written, str meant) except -1
