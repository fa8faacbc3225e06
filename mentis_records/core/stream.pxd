cimport cython

cdef unsigned long long GOLDEN, FIRST_FACTOR, SECOND_FACTOR, MASK

@cython.final
cdef class Stream:
    cdef unsigned long long state

    cpdef unsigned long long draw(self) noexcept nogil
    cpdef unsigned long long below(self, unsigned long long bound) noexcept nogil

@cython.locals(stream=Stream)
cpdef unsigned long long derive_seed(unsigned long long seed, unsigned long long number)
cpdef unsigned long long scramble(unsigned long long word) noexcept nogil
