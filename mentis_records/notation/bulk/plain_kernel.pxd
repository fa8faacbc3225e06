cimport cython
from mentis_records.fast.kernel cimport Kernel
from mentis_records.fast.pointer cimport text_at

cdef class PlainKernel(Kernel):
    cdef object _game, _position, _tally, _features
    cdef tuple _terminations
    cdef list _slots, _plies
    cdef dict _written
    cdef int _ended
    cdef readonly object fault

    cdef void save(self, int slot) noexcept nogil
    cdef void restore(self, int slot) noexcept nogil
    cdef show(self, position)
    cdef long long read_ply(
        self, const unsigned char* text, const int* tokens, int first, int last
    ) noexcept nogil
    cdef long long find_written(self, str written) except? -2
    cdef long long play_written(self, long long written) noexcept nogil
    cdef long long play(
        self, const unsigned char* text, const int* tokens, int first, int last
    ) noexcept nogil
    cdef long long play_text(self, str text) except? -2
    cdef long long play_syntax(self, syntax) except? -2
    cdef long long play_ply(self, long long written) except? -2
    cdef void follow(self, long long code) noexcept nogil
    cdef int play_legal(self, long long code) noexcept nogil
    cdef int play_listed(self, long long code) except? -2
    cdef int _play_found(self, long long code, bint is_legal) except? -2
    cdef void begin_game(self, int plies) noexcept nogil
    cdef int outcome(self) noexcept nogil
    cdef int score(self, int result, int termination, int* points) noexcept nogil
    cdef void describe(self, long long* row) noexcept nogil
    @cython.locals(told=list, at=cython.Py_ssize_t)
    cdef void tell(self, long long* row) except *
    cdef void see(self, const long long* row, long long* seen) noexcept nogil
    @cython.locals(told=list, at=cython.Py_ssize_t)
    cdef void add_sights(self, long long* seen) except *
