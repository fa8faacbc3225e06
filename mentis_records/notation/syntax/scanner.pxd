cimport cython
from mentis_records.fast.pointer cimport address8, address32

cdef int BEGINS, CLOSES, DEAD, DETACHED, MARKED, MAX_OPEN, OPENS, PLY_SHIFT, START, _CONTROLS

@cython.final
cdef class Scanner:
    cdef const unsigned char[::1] _class_of
    cdef int[::1] _step
    cdef int[::1] _accept
    cdef int[::1] _actions
    cdef const unsigned char[::1] _shifts
    cdef int[::1] _places
    cdef const unsigned char[::1] blank
    cdef int[::1] _returns
    cdef int[::1] _starts
    cdef int _width
    cdef int _first_accepting
    cdef int _first_final
    cdef int _first_state
    cdef int _opened
    cdef public int configuration
    cdef int _before
    cdef readonly int configurations, shortest_ply
    cdef readonly int kind
    cdef readonly int stop
    cdef public int first, depth, end_of_last, at, count

    cdef int scan(
        self, const unsigned char* text, int begin, int end, int start, int max_depth, int* tokens
    ) noexcept nogil
    cpdef int scan_bytes(
        self, const unsigned char[::1] text, int begin, int end, int start, int max_depth,
        int[::1] tokens
    ) except? -2
    cdef check_room(
        self, const unsigned char[::1] text, int begin, int end, int start, int[::1] tokens
    )
    cdef void start(self, int start, int begin) noexcept nogil
    @cython.locals(
        step=cython.p_int, class_of="const unsigned char*", accept=cython.p_int, actions=cython.p_int, returns=cython.p_int,
        first_accepting=cython.int, first_final=cython.int, width=cython.int,
        configuration=cython.int, depth=cython.int, count=cython.int, end_of_last=cython.int,
        begin=cython.int, stop=cython.int, state=cython.int, target=cython.int,
        word=cython.int, at=cython.int, action=cython.int,
    )
    cdef void run(
        self, const unsigned char* text, int end, int kind, int until, int max_depth, int* tokens
    ) noexcept nogil
    @cython.locals(index=cython.int, state=cython.int, at=cython.int, byte=cython.int)
    cdef bint looks_beyond(
        self, const unsigned char* text, int end, int first, const int* tokens
    ) noexcept nogil
    @cython.locals(action=cython.int)
    cdef bint end(self, int* tokens) noexcept nogil
    cpdef begin(self, int start)
    cpdef advance(self, const unsigned char[::1] text, int at, int max_depth, int[::1] tokens)
    cpdef feed(self, int kind, int begin, int end, int[::1] tokens)
    cpdef int finish(self, int[::1] tokens) except -1
    cpdef bint accepts(self, int kind)
    cpdef bint shifts(self, int kind)
    @cython.locals(first=cython.int)
    cpdef int unwind(self) except -1
