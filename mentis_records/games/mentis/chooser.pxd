from mentis_records.core.stream cimport Stream
from mentis_records.games.mentis.history cimport History

cdef class Chooser:
    cdef long long choose(
        self, const int* state, const long long* keys, History history, const long long* codes,
        int count, Stream stream,
    ) noexcept nogil
