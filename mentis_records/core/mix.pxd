cdef unsigned long long _GAMMA, _FIRST, _SECOND, _MASK64, KEY_MASK

cpdef long long mix(unsigned long long value) noexcept nogil
