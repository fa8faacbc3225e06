cimport cython
from mentis_records.fast.pointer cimport address32, address64, address_flags

@cython.locals(found="int*", froms="long long*", tos="long long*", games="int*", after="int*")
cpdef bint find_places(
    int[::1] places, const long long[::1] begins, const long long[::1] ends,
    long long first_game, const int[::1] game_ids, const int[::1] plies
) except -1
@cython.locals(kept="unsigned char*", wanted="int*", bits="unsigned char*")
cpdef bint put_marks(
    unsigned char[::1] marks, const int[::1] places, unsigned char[::1] numbers, int bit
) except -1
@cython.locals(marks="unsigned char*", kept="unsigned char*", lengths="long long*",
               within=cython.longlong)
cpdef keep_followers(
    unsigned char[::1] first, unsigned char[::1] second, const long long[::1] sizes,
    long long within
)
@cython.locals(kept="unsigned char*", lengths="long long*")
cpdef keep_lasting(unsigned char[::1] marks, const long long[::1] sizes, long long count)
@cython.locals(kept="unsigned char*", lengths="long long*")
cpdef mark_games(unsigned char[::1] marks, const long long[::1] sizes)
@cython.locals(total=cython.Py_ssize_t, game=cython.Py_ssize_t)
cdef int _check(Py_ssize_t size, const long long* lengths, Py_ssize_t games) except -1
@cython.locals(at=cython.Py_ssize_t, game=cython.longlong, place=cython.longlong)
cdef bint _find(
    int* found, const long long* froms, const long long* tos, Py_ssize_t games,
    long long first_game, const int* game_ids, const int* plies, Py_ssize_t size
) noexcept nogil
@cython.locals(at=cython.Py_ssize_t, place=cython.Py_ssize_t)
cdef bint _put(
    unsigned char* kept, Py_ssize_t size, const int* places, const unsigned char* bits,
    Py_ssize_t count, int bit
) noexcept nogil
@cython.locals(at=cython.Py_ssize_t, game=cython.Py_ssize_t, end=cython.Py_ssize_t,
               left=cython.longlong, mark=cython.uchar)
cdef void _follow(
    const unsigned char* marks, unsigned char* kept, const long long* lengths, Py_ssize_t games,
    long long within
) noexcept nogil
@cython.locals(at=cython.Py_ssize_t, game=cython.Py_ssize_t, end=cython.Py_ssize_t,
               row=cython.longlong)
cdef void _last(
    unsigned char* kept, const long long* lengths, Py_ssize_t games, long long count
) noexcept nogil
@cython.locals(at=cython.Py_ssize_t, game=cython.Py_ssize_t, begin=cython.Py_ssize_t,
               end=cython.Py_ssize_t, place=cython.Py_ssize_t, mark=cython.uchar)
cdef void _spread(
    unsigned char* kept, const long long* lengths, Py_ssize_t games
) noexcept nogil
