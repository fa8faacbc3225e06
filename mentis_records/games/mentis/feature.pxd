cimport cython
from mentis_records.games.mentis.attack_set cimport mark_attacks

cdef int COUNT, HANDS, HAND_BITS, MASKS, MOVEMENT, SIDE
cdef long long[::1] SPREAD

@cython.locals(mask=cython.int, place=cython.int)
cdef void describe_state(int* state, long long* row) noexcept nogil
@cython.locals(rest=cython.longlong)
cdef void describe_turn(int* state, long long code, long long* row) noexcept nogil
@cython.locals(bit=cython.longlong, first=cython.int, mask=cython.int)
cdef void _describe_square(const int* state, int place, long long* row) noexcept nogil
@cython.locals(hands=cython.longlong)
cdef void _describe_hands(const int* state, long long* row) noexcept nogil
