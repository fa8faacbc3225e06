cimport cython

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
