cimport cython
from mentis_records.core.pointer cimport address8, address32

cdef int BEGINS, CLOSES, DEAD, DETACHED, MARKED, MAX_OPEN, OPENS, PLY_SHIFT, START

@cython.final
cdef class Scanner:
    cdef const unsigned char[::1] _class_of
    cdef int[::1] _step
    cdef int[::1] _accept
    cdef int[::1] _actions
    cdef const unsigned char[::1] _shifts
    cdef int[::1] _places
    cdef const unsigned char[::1] _blank
    cdef int[::1] _returns
    cdef int[::1] _starts
    cdef int _width
    cdef int _first_accepting
    cdef int _first_final
    cdef int _first_state
    cdef int _opened
    cdef readonly int configuration
    cdef int _before
    cdef int _first
    cdef int _depth
    cdef int _end_of_last
    cdef readonly int kind
    cdef readonly int at
    cdef readonly int stop
    cdef readonly int count

    cdef int scan(
        self, const unsigned char* text, int begin, int end, int start, int max_depth, int* tokens
    ) noexcept nogil
    cpdef int scan_bytes(
        self, const unsigned char[::1] text, int begin, int end, int start, int max_depth,
        int[::1] tokens
    ) except? -2
    @cython.locals(
        step=cython.p_int, class_of="const unsigned char*", accept=cython.p_int, actions=cython.p_int, returns=cython.p_int,
        first_accepting=cython.int, first_final=cython.int, width=cython.int,
        configuration=cython.int, depth=cython.int, count=cython.int, end_of_last=cython.int,
        begin=cython.int, stop=cython.int, state=cython.int, target=cython.int,
        word=cython.int, at=cython.int, action=cython.int,
    )
    cdef void _run(
        self, const unsigned char* text, int end, int kind, int max_depth, int* tokens
    ) noexcept nogil
    @cython.locals(action=cython.int)
    cdef bint _finish(self, int* tokens) noexcept nogil
    cpdef begin(self, int start)
    cpdef advance(self, const unsigned char[::1] text, int at, int max_depth, int[::1] tokens)
    cpdef feed(self, int kind, int begin, int end, int[::1] tokens)
    cpdef int finish(self, int[::1] tokens) except -1
    cpdef bint accepts(self, int kind)
    cpdef bint shifts(self, int kind)
    @cython.locals(first=cython.int)
    cpdef int unwind(self) except -1
