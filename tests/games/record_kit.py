"""Records of games for tests: their texts, and what is found in them."""

import re
from pathlib import Path
from typing import Any

from mentis_records.core.diagnostic import Diagnostic
from mentis_records.games import GAMES, find_game
from mentis_records.notation.explain.reading import Reading
from mentis_records.notation.read import Reader
from mentis_records.notation.syntax.ply_reader import read_ply

CASES = Path(__file__).parents[1] / "cases"
STRICT = Reader(GAMES, is_strict=True)


def read(text: str) -> list[Reading]:
    return list(Reader(GAMES).read_text("", text))


def record(slug: str, turns: str, *tags: str, position: str = "") -> str:
    """Return the record of a game, which begins at a position if one is given."""
    head = [f'[Game "{find_game(slug).description.title}"]']
    head += [f'[Position "{position}"]'] if position else []
    return "\n".join([*head, *filter(None, tags), "", turns]) + "\n"


def first_turn(slug: str, position: str, turn: str) -> str:
    """Return a turn with the number that it has at a position of which the first side begins."""
    letter = find_game(slug).description.sides[0][0]
    return f"1. {turn}" if not position or f" {letter} " in position else f"1... {turn}"


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


def verdict(slug: str, position: str, turn: str, **settings: str) -> Any:
    game = find_game(slug)
    ply = read_ply(turn, game.description)
    assert ply is not None
    return game.resolve(game.parse_position(position, settings), ply)


def illegal_blocks(slug: str) -> list[tuple[str, str]]:
    """Return the tags and the turn of each block of ``illegal.txt``; no turn, where none is."""
    text = (CASES / slug / "illegal.txt").read_text(encoding="utf-8")
    return [
        (
            "\n".join(re.findall(r"\[.*?\]", block)),
            (re.findall(r"^([^\[{\n#]*?)\s*\{", block, re.MULTILINE) or [""])[0],
        )
        for block in text.split("\n\n")
        if "[" in block
    ]
