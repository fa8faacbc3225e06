cimport cython
from mentis_records.fast.pointer cimport address32, address64

cdef int CAPTURE, CELL_BITS, CELL_MASK, DEPLOYMENT, HAND_MASK, HANDS, HANDS_FROM, MOVE_NUMBER, SIDE, STATE_SIZE
cdef int TILES_MASK
cdef signed char[::1] HEIGHT
cdef unsigned char[::1] CELL_NUMBER
cdef short[::1] HAND_OF
cdef long long RED_TO_MOVE
cdef long long[::1] PARTS

@cython.locals(
    side=cython.int, kind=cython.int, place=cython.int, tiles=cython.int, below=cython.int
)
cdef void play_code(int* state, long long* sums, long long code) noexcept nogil
@cython.locals(
    colour=cython.int, place=cython.Py_ssize_t, moving=cython.int, going=cython.int,
    rest=cython.longlong, tiles=cython.int, left=cython.int,
)
cdef void walk(int* state, long long* sums, long long code) noexcept nogil
@cython.locals(old=cython.Py_ssize_t, new=cython.Py_ssize_t)
cdef void set_cell(int* state, long long* sums, Py_ssize_t place, Py_ssize_t cell) noexcept nogil
@cython.locals(old=cython.int, new=cython.int, change=cython.longlong)
cdef void set_hand(int* state, long long* sums, int side, int hand) noexcept nogil
@cython.locals(index=cython.int)
cdef void copy_state(const int* state, int* copy) noexcept nogil
