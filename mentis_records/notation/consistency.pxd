cimport cython
from mentis_records.notation.report cimport Report
from mentis_records.notation.turn cimport TurnSyntax

cpdef dict check_tags(syntax, game, Report report)
@cython.locals(turn=TurnSyntax)
cdef tuple _beginning(syntax)
cdef _check_value(tag, game, Report report)
cpdef check_annotations(syntax, Report report)
cpdef decide_result(tags, token)
cpdef check_claims(syntax, tags, result, done, game, Report report)
cdef _check_ply_count(syntax, tags, Report report)
cdef _check_result_token(syntax, tags, result, Report report)
cdef _check_against_board(tags, token, result, done, Report report)
cdef _check_termination(tags, result, done, game, Report report)
cdef _note_repetition(syntax, tags, result, done, Report report)
