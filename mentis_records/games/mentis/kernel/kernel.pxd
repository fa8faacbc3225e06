cimport cython
from mentis_records.fast.kernel cimport Kernel
from mentis_records.fast.pointer cimport address32, address64
from mentis_records.games.mentis.index.feature cimport describe_state, describe_turn, see
from mentis_records.games.mentis.rules.key cimport position_key
from mentis_records.games.mentis.rules.move_generator cimport count_codes, list_codes
from mentis_records.games.mentis.rules.move_generator cimport copy_state, play_code
from mentis_records.games.mentis.rules.rule cimport (
    check_capture, check_deployment, check_movement, check_origin, check_shape, check_walk,
    find_leaders, has_king
)
from mentis_records.games.mentis.tally.tallier cimport Tallier

cdef int CAPTURE, DEPLOYMENT
cdef list NAMES, MARKED, TILES, KINDS

@cython.locals(
    notations=list, kinds=list, code=cython.longlong, rest=cython.longlong, kind=cython.int,
    notation=str, _=cython.int,
)
cpdef tuple write_moves(const long long[::1] codes)

@cython.final
cdef class Perft:
    cdef int[::1] _buffer
    cdef int* _state
    cdef long long[::1] _key_buffer
    cdef long long* _keys
    cdef long long[::1] _code_buffer
    cdef long long* _codes
    cdef Perft _below

    cdef void begin(self, const int* state) noexcept nogil
    @cython.locals(total=cython.longlong, index=cython.int)
    cdef long long count(self, int depth) noexcept nogil

cdef int CROSS, FIRST_SQUARE, KING, LEADERS_SHIFT, MAX_STEPS, MOVEMENT
cdef int MOVE_NUMBER, SIDE, STATE_SIZE
cdef long long CODE_MASK
cdef signed char[::1] TILE

cdef class MentisKernel(Kernel):
    cdef int _square, _mark, _dash, _deployment, _capture, _ended
    cdef bint _is_tallying
    cdef Tallier _tallier
    cdef int[::1] _buffer, _path_buffer, _slot_states
    cdef long long[::1] _key_buffer, _slot_keys
    cdef int* _state
    cdef int* _path
    cdef long long* _keys

    @cython.locals(state="const int[::1]", index=cython.int)
    cpdef fill(self, int slot, position)
    @cython.locals(first=cython.int, index=cython.int)
    cdef void save(self, int slot) noexcept nogil
    @cython.locals(first=cython.int, index=cython.int)
    cdef void restore(self, int slot) noexcept nogil
    cdef void follow(self, long long code) noexcept nogil
    @cython.final
    cdef void move(self, long long code) noexcept nogil
    @cython.final
    cdef void show(self) noexcept nogil
    cdef int play_legal(self, long long code) noexcept nogil
    @cython.locals(place=cython.int, target=cython.int, captured=cython.int)
    cdef bint is_legal(self, long long code) noexcept nogil
    @cython.locals(
        path=cython.p_int, steps=cython.int, rest=cython.longlong, index=cython.int,
    )
    @cython.final
    cdef int unpack_path(self, long long code) noexcept nogil
    @cython.locals(kind=cython.int)
    cdef long long read_ply(
        self, const unsigned char* text, const int* tokens, int first, int last
    ) noexcept nogil
    @cython.locals(leaders=cython.longlong)
    cdef long long prepare(self, long long written) noexcept nogil
    @cython.locals(
        code=cython.longlong, place=cython.int, target=cython.int, leader=cython.int,
    )
    cdef long long play_written(self, long long written) noexcept nogil
    @cython.locals(
        code=cython.longlong, squares=cython.Py_ssize_t,
        offset=cython.Py_ssize_t, place=cython.longlong, drop=cython.longlong,
    )
    @cython.final
    cdef long long read_movement(
        self, const unsigned char* text, const int* tokens, Py_ssize_t begin, Py_ssize_t end
    ) noexcept nogil
    @cython.locals(tiles=cython.int, at=cython.int, tile=cython.int, place=cython.int)
    @cython.final
    cdef long long read_deployment(
        self, const unsigned char* text, int begin, int end
    ) noexcept nogil
    @cython.locals(place=cython.int, target=cython.int)
    @cython.final
    cdef long long read_capture(
        self, const unsigned char* text, int begin, int end
    ) noexcept nogil
    cdef void begin_game(self, int plies) noexcept nogil
    cdef int outcome(self) noexcept nogil
    cdef void describe(self, long long* row) noexcept nogil
    cdef void describe_after(self, long long code, long long* row) noexcept nogil
    cdef void see(self, const long long* row, long long* seen) noexcept nogil
    @cython.locals(counter=Perft)
    cpdef long long perft(self, int depth) except -1
