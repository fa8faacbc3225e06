cimport cython
from mentis_records.notation.syntax.entries cimport Entries

@cython.final
cdef class TurnSyntax:
    cdef readonly Entries entries
    cdef readonly Py_ssize_t first, last, number_at
    cdef public Py_ssize_t suffix_at
    cdef readonly bint is_invalid
    cdef list _nags, _comments, _variations

    cpdef bint has_variations(self)
    cpdef add_nag(self, at)
    cpdef add_comment(self, at)
    cpdef add_variation(self, line)

@cython.final
cdef class LineSyntax:
    cdef public list turns, comments
    cdef public Py_ssize_t end

@cython.final
cdef class RecordSyntax:
    cdef public list tags, closing_comments, annotated
    cdef public LineSyntax line
    cdef public object result, rest_at
    cdef public bint is_cut
