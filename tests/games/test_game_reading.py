"""Records of random games, sound and damaged: read at once as one by one, written as read."""

import random
from pathlib import Path
from typing import Any

import plain_cirkle_mind
import pytest

from mentis_records.core.diagnostic import Diagnostic
from mentis_records.games import GAMES, find_game
from mentis_records.notation.explain.reading import Reading
from mentis_records.notation.read import Reader
from mentis_records.notation.write import format_record

SIGNS = {
    "cirkle_mind": "YGBMKtsxocabcdefgh-x:+=<1234567890 \n{}().–×",
    "mensaspiel": "SEabcdefgx-+:=12345 \n{}().–×",
}
"""What damaged turns may have, for each game that is tried."""


def begun(slug: str, chooser: random.Random) -> tuple[dict[str, str], dict[str, str]]:
    """Return settings that last, and those of a start alone."""
    lasting = {
        "FirstPlayer": chooser.choice([side[0] for side in find_game(slug).description.sides])
    }
    if slug == "mensaspiel":
        return lasting, {}
    lasting["Level"] = chooser.choice(("easy", "medium", "super"))
    return lasting, plain_cirkle_mind.set_ups(chooser, chooser.choice((0, 0, 12)))


def choose(slug: str, chooser: random.Random, position: Any, moves: list[Any]) -> Any:
    if slug == "cirkle_mind":
        return plain_cirkle_mind.choose(chooser, position)
    return chooser.choice(moves)


def random_record(slug: str, chooser: random.Random) -> str:
    """Return a sound record of some turns, from a start or from a position on the way."""
    game = find_game(slug)
    lasting, start = begun(slug, chooser)
    tags = lasting | start
    position: Any = game.start_position(tags)
    first, words = position.side, list[str]()
    begins, length = chooser.choice((0, 0, 7, 20, 40)), chooser.randint(1, 40)
    for ply in range(begins + length):
        moves = game.legal_moves(position)
        if not moves:
            break
        if ply == begins and begins:
            tags = {**lasting, "Position": game.format_position(position)}
            position = game.parse_position(tags["Position"], lasting)
        move = choose(slug, chooser, position, moves)
        if ply >= begins:
            is_first = position.side == first
            number = f"{position.move_number}{'.' if is_first else '...'}"
            words += [number, move.notation] if is_first or not words else [move.notation]
            if chooser.random() < 0.1:
                words.append(chooser.choice(("{a comment}", "$3", f"({number} {move.notation})")))
        position = game.play(position, move)
    outcome = game.outcome(position)
    result = outcome.result if outcome else "*"
    names = ("Event", "Site", "Date", "Round", *game.description.sides)
    every = {**dict.fromkeys(names, "?"), "Result": result, "Game": game.description.title, **tags}
    head = "".join(f'[{name} "{value}"]\n' for name, value in every.items())
    return f"{head}\n{' '.join([*words, result])}\n"


def damaged(slug: str, text: str, chooser: random.Random) -> str:
    """Return a record with some signs changed, in its turns or, now and then, in its tags."""
    head, body = text.split("\n\n", 1)
    if chooser.random() < 0.2:
        at = chooser.randrange(len(head) // 2, len(head))
        return f"{head[:at]}{chooser.choice(SIGNS[slug])}{head[at + 1 :]}\n\n{body}"
    for _ in range(chooser.randint(1, 3)):
        at = chooser.randrange(len(body))
        sign = chooser.choice(("", chooser.choice(SIGNS[slug])))
        body = body[:at] + sign + body[at + chooser.randint(0, 1) :]
    return f"{head}\n\n{body}"


def read_at_once(path: Path) -> list[list[Diagnostic]]:
    found: list[list[Diagnostic]] = []
    for each in Reader(GAMES).read_sheets(str(path)):
        if isinstance(each, Reading):
            found.append(list(each.diagnostics))
            continue
        words = {number: list(reading.diagnostics) for number, reading in each.explained}
        found += [words.get(number, []) for number in range(each.count)]
    return found


@pytest.mark.parametrize("slug", SIGNS)
def test_damaged_records_are_read_at_once_as_one_by_one(slug: str, tmp_path: Path) -> None:
    chooser = random.Random(0)
    texts = [damaged(slug, random_record(slug, chooser), chooser) for _ in range(120)]
    path = tmp_path / "x.mgn"
    path.write_text("\n".join(texts), encoding="utf-8")
    found = [list(reading.diagnostics) for reading in Reader(GAMES).read_path(str(path))]
    assert read_at_once(path) == found
    assert any(found)


@pytest.mark.parametrize("slug", SIGNS)
def test_sound_records_are_written_as_they_are_read(slug: str, tmp_path: Path) -> None:
    chooser, facts = random.Random(9), find_game(slug).description
    texts = [random_record(slug, chooser) for _ in range(80)]
    path = tmp_path / "x.mgn"
    path.write_text("\n".join(texts), encoding="utf-8")
    assert read_at_once(path) == [[]] * len(texts)
    for reading in Reader(GAMES).read_path(str(path)):
        assert reading.record is not None
        written = format_record(reading.record, facts)
        (again,) = Reader(GAMES).read_text("", written)
        assert again.record == reading.record
        assert format_record(again.record, facts) == written
        assert not again.diagnostics
