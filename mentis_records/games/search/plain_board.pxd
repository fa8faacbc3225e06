from mentis_records.fast.search.search cimport Board

cdef class PlainBoard(Board):
    cdef readonly object fault
    cdef readonly object game, spot
    cdef object _material
    cdef list _before

    cdef _show(self, spot)
    cdef void play(self, long long code) noexcept nogil
    cdef _go(self, long long code)
    cdef void take_back(self) noexcept nogil
    cdef int standing(self) noexcept nogil
    cdef long long winning_move(self) noexcept nogil
    cdef long long _find_winning(self) except? -2
    cdef int list_moves(self, long long* found) noexcept nogil
    cdef int list_captures(self, long long* found) noexcept nogil
    cdef int _write(self, long long* found, bint is_taking) except? -2
    cdef bint is_legal(self, long long code) noexcept nogil
    cdef bint _is_listed(self, long long code) except? -2
    cdef int promise(self, long long code) noexcept nogil
    cdef int _promise(self, long long code) except? -2
    cdef int evaluate(self) noexcept nogil
    cdef int _evaluate(self) except? -2
