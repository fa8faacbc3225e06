cimport cython
from cpython cimport array
from mentis_records.notation.syntax.record_syntax cimport LineSyntax
from mentis_records.notation.syntax.record_syntax cimport TurnSyntax

cdef int _WIDTH

@cython.final
cdef class TurnIndex:
    cdef array.array _rows
    cdef int _last, _last_ply
    cdef bint _is_sorted

    @cython.locals(
        turn=TurnSyntax, variation=LineSyntax, begin=cython.int, end=cython.int, start=cython.int,
    )
    cdef _add_line(self, LineSyntax line, int ply)
    cdef _add(self, int start, int ply, int begin, int end)
    cdef _sort(self)
    @cython.locals(
        low=cython.Py_ssize_t, high=cython.Py_ssize_t, middle=cython.Py_ssize_t,
        at=cython.Py_ssize_t,
    )
    cpdef find(self, int offset, bint has_first)
