"""Abstract Play's records are read under the rules; what they claim is never trusted."""

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from mentis_records.export.diagnostic.full import format_full
from mentis_records.games import GAMES
from mentis_records.notation.explain.reading import Reading
from mentis_records.notation.read import Reader


def entry(moves: Any = None, **header: Any) -> dict[str, Any]:
    players = [{"name": "Ada", "result": 1}, {"name": "Bert", "result": 0}]
    fields = {
        "game": {"name": "Mentis"},
        "site": {"name": "Leeds"},
        "date-start": "2024-05-01T19:00:00Z",
        "players": players,
    }
    rounds = [["TSNd2", "TSNd6"], ["d2#-d3", None]] if moves is None else moves
    return {"header": fields | header, "moves": rounds}


def read(text: str, name: str = "x.json") -> list[Reading]:
    return list(Reader(GAMES).read_text(name, text))


def slugs(reading: Reading) -> list[str]:
    return [found.code.slug for found in reading.diagnostics if found.is_error]


@pytest.mark.parametrize(
    "text",
    [
        json.dumps(entry()),
        json.dumps([entry()], indent=2),
        f"\n [ {json.dumps(entry())} , \n{json.dumps(entry())} ] \n",
        "\n".join([json.dumps(entry())] * 3),
    ],
)
@pytest.mark.parametrize("name", ["x.json", "-", "x.mgn"])
def test_one_or_many(text: str, name: str) -> None:
    readings = read(text, name)
    assert len(readings) == text.count('"header"')
    for reading in readings:
        assert reading.is_valid
        assert reading.record is not None
        assert (reading.plies, reading.result) == (3, "1-0")
        assert reading.record.tags["Date"] == "2024.05.01"
        assert reading.record.tags["Site"] == "Leeds"
        assert "Event" not in reading.record.tags


def test_the_json_of_an_export() -> None:
    """It is no Abstract Play record; the reason says what to export instead."""
    (reading,) = read('{"game": "mentis", "tags": {}, "plies": []}', "x.json")
    assert not reading.is_valid
    (found,) = reading.diagnostics
    assert (found.code.slug, "as mgn or apgr" in found.message) == ("entry-malformed", True)


def test_compressed_and_in_sheets(tmp_path: Path) -> None:
    path = tmp_path / "x.json.gz"
    path.write_bytes(gzip.compress(json.dumps([entry(), entry([["a1"]])]).encode()))
    found = list(Reader(GAMES).read_sheets(str(path), jobs=2))
    assert [each.is_valid for each in found if isinstance(each, Reading)] == [True, False]
    assert len(found) == 2


@pytest.mark.parametrize(
    ("value", "slug"),
    [
        (entry([["TSNd2", "TSNd3"]]), "deployment-square"),
        (entry([["TSNd2", "TSNd6 {x}"]]), "entry-malformed"),
        (entry([["TSNd2", '*\n\n[Event "forged"]\n\n1. Sd2']]), "entry-malformed"),
        (entry([["TSNd2", "1-0"]]), None),
        (entry([["a", "b", "c"]]), "entry-malformed"),
        (entry([{"a": 1}]), "entry-malformed"),
        (entry(5), "entry-malformed"),
        (entry(game={"name": "Go"}), "game-unknown"),
        (entry(game={"name": "Mentis", "variants": ["Fox"]}), "option-unknown"),
        (entry(game="Mentis"), "entry-malformed"),
        (entry(players=[{"name": "Ada"}]), "entry-malformed"),
        (entry(players=[1, 2]), "entry-malformed"),
        (entry(startingPosition="nonsense"), "position-refused"),
        (entry(tags={"A B": "x"}), "entry-malformed"),
        (entry(tags={"PlyCount": "7"}), "plycount-wrong"),
        (entry(event='x"]\n[Result "0-1'), None),
        ({"moves": []}, "entry-malformed"),
        (7, "entry-malformed"),
        (None, "entry-malformed"),
    ],
)
def test_refusals_are_single(value: Any, slug: str | None) -> None:
    readings = read(json.dumps([entry(), value, entry()]))
    assert [reading.is_valid for reading in readings] == [True, False, True]
    if slug is not None:
        assert slug in slugs(readings[1])


def test_results_are_checked_by_the_board() -> None:
    position = "3k3/7/3T3/7/7/7/3K3 b S3T2N3/s3t3n3 9"
    moves = [["d5xd7", None]]
    players = [{"name": "Ada", "result": 0}, {"name": "Bert", "result": 1}]
    (reading,) = read(json.dumps(entry(moves, startingPosition=position, players=players)))
    assert "result-contradicts-board" in slugs(reading)
    (reading,) = read(json.dumps(entry(moves, startingPosition=position)))
    assert reading.is_valid, reading.diagnostics
    assert reading.termination == "king captured"


def test_objects_as_moves_and_missing_results() -> None:
    moves = [[{"move": "TSNd2", "result": "wins"}, {"move": "TSNd6", "sequence": 2}]]
    (reading,) = read(json.dumps(entry(moves, players=[{"name": "A"}, {"name": "?"}])))
    assert reading.is_valid
    assert reading.result == "*"
    assert reading.record is not None
    assert "Red" not in reading.record.tags


@pytest.mark.parametrize("text", ["[", "[1", "nonsense", '[{"header": 1}] x', "[" * 100_000, ""])
def test_broken_json_is_refused_with_its_place(text: str) -> None:
    readings = read(text)
    if not text:
        assert not readings
        return
    assert slugs(readings[-1]) == ["source-unreadable"]
    assert "JSON at 1:" in readings[-1].diagnostics[0].message


def test_bytes_that_are_no_text(tmp_path: Path) -> None:
    path = tmp_path / "x.json"
    path.write_bytes(b'[{"header": "\xff"}]')
    (reading,) = Reader(GAMES).read_path(str(path))
    assert slugs(reading) == ["source-unreadable"]


def test_damage_costs_nothing_before_it(tmp_path: Path) -> None:
    """Records before the damage of an archive are read, however many threads read."""
    path = tmp_path / "cut.mgn.gz"
    record = '[Event "x"]\n\n1. TSNd2 TSNd6 {%s} *\n\n'
    whole = "".join(record % f"{number * 7919:050b}" for number in range(60_000))
    packed = gzip.compress(whole.encode())
    path.write_bytes(packed[: len(packed) // 2])
    counts = []
    for jobs in (1, 4):
        found = Reader(GAMES).read_sheets(str(path), jobs, has_notes=False)
        counts.append(sum(getattr(each, "count", 1) for each in found))
    assert counts[0] == counts[1] > 10_000


@pytest.mark.parametrize("jobs", [0, 1, 2])
def test_what_is_found_is_found_where_the_entry_begins(tmp_path: Path, jobs: int) -> None:
    path = tmp_path / "x.json"
    sound, illegal = json.dumps(entry()), json.dumps(entry([["TSNd2", "d9-d8"], ["Sd2"]]))
    path.write_text(f"[\n{sound},\n  {illegal}, {sound},{illegal}\n, 7,\n\n{illegal}]")
    reader = Reader(GAMES)
    found = reader.read_sheets(str(path), jobs) if jobs else reader.read_path(str(path))
    readings = [each for each in found if isinstance(each, Reading)]
    after = 2 + len(illegal) + 2 + len(sound) + 1
    places = [(2, 1), (3, 3), (3, after - len(sound)), (3, after + 1), (4, 3), (6, 1)]
    assert [(each.line, each.column) for each in readings] == places
    for each, place in zip(readings, places, strict=True):
        assert {one.span[:2] for one in each.diagnostics} <= {place}
    (error, *_) = (one for one in readings[1].diagnostics if one.is_error)
    assert error.message.endswith("; written out: 1... d9-d8")
    shown = "\n".join(format_full(readings[1:2]))
    assert f"--> {path}:3:3 (record 2" in shown
    assert " | " not in shown


def test_half_a_character_is_told(tmp_path: Path) -> None:
    (reading,) = read(json.dumps(entry(event="x\ud800")))
    assert slugs(reading) == ["entry-malformed"]
    assert "half of a surrogate pair" in reading.diagnostics[0].message


def test_lists_of_something_else_are_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("mentis_records.notation.source.apgr.MAX_MALFORMED", 5)
    readings = read(json.dumps([*range(8), entry()]))
    assert [slugs(reading) for reading in readings] == [["entry-malformed"]] * 5 + [
        ["source-unreadable"]
    ]
    assert "5 entries of this JSON are not game records" in readings[-1].diagnostics[0].message
    mixed = [each for at in range(8) for each in (entry(), at)]
    assert sum(reading.is_valid for reading in read(json.dumps(mixed))) == 8
