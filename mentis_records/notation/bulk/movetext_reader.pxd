cimport cython
from mentis_records.fast.kernel cimport Kernel
from mentis_records.fast.mix cimport mix
from mentis_records.fast.pointer cimport address8, address32, address64, find_byte
from mentis_records.notation.bulk.word_scan cimport room32, room64
from mentis_records.notation.bulk.tag_reader cimport TagReader
from mentis_records.notation.bulk.word_scan cimport has_three_dots, move_number_of, number_of
from mentis_records.notation.bulk.word_scan cimport WordScanner

cdef int _BEGIN, _END, _PLIES, _RESULT, _REMARKS, _FIRST_ROW, _WIDTH, _OPENING
cdef int _BEFORE, _AFTER, _CLOSING, _REMARK_WIDTH, _VARIATION_WIDTH, _VARIATION_PLY_WIDTH
cdef int _DRAW, _MAX_NAG, _MIN_REMARK, _FRAME, _AGAIN, _VALUED, _NAMED
cdef long long _RECORD, _MOST
cdef int _PARENTHESIS, _QUESTION, _HYPHEN, _STAR, _BLANK, _DELETE

@cython.final
cdef class MovetextReader:
    cdef Kernel _kernel
    cdef TagReader _tags
    cdef WordScanner _words
    cdef readonly bint keeps_plies
    cdef int _terminals, _word, _number, _suffix, _nag, _closing, _open, _close
    cdef int _brace, _escape, _line_comment
    cdef int _result_column, _first_side, _sides, _repetition, _repetitions, _opener, _least
    cdef int _rows, _remarks, _variations, _variation_plies
    cdef long long _none
    cdef const unsigned char[::1] _is_part
    cdef int[::1] _stack
    cdef long long[::1] _path, _seen
    cdef readonly int first_start
    cdef readonly int row_count, remark_count, variation_count, variation_ply_count
    cdef readonly int[::1] remarks, variations, variation_places
    cdef readonly long long[::1] contents, openings, turns, keys, variation_turns, variation_keys

    cpdef begin(self, Py_ssize_t size, Py_ssize_t count, Py_ssize_t longest)
    cdef void mark(self, int* row) noexcept nogil
    cdef void undo(self) noexcept nogil
    @cython.locals(
        path="long long*", stack="int*", is_part="const unsigned char*", begin=cython.int,
        end=cython.int, may_vary=cython.int, opener=cython.int, index=cython.int, size=cython.int, most=cython.int,
        mask=cython.int, length=cython.int,
        line=cython.int, lines=cython.int, depth=cython.int, ply=cython.int, place=cython.int,
        has_number=cython.int, last_end=cython.int, played_plies=cython.int, result=cython.int,
        outcome=cython.int, content=cython.longlong, opening=cython.longlong, nag=cython.int,
        terminal=cython.int, side=cython.int, code=cython.longlong, key=cython.longlong,
        frame=cython.int, ply_first=cython.int, ply_last=cython.int, written=cython.longlong,
        values="const long long*", move_number=cython.longlong, word=cython.int,
        number=cython.int, terminals=cython.int, keeps_plies=cython.bint, is_dotted=cython.int,
        closed=cython.int,
    )
    cdef int read(
        self, const unsigned char* text, const int* tokens, int first, int count, int record,
        int* row, int start
    ) noexcept nogil
    @cython.locals(
        index=cython.int, side=cython.int, place=cython.int, begin=cython.int, end=cython.int,
        before=cython.int, byte=cython.int, is_odd=cython.int, hashed=cython.longlong,
    )
    cdef long long _begin_opening(
        self, const unsigned char* text, int record, const int* row, long long key
    ) noexcept nogil
    cdef long long _hash_odd_name(
        self, const unsigned char* text, int begin, int end, long long key
    ) noexcept with gil
    @cython.locals(seen="long long*", at=cython.Py_ssize_t, none=cython.longlong, count=cython.int)
    cdef int _count(self, long long key, int mask, int step) noexcept nogil
    @cython.locals(row=cython.int)
    cdef void _add_row(self, long long turn, long long key) noexcept nogil
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
