"""Files that nobody would write, of about a given size, and how many records each has."""

from __future__ import annotations

import io
import random
import zipfile
from collections.abc import Callable
from dataclasses import dataclass

from mentis_records.games import GAMES

MAKER = Callable[[int], tuple[bytes, int]]
"""Takes a size in bytes; returns a file of about that size and the number of its records."""

_EVENT = b'[Event "x"]\n\n'
_SIGNS = 'abcdefg1234567STNWK#x-.()[]{};$!?*%" \n'
_SHUFFLE = b"1. d1-c1 d7-c7 2. c1-d1 c7-d7 "


@dataclass(frozen=True, slots=True)
class HostileInput:
    """A kind of file: its name, ending, and how it is made."""

    name: str
    make: MAKER
    ending: str = ".mgn"


def games(count: int, seed: int = 3) -> list[str]:
    """Return whole random games as records of ``.mgn``, without line ends behind them."""
    texts = []
    for number in range(count):
        source = random.Random(seed << 32 | number)
        texts.append(f'[Event "{number}"]\n\n{_movetext(source)} *\n')
    return texts


def _movetext(source: random.Random) -> str:
    """Play a game of up to 80 plies; lines are wrapped after eight plies."""
    game = GAMES[0]
    position = game.start_position({})
    words: list[str] = []
    for ply in range(80):
        legal = game.legal_moves(position)
        kind = source.choice(sorted({move.kind for move in legal}))
        move = source.choice([each for each in legal if each.kind == kind])
        position = game.play(position, move)
        if game.outcome(position) is not None:
            break
        if ply % 2 == 0:
            words.append(f"{ply // 2 + 1}.")
        words.append(move.notation)
        if ply % 8 == 7:
            words.append("\n")
    return " ".join(words).replace(" \n ", "\n").rstrip()


def mutate(source: random.Random, text: str, count: int) -> str:
    """Return a text of which some characters have been replaced, left out or doubled."""
    for _ in range(count):
        at = source.randrange(len(text))
        put = source.choice([source.choice(_SIGNS), "", text[at] * 2])
        text = text[:at] + put + text[at + 1 :]
    return text


def _damaged(size: int, damage: Callable[[random.Random, str], str]) -> tuple[bytes, int]:
    """Damage the movetext of games; as many games are played as give a tenth of the size."""
    source = random.Random(4)
    texts = games(max(size // 10_000, 5))
    parts: list[str] = []
    length = 0
    while length < size:
        head, _, moves = texts[len(parts) % len(texts)].partition("\n\n")
        parts.append(f"{head}\n\n{damage(source, moves).strip()}\n\n")
        length += len(parts[-1])
    return "".join(parts).encode(), len(parts)


def _damage_record(source: random.Random, text: str) -> str:
    return mutate(source, text, source.randint(1, 3))


def _damage_lines(source: random.Random, text: str) -> str:
    return "\n".join(mutate(source, line, 1) for line in text.split("\n") if line)


def _repeated(unit: bytes, before: bytes = _EVENT, after: bytes = b" *\n") -> MAKER:
    """Make one record of a unit again and again."""

    def make(size: int) -> tuple[bytes, int]:
        return before + unit * (size // len(unit)) + after, 1

    return make


def _records(record: bytes) -> MAKER:
    """Make many records that are the same."""

    def make(size: int) -> tuple[bytes, int]:
        count = size // len(record)
        return record * count, count

    return make


def _listings(size: int) -> tuple[bytes, int]:
    count = size // 15
    return b"".join(b"1. TSNd%d TSNd6\n" % (at % 2 + 1) for at in range(count)), count


def _other_listings(size: int) -> tuple[bytes, int]:
    """Make tiny listings, all different; the second ply of each is illegal."""
    count = size // 16
    lines = [f"1. {'STN'[at % 3]}d2 d{at % 7 + 1}-e{at}\n" for at in range(count)]
    return "".join(lines).encode(), count


def _other_records(size: int) -> tuple[bytes, int]:
    """Make tiny records with an illegal ply, all different."""
    count = size // 27
    lines = [f'[Event "{at}"]\n\n1. d2-d3 *\n\n' for at in range(count)]
    return "".join(lines).encode(), count


def _one_long_game(size: int) -> tuple[bytes, int]:
    """Make a record of plies that are all legal, but for the repetition."""
    return _EVENT + _SHUFFLE * (size // len(_SHUFFLE)) + b"*\n", 1


def _variations(size: int, end: bytes = b"*\n") -> tuple[bytes, int]:
    """Make a record of legal variations, wide and up to 40 deep."""
    deep = b"(1. TSNc2 " * 40 + b")" * 40 + b" "
    wide = b"(1. TSNc2 TSNc6 2. c2-c3 c6-c5 {x} $1) "
    unit = deep + wide * (len(deep) // len(wide))
    return _EVENT + b"1. TSNd2 " + unit * (size // len(unit)) + end, 1


def _same_tags(size: int) -> tuple[bytes, int]:
    record = b'[Event "x"]\n' * 40 + b"\n1. TSNd2 *\n\n"
    return record * (size // len(record)), size // len(record)


def _tags(size: int) -> tuple[bytes, int]:
    count = size // 14
    return b"".join(b'[A%d "x"]\n' % at for at in range(count)) + b"\n*\n", 1


def _zip(size: int) -> tuple[bytes, int]:
    """Make an archive of tiny members; about 50 bytes of each are the archive's own."""
    file = io.BytesIO()
    count = size // 50
    with zipfile.ZipFile(file, "w") as archive:
        for at in range(count):
            archive.writestr(f"{at}.mgn", b'[Event "x"]\n\n1. TSNd2 *\n')
    return file.getvalue(), count


def _random_bytes(size: int) -> tuple[bytes, int]:
    return random.Random(1).randbytes(size), 0


def _random_letters(size: int) -> tuple[bytes, int]:
    return bytes(random.Random(2).choices(range(32, 127), k=size)), 0


def _soup(size: int) -> tuple[bytes, int]:
    """Make one record of the notation's own signs in any order."""
    return _EVENT + "".join(random.Random(5).choices(_SIGNS, k=size)).encode(), 1


INPUTS = (
    HostileInput("random bytes", _random_bytes),
    HostileInput("random letters", _random_letters),
    HostileInput("signs of the notation", _soup),
    HostileInput("games, 1 to 3 mutations a record", lambda size: _damaged(size, _damage_record)),
    HostileInput("games, a mutation a line", lambda size: _damaged(size, _damage_lines)),
    HostileInput("tiny listings", _listings),
    HostileInput("legal plies", _one_long_game),
    HostileInput("one long path", _repeated(b"d2-d3-", after=b"d2 *\n")),
    HostileInput("legal variations", _variations),
    HostileInput("legal variations, then a fault", lambda size: _variations(size, b"d9 *\n")),
    HostileInput("tags of one name and blank lines", _repeated(_EVENT, b"", b"*\n")),
    HostileInput("empty records with results", _records(b'[Event "x"]\n*\n')),
    HostileInput("records with an illegal ply", _records(_EVENT + b"1. d2-d3 *\n\n")),
    HostileInput("records with an unreadable ply", _records(_EVENT + b"1. d2-d9 *\n\n")),
    HostileInput("tiny listings, all different", _other_listings),
    HostileInput("records with an illegal ply, all different", _other_records),
    HostileInput("records whose tags are the same", _same_tags),
    HostileInput("tags of other names", _tags),
    HostileInput("tags of one name", _repeated(b'[Event "x"]\n', b"", b"\n*\n")),
    HostileInput("comments", _repeated(b"{a} ")),
    HostileInput("one long comment", _repeated(b"a ", _EVENT + b"{", b"} *\n")),
    HostileInput("parentheses open", _repeated(b"(", _EVENT + b"1. TSNd2 ")),
    HostileInput("parentheses closed", _repeated(b")", _EVENT + b"1. TSNd2 ")),
    HostileInput("braces open", _repeated(b"{", _EVENT + b"1. TSNd2 ")),
    HostileInput("braces closed", _repeated(b"}", _EVENT + b"1. TSNd2 ")),
    HostileInput("semicolons", _repeated(b";\n")),
    HostileInput("brackets", _repeated(b"[")),
    HostileInput("brackets on lines", _repeated(b"[\n")),
    HostileInput("quotes", _repeated(b'"')),
    HostileInput("percent lines", _repeated(b"%\n")),
    HostileInput("nul", _repeated(b"\0")),
    HostileInput("direction marks", _repeated("\u202e".encode())),
    HostileInput("numbers", _repeated(b"1. ")),
    HostileInput("numbers without blanks", _repeated(b"1.")),
    HostileInput("blank lines", _repeated(b"\n")),
    HostileInput("results", _repeated(b"* ")),
    HostileInput("prose", _repeated(b"and so they went on ")),
    HostileInput("parentheses without tags", _repeated(b"(", b"")),
    HostileInput("numbers without tags", _repeated(b"1. ", b"")),
    HostileInput("prose without tags", _repeated(b"and so they went on\n", b"")),
    HostileInput("results without tags", _repeated(b"* ", b"")),
    HostileInput("quotes without tags", _repeated(b'"', b"")),
    HostileInput("nul without tags", _repeated(b"\0", b"")),
    HostileInput("percent lines without tags", _repeated(b"%\n", b"")),
    HostileInput("archive of tiny members", _zip, ".zip"),
)
"""Every kind, in the order of the table."""
