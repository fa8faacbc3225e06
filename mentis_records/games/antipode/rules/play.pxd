cimport cython
from mentis_records.games.antipode.rules.duty cimport cited, missed
from mentis_records.games.antipode.rules.key cimport position_key

cdef int _LASTING

@cython.locals(
    side=cython.int, enemy=cython.int, face=cython.int, hand=cython.int, taken=cython.int,
    flags=cython.int, at=cython.int,
)
cpdef play_unchecked(position, move)
