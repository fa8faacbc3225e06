cimport cython
from mentis_records.fast.pointer cimport address32, address8
from mentis_records.notation.syntax.record_syntax cimport (
    Entries, LineSyntax, RecordSyntax, TurnSyntax
)
from mentis_records.notation.syntax.scanner cimport Scanner

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

@cython.final
cdef class ParserStack:
    cdef str _text
    cdef Entries _entries
    cdef bytes _data
    cdef dict _kinds
    cdef tuple _names
    cdef int _width, _number, _result, _open, _close
    cdef Scanner _scanner
    cdef bint _is_fresh
    cdef readonly int offset

    @cython.locals(scanner=Scanner)
    cpdef RecordSyntax accept(self, int max_depth)

    @cython.locals(
        begin=cython.int, before=cython.int, numbers="const int*", places=list, last=cython.int,
        count=cython.int, at=cython.int, kind=cython.int,
    )
    cpdef list advance(self, int max_depth)
    cpdef bint is_at_end(self)
    cpdef lex(self)
    cpdef skip_to(self, int offset)
    cpdef bint accepts(self, str kind) except -1
    cpdef bint shifts(self, str kind) except -1
    cpdef bint joins(self, str kind) except -1
    cpdef int place(self)
    cpdef token(self, int at)
    cpdef str kind(self, int at)
    cpdef int end(self, int at) except -1
    cpdef int feed(self, token) except -1
    cpdef RecordSyntax finish(self)
    cpdef int unwind(self, int offset) except -1
    cpdef _reserve(self, int entries)

@cython.locals(known=dict)
cdef Scanner _scanner_of(grammar)
