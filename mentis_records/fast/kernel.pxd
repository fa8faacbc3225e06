cimport cython
from mentis_records.fast.mix cimport mix
from mentis_records.fast.pointer cimport address8, address32, address64

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
