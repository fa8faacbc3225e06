cimport cython
from mentis_records.fast.pointer cimport find_byte

cdef int _BLANK, _TAB, _QUOTE, _BACKSLASH
cdef int _BRACKET, _CLOSING, _LOW_LINE
cdef int _BRACE, _CLOSING_BRACE, _SEMICOLON, _DOT, _STAR

@cython.locals(at=cython.int, name_end=cython.int)
cdef int is_tag_line(const unsigned char* text, int begin, int end) noexcept nogil
@cython.locals(at=cython.int)
cdef int is_number(const unsigned char* text, int begin, int end) noexcept nogil
@cython.locals(at=cython.int, found=cython.int, byte=cython.int, stop=cython.int)
cdef int read_movetext(const unsigned char* text, int begin, int end) noexcept nogil
cdef int _has_quotation(const unsigned char* text, int at, int end) noexcept nogil
@cython.locals(is_figure=cython.bint)
cdef int _may_be_score(int byte) noexcept nogil
cdef int _goes_on(int byte) noexcept nogil
@cython.locals(size=cython.int, is_hyphen=cython.int, half=cython.int, at=cython.int, byte=cython.int, place=cython.int)
cdef int _is_result(const unsigned char* text, int begin, int end) noexcept nogil
cdef int _is_bit(int byte) noexcept nogil
cdef int _is_letter(int byte) noexcept nogil
