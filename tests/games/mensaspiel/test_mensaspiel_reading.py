"""Records of MensaSpiel, sound and damaged: read at once as one by one, written as read."""

import random
from pathlib import Path
from typing import Any

import pytest

from mentis_records.core.diagnostic import Diagnostic
from mentis_records.games import GAMES, find_game
from mentis_records.notation.explain.reading import Reading
from mentis_records.notation.read import Reader
from mentis_records.notation.write import format_record

GAME = find_game("mensaspiel")
TAGS = ("Event", "Site", "Date", "Round", "White", "Black")
SIGNS = "SEabcdefgx-+:=12345 \n{}().–×"


def tagged(tags: dict[str, str], movetext: str) -> str:
    every = {**dict.fromkeys(TAGS, "?"), "Result": "*", "Game": "MensaSpiel", **tags}
    return "".join(f'[{name} "{value}"]\n' for name, value in every.items()) + f"\n{movetext}\n"


def random_record(chooser: random.Random) -> str:
    """Return a sound record of some turns, from the start or from a position on the way."""
    first = chooser.choice("WB")
    position: Any = GAME.start_position({"FirstPlayer": first})
    tags, words, numbered = {"FirstPlayer": first}, [], False
    begins, length = chooser.choice((0, 0, 7, 20)), chooser.randint(1, 25)
    for ply in range(begins + length):
        moves = GAME.legal_moves(position)
        if not moves:
            break
        if ply == begins and begins:
            tags |= {"Position": GAME.format_position(position)}
            position = GAME.parse_position(tags["Position"], {"FirstPlayer": first})
        move = chooser.choice(moves)
        if ply >= begins:
            is_first = position.side == "WB".index(first)
            number = f"{position.move_number}{'.' if is_first else '...'}"
            if is_first or not numbered:
                words.append(number)
            words.append(move.notation)
            numbered = True
            if chooser.random() < 0.1:
                words.append(chooser.choice(("{a comment}", "$3", f"({number} {move.notation})")))
        position = GAME.play(position, move)
    outcome = GAME.outcome(position)
    result = outcome.result if outcome else "*"
    return tagged({**tags, "Result": result}, " ".join([*words, result]))


def damaged(text: str, chooser: random.Random) -> str:
    head, body = text.split("\n\n", 1)
    for _ in range(chooser.randint(1, 3)):
        at = chooser.randrange(len(body))
        sign = chooser.choice(("", chooser.choice(SIGNS)))
        body = body[:at] + sign + body[at + chooser.randint(0, 1) :]
    return f"{head}\n\n{body}"


def one_by_one(path: Path) -> list[list[Diagnostic]]:
    return [list(reading.diagnostics) for reading in Reader(GAMES).read_path(str(path))]


def at_once(path: Path) -> list[list[Diagnostic]]:
    found: list[list[Diagnostic]] = []
    for each in Reader(GAMES).read_sheets(str(path)):
        if isinstance(each, Reading):
            found.append(list(each.diagnostics))
            continue
        words = {number: list(reading.diagnostics) for number, reading in each.explained}
        found += [words.get(number, []) for number in range(each.count)]
    return found


@pytest.mark.parametrize("seed", range(3))
def test_damaged_records_are_read_at_once_as_one_by_one(seed: int, tmp_path: Path) -> None:
    chooser = random.Random(seed)
    texts = [damaged(random_record(chooser), chooser) for _ in range(60)]
    path = tmp_path / "x.mgn"
    path.write_text("\n".join(texts), encoding="utf-8")
    found = one_by_one(path)
    assert at_once(path) == found
    assert any(found)


def test_sound_records_are_written_as_they_are_read(tmp_path: Path) -> None:
    chooser = random.Random(9)
    texts = [random_record(chooser) for _ in range(80)]
    path = tmp_path / "x.mgn"
    path.write_text("\n".join(texts), encoding="utf-8")
    assert at_once(path) == [[]] * len(texts)
    for reading in Reader(GAMES).read_path(str(path)):
        written = format_record(reading.record, GAME.description)
        (again,) = Reader(GAMES).read_text("", written)
        assert again.record == reading.record
        assert format_record(again.record, GAME.description) == written
        assert not again.diagnostics
