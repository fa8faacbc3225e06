cimport cython
from mentis_records.fast.pointer cimport address32, address64
from mentis_records.games.mentis.rules.move_generator cimport count_codes, list_codes
from mentis_records.games.mentis.rules.play cimport copy_state, play_code

@cython.final
cdef class Perft:
    cdef int[::1] _buffer
    cdef int* _state
    cdef long long[::1] _key_buffer
    cdef long long* _keys
    cdef long long[::1] _code_buffer
    cdef long long* _codes
    cdef Perft _below

    cdef void begin(self, const int* state) noexcept nogil
    @cython.locals(total=cython.longlong, index=cython.int)
    cdef long long count(self, int depth) noexcept nogil
