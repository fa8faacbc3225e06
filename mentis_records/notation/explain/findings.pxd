cimport cython
from mentis_records.core.span cimport LineMap
from mentis_records.notation.syntax.record_syntax cimport LineSyntax, RecordSyntax
from mentis_records.notation.syntax.record_syntax cimport TurnIndex

cdef Py_ssize_t MAX_MOVE

@cython.final
cdef class Report:
    cdef bint _is_strict
    cdef str _text
    cdef LineMap _map
    cdef LineSyntax _line
    cdef TurnIndex _index
    cdef Py_ssize_t _first_ply, _movetext
    cdef readonly list diagnostics
    cdef readonly bint has_errors

    cpdef index_turns(self, RecordSyntax syntax, Py_ssize_t first_ply)
    cdef _find_turn(self, Py_ssize_t start, bint has_first)
    @cython.locals(begin=cython.Py_ssize_t, stop=cython.Py_ssize_t)
    cpdef add(
        self, finding, Py_ssize_t start, Py_ssize_t end, position=*, bint is_tolerated=*
    )
    cdef _leave_out(self, Py_ssize_t start, Py_ssize_t end)
    cdef _find_error(self, Py_ssize_t start, Py_ssize_t end)
    cpdef add_faults(self, faults)
    cpdef add_all(self, Report other)
