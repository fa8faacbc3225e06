cimport cython
from mentis_records.fast.kernel cimport Kernel
from mentis_records.fast.pointer cimport address32, address8, is_same, offset32, text_of
from mentis_records.notation.bulk.movetext_reader cimport MovetextReader
from mentis_records.notation.bulk.tag_reader cimport TagReader
from mentis_records.notation.bulk.word_scan cimport WordScanner, is_plain, room32
from mentis_records.notation.syntax.scanner cimport Scanner

@cython.locals(
    number=cython.Py_ssize_t, at=cython.Py_ssize_t, begin=cython.int, end=cython.int,
    last_begin=cython.int, last_end=cython.int, view="const unsigned char*",
)
cpdef list stretches(
    const unsigned char[::1] text, const int[::1] places, Py_ssize_t first, Py_ssize_t step,
    Py_ssize_t count
)

@cython.locals(
    number=cython.Py_ssize_t, at=cython.Py_ssize_t, begin=cython.int, end=cython.int,
    view="const unsigned char*",
)
cpdef bint are_equal(
    const unsigned char[::1] text, const int[::1] places, Py_ssize_t first, Py_ssize_t step,
    Py_ssize_t count
)

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
