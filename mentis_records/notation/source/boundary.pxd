cimport cython
from mentis_records.fast.pointer cimport address8, find_byte
from mentis_records.notation.source.plain_line cimport is_number, is_tag_line, read_movetext

cdef int _START, _LISTING, _SECTION, _MOVES, _CLOSED
cdef int _LINE_FEED, _BRACKET, _PERCENT, _STAR

@cython.final
cdef class RecordFinder:
    cdef object _signs, _names, _sides
    cdef dict _hiding
    cdef readonly int[::1] bounds
    cdef readonly dict odd
    cdef readonly int count, scanned, line
    cdef readonly bint has_text
    cdef int _state, _comment_at, _damaged_at, _damaged_line, _comment_line
    cdef int _prose
    cdef int _named_until, _number, _numbered_until
    cdef bint _in_comment, _in_line_comment, _is_after_blank
    cdef bint _is_first, _is_behind_result, _has_broken_off, _has_looked

    @cython.locals(
        view="const unsigned char*", at=cython.int, line=cython.int, count=cython.int,
        state=cython.int, is_after_blank=cython.bint, stop=cython.int, first=cython.int,
        found=cython.int,
    )
    cdef void _run(self, bytes text, int end)
