"""Abstract Play's records are read under the rules; what they claim is never trusted."""

from __future__ import annotations

import gzip
import json
import random
from pathlib import Path
from typing import Any

import pytest
from case_kit import cases_of

from mentis_records.export.diagnostic.full import format_full
from mentis_records.games import GAMES
from mentis_records.notation.explain.reading import Reading
from mentis_records.notation.read import Reader

CASES = cases_of(__file__)


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
    whole = "".join(record % f"{number * 7919:050b}" for number in range(30_000))
    packed = gzip.compress(whole.encode())
    path.write_bytes(packed[: len(packed) // 2])
    counts = []
    for jobs in (1, 4):
        found = Reader(GAMES).read_sheets(str(path), jobs, has_notes=False)
        counts.append(sum(getattr(each, "count", 1) for each in found))
    assert counts[0] == counts[1] > 5_000


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


# What an entry of Abstract Play's records claims: kept as tags, or told where it cannot be


FIELD = Path(__file__).parents[1] / "cases" / "abstract_play"
WHERE = {"name": "Abstract Play"}


def read_case(name: str) -> list[Reading]:
    return list(Reader(GAMES).read_path(str(FIELD / f"{name}.json")))


def read_entry(value: Any) -> Reading:
    (reading,) = read(json.dumps(value))
    return reading


def tags(reading: Reading) -> dict[str, str]:
    assert reading.record is not None, [str(found) for found in reading.diagnostics]
    return dict(reading.record.tags)


def players(first: Any, second: Any) -> list[dict[str, Any]]:
    return [{"name": "Ada"} | first, {"name": "Bert"} | second]


def ending(first: Any, second: Any, *rounds: Any) -> Reading:
    """Return the reading of an entry with the players' results and the last rounds."""
    moves = [["TSNd2", "TSNd6"], *rounds]
    return read_entry(entry(moves, players=players({"result": first}, {"result": second})))


# How a game ended


def test_endings() -> None:
    readings = read_case("endings")
    assert all(reading.is_valid for reading in readings)
    assert [(reading.plies, reading.result, reading.termination) for reading in readings] == [
        (2, "0-1", "resignation"),
        (2, "0-1", "time forfeit"),
        (2, "1/2-1/2", "agreement"),
        (2, "*", "unterminated"),
        (2, "0-1", "resignation"),
    ]
    assert [tags(reading)["Termination"] for reading in readings[:2]] == [
        "resignation",
        "time forfeit",
    ]


@pytest.mark.parametrize("word", ["resign", "Resign", " RESIGN ", {"move": "resign"}])
@pytest.mark.parametrize(
    ("first", "second", "result"), [(0, 1, "0-1"), (-5, 100, "0-1"), (1, 0, "1-0")]
)
def test_the_word_may_stand_in_either_place(
    word: Any, first: int, second: int, result: str
) -> None:
    for rounds in ([[word]], [[None, word]], [[word, None]], [["d2-d3", word]]):
        reading = ending(first, second, *rounds)
        assert (reading.is_valid, reading.result) == (True, result)
        assert reading.termination == "resignation"
        assert reading.plies == 2 + (rounds[0][0] == "d2-d3")


def test_a_word_in_the_place_of_the_winner_is_doubted() -> None:
    doubted = ending(1, 0, ["resign"])
    assert doubted.is_valid
    (found,) = (each for each in doubted.diagnostics if each.code.slug == "entry-field")
    assert (found.message, found.severity) == ('moves[1][0] is "resign"', "warning")
    told = {"move": "resign", "result": [{"type": "resigned", "player": 2}]}
    for reading in (ending(1, 0, [told]), ending(1, 0, [None, "resign"]), ending(0, 1, ["resign"])):
        assert reading.is_valid
        assert "entry-field" not in [each.code.slug for each in reading.diagnostics]


@pytest.mark.parametrize(("first", "second", "rounds", "slug"), CASES["wrong_endings"])
def test_endings_that_cannot_be(first: int, second: int, rounds: Any, slug: str) -> None:
    reading = ending(first, second, *rounds)
    expected = "entry-contradiction" if slug == "contra" else slug
    assert slugs(reading) == [expected]
    assert all(found.expected for found in reading.diagnostics)


def test_both_may_agree() -> None:
    assert ending(1, 1, ["draw", "draw"]).termination == "agreement"
    assert ending(0, 0, ["abandoned", "Abandoned"]).termination == "unterminated"
    assert ending(0, 1, []).termination is None


def test_an_end_on_the_board_is_no_resignation() -> None:
    position = "3k3/7/3T3/7/7/7/3K3 b S3T2N3/s3t3n3 9"
    value = entry([["d5xd7", "resign"]], startingPosition=position)
    assert slugs(read_entry(value)) == ["termination-contradicts"]


# Who won


@pytest.mark.parametrize(
    "bad", ["NaN", "null", '"1"', "true", "false", "Infinity", "-Infinity", "1e999", "[]", "{}"]
)
@pytest.mark.parametrize("at", [0, 1])
@pytest.mark.parametrize("has_tags", [False, True])
def test_results_that_are_no_numbers(bad: str, at: int, has_tags: bool) -> None:
    value = entry(tags={"Result": "1-0"}) if has_tags else entry()
    value["header"]["players"][at]["result"] = "BAD"
    (reading,) = read(json.dumps(value).replace('"BAD"', bad))
    assert slugs(reading) == ["entry-claim"]
    (found,) = (each for each in reading.diagnostics if each.is_error)
    assert found.message.startswith(f"players[{at}].result is ")
    assert "a whole number for each player" in found.expected
    assert (reading.result, found.span.line, found.span.column) == ("*", 1, 1)


def test_the_case_of_a_result_that_is_no_number() -> None:
    (reading,) = read_case("result-not-a-number")
    assert (slugs(reading), reading.result) == (["entry-claim"], "*")


def test_one_result_alone_is_none() -> None:
    assert slugs(read_entry(entry(players=players({"result": 1}, {})))) == ["entry-claim"]
    both = read_entry(entry(players=players({}, {})))
    assert (both.is_valid, both.result) == (True, "*")
    assert "entry-field" in [found.code.slug for found in both.diagnostics]


@pytest.mark.parametrize(
    ("first", "second", "result"),
    [(100, 3, "1-0"), (0.5, 0.5, "1/2-1/2"), (-1, 2.5, "0-1"), (10**30, 1, "1-0")],
)
def test_numbers_of_any_size(first: float, second: float, result: str) -> None:
    assert ending(first, second).result == result


# Fields that contradict each other


def test_players_reversed() -> None:
    (reading,) = read_case("players-reversed")
    assert set(slugs(reading)) == {"entry-contradiction"}
    assert len(slugs(reading)) == 5


ACUTE = {"name": "\u00e9", "result": 1}


@pytest.mark.parametrize(
    "fields",
    [
        {"players": players({"result": 1, "side": "Red"}, {"result": 0, "side": "Blue"})},
        {"players": players({"result": 1, "side": "black"}, {"result": 0, "side": "white"})},
        {"players": players({"result": 1, "side": "blue"}, {"result": 0, "side": "Blue"})},
        {"tags": {"Blue": "Bert"}},
        {"tags": {"Red": "Ada", "Blue": "Ada"}},
        {"tags": {"Result": "0-1"}},
        {"tags": {"Result": "*"}},
        {"tags": {"Date": "2024.05.02"}},
        {"tags": {"Date": "2024.05.01"}, "date": "2024.05.02"},
        {"tags": {"GameId": "g2"}, "site": WHERE | {"gameid": "g1"}},
        {"tags": {"Site": "Leeds"}, "site": WHERE},
        {"tags": {"Unrated": "false"}, "unrated": True},
        {"tags": {"Variant": "Standard"}, "game": {"name": "Mentis", "variants": ["Wolf"]}},
    ],
)
def test_contradictions(fields: dict[str, Any]) -> None:
    reading = read_entry(entry(**fields))
    assert set(slugs(reading)) == {"entry-contradiction"}
    assert reading.text.startswith('{"header"')
    assert all(found.expected for found in reading.diagnostics)


@pytest.mark.parametrize(
    "fields",
    [
        {"players": players({"result": 1, "side": "BLUE"}, {"result": 0, "side": "red"})},
        {"players": players({"result": 1, "side": "White"}, {"result": 0, "side": "Black"})},
        {"players": players({"result": 1, "side": "north"}, {"result": 0, "side": 2})},
        {"tags": {"Blue": "Ada", "Red": "?", "Result": "1-0", "Date": "2024.05.01"}},
        {"tags": {"Blue": "e\u0301"}, "players": [ACUTE, {"name": "Bert", "result": 0}]},
    ],
)
def test_what_agrees(fields: dict[str, Any]) -> None:
    reading = read_entry(entry(**fields))
    assert reading.is_valid, reading.diagnostics
    assert tags(reading)["Red"] == "Bert"


def test_a_field_that_stands_twice() -> None:
    text = json.dumps(entry()).replace('"result": 1', '"result": 0, "result": 1', 1)
    (reading,) = read(text)
    assert slugs(reading) == ["entry-malformed"]
    assert '"result" more than once' in reading.diagnostics[0].message


# What is kept


def test_all_ids_are_kept() -> None:
    assert [tags(reading)["GameId"] for reading in read_case("gameid")] == ["aaa-1", "bbb-2"]
    assert tags(read_entry(entry(site=WHERE | {"gameid": 17})))["GameId"] == "17"


def test_unrated() -> None:
    found = [tags(reading).get("Unrated") for reading in read_case("unrated")]
    assert found == [None, None, "true", "true", "true"]
    for value, kept in (("true", "true"), (" TRUE ", "true"), ("false", None)):
        reading = read_entry(entry(unrated=value))
        assert reading.is_valid
        assert tags(reading).get("Unrated") == kept
        assert "entry-field" in [each.code.slug for each in reading.diagnostics]
    wrong: list[Any] = [1, "yes", [], "", {}]
    for bad in wrong:
        assert slugs(read_entry(entry(unrated=bad))) == ["entry-claim"]
    assert tags(read_entry(entry(unrated=None))).get("Unrated") is None


def test_what_is_said_of_players() -> None:
    first = {"result": 1, "userid": "u1", "is_ai": True, "score": 12.5}
    second = {"result": 0, "userid": "u2", "is_ai": False, "score": -3}
    kept = tags(read_entry(entry(players=players(first, second), pied=True)))
    assert kept["BlueId"] == "u1"
    assert kept["RedId"] == "u2"
    assert (kept["BlueType"], kept["RedType"]) == ("program", "human")
    assert (kept["BlueScore"], kept["RedScore"]) == ("12.5", "-3")
    assert kept["Pied"] == "true"
    assert "BlueResult" not in kept


@pytest.mark.parametrize(
    ("start", "end", "kept"),
    [
        ("2024-05-01T19:00:00Z", "2024-05-02T07:08:09.120Z",
         ("2024.05.01", "2024.05.01", "19:00:00", "2024.05.02", "07:08:09.120")),
        ("2024-05-01T23:30:00-02:00", "2024-05-02",
         ("2024.05.01", "2024.05.02", "01:30:00", "2024.05.02", None)),
        ("2024-05-01", "2024-05-01", ("2024.05.01", None, None, None, None)),
        ("2024-05-01T00:00:00Z", None, ("2024.05.01", None, None, None, None)),
        ("2024-05-01 10:00:00z", None, ("2024.05.01", "2024.05.01", "10:00:00", None, None)),
    ],
)  # fmt: skip
def test_dates(start: str, end: str | None, kept: tuple[str | None, ...]) -> None:
    reading = read_entry(entry(**{"date-start": start, "date-end": end}))
    found = tags(reading)
    names = ("Date", "UTCDate", "UTCTime", "EndDate", "EndTime")
    assert tuple(found.get(name) for name in names) == kept
    assert [each.code.slug for each in reading.diagnostics if each.code.severity != "note"] == []


@pytest.mark.parametrize(("start", "end", "is_told"), CASES["an_end_before_the_start"])
def test_an_end_before_the_start(start: str, end: str, is_told: bool) -> None:
    reading = read_entry(entry(**{"date-start": start, "date-end": end}))
    assert reading.is_valid
    found = [each.message for each in reading.diagnostics if each.code.slug == "entry-field"]
    assert found == ([f'date-end is "{end}"'] if is_told else [])


def test_a_time_without_its_zone() -> None:
    for field in ("date-start", "date-end"):
        reading = read_entry(entry(**{field: "2024-05-01T10:00:00"}))
        assert tags(reading).get("EndDate", "2024.05.01") == "2024.05.01"
        assert tags(reading)["Date"] == "2024.05.01"
        (found,) = (each for each in reading.diagnostics if each.code.slug == "entry-field")
        assert "the zone is unknown" in found.hint


@pytest.mark.parametrize(
    "bad", ["2024-13-45", "2024-02-30T10:00:00Z", "2024-05-01T25:00:00Z", "May 1", "2024-05-01Tx"]
)
def test_dates_that_are_none(bad: str) -> None:
    start = read_entry(entry(**{"date-start": bad}))
    assert start.is_valid
    assert tags(start)["Date"] == bad
    (found,) = (each for each in start.diagnostics if each.code.slug == "date-malformed")
    assert (found.severity, found.span.line, found.span.column) == ("warning", 1, 1)
    end = read_entry(entry(**{"date-end": bad}))
    assert (end.is_valid, tags(end)["EndDate"]) == (True, bad)
    (found,) = (each for each in end.diagnostics if each.code.slug == "entry-field")
    assert "a date and a time" in found.expected


@pytest.mark.parametrize(
    ("fields", "field", "tag", "kept"),
    [
        ({"event": 5}, "event", "Event", "5"),
        ({"event": []}, "event", "Event", None),
        ({"date-start": 1714557600}, "date-start", "Date", "1714557600"),
        ({"site": WHERE | {"gameid": True}}, "site.gameid", "GameId", None),
        ({"players": players({"result": 1, "userid": 7}, {"result": 0})},
         "players[0].userid", "BlueId", "7"),
        ({"players": players({"result": 1}, {"result": 0, "is_ai": "no"})},
         "players[1].is_ai", "RedType", None),
        ({"players": players({"result": 1}, {"result": 0, "score": "12"})},
         "players[1].score", "RedScore", "12"),
        ({"pied": "yes"}, "pied", "Pied", None),
    ],
)  # fmt: skip
def test_fields_of_another_kind(
    fields: dict[str, Any], field: str, tag: str, kept: str | None
) -> None:
    reading = read_entry(entry(**fields))
    assert tags(reading).get(tag) == kept
    (found,) = (each for each in reading.diagnostics if each.code.slug == "entry-field")
    assert found.message.startswith(f"{field} is ")
    assert found.expected
    assert found.hint
    (strict,) = Reader(GAMES, is_strict=True).read_text("x.json", json.dumps(entry(**fields)))
    assert "entry-field" in slugs(strict)


def test_further_fields_are_kept_in_one_tag() -> None:
    value = entry(
        [["TSNd2", {"move": "TSNd6", "result": "good", "sequence": 2}]],
        clock={"base": 600},
        players=players({"result": 1, "country": "NZ"}, {"result": 0}),
    )
    extras = json.loads(tags(read_entry(value))["Extras"])
    assert extras == {
        "header": {"clock": {"base": 600}},
        "players": [{"country": "NZ"}, {}],
        "moves": [[0, 1, {"result": "good", "sequence": 2}]],
    }


# Entries of anything

VALUES: list[Any] = [
    *(None, True, False, 0, 1, -1, 1.5, 10**30, float("nan"), float("inf"), "", "x", "1", "true"),
    *("2024-05-01", "2024-13-45", "a\nb", "\x1b[31m", "\ud800", "resign", "draw"),
    *([], {}, [1], {"a": 1}, [[]], [{"type": "winners", "players": 5}]),
]
NAMES = ["x", "tags", "date", "side", "result", "move", "sequence", "Result"]


def mutate(source: random.Random, value: Any) -> Any:
    """Return a value with a few others in place of parts of it, without some and with more."""
    if source.random() < 0.03:
        return source.choice(VALUES)
    if isinstance(value, dict):
        kept = {
            name: mutate(source, each) for name, each in value.items() if source.random() > 0.02
        }
        if source.random() < 0.05:
            kept[source.choice(NAMES)] = source.choice(VALUES)
        return kept
    if isinstance(value, list):
        return [mutate(source, each) for each in value]
    return value


def test_whatever_entries_hold_nobody_wins_who_has_not_won() -> None:
    source = random.Random(35)
    first = {"result": 1, "userid": "u", "is_ai": True, "score": 1, "side": "Blue"}
    whole = entry(
        [["TSNd2", {"move": "TSNd6", "result": "ok", "sequence": 1}], ["d2#-d3"], [None, "resign"]],
        site=WHERE | {"gameid": "g"},
        players=players(first, {"result": 0}),
        tags={"Blue": "Ada"},
        date="2024.05.01",
        unrated=False,
        clock=1,
    )
    sound = 0
    for _ in range(800):
        value = mutate(source, whole)
        for reading in read(json.dumps(value)):
            assert all(found.expected for found in reading.diagnostics if found.is_error)
            if not reading.is_valid:
                continue
            sound += 1
            points = [each.get("result") for each in value["header"]["players"]]
            if reading.result in ("1-0", "0-1"):
                assert all(type(each) in (int, float) for each in points)
                assert (points[0] > points[1]) == (reading.result == "1-0")
    assert sound > 50
