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

cdef inline str text_at(const unsigned char* text, Py_ssize_t begin, Py_ssize_t end):
    if begin == end:
        return ""
    return PyUnicode_DecodeUTF8(<const char*>text + begin, end - begin, "surrogateescape")

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

    #if defined(__x86_64__) && defined(__SSE2__) && defined(__GNUC__)
    #include <emmintrin.h>

    static const unsigned char mentis_kept[32] = {
        255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255,
    };

    static inline int mentis_word_size(const unsigned char *text)
    {
        const __m128i bytes = _mm_loadu_si128((const __m128i *)text);
        const __m128i ends = _mm_cmpeq_epi8(_mm_min_epu8(bytes, _mm_set1_epi8(32)), bytes);
        return __builtin_ctz(_mm_movemask_epi8(ends) | 1 << 16);
    }

    static inline __m128i mentis_word(const unsigned char *text, int size)
    {
        const __m128i kept = _mm_loadu_si128((const __m128i *)(mentis_kept + 16 - size));
        return _mm_and_si128(_mm_loadu_si128((const __m128i *)text), kept);
    }

    static inline unsigned long long mentis_word_begin(const unsigned char *text, int size)
    {
        return (unsigned long long)_mm_cvtsi128_si64(mentis_word(text, size));
    }

    static inline unsigned long long mentis_word_end(const unsigned char *text, int size)
    {
        const __m128i word = mentis_word(text, size);
        return (unsigned long long)_mm_cvtsi128_si64(_mm_unpackhi_epi64(word, word));
    }
    #else
    static inline int mentis_word_size(const unsigned char *text)
    {
        int size = 0;
        while (size < 16 && text[size] > 32)
            ++size;
        return size;
    }

    static inline unsigned long long mentis_word_begin(const unsigned char *text, int size)
    {
        unsigned long long eight;
        memcpy(&eight, text, 8);
        return size == 0 ? 0 : size < 8 ? eight & ((1ULL << 8 * size) - 1) : eight;
    }

    static inline unsigned long long mentis_word_end(const unsigned char *text, int size)
    {
        return size > 8 ? mentis_word_begin(text + 8, size - 8) : 0;
    }
    #endif
    """
    int mentis_word_size(const unsigned char* text) nogil
    unsigned long long mentis_word_begin(const unsigned char* text, int size) nogil
    unsigned long long mentis_word_end(const unsigned char* text, int size) nogil

cdef inline int word_size(const unsigned char* text, int at) noexcept nogil:
    return mentis_word_size(text + at)

cdef inline unsigned long long word_begin(
    const unsigned char* text, int at, int size
) noexcept nogil:
    return mentis_word_begin(text + at, size)

cdef inline unsigned long long word_end(
    const unsigned char* text, int at, int size
) noexcept nogil:
    return mentis_word_end(text + at, size)
