cimport cython
from mentis_records.fast.mix cimport GOLDEN, MASK, scramble

@cython.final
cdef class Stream:
    cdef unsigned long long state

    cpdef unsigned long long draw(self) noexcept nogil
    cpdef unsigned long long below(self, unsigned long long bound) noexcept nogil

@cython.locals(stream=Stream)
cpdef unsigned long long derive_seed(unsigned long long seed, unsigned long long number)
