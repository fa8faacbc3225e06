cpdef int[::1] room32(int[::1] values, Py_ssize_t size)
cpdef long long[::1] room64(long long[::1] values, Py_ssize_t size)
