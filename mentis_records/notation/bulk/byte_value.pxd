cimport cython

@cython.locals(
    highest="unsigned char", controls="unsigned char", at=cython.int, byte="unsigned char"
)
cdef int is_plain(const unsigned char* text, int begin, int end) noexcept nogil
@cython.locals(number=cython.int, at=cython.int)
cdef int number_of(const unsigned char* text, int begin, int end) noexcept nogil
@cython.locals(number=cython.int)
cdef int move_number_of(const unsigned char* text, int begin, int end) noexcept nogil
@cython.locals(dots=cython.int)
cdef int has_three_dots(const unsigned char* text, int begin, int end) noexcept nogil
@cython.locals(year=cython.int, month=cython.int, day=cython.int, days=cython.int)
cdef int is_date(const unsigned char* text, int begin, int end) noexcept nogil
@cython.locals(day=cython.int, at=cython.int)
cdef int is_likely_date(
    const unsigned char* text, int begin, int end, int first_year, int last_day
) noexcept nogil
@cython.locals(unknown=cython.int, at=cython.int)
cdef int _part_of_date(const unsigned char* text, int begin, int end) noexcept nogil
