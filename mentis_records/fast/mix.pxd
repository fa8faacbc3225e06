cdef unsigned long long GOLDEN, MASK, _FIRST, _SECOND, _KEY_MASK

cpdef unsigned long long scramble(unsigned long long word) noexcept nogil
cpdef long long mix(unsigned long long value) noexcept nogil
