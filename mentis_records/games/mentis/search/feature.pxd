cimport cython
from mentis_records.fast.pointer cimport address32
from mentis_records.games.mentis.rules.attack cimport ATTACKED, WAYS, find_king
from mentis_records.games.mentis.rules.rule cimport COUNT, ON_HILL, STEP, check_attack

cdef int CODES, HANDS, KING, SIDE, SPEARS, TILES_MASK, WOLF
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
