cimport cython
from mentis_records.fast.mix cimport scramble
from mentis_records.fast.random_stream cimport Stream
from mentis_records.games.mentis.selfplay.chooser cimport Chooser
from mentis_records.games.mentis.selfplay.history cimport History

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
