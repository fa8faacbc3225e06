cimport cython
from mentis_records.fast.pointer cimport address32
from mentis_records.games.mentis.rules.attack cimport find_king, is_attacked
from mentis_records.games.mentis.rules.move_generator cimport list_captures
from mentis_records.games.mentis.rules.play cimport copy_state, play_code

cdef int COUNT, DEPTH, KING, KING_WORTH, SIDE

@cython.locals(side=cython.int, king=cython.int)
cdef bint _is_quiet(const int* state) noexcept nogil
@cython.locals(
    after=cython.int[54], keys=cython.longlong[2], found=cython.longlong[96],
    count=cython.int, place=cython.int, best=cython.int, index=cython.int, won=cython.int,
)
cdef int gain(const int* state, int depth) noexcept nogil
