cimport cython
from mentis_records.notation.syntax.record_syntax cimport LineSyntax
from mentis_records.notation.syntax.record_syntax cimport TurnSyntax

@cython.final
cdef class Replayed:
    cdef readonly LineSyntax line
    cdef readonly object codes, keys, sides, numbers
    cdef public bint is_whole
    cdef public object outcome, final
    cdef public tuple repeated, stopped
    cdef readonly set irregular, warned
    cdef readonly dict variations

    @cython.locals(at=cython.Py_ssize_t)
    cpdef tuple plies(self, game)
    @cython.locals(turn=TurnSyntax, each=Replayed)
    cdef _ply(self, Py_ssize_t at, game)
