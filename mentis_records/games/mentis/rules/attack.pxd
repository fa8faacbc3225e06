cimport cython
from mentis_records.games.mentis.rules.rule cimport HILL_SIZE, HILLS, check_attack

cdef int CAPTURE_BLOCKED, COUNT, KING, LEGAL, MORE, NOTHING, RED_BIT, TILES_MASK, WAYS, WOLF
cdef int[::1] ATTACKED

@cython.locals(index=cython.int)
cdef int find_king(const int* state, int side) noexcept nogil
cdef bint can_capture(const int* state, int place, int target) noexcept nogil
@cython.locals(code=cython.int, first=cython.int, index=cython.int, place=cython.int)
cdef bint is_attacked(const int* state, int target) noexcept nogil
@cython.locals(fault=cython.int)
cdef int find_hindrance(int* state, int place, int target) noexcept nogil
@cython.locals(cell=cython.int, below=cython.int, fault=cython.int)
cdef bint is_freed(int* state, int place, int target, int between) noexcept nogil
