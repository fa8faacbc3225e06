cdef int UNDECIDED

cdef class Board:
    cdef readonly long long key
    cdef readonly int side
    cdef readonly int most_moves
    cdef readonly bint alternates
    cdef readonly bint sees_threats

    cdef void play(self, long long code) noexcept nogil
    cdef void take_back(self) noexcept nogil
    cdef int standing(self) noexcept nogil
    cdef long long winning_move(self) noexcept nogil
    cdef bint is_threatened(self) noexcept nogil
    cdef int list_moves(self, long long* found) noexcept nogil
    cdef int list_captures(self, long long* found) noexcept nogil
    cdef bint is_legal(self, long long code) noexcept nogil
    cdef int promise(self, long long code) noexcept nogil
    cdef bint is_lasting(self, long long code) noexcept nogil
    cdef int evaluate(self) noexcept nogil
