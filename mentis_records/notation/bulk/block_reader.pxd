cimport cython
from mentis_records.fast.pointer cimport address8, address32, offset32
from mentis_records.fast.kernel cimport Kernel
from mentis_records.notation.bulk.word_scan cimport room32
from mentis_records.notation.bulk.movetext_reader cimport MovetextReader
from mentis_records.notation.syntax.scanner cimport Scanner
from mentis_records.notation.bulk.tag_reader cimport TagReader
from mentis_records.notation.bulk.word_scan cimport is_plain
from mentis_records.notation.bulk.word_scan cimport WordScanner

cdef int _REFUSED, _STATED, _BEGIN, _END, _LINE, _STATUS, _START, _IS_PLAIN, _AGAIN
cdef int _RESULT, _TERMINATION, _HAS_POINTS, _FIRST_POINTS

@cython.final
cdef class BulkReader:
    cdef Scanner _scanner
    cdef WordScanner _words
    cdef int _start_rule, _max_depth
    cdef bint _is_plain, _has_points
    cdef Kernel _kernel
    cdef int[::1] _tokens
    cdef readonly TagReader tags
    cdef readonly MovetextReader movetext
    cdef readonly int width
    cdef readonly int[::1] records

    @cython.locals(record=cython.int, view="const unsigned char*")
    cpdef read(self, bytes text, int[::1] bounds, int count)
    @cython.locals(
        at=cython.int, begin=cython.int, end=cython.int, line=cython.int,
        view="const unsigned char*",
    )
    cpdef read_again(self, bytes text, int record, int start)
    @cython.locals(row="int*", number=cython.int, status=cython.int)
    cdef void _read_record(
        self, const unsigned char* text, int record, int begin, int end, int line, int start
    ) noexcept nogil
    @cython.locals(
        tokens="int*", count=cython.int, first=cython.int, outcome=cython.int, status=cython.int
    )
    cdef int _walk(
        self, const unsigned char* text, int record, int* row, int start
    ) noexcept nogil
