from mentis_records.fast.mix cimport mix

cdef long long IMAGES

cpdef long long position_key(long long plain, long long mirrored) noexcept nogil
