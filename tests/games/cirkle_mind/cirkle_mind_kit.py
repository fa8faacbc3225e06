"""Records of CirKle Mind for tests: texts of games, and what is found in them."""

from pathlib import Path
from typing import Any

from mentis_records.core.diagnostic import Diagnostic
from mentis_records.games import GAMES, find_game
from mentis_records.games.cirkle_mind.rules.setup import TAGS, USUAL
from mentis_records.notation.explain.reading import Reading
from mentis_records.notation.read import Reader
from mentis_records.notation.syntax.ply_reader import read_ply

GAME = find_game("cirkle_mind")
CASES = Path(__file__).parents[2] / "cases" / "cirkle_mind"
STRICT = Reader(GAMES, is_strict=True)

GREEN, MAUVE = (f'[{tag} "{text}"]' for tag, text in zip(TAGS, USUAL, strict=True))
HIDDEN = '[GreenSetup "................/????????????????/????????????????/????????????????"]'

BESIDE = "3mc4/8/8/8/8/8/2yxBx4/8/8/8/3Gc4 G - -"
COVERED = "7mc/8/8/8/3m?4/2m?5/3G?4/8/8/8/Gc7 G - -"
MET = "7mc/8/8/8/3bx4/2yo1kt3/3Yx4/8/8/8/Gc7 G - -"
LAST = "8/8/8/2m?5/3m?4/8/3Yx4/8/8/8/Gc7 G - -"


def read(text: str) -> list[Reading]:
    return list(Reader(GAMES).read_text("", text))


def started(turns: str, *tags: str) -> str:
    return "\n".join(['[Game "CirKle Mind"]', *tags, "", turns]) + "\n"


def stated(position: str, turns: str, *tags: str) -> str:
    return started(turns, f'[Position "{position}"]', *tags)


def codes(text: str) -> list[str]:
    """Return the slugs of errors and warnings about a text."""
    return [
        found.code.slug
        for reading in read(text)
        for found in reading.diagnostics
        if found.severity != "note"
    ]


def only_error(text: str) -> tuple[Diagnostic, str, str]:
    """Return the only error about a text, the line where it is and what it is about."""
    (found,) = (each for reading in read(text) for each in reading.diagnostics if each.is_error)
    line = text.splitlines()[found.span.line - 1]
    return found, line, line[found.span.column - 1 : found.span.end_column - 1]


def words(text: str) -> str:
    """Return all that is said of a text."""
    found = [found for reading in read(text) for found in reading.diagnostics]
    return " ".join(f"{each.message} {each.expected} {each.hint}" for each in found)


def verdict(position: str, turn: str, **settings: str) -> Any:
    ply = read_ply(turn, GAME.description)
    assert ply is not None
    return GAME.resolve(GAME.parse_position(position, settings), ply)
