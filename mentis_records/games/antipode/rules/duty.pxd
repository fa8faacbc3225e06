cimport cython
from mentis_records.games.antipode.rules.jump cimport JumpBoard

@cython.locals(side=cython.int, enemy=cython.int, flags=cython.int)
cpdef cited(position, place)
cpdef tuple missed(position, move)
@cython.locals(side=cython.int, more=cython.int)
cdef bint _is_close(position, move) except -1
@cython.locals(board=JumpBoard, at=cython.int)
cdef tuple _follow(position, move)
cdef str _name(place)
cdef bint _are_primes(stones) except -1
