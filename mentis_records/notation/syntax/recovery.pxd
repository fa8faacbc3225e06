cimport cython
from mentis_records.notation.syntax.parser cimport ParserStack

@cython.final
cdef class Parse:
    cdef str _text
    cdef object _game, _unread, _last, _number, _rest_at
    cdef Py_ssize_t _last_tag
    cdef ParserStack _stack
    cdef list _faults, _open
    cdef bint _has_result, _is_cut, _has_moved

    cpdef accept(self)
    cpdef run(self)
    cdef _read(self)
    cdef _take(self, token)
    cdef _feed(self, token)
    cdef _follow(self, str kind, at)
    cdef _unexpected(self, token)
    cdef _unreadable(self, Py_ssize_t offset)
    cdef _find_result(self, Py_ssize_t offset)
    cdef bint _is_beside_plies(self, str word, Py_ssize_t offset) except -1
    cdef _variation_end(self, Py_ssize_t offset)
    cdef _close_variations(self, Py_ssize_t offset)
    cdef bint _in_tags(self, token) except -1
    cdef bint _is_tag_due(self, token) except -1
    cdef _leave_rest(self, Py_ssize_t offset, Py_ssize_t end)
    cdef str _line_at(self, token)
    cdef _invalid_tag(self, Py_ssize_t offset)
    cdef bint _is_inside_ply(self) except -1
    cdef str _last_kind(self)
    cdef bint _is_partial(self) except -1
    cdef bint _is_complete(self) except -1
    cdef bint _is_joined(self, token) except -1
    cdef bint _touches(self, Py_ssize_t offset) except -1
    cdef Py_ssize_t _word_end(self, Py_ssize_t offset) except -1
    cpdef str _expected(self)
    cdef _fault(self, finding, Py_ssize_t start, Py_ssize_t end)
    cdef _add(self, fault)
    cdef _close(self, Py_ssize_t offset)
    cdef _make_acceptable(self, str kind, Py_ssize_t offset)

@cython.locals(char=cython.Py_UCS4, found=cython.bint)
cdef bint _is_only_signs(str text) except -1
