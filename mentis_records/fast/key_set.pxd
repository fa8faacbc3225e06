cimport cython
from mentis_records.fast.pointer cimport address64, address_flags

cdef long long _FREE
cdef Py_ssize_t _NEW_AT_ONCE

@cython.final
cdef class KeySet:
    cdef long long[::1] _slots
    cdef Py_ssize_t _size, _count

    @cython.locals(
        size=cython.Py_ssize_t, at=cython.Py_ssize_t, view="long long*", marks="unsigned char*"
    )
    cpdef add(self, const long long[::1] values)
    @cython.locals(
        size=cython.Py_ssize_t, at=cython.Py_ssize_t, before=cython.Py_ssize_t,
        view="long long*", added="long long*",
    )
    cpdef add_shifted(self, const long long[::1] values, int shift)
    @cython.locals(slots="long long*", mask=cython.longlong, value=cython.longlong,
                   slot=cython.longlong, new=cython.Py_ssize_t)
    cdef Py_ssize_t _add_shifted(
        self, const long long* values, Py_ssize_t at, Py_ssize_t size, int shift, long long* added
    ) noexcept nogil
    @cython.locals(
        size=cython.Py_ssize_t, at=cython.Py_ssize_t, view="long long*", marks="unsigned char*",
        slots="long long*", mask=cython.longlong, value=cython.longlong, slot=cython.longlong,
    )
    cpdef has(self, const long long[::1] values)
    @cython.locals(slots="long long*", mask=cython.longlong, value=cython.longlong,
                   slot=cython.longlong)
    cdef Py_ssize_t _add(
        self, const long long* values, Py_ssize_t at, Py_ssize_t size, unsigned char* flags
    ) noexcept nogil
    @cython.locals(old="long long[::1]", size=cython.Py_ssize_t, at=cython.Py_ssize_t,
                   slots="long long*", mask=cython.longlong, value=cython.longlong,
                   slot=cython.longlong)
    cdef _grow(self)

cdef long long _slot(long long value) noexcept nogil
