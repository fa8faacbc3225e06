cimport cython
from mentis_records.fast.pointer cimport address32, address64

@cython.final
cdef class Recurrence:
    cdef long long[::1] _key_buffer, _mark_buffer
    cdef int[::1] _time_buffer
    cdef long long* _keys
    cdef long long* _marks
    cdef int* _times
    cdef long long _mark
    cdef Py_ssize_t _mask, _size

    @cython.locals(size=cython.Py_ssize_t)
    cpdef reserve(self, Py_ssize_t positions)
    cdef void begin(self, Py_ssize_t positions) noexcept nogil
    cdef void forget(self) noexcept nogil
    @cython.locals(slot=cython.Py_ssize_t)
    cdef int add(self, long long key) noexcept nogil
