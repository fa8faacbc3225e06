cimport cython
from mentis_records.fast.pointer cimport address8, find_byte

cdef int _START, _LISTING, _SECTION, _MOVES, _CLOSED
cdef int _LINE_FEED, _BLANK, _TAB, _QUOTE, _BACKSLASH
cdef int _BRACKET, _CLOSING, _LOW_LINE, _PERCENT
cdef int _BRACE, _CLOSING_BRACE, _SEMICOLON, _DOT, _STAR

@cython.final
cdef class RecordFinder:
    cdef object _signs, _header, _commented, _names
    cdef list _commented_tags
    cdef readonly int[::1] bounds
    cdef readonly dict odd
    cdef readonly int count, scanned, line
    cdef readonly bint has_text
    cdef int _state, _comment_at, _damaged_at, _damaged_line, _comment_line
    cdef int _prose
    cdef int _named_until, _number, _numbered_until
    cdef bint _in_comment, _in_line_comment, _is_after_blank
    cdef bint _is_first, _is_behind_result, _has_broken_off

    @cython.locals(
        view="const unsigned char*", at=cython.int, line=cython.int, count=cython.int,
        state=cython.int, is_after_blank=cython.bint, stop=cython.int, first=cython.int,
        found=cython.int,
    )
    cdef void _run(self, bytes text, int end)

@cython.locals(at=cython.int, name_end=cython.int)
cdef int _is_tag_line(const unsigned char* text, int begin, int end) noexcept nogil
@cython.locals(at=cython.int)
cdef int _is_number(const unsigned char* text, int begin, int end) noexcept nogil
@cython.locals(at=cython.int, found=cython.int, byte=cython.int, stop=cython.int)
cdef int _read_movetext(const unsigned char* text, int begin, int end) noexcept nogil
cdef int _has_quotation(const unsigned char* text, int at, int end) noexcept nogil
@cython.locals(is_figure=cython.bint)
cdef int _may_be_score(int byte) noexcept nogil
cdef int _goes_on(int byte) noexcept nogil
@cython.locals(size=cython.int, is_hyphen=cython.int, half=cython.int, at=cython.int, byte=cython.int, place=cython.int)
cdef int _is_result(const unsigned char* text, int begin, int end) noexcept nogil
cdef int _is_bit(int byte) noexcept nogil
cdef int _is_letter(int byte) noexcept nogil
