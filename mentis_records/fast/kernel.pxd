cimport cython
from mentis_records.fast.mix cimport mix
from mentis_records.fast.pointer cimport address32, address64, address8, offset64

cdef class Kernel:
    cdef readonly long long key
    cdef readonly int side
    cdef readonly int move_number
    cdef readonly int slots
    cdef readonly int feature_count
    cdef readonly int excerpt_count
    cdef readonly int row_size
    cdef readonly int sighting_count

    cdef void save(self, int slot) noexcept nogil
    cdef void restore(self, int slot) noexcept nogil
    cdef long long read_ply(
        self, const unsigned char* text, const int* tokens, int first, int last
    ) noexcept nogil
    cdef long long prepare(self, long long written) noexcept nogil
    cdef long long play_written(self, long long written) noexcept nogil
    @cython.locals(written=cython.longlong)
    cdef long long play(
        self, const unsigned char* text, const int* tokens, int first, int last
    ) noexcept nogil
    cdef void follow(self, long long code) noexcept nogil
    cdef int play_legal(self, long long code) noexcept nogil
    @cython.locals(end=cython.Py_ssize_t)
    cpdef Py_ssize_t derive(
        self,
        const long long[::1] turns,
        const int[::1] slots,
        Py_ssize_t at,
        long long[::1] keys,
        long long[::1] contents,
    )
    @cython.locals(turn=cython.longlong, content=cython.longlong)
    cdef Py_ssize_t derive_rows(
        self,
        const long long* turns,
        const int* slots,
        Py_ssize_t at,
        Py_ssize_t end,
        long long* keys,
        long long* contents,
    ) noexcept nogil
    cpdef Py_ssize_t tally(self, const long long[::1] turns, const int[::1] slots, Py_ssize_t at)
    @cython.locals(turn=cython.longlong, last=cython.Py_ssize_t)
    cdef Py_ssize_t tally_rows(
        self, const long long* turns, const int* slots, Py_ssize_t at, Py_ssize_t end
    ) noexcept nogil
    cdef void begin_game(self, int plies) noexcept nogil
    cdef int outcome(self) noexcept nogil
    cdef int score(self, int result, int termination, int* points) noexcept nogil
    cdef void describe(self, long long* row) noexcept nogil
    cdef void describe_after(self, long long code, long long* row) noexcept nogil
    cdef void see(self, const long long* row, long long* seen) noexcept nogil
    @cython.locals(code=cython.longlong)
    cpdef position_after(self, int slot, const long long[::1] codes)
    @cython.locals(view="int*", index=cython.int)
    cpdef move_numbers(self, int slot, const long long[::1] codes)
    cpdef save_slot(self, int slot)
    cpdef restore_slot(self, int slot)
    cpdef long long play_bytes(
        self, const unsigned char[::1] text, int[::1] tokens, int first, int last
    )
    cpdef int show_outcome(self)
    cpdef features(self)
    cpdef long long perft(self, int depth) except -1

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
