cimport cython
from mentis_records.notation.syntax cimport LineSyntax

@cython.final
cdef class Replayed:
    cdef readonly LineSyntax line
    cdef readonly object codes, keys, sides, numbers
    cdef public bint is_whole
    cdef public object outcome
    cdef public tuple repeated
    cdef readonly set irregular
    cdef readonly dict variations
