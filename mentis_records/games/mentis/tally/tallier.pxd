cimport cython
from mentis_records.fast.pointer cimport address32, address64
from mentis_records.games.mentis.rules.move_generator cimport count_codes
from mentis_records.games.mentis.rules.rule cimport find_hindrance

@cython.final
cdef class Recurrence:
    cdef long long[::1] _key_buffer, _mark_buffer
    cdef int[::1] _time_buffer
    cdef long long* _keys
    cdef long long* _marks
    cdef int* _times
    cdef long long _mark
    cdef Py_ssize_t _mask, _size

    @cython.locals(size=cython.Py_ssize_t)
    cpdef reserve(self, Py_ssize_t positions)
    cdef void begin(self, Py_ssize_t positions) noexcept nogil
    cdef void forget(self) noexcept nogil
    @cython.locals(slot=cython.Py_ssize_t)
    cdef int add(self, long long key) noexcept nogil

cdef int ACCOUNTS, ATTACKS, BALANCE, BLOCKS, BOARDS, CAPTURES, CHOICES, DEPLOYMENTS
cdef int DEPLOYMENT_PLIES, HANDS_OVER_TIME, OCCUPANCY, POSITIONS, RECURRENCE, TURNS, TURN_PLIES
cdef int WALKS
cdef int ACCOUNT, CAPTURE, CAPTURED, CHOICE, COUNT, DEPLOYMENT, HANDS, KIND, LAST_PLY, MOVEMENT
cdef int MORE, NOTHING, PHASE, PLY, SIDE, TILE, TILES_MASK, WAYS
cdef int AT_END, AT_START, IS_CAPTURED, RECURRENCES
cdef int LED, CARRIED, SQUARES, WALK
cdef int[::1] ATTACKED
cdef long long[::1] ATTACKED_SETS
cdef signed char[::1] HEIGHT, SHIFT

@cython.final
cdef class Tallier:
    cdef long long[::1] _buffer
    cdef long long* _counts
    cdef int[::1] _board_buffer, _owed_buffer
    cdef int* _board
    cdef int* _owed
    cdef Recurrence _recurrence
    cdef int _ply, _plies, _most

    @cython.locals(index=cython.int)
    cdef void begin(self, int* state, long long key, int plies) noexcept nogil
    @cython.locals(
        side=cython.int, kind=cython.int, phase=cython.int, tiles=cython.int, tile=cython.int,
        place=cython.int, at=cython.int,
    )
    cdef void add_turn(self, const int* state, long long code) noexcept nogil
    @cython.locals(
        side=cython.int, place=cython.int, previous=cython.int, before=cython.int,
        left=cython.int, left_before=cython.int, moving=cython.int, going=cython.int,
        rest=cython.longlong, standing=cython.int, together=cython.int, fresh=cython.int,
        step=cython.int, at=cython.int, tile=cython.int, tiles=cython.int,
        picked=cython.int,
    )
    cdef void add_walk(self, const int* state, long long code, int phase) noexcept nogil
    @cython.locals(
        at=cython.int, index=cython.int, side=cython.int, tile=cython.int, hand=cython.int,
        has_next=cython.bint,
    )
    cdef void add_position(self, int* state, long long key) noexcept nogil
    @cython.locals(
        bit=cython.longlong, blue=cython.longlong, red=cython.longlong, place=cython.int,
        cell=cython.int, own=cython.int, tiles=cython.int,
    )
    cdef void add_board(self, int* state) noexcept nogil
    @cython.locals(
        place=cython.int, cell=cython.int, first=cython.int, index=cython.int, target=cython.int,
        reach=cython.int, hindrance=cython.int, at=cython.int, by=cython.int, phase=cython.int,
        seen=cython.longlong, bit=cython.longlong,
    )
    cdef void add_attacks(self, int* state, long long blue, long long red) noexcept nogil
    @cython.locals(
        side=cython.int, tile=cython.int, index=cython.int, held=cython.int, at=cython.int
    )
    cdef void add_account(self, const int* state, int account, int sign) noexcept nogil
    @cython.locals(index=cython.int, uneven=cython.int)
    cdef void finish(self, const int* state) noexcept nogil
