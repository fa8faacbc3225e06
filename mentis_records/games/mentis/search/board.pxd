cimport cython
from mentis_records.fast.pointer cimport address32, address64, offset32, offset64
from mentis_records.fast.search.search cimport Board
from mentis_records.games.mentis.rules.key cimport position_key
from mentis_records.games.mentis.rules.move_generator cimport (
    copy_state, list_captures, list_codes, play_code
)
from mentis_records.games.mentis.rules.rule cimport (
    ON_HILL, STEP, can_capture, check_attack, check_capture, check_deployment, check_movement,
    find_king, has_king, is_attacked
)

cdef int COUNT, DEPTH, KING, KING_WORTH, SIDE

@cython.locals(side=cython.int, king=cython.int)
cdef bint _is_quiet(const int* state) noexcept nogil
@cython.locals(
    after=cython.int[54], keys=cython.longlong[2], found=cython.longlong[96],
    count=cython.int, place=cython.int, best=cython.int, index=cython.int, won=cython.int,
)
cdef int gain(const int* state, int depth) noexcept nogil

cdef int CODES, HANDS, SPEARS, TILES_MASK, WOLF
cdef int SIZE, TO_MOVE, ON_BOARD, IN_HAND, LEADING, STACKS, ATTACKS, ATTACKERS_ATTACKED
cdef int ONE_MOVE_OFF, TWO_MOVES_OFF, STEPS_TO_KING, AIMED_AT, SHUT_IN, IN_CENTRE
cdef int DEPLOYMENT_SQUARES, BESIDE_OWN, BESIDE_ENEMY, FREE_NEIGHBOURS, CENTRE
cdef int[::1] BANNED, BIT_COUNT, DISTANCE, HAND_SHIFTS, HILL_BIT, HILL_NUMBER, KIND
cdef int[::1] MOVES_NEEDED, NEAR, WAYS_OUT

@cython.locals(row=cython.int[64], value=cython.int, index=cython.int)
cdef int evaluate(const int* state, const int* weights) noexcept nogil
@cython.locals(
    side=cython.int, king=cython.int, enemy_king=cython.int, index=cython.int,
    attacked=cython.longlong,
)
cdef void count_features(const int* state, int* row) noexcept nogil
@cython.locals(
    sign=cython.int, hand=cython.int, tile=cython.int, attacked=cython.longlong,
    one=cython.longlong, aimed=cython.int, beside_own=cython.int, beside_enemy=cython.int,
    closed=cython.int, number=cython.int, place=cython.int, cell=cython.int, leader=cython.int,
    tiles=cython.int, kind=cython.int, moves=cython.int, index=cython.int, there=cython.int,
    is_attacking=cython.int, first=cython.int, target=cython.int,
)
cdef long long _count_side(
    const int* state, int* row, int side, int king, int enemy_king, int is_other,
    long long threatened
) noexcept nogil

cdef int CAPTURE, DEPLOYMENT, LOST, MAX_PLIES, MOVEMENT, STATE_SIZE, UNDECIDED, WAYS
cdef int[::1] ATTACKED, PROMISE

cdef class MentisBoard(Board):
    cdef int[::1] _weights, _states, _path
    cdef long long[::1] _keys
    cdef int* _state
    cdef int _ply

    cdef void _show(self) noexcept nogil
    @cython.locals(after="int*", keys="long long*")
    cdef void play(self, long long code) noexcept nogil
    cdef void take_back(self) noexcept nogil
    cdef int standing(self) noexcept nogil
    @cython.locals(
        side=cython.int, target=cython.int, code=cython.int, first=cython.int, index=cython.int,
        place=cython.int,
    )
    cdef long long winning_move(self) noexcept nogil
    @cython.locals(place=cython.int)
    cdef bint is_threatened(self) noexcept nogil
    cdef int list_moves(self, long long* found) noexcept nogil
    @cython.locals(side=cython.int, count=cython.int, place=cython.int)
    cdef int list_captures(self, long long* found) noexcept nogil
    @cython.locals(
        place=cython.int, target=cython.int, path="int*", rest=cython.longlong, index=cython.int,
    )
    cdef bint is_legal(self, long long code) noexcept nogil
    cdef int promise(self, long long code) noexcept nogil
    cdef bint is_lasting(self, long long code) noexcept nogil
    cdef int evaluate(self) noexcept nogil
