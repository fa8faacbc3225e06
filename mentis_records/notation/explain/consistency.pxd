cimport cython
from mentis_records.notation.explain.findings cimport Report
from mentis_records.notation.explain.replay cimport Replayed
from mentis_records.notation.syntax.record_syntax cimport RecordSyntax
from mentis_records.notation.syntax.record_syntax cimport TurnSyntax

cpdef dict check_tags(RecordSyntax syntax, game, Report report, others=*)
cdef _check_comments(RecordSyntax syntax, missing, game, Report report)
@cython.locals(turn=TurnSyntax)
cpdef tuple beginning(RecordSyntax syntax)
cdef _check_value(tag, game, Report report)
cpdef check_annotations(RecordSyntax syntax, Report report)
cpdef decide_result(tags, token, Replayed done)
cpdef check_claims(RecordSyntax syntax, tags, result, Replayed done, game, Report report)
cdef _check_ply_count(RecordSyntax syntax, tags, Report report)
cdef _check_result_token(RecordSyntax syntax, tags, result, Report report)
cdef _check_against_board(tags, token, result, Replayed done, Report report)
cdef _check_termination(tags, result, Replayed done, game, Report report)
cdef _note_repetition(RecordSyntax syntax, tags, result, Replayed done, Report report)
