cdef object _MAX_KEY, _MAX_CODE

cpdef check_key(game, position)
cpdef check_move(game, move)
cpdef check_outcome(game, outcome)
