cimport cython
from mentis_records.fast.pointer cimport address8, is_same, text_of

@cython.locals(
    number=cython.Py_ssize_t, at=cython.Py_ssize_t, begin=cython.int, end=cython.int,
    last_begin=cython.int, last_end=cython.int, view="const unsigned char*",
)
cpdef list stretches(
    const unsigned char[::1] text, const int[::1] places, Py_ssize_t first, Py_ssize_t step,
    Py_ssize_t count
)

@cython.locals(
    number=cython.Py_ssize_t, at=cython.Py_ssize_t, begin=cython.int, end=cython.int,
    view="const unsigned char*",
)
cpdef bint are_equal(
    const unsigned char[::1] text, const int[::1] places, Py_ssize_t first, Py_ssize_t step,
    Py_ssize_t count
)
