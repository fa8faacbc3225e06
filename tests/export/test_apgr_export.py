"""What Abstract Play's records say is given back on export, in the form that the schema demands."""

import json
import random
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from case_kit import cases_of
from test_export import SCHEMA, run

from mentis_records.export.apgr import apgr_value
from mentis_records.export.error import ExportError
from mentis_records.games import GAMES, find_game
from mentis_records.notation.read import Reader

CASES = cases_of(__file__)

ENTRIES = Path(__file__).parents[1] / "cases" / "abstract_play"
OWN = ("side", "date", "tags", "date-generated")
"""Fields that an export adds by itself."""


def through(tmp_path: Path, values: Any) -> tuple[list[Any], str]:
    """Return what entries are after they have been loaded and exported, and what was said."""
    source, db = tmp_path / "in.json", tmp_path / "x.duckdb"
    source.write_text(json.dumps(values))
    db.unlink(missing_ok=True)
    loaded = run("load", source, "--db", db, "--no-index")
    assert loaded.exit_code == 0, loaded.output
    done = run("export", "--db", db, "--format", "apgr")
    return json.loads(done.stdout), done.stderr


def check(value: Any) -> None:
    jsonschema = pytest.importorskip("jsonschema")
    if SCHEMA.exists():
        schema = json.loads(SCHEMA.read_text())
        checker = jsonschema.FormatChecker()
        jsonschema.Draft202012Validator(schema, format_checker=checker).validate(value)


def plain(value: Any) -> Any:
    """Return an entry without what an export adds, rounds without what says nothing."""
    header = {name: each for name, each in value["header"].items() if name not in OWN}
    header["players"] = [
        {name: each for name, each in player.items() if name not in OWN}
        for player in header["players"]
    ]
    if not header.get("unrated", True):
        del header["unrated"]
    if header["game"].get("variants") == []:
        header["game"] = {"name": header["game"]["name"]}
    rounds = [[*moves, None, None][:2] for moves in value["moves"]]
    return {"header": header, "moves": rounds}


@pytest.mark.parametrize("name", ["endings", "unrated"])
def test_cases_come_back(tmp_path: Path, name: str) -> None:
    entries = json.loads((ENTRIES / f"{name}.json").read_text())
    found, _ = through(tmp_path, entries)
    assert list(map(plain, found)) == list(map(plain, entries))
    for value in found:
        check(value)
    again, _ = through(tmp_path, found)
    assert list(map(plain, again)) == list(map(plain, found))
    assert [each["header"]["tags"] for each in again] == [each["header"]["tags"] for each in found]


def random_entry(source: random.Random, number: int) -> dict[str, Any]:
    """Return an entry with any of the fields that the schema has, and further ones."""

    def maybe(**fields: Any) -> dict[str, Any]:
        return {name: each for name, each in fields.items() if source.random() < 0.5}

    day, time = f"2024-05-{number % 28 + 1:02}", source.choice(["10:00:00", "23:59:59.250"])
    end = source.choice([f"{day}T{time}Z", "2024-06-01T00:00:00Z", "2024-06-01T07:00:00.000Z"])
    texts = ['"quoted" \\ back', "café 将", "line", "\u202fnarrow", "a  b"]
    points = source.choice([(1, 0), (0, 1), (1, 1), (0, 0), (100, 3), (-7, 7)])
    decided = points[0] != points[1]
    word = source.choice(["resign", "timeout", None] if decided else ["draw", "abandoned", None])
    moves: list[list[Any]] = [["TSNd2", "TSNd6"], ["d2#-d3", None]]
    if source.random() < 0.5:
        moves[0][1] = {"move": "TSNd6", **maybe(result="good", sequence=2)}
        moves[0][1] = moves[0][1] if len(moves[0][1]) > 1 else "TSNd6"
    if word in ("draw", "abandoned") or (word and points[0] > points[1]):
        moves[1][1] = word
    elif word:
        moves.append([word, None])
    players = [
        {
            "name": f"{name} {number}",
            "result": each,
            **maybe(
                userid=source.choice(texts),
                is_ai=source.random() < 0.5,
                score=source.choice([0, 12.5, -3, 10**20]),
                country=source.choice([None, "NZ", ["x", {"y": 1}]]),
            ),
        }
        for name, each in zip(("Ann", "Bob"), points, strict=True)
    ]
    occasion = {"event": source.choice(texts), "round": "2.1"} if source.random() < 0.5 else {}
    return {
        "header": {
            "game": {"name": "Mentis"},
            **occasion,
            "site": {"name": source.choice(texts), **maybe(gameid=f"g{number}")},
            "date-start": source.choice([f"{day}T{time}Z", f"{day}T00:00:00Z"]),
            "date-end": end,
            "date-generated": "2024-06-02T00:00:00Z",
            "players": players,
            **maybe(unrated=True, pied=True, clock={"base": 600, "text": '"\\"'}),
        },
        "moves": moves,
    }


@pytest.mark.parametrize("seed", range(3))
def test_entries_come_back(tmp_path: Path, seed: int) -> None:
    source = random.Random(seed)
    entries = [random_entry(source, number) for number in range(60)]
    found, _ = through(tmp_path, entries)
    assert len(found) == len(entries)
    for value, entry in zip(found, entries, strict=True):
        check(value)
        assert plain(value) == plain(entry)
    again, _ = through(tmp_path, found)
    assert list(map(plain, again)) == list(map(plain, found))
    assert [each["header"]["tags"] for each in again] == [each["header"]["tags"] for each in found]


TAGS = CASES["tags"]


@pytest.mark.parametrize("seed", range(2))
def test_tags_of_any_value_are_no_contradiction(tmp_path: Path, seed: int) -> None:
    """What an export makes of odd tags agrees with the tags themselves when it is read again."""
    source = random.Random(seed)
    text, db, out = tmp_path / "a.mgn", tmp_path / "a.duckdb", tmp_path / "out.json"
    records = []
    for number in range(200):
        chosen = {name: source.choice(TAGS[name]) for name in TAGS if source.random() < 0.4}
        pairs = "".join(
            '[{} "{}"]\n'.format(name, value.replace("\\", "\\\\").replace('"', '\\"'))
            for name, value in chosen.items()
        )
        records.append(f'[Blue "{number}"]\n[Date "2024.05.01"]\n{pairs}\n1. TSNd2 TSNd6 1-0\n')
    text.write_text("\n".join(records))
    loaded = run("load", text, "--db", db, "--no-index")
    assert loaded.exit_code == 0
    assert run("export", "--db", db, "--format", "apgr", "--out", out).exit_code == 0
    for value in json.loads(out.read_text()):
        check(value)
    again = tmp_path / "b.duckdb"
    done = run("load", out, "--db", again, "--no-index")
    assert done.exit_code == 0, done.output
    first, second = (run("export", "--db", each, "--format", "mgn").stdout for each in (db, again))
    assert sorted(first.split("\n\n[")) == sorted(second.split("\n\n["))


def test_words_stand_in_the_place_of_the_loser(tmp_path: Path) -> None:
    text, db = tmp_path / "a.mgn", tmp_path / "a.duckdb"
    records = [
        ("1. TSNd2 TSNd6 1-0", "resignation", [["TSNd2", "TSNd6"], [None, "resign"]]),
        ("1. TSNd2 0-1", "resignation", [["TSNd2", None], ["resign", None]]),
        ("1. TSNd2 1-0", "time forfeit", [["TSNd2", "timeout"]]),
        ("0-1", "time forfeit", [["timeout", None]]),
        ("1. TSNd2 TSNd6 2. d2#-d3 1/2-1/2", "agreement", [["TSNd2", "TSNd6"], ["d2#-d3", "draw"]]),
        ("1. TSNd2 TSNd6 1-0", "adjudication", [["TSNd2", "TSNd6"]]),
    ]
    text.write_text(
        "\n".join(
            f'[Blue "{at}"]\n[Date "2024.01.02"]\n[Termination "{word}"]\n\n{moves}\n'
            for at, (moves, word, _) in enumerate(records)
        )
    )
    assert run("load", text, "--db", db, "--no-index").exit_code == 0
    found = json.loads(run("export", "--db", db, "--format", "apgr").stdout)
    assert [value["moves"] for value in found] == [moves for *_, moves in records]


def test_a_round_has_one_ply_of_each_side_in_their_order(tmp_path: Path) -> None:
    """Plies of one round are read in the order of the sides, so others would change places."""
    text = tmp_path / "a.mgn"
    text.write_text('[Date "2024.01.02"]\n\n1. TSNd2 TSNd6 2. Se2 Se6 1-0\n')
    (reading,) = Reader(GAMES).read_path(str(text))
    assert reading.record is not None
    record, game = reading.record, find_game("mentis").description
    now = datetime(2024, 1, 3, tzinfo=UTC)

    def rounds(*turns: tuple[int, int]) -> Any:
        plies = tuple(
            replace(ply, side=side, move_number=number)
            for ply, (side, number) in zip(record.plies, turns, strict=True)
        )
        return apgr_value(replace(record, plies=plies), game, now)["moves"]

    assert rounds((0, 1), (1, 1), (0, 2), (1, 2)) == [["TSNd2", "TSNd6"], ["Se2", "Se6"]]
    begun_late = rounds((1, 4), (0, 5), (1, 5), (0, 6))
    assert begun_late == [[None, "TSNd2"], ["TSNd6", "Se2"], ["Se6", None]]
    for turns in (
        ((0, 1), (0, 1), (1, 1), (0, 2)),
        ((0, 1), (1, 1), (1, 1), (0, 2)),
        ((1, 1), (0, 1), (1, 2), (0, 2)),
    ):
        with pytest.raises(ExportError, match="its move 1 is not one ply of each side"):
            rounds(*turns)


def test_json_tells_what_was_played_against_the_rules(tmp_path: Path) -> None:
    text, db = tmp_path / "a.mgn", tmp_path / "a.duckdb"
    text.write_text('[Event "x"]\n\n1. Sd2 Sd6 2. d2-e3 d6-d5 *\n')
    assert run("load", text, "--db", db, "--as-played", "--no-index").exit_code == 0
    (value,) = map(json.loads, run("export", "--db", db, "--format", "json").stdout.splitlines())
    assert [ply.get("irregular") for ply in value["plies"]] == [None, None, True, None]
