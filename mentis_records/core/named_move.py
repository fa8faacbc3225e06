"""Numbers for moves that say too much for 60 bits: drawn from their notation, which is remembered.

Such a number says nothing by itself. Who has met the move in this process, or has read the table
of moves of a database, knows its notation.
"""

from __future__ import annotations

from hashlib import blake2b

FIRST_NAMED = 1 << 59
"""Numbers from this one to 2**60 - 1 are drawn from notations."""

_notations: dict[int, str] = {}


def code_of(notation: str) -> int:
    """Return the number of a move by its canonical notation, which is remembered.

    It is the same on every machine.

    Raises:
        ValueError: another move has that number.
    """
    digest = int.from_bytes(blake2b(notation.encode(), digest_size=8).digest(), "little")
    code = FIRST_NAMED | digest & FIRST_NAMED - 1
    if _notations.setdefault(code, notation) != notation:
        raise ValueError(f"{notation} has the number of {_notations[code]}")
    return code


def notation_of(code: int) -> str:
    """Return the notation of a move by a number that ``code_of`` has given.

    Raises:
        ValueError: it has given none such.
    """
    found = _notations.get(code)
    if found is None:
        raise ValueError(f"no move has the code {code}")
    return found
