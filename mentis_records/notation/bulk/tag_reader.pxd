cimport cython
from mentis_records.fast.pointer cimport address8, address32, find_byte, is_same
from mentis_records.notation.bulk.word_scan cimport room32
from mentis_records.notation.bulk.word_scan cimport is_likely_date, number_of

cdef int _SOUND, _NOTED, _REFUSED
cdef int _PLIES, _RESULT, _TERMINATION, _OUTCOME, _EXTRAS, _WIDTH, _EXTRA_WIDTH
cdef int _TEXT, _IS_RESULT, _IS_TERMINATION, _DATE, _NUMBER, _PLY_COUNT, _OPTION, _GAME, _POSITION
cdef int _SETTING
cdef int _UNKNOWN, _BRACKET, _QUOTE, _HASH, _MIN_TAG, _MAX_EXTRAS

@cython.final
cdef class TagReader:
    cdef int _tags, _standard, _mark, _first_year, _last_day
    cdef int _tag_open, _tag_close, _line_break, _string
    cdef int _result_column, _termination_column, _unterminated
    cdef const unsigned char[::1] _vocabulary, _is_remark, _misnamed, _is_absent
    cdef int[::1] _misnamed_sizes
    cdef int[::1] _places, _name_heads, _name_chain, _word_firsts
    cdef int[::1] _kinds, _results_of, _board_terminations, _options, _defaults
    cdef readonly int extra_count
    cdef readonly int[::1] extras

    cpdef begin(self, Py_ssize_t size)
    cdef void mark(self, int* row) noexcept nogil
    cdef void undo(self) noexcept nogil
    @cython.locals(
        index=cython.int, opened=cython.int, terminal=cython.int, name_begin=cython.int,
        name_end=cython.int, value_begin=cython.int, value_end=cython.int, column=cython.int,
        place=cython.int,
    )
    cdef int read(
        self, const unsigned char* text, const int* tokens, int count, int record, int* row
    ) noexcept nogil
    @cython.locals(begin=cython.int, end=cython.int)
    cdef bint _is_section_whole(
        self, const unsigned char* text, const int* tokens, int index, int count
    ) noexcept nogil
    @cython.locals(size=cython.int, first=cython.int, number=cython.int, known=cython.int)
    cdef bint _is_misnamed(self, const unsigned char* text, int begin, int end) noexcept nogil
    @cython.locals(slot=cython.int, column=cython.int)
    cdef int _find_name(self, const unsigned char* text, int begin, int end) noexcept nogil
    @cython.locals(first=cython.int, word=cython.int)
    cdef int find_word(
        self, const unsigned char* text, int column, int begin, int end
    ) noexcept nogil
    @cython.locals(first=cython.int, last=cython.int)
    cdef bint _is_entry(
        self, const unsigned char* text, int begin, int end, int entry
    ) noexcept nogil
    @cython.locals(extras="int*", other=cython.int, place=cython.int)
    cdef int _add_extra(
        self, const unsigned char* text, int record, int* row, int name_begin, int name_end,
        int value_begin, int value_end
    ) noexcept nogil
    @cython.locals(demand=cython.int)
    cdef int _is_sound(
        self, const unsigned char* text, int column, int begin, int end
    ) noexcept nogil
    @cython.locals(
        start=cython.int, option=cython.int, column=cython.int, place=cython.int, value=cython.int,
        demand=cython.int
    )
    cdef int find_start(self, const unsigned char* text, int* row) noexcept nogil
    @cython.locals(
        result=cython.int, status=cython.int, column=cython.int, begin=cython.int, end=cython.int,
        number=cython.int, termination=cython.int, place=cython.int, shown=cython.int,
    )
    cdef int judge(self, const unsigned char* text, int* row, int outcome) noexcept nogil

@cython.locals(at=cython.int, byte=cython.int)
cdef bint _is_same_in_any_case(
    const unsigned char* text, int begin, const unsigned char[::1] lower, int first, int size
) noexcept nogil
