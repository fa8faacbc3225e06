cimport cython
from mentis_records.fast.pointer cimport address32, address64
from mentis_records.fast.mix cimport scramble
from mentis_records.fast.random_stream cimport Stream
from mentis_records.games.mentis.rules.attack cimport ATTACKED, WAYS, can_capture, find_king, is_attacked
from mentis_records.games.mentis.selfplay.chooser cimport Chooser
from mentis_records.games.mentis.rules.move_generator cimport list_codes
from mentis_records.games.mentis.selfplay.history cimport History
from mentis_records.games.mentis.rules.play cimport copy_state, play_code

cdef int CAPTURE, COUNT, KING, MOVEMENT, SIDE, STATE_SIZE
cdef int NEAR, DEVELOPED, REPEATED, WIN, TAKEN_KING, LOST_KING, NOISE_BITS, NOISE_SHIFT
cdef int[::1] VALUE, LEADER, NOISE, DISTANCE

cdef class GreedyChooser(Chooser):
    cdef int heat
    cdef int[::1] after, answered, attacked
    cdef long long[::1] keys, replies

    @cython.locals(
        best=cython.longlong, best_score=cython.int, best_word=cython.ulonglong,
        base=cython.ulonglong, word=cython.ulonglong, index=cython.int, score=cython.int,
    )
    cdef long long choose(
        self, const int* state, const long long* keys, History history, const long long* codes,
        int count, Stream stream,
    ) noexcept nogil
    @cython.locals(
        side=cython.int, score=cython.int, after=cython.p_int, after_keys=cython.p_longlong,
    )
    cdef int rank(
        self, const int* state, const long long* keys, History history, long long code
    ) noexcept nogil
    @cython.locals(
        side=cython.int, count=cython.int, index=cython.int, replies=cython.p_longlong,
        answered=cython.p_int,
    )
    cdef int has_answer(self, const int* state) noexcept nogil
    @cython.locals(
        first=cython.int, attacked=cython.p_int, king=cython.int,
        score=cython.int, threat=cython.int, second_threat=cython.int, loss=cython.int, second_loss=cython.int, place=cython.int,
        cell=cython.int, index=cython.int, target=cython.int, value=cython.int,
    )
    cdef int weigh(self, const int* state, int side) noexcept nogil
