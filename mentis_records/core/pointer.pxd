from cpython.unicode cimport PyUnicode_DecodeUTF8
from libc.string cimport memchr, memcmp

cdef inline const unsigned char* address8(const unsigned char[::1] view) noexcept nogil:
    return &view[0] if view.shape[0] else NULL

cdef inline const unsigned short* address16(const unsigned short[::1] view) noexcept nogil:
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

cdef inline unsigned long long* address_words(const unsigned long long[::1] view) noexcept nogil:
    return <unsigned long long*>&view[0] if view.shape[0] else NULL

cdef extern from *:
    """
    #include <string.h>

    /* Of eight bytes, the highest bit of the first that is 32 or less, and perhaps of some behind. */
    static inline unsigned long long mentis_ends(const unsigned char *text)
    {
        unsigned long long eight;
        memcpy(&eight, text, 8);
        return (eight - 0x2121212121212121ULL) & ~eight & 0x8080808080808080ULL;
    }

    /* How many bytes stand before the first whose highest bit is set, of eight. */
    static inline int mentis_bytes_before(unsigned long long ends)
    {
    #if defined(__GNUC__)
        return __builtin_ctzll(ends) >> 3;
    #else
        unsigned long long before = (((ends & (~ends + 1)) >> 7) - 1) & 0x0101010101010101ULL;
        return (int)(before * 0x0101010101010101ULL >> 56);
    #endif
    }

    static inline int mentis_word_size(const unsigned char *text)
    {
        unsigned long long first = mentis_ends(text), second = mentis_ends(text + 8);
        int near = mentis_bytes_before(first | 1ULL << 63);
        int far = mentis_bytes_before(second | 1ULL << 63) + 8;
        return first ? near : far;
    }

    /* Of eight bytes, those before an end; the first of them is the lowest. */
    static inline unsigned long long mentis_word(const unsigned char *text)
    {
        unsigned long long eight, ends = mentis_ends(text);
        memcpy(&eight, text, 8);
        return eight & (((ends & (~ends + 1)) >> 7) - 1);
    }
    """
    unsigned long long mentis_word(const unsigned char* text) nogil
    int mentis_word_size(const unsigned char* text) nogil

cdef inline unsigned long long word_at(const unsigned char* text, int at) noexcept nogil:
    return mentis_word(text + at)

cdef inline unsigned long long word_behind(
    const unsigned char* text, int at, unsigned long long word
) noexcept nogil:
    return mentis_word(text + at) & (0 - <unsigned long long>(word >> 56 != 0))

cdef inline int word_size(const unsigned char* text, int at) noexcept nogil:
    return mentis_word_size(text + at)
