cimport cython
from mentis_records.core.pointer cimport address8, address32, find_byte

cdef int _LINE_FEED, _BLANK, _TAB, _QUOTE, _BRACKET, _LOW_LINE

cpdef bint is_tag_line(const unsigned char[::1] text, int begin, int end)
cpdef int find_boundaries(const unsigned char[::1] text, int end, bint after_tag, int[::1] found)

@cython.locals(at=cython.int, line=cython.int, count=cython.int, stop=cython.int, first=cython.int)
cdef int _find_boundaries(
    const unsigned char* text, int end, int after_tag, int* found
) noexcept nogil
@cython.locals(at=cython.int)
cdef int _is_blank(const unsigned char* text, int begin, int end) noexcept nogil
@cython.locals(at=cython.int, name_end=cython.int)
cdef int _is_tag_line(const unsigned char* text, int begin, int end) noexcept nogil
cdef int _is_letter(int byte) noexcept nogil
