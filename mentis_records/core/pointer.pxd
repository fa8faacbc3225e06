from cpython.unicode cimport PyUnicode_DecodeUTF8
from libc.string cimport memchr, memcmp

cdef inline const unsigned char* address8(const unsigned char[::1] view) noexcept nogil:
    return &view[0] if view.shape[0] else NULL

cdef inline int* address32(const int[::1] view) noexcept nogil:
    return <int*>&view[0] if view.shape[0] else NULL

cdef inline long long* address64(const long long[::1] view) noexcept nogil:
    return <long long*>&view[0] if view.shape[0] else NULL

cdef inline int* offset32(int* address, Py_ssize_t count) noexcept nogil:
    return address + count

cdef inline long long* offset64(long long* address, Py_ssize_t count) noexcept nogil:
    return address + count

cdef inline int find_byte(
    const unsigned char* text, int byte, int begin, int end
) noexcept nogil:
    if begin >= end:
        return end
    cdef const void* found = memchr(text + begin, byte, end - begin)
    return <int>(<const unsigned char*>found - text) if found else end

cdef inline bint is_same(
    const unsigned char* text, int begin, int end,
    const unsigned char* other, int other_begin, int other_end
) noexcept nogil:
    if end - begin != other_end - other_begin:
        return False
    return end == begin or memcmp(text + begin, other + other_begin, end - begin) == 0

cdef inline unsigned char* address_flags(unsigned char[::1] view) noexcept nogil:
    return &view[0] if view.shape[0] else NULL

cdef inline str text_of(const unsigned char[::1] text, Py_ssize_t begin, Py_ssize_t end):
    if begin == end:
        return ""
    return PyUnicode_DecodeUTF8(
        <const char*>&text[0] + begin, end - begin, "surrogateescape"
    )
