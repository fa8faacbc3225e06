cimport cython

cdef unsigned long long GOLDEN, MASK, _FIRST, _SECOND, _KEY_MASK

cpdef unsigned long long scramble(unsigned long long word) noexcept nogil
cpdef long long mix(unsigned long long value) noexcept nogil

@cython.final
cdef class Stream:
    cdef unsigned long long state

    cpdef unsigned long long draw(self) noexcept nogil
    cpdef unsigned long long below(self, unsigned long long bound) noexcept nogil

@cython.locals(stream=Stream)
cpdef unsigned long long derive_seed(unsigned long long seed, unsigned long long number)
