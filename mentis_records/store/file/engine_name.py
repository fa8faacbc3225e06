r"""Names by which the engine opens files: it takes ``?`` and ``\`` in paths for something else."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from mentis_records.core.file import behind_links

_MISREAD = frozenset("?\\")
_WRITTEN = str.maketrans({sign: f"%{ord(sign):02X}" for sign in "%/?\\"})


def plain_place(place: Path) -> Path:
    """Return where the engine thinks that a file is; what stands beside it stands there.

    It is the file's own place, or one of a plain name in the nearest folder with such a name.

    Raises:
        OSError: a link leads to itself.
    """
    target = behind_links(place)
    for count, part in enumerate(target.parts[1:], 1):
        if not _MISREAD.isdisjoint(part):
            name = "/".join(target.parts[count:]).translate(_WRITTEN)
            return Path(*target.parts[:count], f".{name}")
    return target


@contextmanager
def plain_name(place: Path) -> Iterator[str]:
    """Give a name by which the engine can open a file while the block runs.

    Where it is not the file's own, it is a second one, which others wait for.

    Raises:
        OSError: the file cannot have such a name.
    """
    target, plain = behind_links(place), plain_place(place)
    if plain == target:
        yield str(target)
        return
    with _alone(plain.parent):
        plain.unlink(missing_ok=True)
        os.link(target, plain)
        try:
            yield str(plain)
        finally:
            plain.unlink(missing_ok=True)


@contextmanager
def _alone(folder: Path) -> Iterator[None]:
    """Keep other programs out of the block that run it for the same folder."""
    import fcntl

    number = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(number, fcntl.LOCK_EX)
        yield
    finally:
        os.close(number)
