cimport cython
from mentis_records.fast.pointer cimport address64

@cython.final
cdef class History:
    cdef long long[::1] keys
    cdef int count

    cdef void forget(self) noexcept nogil
    cdef void add(self, long long key) noexcept nogil
    @cython.locals(keys=cython.p_longlong, found=cython.int, index=cython.int)
    cdef int occurrences(self, long long key) noexcept nogil
