cimport cython
from mentis_records.fast.kernel cimport Kernel
from mentis_records.fast.pointer cimport address32, address64, offset64

@cython.locals(
    size=cython.Py_ssize_t, width=cython.int, at=cython.Py_ssize_t, starts="const long long*",
    row="long long[::1]", found="long long*", room="long long*", first="const int*",
    games=cython.Py_ssize_t, breadth=cython.Py_ssize_t, sights="long long*",
)
cpdef fill_columns(
    Kernel kernel, const int[::1] slots, const long long[::1] turns, long long[::1] columns,
    long long[::1] seen
)
@cython.locals(at=cython.Py_ssize_t, games="const int*", numbers="const int*")
cpdef bint is_ordered(const int[::1] game_ids, const int[::1] plies)
@cython.locals(found=cython.Py_ssize_t, at=cython.Py_ssize_t)
cdef Py_ssize_t count_starts(const long long* turns, Py_ssize_t size) noexcept nogil
@cython.locals(game=cython.Py_ssize_t, turn=cython.longlong, breadth=cython.Py_ssize_t,
               sights="long long*")
cdef Py_ssize_t _fill(
    Kernel kernel, const int* slots, const long long* turns, Py_ssize_t at, Py_ssize_t size,
    long long* row, int width, long long* columns, long long* seen,
) noexcept nogil
@cython.locals(feature=cython.int, width=cython.int)
cdef void _see(Kernel kernel, const long long* row, long long* seen) noexcept nogil
@cython.locals(feature=cython.int)
cdef void _enter(
    const long long* row, Py_ssize_t at, Py_ssize_t size, int width, long long* columns
) noexcept nogil
