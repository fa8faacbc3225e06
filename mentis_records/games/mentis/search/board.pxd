cimport cython
from mentis_records.fast.pointer cimport address32, address64, offset32, offset64
from mentis_records.fast.search.board cimport Board
from mentis_records.games.mentis.rules.attack cimport can_capture, find_king, is_attacked
from mentis_records.games.mentis.rules.key cimport position_key
from mentis_records.games.mentis.rules.move_generator cimport list_captures, list_codes
from mentis_records.games.mentis.rules.play cimport copy_state, play_code
from mentis_records.games.mentis.rules.rule cimport (
    check_capture, check_deployment, check_movement, has_king,
)
from mentis_records.games.mentis.search.feature cimport evaluate

cdef int CAPTURE, COUNT, DEPLOYMENT, KING, LOST, MAX_PLIES, MOVEMENT, SIDE, STATE_SIZE, UNDECIDED, WAYS, WOLF
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
