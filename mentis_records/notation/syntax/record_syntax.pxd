cimport cython
from cpython cimport array

@cython.final
cdef class Entries:
    cdef readonly object tables, offsets
    cdef readonly str text
    cdef readonly bytes data
    cdef readonly object numbers
    cdef readonly dict placed
    cdef bint _is_even

    cpdef int character(self, int offset) except -1
    cpdef int byte(self, int offset) except -1
    cpdef str kind(self, Py_ssize_t at)
    cpdef int start(self, Py_ssize_t at) except -1
    cpdef int end(self, Py_ssize_t at) except -1
    cpdef token(self, Py_ssize_t at)
    @cython.locals(at=cython.Py_ssize_t)
    cpdef ply(self, Py_ssize_t first, Py_ssize_t last)
    cpdef trim(self, Py_ssize_t count)

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
