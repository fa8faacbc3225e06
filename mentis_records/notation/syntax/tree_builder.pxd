cimport cython
from mentis_records.fast.pointer cimport address8, address32
from mentis_records.notation.syntax.entries cimport Entries
from mentis_records.notation.syntax.record_syntax cimport LineSyntax, RecordSyntax
from mentis_records.notation.syntax.record_syntax cimport TurnSyntax

cdef int _PART, _NUMBER, _COMMENT, _TAG_CLOSE, _INVALID, _SUFFIX, _OPEN, _CLOSE, _RESULT, _PLY

@cython.locals(
    record=RecordSyntax, line=LineSyntax, inner=LineSyntax, turn=TurnSyntax, number=cython.Py_ssize_t, roles="const unsigned char*", numbers="const int*",
    at=cython.Py_ssize_t, does=cython.int, tags=list, turns=list, comments=list, around=list,
)
cpdef RecordSyntax build_record(Entries entries, Py_ssize_t count)
@cython.locals(
    start=cython.Py_ssize_t, quote=cython.Py_ssize_t, close=cython.Py_ssize_t, value=str,
)
cdef _tag(Entries entries, Py_ssize_t closing)
