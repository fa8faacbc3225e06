cimport cython

cpdef bint is_over(position) except -1
cpdef outcome_of(position)
cdef bint _has_won(position, int winner, termination) except -1
@cython.locals(ahead=cython.int)
cdef _points(position, winner)
cpdef score(position, result, termination)
