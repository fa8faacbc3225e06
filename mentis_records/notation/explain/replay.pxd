cimport cython
from mentis_records.fast.kernel cimport Kernel
from mentis_records.fast.pointer cimport address32, address8
from mentis_records.notation.explain.findings cimport Report
from mentis_records.notation.syntax.record_syntax cimport Entries, LineSyntax, TurnSyntax

@cython.final
cdef class Replayed:
    cdef readonly LineSyntax line
    cdef readonly object codes, keys, sides, numbers
    cdef public bint is_whole
    cdef public object outcome, final
    cdef public tuple repeated, stopped
    cdef readonly set irregular, warned
    cdef readonly dict variations

    @cython.locals(at=cython.Py_ssize_t)
    cpdef tuple plies(self, game)
    @cython.locals(turn=TurnSyntax, each=Replayed)
    cdef _ply(self, Py_ssize_t at, game)

cdef int _REPEATED
cdef Py_ssize_t _MAX_WRITTEN, _MAX_VERDICTS
cdef dict _verdicts

@cython.final
cdef class Replayer:
    cdef bint _is_as_played
    cdef Py_ssize_t _max_breaks
    cdef readonly list breaks
    cdef object _game, _position
    cdef Report _report
    cdef list _keys
    cdef dict _counts
    cdef Kernel _kernel
    cdef Py_ssize_t _repetitions
    cdef const unsigned char[::1] _text
    cdef int[::1] _tokens

    cpdef replay(self, LineSyntax line, position)
    cdef _put(self, int slot, position)
    cpdef here(self)
    cdef _reserve(self, int slot)
    @cython.locals(
        done=Replayed, kernel=Kernel, tokens="const int*", text="const unsigned char*", outcome=cython.int,
        turn=TurnSyntax, side=cython.int, due=cython.int, entered=cython.Py_ssize_t,
        move=cython.longlong, is_irregular=cython.bint, is_warned=cython.bint, key=cython.longlong, count=cython.Py_ssize_t,
    )
    cdef Replayed _replay(self, LineSyntax line, int slot)
    cdef bint _is_repeated(self, Py_ssize_t count)
    cdef bint _goes_on_silently(self, int outcome)
    cdef _play(self, TurnSyntax turn, int over)
    cdef _outcome(self, int found)
    cdef Py_ssize_t _enter(self, long long key) except -1
    cdef _undo(self)
    @cython.locals(entries=Entries, first=cython.Py_ssize_t, last=cython.Py_ssize_t)
    cdef _add(self, finding, TurnSyntax turn, position, bint is_tolerated)

@cython.locals(known=dict)
cpdef Kernel kernel_of(game)
@cython.locals(entries=Entries)
cdef _resolve(game, position, TurnSyntax turn)
@cython.locals(entries=Entries)
cdef bint _is_warned(game, position, TurnSyntax turn, move) except -1
