cimport cython
from mentis_records.notation.explain.findings cimport Report
from mentis_records.notation.explain.replay cimport Replayer
from mentis_records.notation.explain.replay cimport Replayed
from mentis_records.notation.syntax.record_syntax cimport RecordSyntax

@cython.final
cdef class Examination:
    cdef object _manner, _search, _piece, _position, _final, _result, _termination, _rest
    cdef readonly object game, start, transcript
    cdef readonly dict tags
    cdef dict _setting
    cdef readonly bint is_alone
    cdef bint _has_layout, _is_unplayed
    cdef tuple _inherited
    cdef readonly tuple rounds
    cdef Py_ssize_t _room
    cdef Report _report, _noted

    cpdef reading(self, name, index, preamble)
    cdef _note(self, origin)
    cdef list _place_found(self)
    @cython.locals(syntax=RecordSyntax, done=Replayed)
    cdef _read(self, Examination previous, rounds)
    cdef _check_place(self, Examination previous)
    cdef _find_layout(self, list faults, turns)
    cdef _check_round(self, RecordSyntax syntax, played, before)
    cdef bint _choose_game(self) except -1
    cdef _check_characters(self)
    cdef _report_characters(self, dict found)
    cdef bint _place(self, RecordSyntax syntax, Examination previous, rounds) except -1
    cdef bint _has_header(self) except -1
    cdef dict _carried(self, rounds, dict given)
    cdef bint _continue(
        self, Examination previous, due, side, Py_ssize_t start, Py_ssize_t end
    ) except -1
    cdef dict _told_settings(self)
    @cython.locals(replayer=Replayer)
    cdef Replayed _replay(self, RecordSyntax syntax)
    cdef _decide_termination(self, Replayed done)
    cdef _make_transcript(self, RecordSyntax syntax, Replayed done)
