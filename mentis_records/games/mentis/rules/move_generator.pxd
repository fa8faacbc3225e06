cimport cython
from mentis_records.fast.pointer cimport address32, address64
from mentis_records.games.mentis.rules.rule cimport check_attack, find_ban, has_king

cdef int CAPTURE, CELL_BITS, CELL_MASK, DEPLOYMENT, HAND_MASK, HANDS, HANDS_FROM, MOVE_NUMBER, SIDE
cdef int STATE_SIZE
cdef int TILES_MASK
cdef signed char[::1] HEIGHT
cdef unsigned char[::1] CELL_NUMBER
cdef short[::1] HAND_OF
cdef long long RED_TO_MOVE
cdef long long[::1] PARTS

@cython.locals(
    side=cython.int, kind=cython.int, place=cython.int, tiles=cython.int, below=cython.int
)
cdef void play_code(int* state, long long* sums, long long code) noexcept nogil
@cython.locals(
    colour=cython.int, place=cython.Py_ssize_t, moving=cython.int, going=cython.int,
    rest=cython.longlong, tiles=cython.int, left=cython.int,
)
cdef void walk(int* state, long long* sums, long long code) noexcept nogil
@cython.locals(old=cython.Py_ssize_t, new=cython.Py_ssize_t)
cdef void set_cell(int* state, long long* sums, Py_ssize_t place, Py_ssize_t cell) noexcept nogil
@cython.locals(old=cython.int, new=cython.int, change=cython.longlong)
cdef void set_hand(int* state, long long* sums, int side, int hand) noexcept nogil
@cython.locals(index=cython.int)
cdef void copy_state(const int* state, int* copy) noexcept nogil

cdef int AROUND_SIZE, COUNT, DEPLOYMENT_SIZE, KING, MAX_HEIGHT, NOBLES
cdef int SPEARS, STACKABLE_MASK, TRENCHMEN, WOLF, WOLF_SHIFT
cdef signed char[::1] AROUND, ATTACK_RANGE, DEPLOYMENT_SQUARES, ON_HILL, SHIFT, STEP, STEPS
cdef short[::1] STACK_COUNT
cdef long long[::1] NOTHING

cdef int list_codes(const int* state, long long* found) noexcept nogil
cdef int count_codes(const int* state) noexcept nogil
@cython.locals(
    side=cython.int, count=cython.int, place=cython.int, cell=cython.int, leader=cython.int,
    code=cython.longlong,
)
cdef int generate(const int* state, long long* found, bint is_listing) noexcept nogil
@cython.locals(leader=cython.int, hill=cython.int, ways=cython.int, way=cython.int, there=cython.int)
cdef int list_single(
    const int* state, long long* found, bint is_listing, int count, int place
) noexcept nogil
@cython.locals(
    leader=cython.int, tall=cython.int, drop=cython.int, going=cython.int, direction=cython.int,
    there=cython.int, cell=cython.int, below=cython.int, entered=cython.longlong,
)
cdef int list_walks(
    const int* state, long long* found, bint is_listing, int count, long long code, int steps,
    int here, int tiles, int departing, int previous, int left_there, int heading
) noexcept nogil
@cython.locals(
    found=cython.int, direction=cython.int, there=cython.int, cell=cython.int, below=cython.int,
)
cdef int count_last_steps(
    const int* state, int here, int tall, int previous, int left_there, int heading
) noexcept nogil
@cython.locals(attacker=cython.int, ways=cython.int, way=cython.int, target=cython.int)
cdef int list_captures(
    const int* state, long long* found, bint is_listing, int count, int place
) noexcept nogil
@cython.locals(
    side=cython.int, hand=cython.int, first=cython.int, index=cython.int, place=cython.int,
    cell=cython.int, room=cython.int,
)
cdef int list_deployments(
    const int* state, long long* found, bint is_listing, int count
) noexcept nogil
@cython.locals(tile=cython.int, more=cython.int)
cdef int list_stacks(
    long long* found, int count, int hand, int tiles, int room, int place
) noexcept nogil
