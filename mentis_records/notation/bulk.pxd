cimport cython
from mentis_records.core.kernel cimport Kernel
from mentis_records.core.mix cimport mix
from mentis_records.core.pointer cimport address8, address32, address64, find_byte
from mentis_records.notation.scan cimport Scanner

cdef int _SOUND, _NOTED, _REFUSED, _STATED
cdef int _BEGIN, _END, _LINE, _STATUS, _PLIES, _RESULT, _TERMINATION, _OUTCOME, _START
cdef int _EXTRAS, _IS_PLAIN, _REMARKS, _WIDTH
cdef int _BEFORE, _AFTER, _CLOSING
cdef int _EXTRA_WIDTH, _REMARK_WIDTH, _VARIATION_WIDTH, _VARIATION_PLY_WIDTH
cdef int _TEXT, _IS_RESULT, _IS_TERMINATION, _DATE, _NUMBER, _PLY_COUNT, _OPTION, _GAME, _POSITION
cdef int _REPETITIONS, _DRAW, _UNKNOWN, _MAX_NAG, _HASH, _FRAME, _PARENTHESIS
cdef int _MIN_PLY, _MIN_TAG, _MIN_REMARK, _OPENING, _MAX_EXTRAS, _QUESTION, _HYPHEN, _STAR

@cython.final
cdef class BulkReader:
    cdef Scanner _scanner
    cdef Kernel _kernel
    cdef int _start_rule, _max_depth, _tags, _standard, _terminals
    cdef int _tag_open, _tag_close, _line_break, _string, _number, _suffix, _nag, _closing, _open, _close
    cdef int _brace, _escape, _line_comment
    cdef int _first_side, _sides, _result_column, _termination_column, _repetition, _unterminated
    cdef int _stamp
    cdef bint _is_plain
    cdef const unsigned char[::1] _vocabulary, _is_part
    cdef int[::1] _places, _name_heads, _name_chain, _word_firsts
    cdef int[::1] _kinds, _results_of, _board_terminations, _options, _defaults
    cdef int[::1] _stack, _tokens, _seen_counts, _seen_stamps
    cdef long long[::1] _path, _seen_keys
    cdef readonly int width, first_start
    cdef readonly int record_count, row_count, extra_count, remark_count
    cdef readonly int variation_count, variation_ply_count
    cdef readonly int[::1] records, owners, plies, extras, remarks, variations, variation_places
    cdef readonly long long[::1] contents, openings, turns, keys, variation_turns, variation_keys

    @cython.locals(record=cython.int, view="const unsigned char*")
    cpdef read(self, bytes text, int[::1] bounds, int count)
    @cython.locals(
        at=cython.int, begin=cython.int, end=cython.int, line=cython.int,
        view="const unsigned char*",
    )
    cpdef read_again(self, bytes text, int record, int start)
    @cython.locals(
        rows=cython.int, extras=cython.int, remarks=cython.int, variations=cython.int,
        variation_plies=cython.int, at=cython.int, field=cython.int, status=cython.int,
    )
    cdef void _read_record(
        self, const unsigned char* text, int record, int begin, int end, int line, int start
    ) noexcept nogil
    @cython.locals(tokens="int*", count=cython.int, first=cython.int, outcome=cython.int)
    cdef int _walk(
        self, const unsigned char* text, int record, int at, int begin, int end, int start
    ) noexcept nogil
    @cython.locals(
        index=cython.int, opened=cython.int, terminal=cython.int, name_begin=cython.int,
        name_end=cython.int, value_begin=cython.int, value_end=cython.int, column=cython.int,
        place=cython.int,
    )
    cdef int _walk_tags(
        self, const unsigned char* text, const int* tokens, int record, int at, int count
    ) noexcept nogil
    @cython.locals(slot=cython.int, column=cython.int)
    cdef int _find_name(self, const unsigned char* text, int begin, int end) noexcept nogil
    @cython.locals(first=cython.int, word=cython.int)
    cdef int _find_word(
        self, const unsigned char* text, int column, int begin, int end
    ) noexcept nogil
    @cython.locals(place=cython.int, at=cython.int)
    cdef int _is_entry(
        self, const unsigned char* text, int begin, int end, int entry
    ) noexcept nogil
    @cython.locals(extras="int*", other=cython.int, place=cython.int)
    cdef int _add_extra(
        self, const unsigned char* text, int record, int at, int name_begin, int name_end,
        int value_begin, int value_end
    ) noexcept nogil
    @cython.locals(demand=cython.int)
    cdef int _is_sound(
        self, const unsigned char* text, int column, int begin, int end
    ) noexcept nogil
    @cython.locals(
        start=cython.int, option=cython.int, column=cython.int, place=cython.int, value=cython.int
    )
    cdef int _find_start(self, const unsigned char* text, int at) noexcept nogil
    @cython.locals(
        path="long long*", stack="int*", begin=cython.int, end=cython.int, may_vary=cython.int,
        index=cython.int, size=cython.int, most=cython.int, mask=cython.int, length=cython.int,
        line=cython.int, lines=cython.int, depth=cython.int, ply=cython.int, place=cython.int,
        has_number=cython.int, last_end=cython.int, played_plies=cython.int, result=cython.int,
        outcome=cython.int, content=cython.longlong, opening=cython.longlong, terminal=cython.int, side=cython.int,
        code=cython.longlong, key=cython.longlong, frame=cython.int,
    )
    cdef int _walk_plies(
        self, const unsigned char* text, const int* tokens, int record, int at, int first,
        int count, int start
    ) noexcept nogil
    @cython.locals(
        index=cython.int, side=cython.int, place=cython.int, begin=cython.int, end=cython.int,
    )
    cdef long long _begin_opening(
        self, const unsigned char* text, int record, int at, long long key
    ) noexcept nogil
    @cython.locals(
        result=cython.int, status=cython.int, column=cython.int, begin=cython.int, end=cython.int,
        number=cython.int, termination=cython.int, place=cython.int, shown=cython.int,
    )
    cdef int _judge(self, const unsigned char* text, int at, int outcome) noexcept nogil
    @cython.locals(slot=cython.int)
    cdef int _count(self, long long key, int mask, int step) noexcept nogil
    @cython.locals(row=cython.int)
    cdef void _add_row(self, int record, int ply, long long turn, long long key) noexcept nogil
    @cython.locals(at=cython.int)
    cdef void _add_variation(self, int record, int line, int parent, int ply) noexcept nogil
    @cython.locals(row=cython.int, at=cython.int)
    cdef void _add_variation_ply(
        self, int record, int line, int ply, long long turn, long long key
    ) noexcept nogil
    @cython.locals(at=cython.int)
    cdef void _add_remark(
        self, int record, int line, int ply, int place, const int* tokens, int index
    ) noexcept nogil

@cython.locals(
    highest=cython.int, controls=cython.int, at=cython.int, byte=cython.int
)
cdef int _is_plain(const unsigned char* text, int begin, int end) noexcept nogil
@cython.locals(at=cython.int)
cdef int _is_same(
    const unsigned char* text, int begin, int end, int other, int other_end
) noexcept nogil
@cython.locals(number=cython.int, at=cython.int)
cdef int _number_of(const unsigned char* text, int begin, int end) noexcept nogil
@cython.locals(number=cython.int)
cdef int _move_number(const unsigned char* text, int begin, int end) noexcept nogil
@cython.locals(number=cython.int)
cdef int _nag_of(const unsigned char* text, int begin, int end) noexcept nogil
@cython.locals(year=cython.int, month=cython.int, day=cython.int, days=cython.int)
cdef int _is_date(const unsigned char* text, int begin, int end) noexcept nogil
@cython.locals(unknown=cython.int, at=cython.int)
cdef int _part_of_date(const unsigned char* text, int begin, int end) noexcept nogil
