cimport cython
from mentis_records.games.mentis.index.attack_set cimport find_below, mark_attacks

cdef int CAPTURE, COUNT, HANDS, HAND_BITS, HEIGHTS_BIT, KEPT_SETS, MAX_HEIGHT, MOVEMENT, OWN
cdef int RED_BIT, SECOND
cdef int PLANES, SETS, SIDE, SIDE_BIT, SIZE, STATE, TALLY, THIRD, TILES_MASK, TOP, TOPS_BIT
cdef int SPEARS, SEEN_BY_SIDE, SEEN_EMPTY, SEEN_HEIGHTS, SEEN_OTHERS, SEEN_TILES, SEEN_TOPS
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
