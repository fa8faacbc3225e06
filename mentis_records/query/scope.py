"""The names that a query gives to pieces, as ``some x: blue N on board``, and where each holds.

Until it is known where a named piece stands, a place below 0 stands for its square.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from mentis_records.fast.late_dataclass import dataclass
from mentis_records.query.error import QueryError
from mentis_records.query.query_tree import Spot


@dataclass(frozen=True, slots=True)
class NamedPiece:
    """A piece with a name: what stands for its square, and its side and type, or any."""

    place: int
    side: int | None = None
    piece: str | None = None


class Scope:
    """The names that hold at a place of one query, as its tree is built."""

    def __init__(self) -> None:
        """Begin without names."""
        self._known: dict[str, NamedPiece] = {}
        self._ended: set[str] = set()
        self._barred: dict[str, tuple[str, str]] = {}
        self._used: set[int] = set()

    def find(self, name: Spot) -> NamedPiece | None:
        """Return the piece of a name, or None if the query gives none that name.

        Raises:
            QueryError: the name does not hold here.
        """
        word = name.text.lower()
        if word in self._known:
            self._used.add(self._known[word].place)
            return self._known[word]
        if word in self._barred:
            where, hint = self._barred[word]
            message = f"{name.text} cannot be asked about inside {where}"
            raise QueryError.at(name, message, hint.format(name.text))
        if word in self._ended:
            message = f"{name.text} has no meaning here: a name ends with the tests joined by and"
            hint = f"put them in parentheses: some {name.text}: ... and (... or ...)"
            raise QueryError.at(name, message, hint)
        return None

    def is_known(self, word: str) -> bool:
        """Tell whether a word in lower case is the name of a piece here."""
        return word in self._known

    def next_place(self) -> int:
        """Return what stands for the square of the next piece."""
        return -1 - len(self._known)

    @contextmanager
    def naming(self, word: str, piece: NamedPiece) -> Iterator[None]:
        """Let a word in lower case, which is not known yet, be the name of a piece."""
        self._known[word] = piece
        yield
        del self._known[word]
        self._used.discard(piece.place)
        self._ended.add(word)

    @contextmanager
    def barred(self, where: str, hint: str) -> Iterator[None]:
        """Let the names that are known so far not hold in a part of a query.

        Args:
            where: what the part is called in messages.
            hint: what to write instead, with braces for the name.
        """
        before = self._known, self._barred
        barred = dict.fromkeys(self._known, (where, hint))
        self._known, self._barred = {}, self._barred | barred
        yield
        self._known, self._barred = before

    def is_used(self, piece: NamedPiece) -> bool:
        """Tell whether a piece has been asked about since this was told last."""
        is_used = piece.place in self._used
        self._used.discard(piece.place)
        return is_used
