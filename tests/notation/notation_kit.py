"""What the tests of notation share: reading texts, and random games as text."""

import random
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from mentis_records.games import GAMES
from mentis_records.notation.explain.reading import Reading
from mentis_records.notation.read import Reader

GAME = GAMES[0]
SILENT = ("N203",)
"""Codes that tables leave out: the note about missing standard tags."""

DATA = Path(__file__).parents[2] / "data"
E = '[Event "x"]\n\n'
FOUR = "1. TSNd2 TSNd6 2. d2#-d3 d6#-d5"
SHUFFLE = "1. d1-c1 d7-c7 2. c1-d1 c7-d7 3. d1-c1 d7-c7 4. c1-d1 c7-d7"
SHUFFLE_LISTING = "1. d1-c1 d7-c7\n2. c1-d1 c7-d7\n3. d1-c1 d7-c7\n4. c1-d1 c7-d7\n"
CAPTURE_LISTING = "1. Nd2 Sb7\n2. d2-d3-d4-d5 Sf7\n3. d5-d6 Sb7\n4. d6xd7\n"
KILL = '[Position "3k3/3N3/7/7/7/7/3K3 b -/- 1"]\n'


def many(count: int, broken: dict[int, str] | None = None) -> str:
    records = []
    for at in range(1, count + 1):
        movetext = (broken or {}).get(at, FOUR + " *")
        records.append(f'[Event "{at}"]\n[Site "s"]\n\n{movetext}\n\n')
    return "".join(records)


def read(
    text: str, options: Mapping[str, str] | None = None, strict: bool = False
) -> list[Reading]:
    return list(Reader(GAMES, options or {}, strict).read_text("test", text))


def read_one(text: str, options: Mapping[str, str] | None = None, strict: bool = False) -> Reading:
    (reading,) = read(text, options, strict)
    return reading


def places(reading: Reading) -> list[str]:
    """Return what was found as ``code line:column``, without the note about missing tags."""
    return [
        f"{found.code.id} {found.span}"
        for found in reading.diagnostics
        if found.code.id not in SILENT
    ]


def spanned(reading: Reading, found: Any) -> str:
    """Return the text that a diagnostic's span covers, cut out of the record's lines."""
    span = found.span
    text, line, column = reading.text, reading.line, reading.column
    if (span.line, span.column) < (line, column):
        text, line, column = reading.preamble, reading.preamble_line, 1
    lines = text.split("\n")
    first = span.line - line
    last = span.end_line - line
    assert 0 <= first <= last < len(lines), f"{found.code.id} {span} is outside of the record"
    start = span.column - 1 - (column - 1 if first == 0 else 0)
    end = span.end_column - 1 - (column - 1 if last == 0 else 0)
    assert 0 <= start <= len(lines[first]), f"{found.code.id} {span} is outside of its line"
    # A span may take in the line feed at the end of its last line.
    assert 0 <= end <= len(lines[last]) + 1, f"{found.code.id} {span} is outside of its line"
    if first == last:
        assert start <= end
        return lines[first][start:end]
    return "\n".join([lines[first][start:], *lines[first + 1 : last], lines[last][:end]])


def random_game(seed: int, plies: int, options: Mapping[str, str] | None = None) -> list[Any]:
    """Return the moves of a random game without a King's capture."""
    source = random.Random(seed)
    position = GAME.start_position(options or {})
    moves: list[Any] = []
    for _ in range(plies):
        legal = GAME.legal_moves(position)
        if not legal:
            break
        kind = source.choice(sorted({move.kind for move in legal}))
        move = source.choice([move for move in legal if move.kind == kind])
        after = GAME.play(position, move)
        if GAME.outcome(after) is not None:
            break
        moves.append(move)
        position = after
    return moves


def movetext(moves: list[Any]) -> str:
    """Return moves from the start as numbered movetext."""
    return " ".join(
        f"{at // 2 + 1}. {move.notation}" if at % 2 == 0 else move.notation
        for at, move in enumerate(moves)
    )


def read_bytes(tmp_path: Path, data: bytes, name: str = "a.mgn") -> list[Reading]:
    """Return the readings of a file with these bytes."""
    path = tmp_path / name
    path.write_bytes(data)
    return list(Reader(GAMES).read_path(str(path)))
