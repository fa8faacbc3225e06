cimport cython
from mentis_records.fast.mix cimport Stream, scramble
from mentis_records.fast.pointer cimport address32, address64
from mentis_records.games.mentis.rules.move_generator cimport copy_state, list_codes, play_code
from mentis_records.games.mentis.rules.rule cimport (
    ATTACKED, WAYS, can_capture, find_king, is_attacked
)

@cython.final
cdef class History:
    cdef long long[::1] keys
    cdef int count

    cdef void forget(self) noexcept nogil
    cdef void add(self, long long key) noexcept nogil
    @cython.locals(keys=cython.p_longlong, found=cython.int, index=cython.int)
    cdef int occurrences(self, long long key) noexcept nogil

cdef class Chooser:
    cdef long long choose(
        self, const int* state, const long long* keys, History history, const long long* codes,
        int count, Stream stream,
    ) noexcept nogil

cdef class RandomChooser(Chooser):
    @cython.locals(
        kind_base=cython.ulonglong, base=cython.ulonglong, best=cython.longlong,
        best_kind_word=cython.ulonglong, best_word=cython.ulonglong, index=cython.int,
        kind_word=cython.ulonglong, word=cython.ulonglong,
    )
    cdef long long choose(
        self, const int* state, const long long* keys, History history, const long long* codes,
        int count, Stream stream,
    ) noexcept nogil

cdef int CAPTURE, COUNT, KING, MOVEMENT, SIDE, STATE_SIZE
cdef int NEAR, DEVELOPED, REPETITION_COST, WIN, TAKEN_KING, LOST_KING, NOISE_BITS, NOISE_SHIFT
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

cdef int MOVE_NUMBER

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
