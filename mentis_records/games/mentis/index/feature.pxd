cimport cython

cdef int ATTACKED, ATTACKING, BLOCKING, CAPTURES, KING, NOBLES, OWN, PAIRS, SECOND, SPEARS, TOP
cdef int TYPE_COUNT, WAYS, WOLF
cdef int WOLF_ATTACKER, WOLF_SQUARE, WOLF_TARGET
cdef long long HILL_SET
cdef long long[::1] STAYS
cdef int[::1] RAISES, LOWERS, SHIELD
cdef signed char[::1] ATTACK_RANGE

@cython.locals(
    attacked=cython.longlong, blocking=cython.longlong,
    own=cython.longlong, enemy=cython.longlong, found=cython.longlong, side=cython.int,
    tile=cython.int, shield=cython.int, way=cython.int, step=cython.int,
    reach=cython.int, attackers=cython.longlong, immune=cython.longlong, targets=cython.longlong,
    going=cython.longlong, stopped=cython.longlong, captures=cython.longlong, hit=cython.longlong,
    wolves=cython.longlong, prey=cython.longlong,
    wolf_target=cython.longlong, wolf_attacker=cython.longlong,
)
cdef void mark_attacks(long long* row) noexcept nogil
cdef long long find_reached(long long places, int steps) noexcept nogil
@cython.locals(at=cython.int)
cdef long long advance(long long places, int way, int steps) noexcept nogil
@cython.locals(beside=cython.longlong)
cdef long long find_around(long long places) noexcept nogil
@cython.locals(found=cython.longlong, tile=cython.int)
cdef long long find_types(const long long* row, long long places) noexcept nogil
@cython.locals(low=cython.longlong, high=cython.longlong)
cdef long long find_below(const long long* row, int level, int tile) noexcept nogil
@cython.locals(going=cython.longlong, _=cython.int)
cdef long long find_blocking(
    long long stopped, int way, int left, long long immune, long long targets
) noexcept nogil

cdef int CAPTURE, COUNT, HANDS, HAND_BITS, HEIGHTS_BIT, KEPT_SETS, MAX_HEIGHT, MOVEMENT
cdef int RED_BIT
cdef int PLANES, SETS, SIDE, SIDE_BIT, SIZE, STATE, TALLY, THIRD, TILES_MASK, TOPS_BIT
cdef int SEEN_BY_SIDE, SEEN_EMPTY, SEEN_HEIGHTS, SEEN_OTHERS, SEEN_TILES, SEEN_TOPS
cdef long long ALL_PLANES, BOARD_SET
cdef long long[::1] PACKED, SPREAD, TALLIES

@cython.locals(at=cython.int, place=cython.int)
cdef void describe_state(int* state, long long* row) noexcept nogil
@cython.locals(kind=cython.int, rest=cython.longlong, place=cython.int, enemy=cython.int)
cdef void describe_turn(int* state, long long code, long long* row) noexcept nogil
@cython.locals(
    tops=cython.longlong, two=cython.longlong, three=cython.longlong, own=cython.longlong,
    found=cython.longlong, side=cython.int, tile=cython.int, first=cython.int,
)
cdef void see(const long long* row, long long* seen) noexcept nogil
@cython.locals(
    cell=cython.int, bit=cython.longlong, planes=cython.longlong, packed=cython.longlong,
    shift=cython.int, first=cython.int, at=cython.int,
)
cdef void _describe_square(const int* state, int place, long long* row) noexcept nogil
@cython.locals(
    found=cython.longlong, two=cython.longlong, three=cython.longlong, bit=cython.longlong,
    own=cython.longlong, side=cython.int, tile=cython.int,
)
cdef void _describe_state(const int* state, long long* row) noexcept nogil
