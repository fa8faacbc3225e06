from mentis_records.fast.random_stream cimport Stream
from mentis_records.games.mentis.selfplay.history cimport History

cdef class Chooser:
    cdef long long choose(
        self, const int* state, const long long* keys, History history, const long long* codes,
        int count, Stream stream,
    ) noexcept nogil
