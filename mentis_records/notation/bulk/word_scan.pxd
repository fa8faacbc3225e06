cimport cython
from mentis_records.fast.kernel cimport Kernel
from mentis_records.fast.pointer cimport (
    address16, address32, address64, address8, address_words, find_byte, word_begin, word_end,
    word_size
)
from mentis_records.notation.syntax.scanner cimport Scanner

@cython.locals(
    highest="unsigned char", controls="unsigned char", at=cython.int, byte="unsigned char"
)
cdef int is_plain(const unsigned char* text, int begin, int end) noexcept nogil
@cython.locals(number=cython.int, at=cython.int)
cdef int number_of(const unsigned char* text, int begin, int end) noexcept nogil
@cython.locals(number=cython.int)
cdef int move_number_of(const unsigned char* text, int begin, int end) noexcept nogil
@cython.locals(dots=cython.int)
cdef int has_three_dots(const unsigned char* text, int begin, int end) noexcept nogil
@cython.locals(year=cython.int, month=cython.int, day=cython.int, days=cython.int)
cdef int is_date(const unsigned char* text, int begin, int end) noexcept nogil
@cython.locals(day=cython.int, at=cython.int)
cdef int is_likely_date(
    const unsigned char* text, int begin, int end, int first_year, int last_day
) noexcept nogil
@cython.locals(unknown=cython.int, at=cython.int)
cdef int _part_of_date(const unsigned char* text, int begin, int end) noexcept nogil

cpdef int[::1] room32(int[::1] values, Py_ssize_t size)
cpdef long long[::1] room64(long long[::1] values, Py_ssize_t size)

cdef int _PLACES, _MASK, _MOST_WORDS, _MOST_PROBES, _MOST_MISSED, _HASH_SHIFT, _VALUED, _NUMBER
cdef int _PLY
cdef int _SEQUENCE_SHIFT, _LONGEST, _SEQUENCES, _SEQUENCE_WIDTH
cdef int _LINE_FEED, _BLANK, _BRACKET
cdef unsigned long long _FIRST_FACTOR, _SECOND_FACTOR, _REST

@cython.final
cdef class WordScanner:
    cdef Scanner _scanner
    cdef Kernel _kernel
    cdef int _width, _ply, _number, _word_count, _missed, _sequence_count, _configurations
    cdef bint _remembers
    cdef unsigned short[::1] _index
    cdef unsigned long long[::1] _words
    cdef readonly long long[::1] values
    cdef int[::1] _sequences, _doings

    @cython.locals(
        index="const unsigned short*", words="const unsigned long long*", doings="const int*",
        configurations=cython.int, blank="const unsigned char*",
        configuration=cython.int, count=cython.Py_ssize_t, first=cython.int, kind=cython.int, end_of_last=cython.int,
        last_word=cython.int, size=cython.int, low=cython.ulonglong, high=cython.ulonglong,
        place=cython.Py_ssize_t, at=cython.Py_ssize_t, probes=cython.int,
        doing=cython.Py_ssize_t, sequence=cython.Py_ssize_t, stop=cython.int, depth=cython.int,
        values="long long*", value=cython.int,
    )
    cdef int scan(
        self, const unsigned char* text, int begin, int end, int start, int max_depth, int* tokens
    ) noexcept nogil
    cpdef reserve(self, Py_ssize_t entries)
    cpdef int scan_bytes(
        self, const unsigned char[::1] text, int begin, int end, int start, int max_depth,
        int[::1] tokens
    ) except? -2
    @cython.locals(stop=cython.int)
    cdef int _stop_of(self, const unsigned char* text, int begin, int end) noexcept nogil
    @cython.locals(
        ended=cython.int, size=cython.int, stop=cython.int, is_ply=cython.bint,
        value=cython.longlong, sequence=cython.longlong, kind=cython.int,
        at=cython.Py_ssize_t, doing=cython.Py_ssize_t,
    )
    cdef void _learn(
        self, const unsigned char* text, int begin, unsigned long long low,
        unsigned long long high, Py_ssize_t place, int count, int configuration, int* tokens
    ) noexcept nogil
    @cython.locals(sequence=cython.int, at=cython.int, same=cython.bint, index=cython.int)
    cdef int _find_sequence(self, const int* tokens, int first, int size) noexcept nogil
    @cython.locals(place=cython.int)
    cdef void _forget(self) noexcept nogil

cdef Py_ssize_t _place_of(unsigned long long low, unsigned long long high) noexcept nogil
