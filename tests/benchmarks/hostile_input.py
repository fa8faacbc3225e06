"""Files that nobody would write, of about a given size, and how many records each has."""

import random
from collections.abc import Callable

from mentis_records.games import default_game
from tests.benchmarks import hostile_archive
from tests.benchmarks.hostile_archive import MAKER, HostileInput, numbered

_EVENT = b'[Event "x"]\n\n'
_SIGNS = 'abcdefg1234567STNWK#x-.()[]{};$!?*%" \n'
_SHUFFLE = b"1. d1-c1 d7-c7 2. c1-d1 c7-d7 "


def games(count: int, seed: int = 3) -> list[str]:
    """Return whole random games as records of ``.mgn``, without line ends behind them."""
    texts = []
    for number in range(count):
        source = random.Random(seed << 32 | number)
        texts.append(f'[Event "{number}"]\n\n{_movetext(source)} *\n')
    return texts


def _movetext(source: random.Random) -> str:
    """Play a game of up to 80 plies; lines are wrapped after eight plies."""
    game = default_game()
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


def _cut_short(source: random.Random, text: str) -> str:
    return text[: source.randrange(1, len(text))]


def _repeated(unit: bytes, before: bytes = _EVENT, after: bytes = b" *\n") -> MAKER:
    """Make one record of a unit again and again."""

    def make(size: int) -> tuple[bytes, int]:
        return before + unit * (size // len(unit)) + after, 1

    return make


def _continued_listings(size: int) -> tuple[bytes, int]:
    """Make listings that all continue one game at its last move."""
    source = random.Random(6)
    game = max((_movetext(source) for _ in range(5)), key=len).replace("\n", " ")
    last = game[: game.rindex(".")].rindex(" ") + 1
    unit = f"Blue Moves  Red Moves\n{' '.join(game[last:].split()[:2])}\n"
    count = size // len(unit)
    return f"{game}\n{unit * count}".encode(), 1 + count


def _tags(size: int) -> tuple[bytes, int]:
    """Make one record of tags that all have other names."""
    tags, _ = numbered(lambda at: b'[A%d "x"]\n' % at)(size)
    return tags + b"\n*\n", 1


def _stated_positions(size: int) -> tuple[bytes, int]:
    """Make records of stated positions, all different."""
    make = numbered(
        lambda at: (
            f'[Position "3k3/7/{_ROWS[at % 7]}/{_ROWS[at // 7 % 7]}/{_ROWS[at // 49 % 7]}/7/3K3 '
            f'b -/- {at // 343 + 1}"]\n\n*\n\n'
        ).encode()
    )
    return make(size)


_ROWS = ("S6", "1s5", "2T4", "3t3", "4N2", "5n1", "6T")


def _records(record: bytes) -> MAKER:
    """Make many records that are the same."""

    def make(size: int) -> tuple[bytes, int]:
        count = size // len(record)
        return record * count, count

    return make


def _listings(size: int) -> tuple[bytes, int]:
    count = size // 15
    return b"".join(b"1. TSNd%d TSNd6\n" % (at % 2 + 1) for at in range(count)), count


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
    HostileInput("games, each cut short", lambda size: _damaged(size, _cut_short)),
    HostileInput("tiny listings", _listings),
    HostileInput("legal plies", _one_long_game),
    HostileInput("one long path", _repeated(b"d2-d3-", after=b"d2 *\n")),
    HostileInput("legal variations", _variations),
    HostileInput("legal variations, then a fault", lambda size: _variations(size, b"d9 *\n")),
    HostileInput("tags of one name and blank lines", _records(_EVENT)),
    HostileInput("empty records with results", _records(b'[Event "x"]\n*\n')),
    HostileInput("records with an illegal ply", _records(_EVENT + b"1. d2-d3 *\n\n")),
    HostileInput("records with an unreadable ply", _records(_EVENT + b"1. d2-d9 *\n\n")),
    HostileInput(
        "tiny listings, all different",
        numbered(lambda at: b"1. %cd2 d%d-e%d\n" % (b"STN"[at % 3], at % 7 + 1, at)),
    ),
    HostileInput(
        "records with an illegal ply, all different",
        numbered(lambda at: b'[Event "%d"]\n\n1. d2-d3 *\n\n' % at),
    ),
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
    HostileInput("sound listings, all different", numbered(lambda at: b"1. TSNd2 {%d}\n" % at)),
    HostileInput("listings with a warning", numbered(lambda at: b"1. tsnd2 {%d}\n" % at)),
    HostileInput("listings that continue one game", _continued_listings, ".txt"),
    HostileInput("headers of listings", _records(b"Blue Moves  Red Moves\n")),
    HostileInput("stated positions", _stated_positions),
    HostileInput("illegal variations", _repeated(b"(1. d2-d3) ", _EVENT + b"1. TSNd2 ")),
    HostileInput("annotations of one ply", _repeated(b"$1 ", _EVENT + b"1. TSNd2 ")),
    HostileInput("annotations out of range", _repeated(b"$999 ", _EVENT + b"1. TSNd2 ")),
    HostileInput("variations left open", _records(_EVENT + b"1. TSNd2 (1. TSNc2 (1. TSNe2\n\n")),
    HostileInput("comments left open", numbered(lambda at: b'[Event "%d"]\n1. TSNd2 {\n' % at)),
    HostileInput("tags left open", _repeated(b'[Event "x\n', b"", b"\n*\n")),
    HostileInput("one long tag", _repeated(b'\\"', b'[Event "', b'"]\n\n*\n')),
    HostileInput(
        "bytes that are not UTF-8",
        numbered(lambda at: b'[Event "M\xfcller %d"]\n\n1. TSNd2 *\n\n' % at),
    ),
    HostileInput(
        "controls and direction marks in tags",
        numbered(lambda at: b'[Event "\0\xe2\x80\xae%d"]\n\n1. TSNd2 *\n\n' % at),
    ),
    HostileInput("byte order marks", _repeated(b"\xef\xbb\xbf")),
    HostileInput("carriage returns", _repeated(b"\r", b"1. TSNd2", b"TSNd6")),
    HostileInput("dashes with blanks", _repeated(b"- ", _EVENT + b"1. a2", b"a3 *\n")),
    *hostile_archive.INPUTS,
)
"""Every kind, in the order of the table."""
