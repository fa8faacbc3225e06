"""Laws of reading and writing, on generated records and on damaged ones."""

import json
import os
import random
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from notation_kit import GAME, movetext, random_game, read, read_one, spanned
from write_law import all_plies
from write_law import outline as law_outline

from mentis_records.core.record import Record
from mentis_records.export.diagnostic import FORMATS
from mentis_records.export.diagnostic.json_lines import format_json_lines
from mentis_records.games import GAMES
from mentis_records.notation.read import Reader
from mentis_records.notation.write import format_record

DATA = Path(__file__).parents[2] / "data"
IN_CI = "CI" in os.environ

settings.register_profile(
    "notation",
    deadline=None,
    max_examples=60,
    derandomize=IN_CI,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
LAW = settings(settings.get_profile("notation"))
FEW = settings(settings.get_profile("notation"), max_examples=25)
MANY = settings(settings.get_profile("notation"), max_examples=150)

# Records as text

TEXT = st.text(st.characters(exclude_categories=["Cs", "Cc"]), max_size=30)
NASTY = st.sampled_from(
    [
        '[Event "x"]',
        "a [Event b",
        "% no escape",
        "; ( ) { * 1-0",
        "1. TSNd2 $999",
        '\\ " \\\\ \\" ',
        "[Name " * 20,
        "long " * 40,
        "\t\t x",
        "é 将 😀",
        "Blue Moves\tRed Moves",
        "",
    ]
)
WORDS = st.one_of(NASTY, TEXT)
VALUES = WORDS.map(lambda text: text.replace("\t", " ").replace("\n", " "))
NAMES = st.from_regex(r"[A-Za-z][A-Za-z0-9_]{0,12}", fullmatch=True)
KNOWN = {"Event", "Site", "Date", "Round", "Blue", "Red", "Result", "Game", "Variant", "Position"}
KNOWN |= {"Termination", "BlueElo", "RedElo", "PlyCount"}


def is_plain(text: str) -> bool:
    """Tell whether a text has no character that readers report."""
    return not any(
        "\u200e" <= c <= "\u200f" or "\u202a" <= c <= "\u202e" for c in text
    ) and not any("\u2066" <= c <= "\u2069" for c in text)


COMMENT = st.one_of(
    WORDS.filter(is_plain).map(lambda text: "{" + text.replace("}", "") + "}"),
    WORDS.filter(is_plain).map(lambda text: ";" + text + "\n"),
    WORDS.filter(is_plain).map(lambda text: "\n%" + text + "\n"),
)


class Draw:
    """Draws a record, ply by ply, from what is legal."""

    def __init__(self, draw: Any) -> None:
        self.draw = draw

    def gap(self) -> str:
        return str(self.draw(st.sampled_from([" ", "  ", "\n", "\t", " \n\n "])))

    def comments(self, limit: int = 2) -> str:
        found = self.draw(st.lists(COMMENT, max_size=limit)) if self.draw(st.booleans()) else []
        return "".join(" " + comment + self.gap() for comment in found)

    def line(self, position: Any, plies: int, depth: int, before: Sequence[int] = ()) -> str:
        """Return movetext of up to so many plies; at least one.

        ``before`` are the keys of the positions before this one: the third of a kind ends a game.
        """
        parts: list[str] = []
        keys = list(before)
        for at in range(plies):
            keys.append(position.key)
            moves = GAME.legal_moves(position)
            kind = self.draw(st.sampled_from(sorted({move.kind for move in moves})))
            move = self.draw(st.sampled_from([move for move in moves if move.kind == kind]))
            dots = "." if position.side == 0 else "..."
            if position.side == 0 or at == 0 or self.draw(st.booleans()):
                parts.append(f"{position.move_number}{dots}{self.gap()}{self.comments(1)}")
            ply = move.notation
            if self.draw(st.integers(0, 3)) == 0:
                ply = ply.replace("-", " -\t").replace("#", " #")
            parts.append(ply + self.draw(st.sampled_from(["", "", "", "!", "?", "!?", "??"])))
            nags = self.draw(st.lists(st.integers(0, 255), max_size=2))
            parts.extend(f" ${nag}" for nag in nags)
            parts.append(self.gap() + self.comments())
            if depth and self.draw(st.integers(0, 3)) == 0:
                inner = self.line(position, self.draw(st.integers(1, 3)), depth - 1, keys[:-1])
                parts.append(f"({self.comments(1)}{inner}){self.gap()}{self.comments(1)}")
            after = GAME.play(position, move)
            if GAME.outcome(after) is not None or keys.count(after.key) == 2:
                break
            position = after
        return "".join(parts)


@st.composite
def record_texts(draw: Any) -> str:
    drawing = Draw(draw)
    wolf = draw(st.booleans())
    options = {"Variant": "Wolf"} if wolf else {}
    tags = [("Event", draw(VALUES.filter(is_plain)))]
    if wolf:
        tags.append(("Variant", "Wolf"))
    names = draw(st.lists(NAMES, max_size=3, unique=True))
    tags += [(name, draw(VALUES.filter(is_plain))) for name in names if name not in KNOWN]
    position = GAME.start_position(options)
    if draw(st.booleans()):
        for move in random_game(draw(st.integers(0, 30)), draw(st.integers(0, 40)), options):
            position = GAME.play(position, move)
        tags.append(("Position", GAME.format_position(position)))
    lines = [
        '[{} "{}"]'.format(name, value.replace("\\", "\\\\").replace('"', '\\"'))
        for name, value in tags
    ]
    body = drawing.line(position, draw(st.integers(1, 8)), 2) if draw(st.integers(0, 9)) else ""
    text = "\n".join(lines) + "\n\n" + drawing.comments() + body + "\n"
    reading = list(Reader(GAMES).read_text("draw", text + "*\n"))
    # A capture of a King or a repetition decides the result.
    result = "*"
    if len(reading) == 1:
        words = [one.expected for one in reading[0].diagnostics if one.code.id == "N401"]
        result = words[0].split()[0] if words else "*"
    return text + result + "\n" + drawing.comments()


def outline(record: Record) -> Any:
    """Return everything that a record says, apart from the kind of comment marks."""
    facts = record.game, record.start, record.final, record.termination
    plies = [(ply.move.notation, ply.key) for ply in all_plies(record.plies)]
    return facts, plies, law_outline(record, keeps_kind=False)


@LAW
@given(record_texts())
def test_written_records_read_back(text: str) -> None:
    readings = read(text)
    assert len(readings) == 1
    (reading,) = readings
    assert reading.is_valid, [str(one) for one in reading.diagnostics]
    record = reading.record
    assert record is not None
    written = format_record(record, GAME.description)
    again = read_one(written)
    assert again.record is not None, written
    assert [one.code.id for one in again.diagnostics if one.is_error] == []
    assert outline(again.record) == outline(record)
    own = {name: value for name, value in again.record.tags.items() if name in record.tags}
    assert own == dict(record.tags)
    assert set(again.record.tags) >= {"Event", "Site", "Date", "Round", "Blue", "Red", "Result"}
    assert format_record(again.record, GAME.description) == written
    check_clean(written)


def check_clean(written: str) -> None:
    """Check that a written record has no line too much, and nothing that a strict reader tells."""
    assert written.endswith("\n")
    assert not written.endswith("\n\n")
    tags, movetext = written.split("\n\n", 1)
    assert all(line.startswith("[") for line in tags.split("\n"))
    assert read_one(written, strict=True).is_valid
    for line in movetext.split("\n"):
        assert not line.endswith(" ") or line.startswith("%")


@FEW
@given(st.lists(record_texts(), min_size=2, max_size=4))
def test_files_of_records(texts: list[str]) -> None:
    together = read("\n".join(texts))
    assert len(together) == len(texts)
    for reading, text in zip(together, texts, strict=True):
        alone = read_one(text)
        assert outline(reading.record) == outline(alone.record)
        assert reading.record.tags == alone.record.tags


# Damage


def check_readings(text: str) -> None:
    """Check what holds for any text at all; files are read with all line ends made one."""
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    started = time.perf_counter()
    readings = read(text)
    assert time.perf_counter() - started < 5 * (1 + len(text) / 1e6)
    lines = text.split("\n")
    assert [one.index for one in readings] == list(range(1, len(readings) + 1))
    for reading in readings:
        errors = [one for one in reading.diagnostics if one.is_error]
        assert reading.is_valid == (not errors)
        assert (reading.record is not None) == (not errors)
        assert 1 <= reading.line <= len(lines)
        if reading.record is not None:
            assert len(reading.record.plies) == reading.plies
            assert reading.record.result == reading.result
            assert reading.record.final == reading.final_position
        assert reading.result in ("1-0", "0-1", "1/2-1/2", "*")
        for found in reading.diagnostics:
            spanned(reading, found)
            assert (found.ply is None) or found.ply >= 1
        value = json.loads(next(format_json_lines([reading])))
        assert len(value["diagnostics"]) == len(reading.diagnostics)
    for row in FORMATS.values():
        for line in row.format(readings):
            line.encode("utf-8")


BASE = [
    (DATA / "rulebook.mgn").read_text(encoding="utf-8"),
    *((path.read_text(encoding="utf-8")) for path in sorted(DATA.glob("rulebook*.txt"))),
    '[Event "a \\"q\\" \\\\"]\n[Result "1-0"]\n\n{c} 1. TSNd2! $1 (1. TSNc2 {x} (1. Nb1 $2)) '
    "TSNd6 ; l\n% e\n2. d2#-d3 ## d6 #-d5 {y\nz} 1-0 {end}\n\n"
    + '[Variant "Wolf"]\n\n1. Wd2 Wd6 2. d2-e3 *\n',
    '[Event "r"]\n\n' + movetext(random_game(1, 40)) + " *\n",
]
BITS = [
    *'{}()[]"\\#-x1*$!?;% \n\t\r',
    *("1.", "1... ", "2. ", "1-0", "$9", "\n\n", "d2", "d9", "TSN", "W", "K", "–", "×", "٣"),
    *("\x00", "\udcff", "\u202e", "\x85", "\u2028"),
    *('[Event "x"]\n', "\n% x\n", "Blue Moves Red Moves\n"),
]


def mutate(source: random.Random, text: str) -> str:
    """Return a text with a few characters, words or lines deleted, doubled, swapped, added."""
    for _ in range(source.randint(1, 6)):
        at = source.randrange(len(text) + 1)
        size = source.choice((1, 1, 1, 2, 5, 40))
        match source.randrange(8):
            case 0:
                text = text[:at] + text[at + size :]
            case 1 | 2:
                text = text[:at] + source.choice(BITS) + text[at:]
            case 3:
                text = text[:at] + source.choice(BITS) + text[at + size :]
            case 4:
                text = text[:at] + text[at : at + 2][::-1] + text[at + 2 :]
            case 5:
                lines = text.split("\n")
                here, there = source.randrange(len(lines)), source.randrange(len(lines))
                lines[here], lines[there] = lines[there], lines[here]
                text = "\n".join(lines)
            case 6:
                text = text[:at] if source.random() < 0.5 else text[at:]
            case _:
                text = text[:at] + text[max(0, at - size) : at] + text[at:]
    return text


@MANY
@given(st.sampled_from(BASE), st.integers(0, 1 << 40))
def test_damaged_records(text: str, seed: int) -> None:
    check_readings(mutate(random.Random(seed), text))


@LAW
@given(st.lists(st.sampled_from(BITS), max_size=60).map("".join))
@example('[Event "x"]\n\n1.\n')
@example('[Event "x"]\n\n1. TSNd2 ) TSNd6 *')
@example('[Event "x"]')
@example('[Event "')
@example('[Event "x"]\n\n1. TSNd2 (1.\n{')
def test_soups_of_tokens(text: str) -> None:
    check_readings(text)
    check_readings('[Event "x"]\n\n1. TSNd2 ' + text)


@LAW
@given(st.text(max_size=200))
def test_any_text(text: str) -> None:
    check_readings(text.encode("utf-8", "replace").decode())


@LAW
@given(data=st.binary(max_size=400), ending=st.sampled_from(["mgn", "mgn.gz", "mgn.zst", "zip"]))
def test_random_bytes(tmp_path_factory: Any, data: bytes, ending: str) -> None:
    path = tmp_path_factory.mktemp("bytes") / f"a.{ending}"
    path.write_bytes(data)
    for reading in Reader(GAMES).read_path(str(path)):
        assert json.loads(next(format_json_lines([reading])))["index"] == reading.index


@LAW
@given(st.sampled_from(BASE), st.integers(0, 1 << 40))
def test_strict_finds_the_same(text: str, seed: int) -> None:
    damaged = mutate(random.Random(seed), text)
    mild, strict = read(damaged), read(damaged, strict=True)
    assert [len(one.diagnostics) for one in mild] == [len(one.diagnostics) for one in strict]
    for one, other in zip(mild, strict, strict=True):
        assert [found.code.id for found in one.diagnostics] == [
            found.code.id for found in other.diagnostics
        ]
        assert one.is_valid or not other.is_valid
