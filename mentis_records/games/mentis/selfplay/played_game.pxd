cimport cython
from mentis_records.fast.pointer cimport address32, address64
from mentis_records.fast.random_stream cimport Stream
from mentis_records.games.mentis.selfplay.chooser cimport Chooser
from mentis_records.games.mentis.rules.move_generator cimport list_codes
from mentis_records.games.mentis.selfplay.history cimport History
from mentis_records.games.mentis.rules.play cimport play_code

cdef int CAPTURE, KING, MOVEMENT, MOVE_NUMBER, SIDE

@cython.locals(limit=cython.int, history=History, found="long long[::1]")
cpdef int play_match(
    int[::1] state, long long[::1] keys, Chooser blue, Chooser red, Stream stream,
    long long[::1] codes, int[::1] sides, int[::1] numbers,
)
@cython.locals(
    ply=cython.int, count=cython.int, side=cython.int, code=cython.longlong,
)
cdef int _play(
    int* state, long long* keys, Chooser blue, Chooser red, Stream stream,
    History history, long long* found, long long* codes, int* sides, int* numbers, int limit,
) noexcept nogil
