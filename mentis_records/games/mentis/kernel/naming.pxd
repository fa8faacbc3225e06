cimport cython

cdef int CAPTURE, DEPLOYMENT
cdef list NAMES, MARKED, TILES, KINDS

@cython.locals(
    notations=list, kinds=list, code=cython.longlong, rest=cython.longlong, kind=cython.int,
    notation=str, _=cython.int,
)
cpdef tuple name_moves(const long long[::1] codes)
