cimport cython
from mentis_records.fast.pointer cimport address64, offset64

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

cdef int AT_LEAST, AT_MOST, DRAWN, EXACT, FUTILE_DEPTH, HISTORY_BITS, INFINITY, LEAST_WIN, LOST
cdef int MAX_PLIES, MOST_HISTORY, MOST_WORTH, NOWHERE, SORTED, WIN, WINDOW
cdef int[::1] FUTILE, REDUCED, TRIED

@cython.final
cdef class Search:
    cdef readonly Board board
    cdef public int stop
    cdef readonly long long nodes
    cdef readonly bint is_out
    cdef long long _most_nodes
    cdef int _contempt, _side, _size, _room, _past_count, _excluded_count, _reach
    cdef long long[::1] _table_keys, _table_moves, _codes, _ranks, _killers, _path, _lines
    cdef long long[::1] _past, _excluded
    cdef int[::1] _table_scores, _table_facts, _history, _since, _lengths

    cpdef allow(self, long long most_nodes)
    @cython.locals(place=cython.int, index=cython.int)
    cpdef forget(self, past=*)
    cpdef int find(self, int depth, int around, excluded=*) except? -2
    cpdef line(self)
    @cython.locals(width=cython.int, low=cython.int, high=cython.int, score=cython.int)
    cdef int _find(self, int depth, int around) noexcept nogil
    @cython.locals(
        back=cython.int, code=cython.longlong, threatened=cython.bint, key=cython.longlong,
        place=cython.int, hashed=cython.longlong, facts=cython.int, score=cython.int,
        bound=cython.int, worth=cython.int, is_futile=cython.bint, side=cython.int,
        codes="long long*", ranks="long long*", count=cython.int, index=cython.int,
        best=cython.int, best_code=cython.longlong, lowest=cython.int, first_low=cython.int,
        tried=cython.int, is_idle=cython.bint, is_quiet=cython.bint, is_lasting=cython.bint, standing=cython.int,
        is_won=cython.bint, less=cython.int, kept=cython.int,
    )
    cdef int _search(
        self, int depth, int low, int high, int ply, int extended, int top
    ) noexcept nogil
    @cython.locals(score=cython.int)
    cdef int _follow(
        self, int depth, int low, int high, int ply, int extended, int top, int side, int less,
        bint is_scout
    ) noexcept nogil
    @cython.locals(
        code=cython.longlong, best=cython.int, side=cython.int, codes="long long*",
        ranks="long long*", count=cython.int, index=cython.int, standing=cython.int,
        score=cython.int, is_won=cython.bint,
    )
    cdef int _quiesce(self, int low, int high, int ply, int deep, int top) noexcept nogil
    cdef bint _is_spent(self) noexcept nogil
    @cython.locals(index=cython.int)
    cdef bint _is_excluded(self, long long code) noexcept nogil
    @cython.locals(key=cython.longlong, index=cython.int)
    cdef int _repeated(self, int ply) noexcept nogil
    @cython.locals(promise=cython.int)
    cdef long long _rank(self, long long code, long long hashed, int ply, int side) noexcept nogil
    cdef int _history_place(self, long long code, int side) noexcept nogil
    @cython.locals(place=cython.int)
    cdef void _reward(self, long long code, int depth, int ply, int side) noexcept nogil
    @cython.locals(best=cython.int, other=cython.int)
    cdef void _pick(self, long long* codes, long long* ranks, int index, int count) noexcept nogil
    @cython.locals(here=cython.int, there=cython.int, length=cython.int, index=cython.int)
    cdef void _keep_line(self, int ply, long long code) noexcept nogil
