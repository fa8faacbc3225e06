cimport cython
from mentis_records.fast.pointer cimport address32

cdef int CAPTURE_BLOCKED, DEPLOYMENT_BANNED, DEPLOYMENT_ON_ENEMY, DEPLOYMENT_ON_WOLF
cdef int DEPLOYMENT_TOO_HIGH, DROP_LEAVES_NOTHING, ENEMY_THERE, ENTERS_HILL, HAND_LACKS
cdef int KING_LEAVES_HILL, LEGAL, NOT_ADJACENT, NOT_DEPLOYMENT_SQUARE, NOT_IN_LINE
cdef int NOT_ORTHOGONAL, NOT_STRAIGHT, NOTHING_THERE, OUT_OF_RANGE, RETURNED_UNCHANGED
cdef int SAME_SQUARE, STACK_TOO_HIGH, STACK_WITH_WOLF, TARGET_EMPTY, TARGET_IMMUNE, TARGET_OWN
cdef int WOLF_NOT_ALONE, WOLF_ON_STACK, WRONG_COLOUR, WRONG_DISTANCE

cdef int COUNT, DIAGONAL, GUARD, HANDS, HILL_SIZE, KING, MAX_HEIGHT, SIDE, TILES_MASK, TRENCHMEN
cdef int WOLF
cdef signed char[::1] ATTACK_RANGE, BESIDE_HILL, HEIGHT, HILLS, IMMUNE_TO, LINE, ON_HILL
cdef signed char[::1] SHIFT, STEP, STEPS
cdef short[::1] HAND_OF

@cython.locals(first=cython.int)
cdef bint has_king(const int* state, int side) noexcept nogil
@cython.locals(cell=cython.int)
cdef int check_origin(const int* state, int place) noexcept nogil
@cython.locals(found=cython.int)
cdef int check_movement(
    const int* state, const int* path, int steps, long long code
) noexcept nogil
@cython.locals(
    side=cython.int, place=cython.Py_ssize_t, start=cython.Py_ssize_t, cell=cython.int,
    leader=cython.int, steps=cython.int, rest=cython.uint, tall=cython.int,
    before=cython.Py_ssize_t, dropped=cython.int, departing=cython.int, index=cython.int,
    there=cython.Py_ssize_t, going=cython.int, own=cython.int,
)
cdef int check_walk(const int* state, long long code) noexcept nogil
@cython.locals(
    here=cython.Py_ssize_t, there=cython.Py_ssize_t, line=cython.int, index=cython.Py_ssize_t
)
cdef int check_shape(int leader, const int* path, int steps) noexcept nogil
@cython.locals(found=cython.int, leader=cython.int)
cdef int find_leaders(const int* path, int steps) noexcept nogil
@cython.locals(side=cython.int, lacking=cython.int, cell=cython.int, ban=cython.int)
cdef int check_deployment(const int* state, int tiles, int place) noexcept nogil
@cython.locals(enough=cython.int, found=cython.int)
cdef int find_lacking(int hand, int tiles) noexcept nogil
@cython.locals(index=cython.int, near=cython.int)
cdef int find_ban(const int* state, int place) noexcept nogil
@cython.locals(found=cython.int, victim=cython.int)
cdef int check_capture(const int* state, int place, int target) noexcept nogil
@cython.locals(
    attacker=cython.int, line=cython.int, distance=cython.int, between=cython.int, cell=cython.int
)
cdef int check_attack(const int* state, int place, int target) noexcept nogil
@cython.locals(squares="int[::1]", steps=cython.int, code=cython.longlong)
cpdef int movement_fault(int[::1] state, object path, object drops)
cpdef int deployment_fault(int[::1] state, int tiles, int place)
cpdef int capture_fault(int[::1] state, int place, int target)

cdef int MORE, NOTHING, RED_BIT, WAYS
cdef int[::1] ATTACKED

@cython.locals(index=cython.int)
cdef int find_king(const int* state, int side) noexcept nogil
cdef bint can_capture(const int* state, int place, int target) noexcept nogil
@cython.locals(code=cython.int, first=cython.int, index=cython.int, place=cython.int)
cdef bint is_attacked(const int* state, int target) noexcept nogil
@cython.locals(fault=cython.int)
cdef int find_hindrance(int* state, int place, int target) noexcept nogil
@cython.locals(cell=cython.int, below=cython.int, fault=cython.int)
cdef bint is_freed(int* state, int place, int target, int between) noexcept nogil
