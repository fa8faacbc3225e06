cimport cython

cdef Py_ssize_t _MAX_UNIT

@cython.locals(text=str, notations=list, meant=str, at=cython.Py_ssize_t)
cpdef tuple find_readings(game, str written, broken)
@cython.locals(
    size=cython.Py_ssize_t, wanted=cython.Py_ssize_t, shorter=cython.Py_ssize_t,
    first=cython.Py_ssize_t, last=cython.Py_ssize_t,
)
cdef bint _is_near(str written, str meant) except -1
