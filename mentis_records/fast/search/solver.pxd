cimport cython
from mentis_records.fast.pointer cimport address64, offset64
from mentis_records.fast.search.search cimport Board

cdef int BOUND_BITS, BOUND_MASK, LOST, MAX_PLIES, REPLIES, UNDECIDED, WON

@cython.final
cdef class Solver:
    cdef readonly Board board
    cdef public int stop
    cdef readonly long long nodes
    cdef readonly bint is_out
    cdef long long _most_nodes
    cdef int _size, _room, _excluded_count
    cdef long long[::1] _keys, _codes, _replies, _excluded
    cdef int[::1] _bounds

    cpdef allow(self, long long most_nodes)
    @cython.locals(place=cython.int, index=cython.int)
    cpdef forget(self)
    cpdef bint is_lost(self, int plies) except -1
    @cython.locals(found=cython.longlong)
    cpdef find_win(self, int plies, excluded=*)
    @cython.locals(found=cython.longlong)
    cpdef find_stand(self, int plies, excluded=*)
    @cython.locals(
        side=cython.int, codes="long long*", top=cython.int, index=cython.int,
        code=cython.longlong, is_found=cython.bint,
    )
    cdef long long _find(self, int plies, bint is_win) noexcept nogil
    @cython.locals(index=cython.int)
    cdef bint _is_excluded(self, long long code) noexcept nogil
    @cython.locals(standing=cython.int)
    cdef bint _is_won(self, int plies, int ply, int top, int side) noexcept nogil
    @cython.locals(standing=cython.int)
    cdef bint _is_saved(self, int plies, int ply, int top, int side) noexcept nogil
    @cython.locals(
        step=cython.int, key=cython.longlong, known=cython.int, least=cython.int,
        within=cython.int, codes="long long*", count=cython.int,
    )
    cdef bint _wins(self, int plies, int ply, int top) noexcept nogil
    @cython.locals(side=cython.int, index=cython.int, is_found=cython.bint)
    cdef bint _has_win(
        self, const long long* codes, int count, int plies, int ply, int top, bint threatens
    ) noexcept nogil
    @cython.locals(
        side=cython.int, key=cython.longlong, known=cython.int, least=cython.int,
        replies=cython.int, index=cython.int, code=cython.longlong, codes="long long*",
        count=cython.int,
    )
    cdef bint _loses(self, int plies, int ply, int top) noexcept nogil
    @cython.locals(is_saved=cython.bint)
    cdef bint _is_saved_by(
        self, long long code, int plies, int ply, int top, int side
    ) noexcept nogil
    cdef bint _is_spent(self, int ply, int top) noexcept nogil
    @cython.locals(place=cython.int)
    cdef int _known(self, long long key, int kind) noexcept nogil
    @cython.locals(place=cython.int, bounds=cython.int)
    cdef void _keep(self, long long key, int kind, int plies, bint is_so) noexcept nogil
