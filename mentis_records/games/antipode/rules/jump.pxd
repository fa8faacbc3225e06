cimport cython

@cython.final
cdef class JumpBoard:
    cdef readonly object place, own, other
    cdef readonly int face, taken
    cdef int _side, _most
    cdef object _token
    cdef bint _is_tournament
    cdef set _seen

    cpdef str sign(self, over)
    cpdef bint is_free(self, landing) except -1
    cpdef bint is_barred(self, start, over) except -1
    cpdef jump(self, over, landing)
    cpdef undo(self, over, start, sign)
    cpdef bint is_repeated(self) except -1
    cpdef enter(self)
    cpdef leave(self)
    cpdef bint has_ended(self)
    cpdef bint would_end(self, over, landing) except -1
