"""Matches of Antipode as their page has them: rounds that follow one another, and their claims."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from pathlib import Path

import duckdb
import pytest
from case_kit import cases_of
from cli_kit import mentis
from plain_antipode import LONG, RECORD

from mentis_records.core.diagnostic import Severity
from mentis_records.games import find_game, games_first
from mentis_records.notation.explain.reading import Reading
from mentis_records.notation.read import Reader
from mentis_records.notation.write import format_record
from mentis_records.store.load.load import load
from mentis_records.store.match.match_list import ListedMatch, list_matches
from mentis_records.store.open import create_database

CASES = Path(__file__).parents[2] / "cases" / "antipode"
MATCH = (CASES / "match_2_rounds.mgn").read_text()
READER = Reader(games_first("antipode"))
AGREED = '[Termination "agreement"]\n\n1. b2 b6 1/2-1/2\n'
ELSE = AGREED.replace("b6", "f6")
RESIGNED = '[Termination "resignation"]\n\n1. b2 b6 1-0\n'


def read(text: str) -> list[Reading]:
    return list(READER.read_text("a", text))


def read_one(text: str) -> Reading:
    (reading,) = read(text)
    return reading


def errors(reading: Reading) -> list[tuple[str, str]]:
    """Return the codes of the errors, each with what it is about."""
    lines = reading.text.split("\n")
    found = []
    for each in reading.diagnostics:
        if each.severity is Severity.ERROR:
            span = each.span
            found.append((each.code.id, lines[span.line - reading.line][span.column - 1 :]))
    return found


def warnings(reading: Reading) -> list[str]:
    return [each.code.id for each in reading.diagnostics if each.severity is Severity.WARNING]


def played(
    number: int, end: str = AGREED, players: tuple[str, str] = ("A", "B"), **tags: str
) -> str:
    """Return a round of a match; its later rounds say nothing that the one before decides."""
    named = {"Gold": players[0], "Silver": players[1], "Match": "2", "MatchRound": str(number)}
    head = "".join(f'[{name} "{value}"]\n' for name, value in (named | tags).items())
    return f'[Game "Antipode"]\n{head}{end}'


def alone(number: int, end: str = AGREED, **tags: str) -> str:
    """Return a later round that says how it begins."""
    first = {"FirstPlayer": "GS"[1 - number % 2], "GoldStones": "16", "SilverStones": "16"}
    return played(number, end, **(first | tags))


OTHERS: dict[str, str | tuple[str, ...]] = {
    "FirstPlayer": "GS",
    "MatchResult": ("1-0", "0-1", "1/2-1/2"),
    "GoldStones": ("6", "7", "8", "9", "10", "15", "16", "17", "25", "26"),
    "SilverStones": ("7", "9", "14", "15", "16", "17", "25", "26"),
    **dict.fromkeys(("RoundScore", "MatchScore"), ("0:6", "6:0", "5:0", "0:5", "5:6", "0:0", "-")),
    **{"Floor": "0", "Rules": ("basic",), "Match": "3", "MatchRound": "13"},
}
"""Values of the tags of a match; what the first round has decides the last four."""

CHANGED = [
    (number, name, value, other)
    for number, text in enumerate(re.split(r"\n\n(?=\[Game)", MATCH))
    for name, value in re.findall(r'\[(\w+) "([^"]*)"\]', text)
    for other in OTHERS.get(name, ())
    if other != value and (number or name not in ("Floor", "Rules", "Match", "MatchRound"))
]
CODES = {"RoundScore": ["P611"], "MatchScore": ["P611"], "MatchResult": ["P612"]}


@pytest.mark.parametrize(("number", "name", "value", "other"), CHANGED)
def test_no_claim_of_the_match_can_be_changed(
    number: int, name: str, value: str, other: str
) -> None:
    texts = re.split(r"\n\n(?=\[Game)", MATCH)
    texts[number] = texts[number].replace(f'[{name} "{value}"]', f'[{name} "{other}"]')
    found = [errors(each) for each in read("\n\n".join(texts))]
    codes = [[code for code, _ in each] for each in found]
    is_count = name in ("GoldStones", "SilverStones")
    if number == 0 and is_count and not found[0]:
        assert [place.split('"')[1] for _, place in found[1]]  # it is round 2 that contradicts it
        assert codes[1] == ["P613"]
    else:
        assert any(found[number])
        assert number == 0 or not found[0]
    if is_count and int(other) == int(value) + 1:
        assert "P613" in codes[0] + codes[1]
    if name in CODES:
        ((_, place),) = found[number]
        assert place == f'"{other}"]'
        assert codes[number] == CODES[name]


def test_a_round_behind_another_need_not_say_how_it_begins() -> None:
    short = re.sub(r"\[(Rules|FirstPlayer|GoldStones|SilverStones|Floor) .*\n", "", MATCH)
    whole, brief = read(MATCH), read(short)
    assert [errors(each) for each in brief] == [[], []]
    for one, other in zip(whole, brief, strict=True):
        assert one.record is not None
        assert other.record is not None
        assert (one.record.start, one.record.final) == (other.record.start, other.record.final)
    second = brief[1].record
    assert second is not None
    assert (second.tags["FirstPlayer"], second.tags["GoldStones"]) == ("S", "9")
    lone = re.split(r"\n\n(?=\[Game)", short)[1]
    (found,) = read(lone)
    assert [code for code, _ in errors(found)] == ["N206"]
    assert "FirstPlayer is needed: the round before is missing" in found.diagnostics[-1].message
    assert [errors(each) for each in read(f"{lone}\n\n{short}")][1:] == [[], []]


def test_rounds_in_many_blocks_are_read_alike(tmp_path: Path) -> None:
    text = "\n".join(
        played(1, Event=str(at)) + "\n" + played(2, Event=str(at)) for at in range(300)
    )
    file = tmp_path / "a.mgn"
    file.write_text(text)
    plain = list(READER.read_path(str(file)))
    assert not [each for each in plain if errors(each)]
    for jobs in (1, 2):
        found: list[bool] = []
        for sheet in READER.read_sheets(str(file), jobs):
            assert not isinstance(sheet, Reading)
            found += [each.is_valid for each in sheet.readings(False)]
        assert found == [True] * 600


def test_a_position_goes_on_from_the_round_before() -> None:
    start = "7/7/7/3{}3/7/7/7 S 16/16 0/0 -,- st 7"
    own = {"MatchScore": "2:2", "RoundScore": "2:0"}
    rounds = [played(1), played(2, Position=start.format("g"), **own)]
    assert [errors(each) for each in read("\n".join(rounds))] == [[], []]
    rounds[1] = played(2, Position=start.format("s"))
    assert [code for code, _ in errors(read("\n".join(rounds))[1])] == ["P613"]
    rounds[1] = played(2, Position=start.format("g").replace("16/16", "16/15"))
    assert [code for code, _ in errors(read("\n".join(rounds))[1])] == ["P613"]


def test_how_many_rounds_and_which_one_is_told() -> None:
    def told(*rounds: str) -> list[str]:
        last = read("\n".join(rounds))[-1]
        return warnings(last) + [code for code, _ in errors(last)]

    tied = [played(1), played(2)]  # 0:2 and 2:0
    assert told(*tied, played(3, MatchScore="2:2", RoundScore="-")) == []
    assert told(*tied, played(3, RESIGNED, MatchResult="1-0")) == []
    assert told(*tied, played(3, RESIGNED, MatchResult="0-1")) == ["P612"]
    assert told(*tied, played(3, MatchResult="1/2-1/2")) == []
    assert told(*tied, played(3, Rules="tournament")) == ["N206"]
    assert told(*tied, played(3), alone(3)) == ["P616"]
    assert told(*tied, alone(2)) == ["P616"]
    assert told(*tied, alone(1)) == []
    assert told(*tied, played(4)) == ["N206"]
    assert told(played(1, RESIGNED), played(2)) == ["P614"]
    assert told(played(1), alone(3)) == ["P615"]
    assert told(*[played(each, Match="4") for each in range(1, 5)], played(5, Match="4")) == []
    assert told(played(1), alone(2, Match="4")) == ["P615"]
    assert told(played(1), alone(2, Event="other")) == ["P615"]
    assert told(played(1, Date="2025.01.01"), played(2, Date="2025.03.01")) == []
    assert told(played(1, Event="?"), played(2)) == []
    assert told(played(1, players=("?", "B")), alone(2, players=("?", "B"))) == ["P615"]
    open_round = "\n1. b2 b6 *\n"
    assert told(played(1, open_round), played(2, MatchScore="2:0")) == []
    assert told(played(1, open_round), played(2, MatchResult="1-0")) == ["P612"]


def stored(folder: Path, *texts: str) -> list[ListedMatch]:
    """Return the matches of rounds that are loaded from files of their own, in this order."""
    with create_database(folder / "x.duckdb") as database:
        for at, text in enumerate(texts):
            file = folder / f"{at}.mgn"
            file.write_text(text)
            load(database, READER, str(file))
        return list(list_matches(database))


def records(found: Iterable[ListedMatch]) -> list[list[int]]:
    return [[each.record for each in match.rounds] for match in found]


def test_rounds_find_their_match_in_any_order(tmp_path: Path) -> None:
    (match,) = stored(tmp_path, alone(3, RESIGNED), alone(2), played(1))
    assert records([match]) == [[3, 2, 1]]
    assert (match.score, match.winner, match.reason) == ((2, 2), "Gold", "resignation")
    assert [each.first_mover for each in match.rounds] == ["Gold", "Silver", "Gold"]
    assert [each.stones for each in match.rounds] == [(16, 16)] * 3
    assert [each.score for each in match.rounds] == [(0, 2), (2, 0), None]
    assert match.faults == ()


@pytest.mark.parametrize(
    ("texts", "matches", "faults"),
    [
        ([alone(2)], [[1]], ["game 1: round 1 is missing before round 2"]),
        ([played(1), alone(3)], [[1, 2]], ["game 2: round 2 is missing before round 3"]),
        (
            [alone(2, MatchScore="3:3"), played(1)],
            [[2, 1]],
            ["game 1, MatchScore: P611 MatchScore is 3:3, and should be 2:2"],
        ),
        (
            [alone(2, GoldStones="15"), played(1)],
            [[1], [2]],
            ["game 1, GoldStones: P613 GoldStones is 15, but round 1 makes it 16"],
        ),
        (
            [alone(2, FirstPlayer="G"), played(1)],
            [[1], [2]],
            ["game 1, FirstPlayer: P613 FirstPlayer is G, but round 1 makes it S"],
        ),
        (
            [alone(2), played(1, RESIGNED)],
            [[1], [2]],
            ["game 1, MatchRound: P614 round 1 has decided the match"],
        ),
        (
            [f"{played(1)}\n{played(2)}", alone(2, RESIGNED)],
            [[1, 2], [3]],
            ["game 3: round 2 comes again, it is game 2 already"],
        ),
        (
            [played(1), alone(2), alone(2, RESIGNED)],
            [[1], [2], [3]],
            [
                "game 2: game 2 or game 3 might be round 2 behind game 1",
                "game 3: game 2 or game 3 might be round 2 behind game 1",
            ],
        ),
        (
            [played(1), played(1, ELSE), alone(2)],
            [[1], [2], [3]],
            ["game 3: round 2 might follow game 1 or game 2"],
        ),
        ([played(1), f"{played(1, ELSE)}\n{played(2)}"], [[1], [2, 3]], []),
        ([played(1, players=("?", "B")), alone(2, players=("?", "B"))], [], []),
        (
            [played(1), alone(2, Match="4")],
            [[1], [2]],
            ["game 2: round 1 is missing before round 2"],
        ),
    ],
)
def test_what_does_not_fit_is_told(
    tmp_path: Path, texts: list[str], matches: list[list[int]], faults: list[str]
) -> None:
    found = stored(tmp_path, *texts)
    assert sorted(records(found)) == matches
    assert sorted(fault for match in found for fault in match.faults) == faults


def run(*words: object, code: int = 0) -> str:
    """Return what a command prints."""
    return mentis(*words, code=code).stdout


@pytest.mark.one_build
def test_a_match_is_shown_and_exported_with_its_tags(tmp_path: Path) -> None:
    db = tmp_path / "x.duckdb"
    run("load", "--no-index", "--db", db, CASES / "match_2_rounds.mgn")
    shown = json.loads(run("matches", 1, "--db", db, "--format", "json"))
    rounds = [
        {
            **{"round": 1, "record": 1, "first_mover": "Gold", "stones": [16, 16]},
            **{"score": [0, 6], "termination": "captures"},
        },
        {
            **{"round": 2, "record": 2, "first_mover": "Silver", "stones": [9, 15]},
            **{"score": [5, 0], "termination": "captures"},
        },
    ]
    match = {"match": 1, "players": ["Random", "Random"], "rounds": rounds}
    assert shown == {**match, "score": [5, 6], "winner": "Silver", "reason": "points"}
    assert list(shown) == ["match", "players", "rounds", "score", "winner", "reason"]
    assert json.loads(run("matches", "--db", db, "--format", "json")) == [shown]
    listed = run("matches", "--db", db, "--format", "csv").splitlines()
    assert listed[1] == "1,Random,Random,2,5:6,Silver,points"
    assert "2,2,Silver,9:15,5:0,captures" in run("matches", 1, "--db", db, "--format", "csv")
    for number in (2, 0, 1 << 40):
        assert run("matches", number, "--db", db, code=2) == ""
    assert "match 1   Random - Random   5:6   Silver wins: points" in run("matches", 1, "--db", db)
    claims = {"RoundScore": "5:0", "MatchScore": "5:6", "MatchResult": "0-1"}
    told = {**claims, "Match": "2", "MatchRound": "2"}
    text = run("export", "--db", db).split("\n\n[")[1]
    assert all(f'{name} "{value}"]' in text for name, value in told.items())
    tags = json.loads(run("export", "--db", db, "--format", "json").splitlines()[1])["tags"]
    assert told.items() <= tags.items()
    out = tmp_path / "out.csv"
    run("export", "--db", db, "--format", "csv", "--out", out)
    row = out.read_text().splitlines()[2]
    assert all(value in row for value in (*claims.values(), *claims))
    parquet = tmp_path / "out.parquet"
    run("export", "--db", db, "--format", "parquet", "--out", parquet)
    kept = duckdb.sql(f"select tags['MatchScore'] from '{parquet}' order by matchround")
    assert kept.fetchall() == [("0:6",), ("5:6",)]


# Records of Antipode in a database: long jumps, settings that decide others, matches


@pytest.fixture(scope="module")
def db(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a database with the cases, rounds of one match in two files, and a long jump."""
    folder = tmp_path_factory.mktemp("antipode")
    first, second = (CASES / "match_2_rounds.mgn").read_text().split("\n\n[Game")
    (folder / "first.mgn").write_text(first + "\n")
    (folder / "second.mgn").write_text("[Game" + second)
    (folder / "ring.mgn").write_text(RECORD)
    file = folder / "x.duckdb"
    names = (folder / "second.mgn", folder / "first.mgn", folder / "ring.mgn")
    run("load", "--db", file, *names, CASES / "basic_captures.mgn")
    return file


@pytest.mark.one_build
def test_a_long_jump_is_stored_and_exported_whole(db: Path) -> None:
    for form in ("mgn", "json", "csv"):
        assert LONG in run("export", "--db", db, "--rules", "antipode", "--format", form)
    assert run("doctor", "--db", db) == ""


@pytest.mark.one_build
def test_positions_of_few_stones_are_kept(tmp_path: Path) -> None:
    first, again = tmp_path / "few.mgn", tmp_path / "again.mgn"
    position = "7/7/7/G6/7/7/6s G 5/0 0/0 -,- pb 0"
    first.write_text(f'[Game "Antipode"]\n[Position "{position}"]\n\n1. a4-a5 *\n')
    run("load", "--db", tmp_path / "few.duckdb", first)
    assert run("doctor", "--db", tmp_path / "few.duckdb") == ""
    run("export", "--db", tmp_path / "few.duckdb", "--rules", "antipode", "--out", again)
    assert "Stones" not in again.read_text()
    run("validate", again)


@pytest.mark.one_build
def test_rows_have_the_settings_that_others_decide(db: Path, tmp_path: Path) -> None:
    file = tmp_path / "rows.parquet"
    run("export", "--db", db, "--rules", "antipode", "--out", file)
    shown = "rules, floor, goldstones, moves[1]"
    text = f"select {shown} from '{file}' order by all"
    rows = duckdb.sql(text).fetchall()
    assert rows == [
        ("basic", "0", "13", LONG),
        ("basic", "0", "13", "e2"),
        ("tournament", "7", "16", "f3"),
        ("tournament", "7", "9", "d7"),
    ]


@pytest.mark.one_build
def test_what_is_exported_is_read_as_the_same(db: Path, tmp_path: Path) -> None:
    texts = []
    for name, source in (("a", db), ("b", tmp_path / "again.duckdb")):
        file = tmp_path / f"{name}.mgn"
        run("export", "--db", source, "--rules", "antipode", "--out", file)
        texts.append(file.read_text())
        if name == "a":
            run("load", "--db", tmp_path / "again.duckdb", file)
    assert texts[0] == texts[1]
    assert '[GoldStones "9"]' in texts[0]
    assert "[Rules" not in texts[0]


@pytest.mark.one_build
def test_rounds_of_two_files_are_one_match(db: Path) -> None:
    shown = "rounds, first_points, second_points, result, reason"
    found = run("sql", f"select {shown} from matches", "--db", db, "--format", "csv")
    assert found.splitlines()[1:] == ["2,5,6,0-1,points"]
    sql = "select settings['Rules'] as rules, count(*) as n from games group by all order by 1"
    found = run("sql", sql, "--db", db, "--format", "csv")
    assert found.splitlines()[1:] == ["basic,2", "tournament,2"]


# Antipode against the tables of its page: positions, illegal turns, whole records, settings


GAME = find_game("antipode")
ENDED = re.compile(r"(1-0|0-1) (captures|pieces)")


def ids(reading: Reading, *severities: Severity) -> list[str]:
    wanted = severities or (Severity.ERROR, Severity.WARNING)
    return [found.code.id for found in reading.diagnostics if found.severity in wanted]


@pytest.mark.parametrize(("position", "turn", "answer"), cases_of(__file__)["positions"])
def test_positions_of_the_page(position: str, turn: str, answer: str) -> None:
    side = "1." if " G " in position else "1..."
    ended = ENDED.fullmatch(answer)
    result = ended[1] if ended else "*"
    reading = read_one(f'[Game "Antipode"]\n[Position "{position}"]\n\n{side} {turn} {result}\n')
    assert ids(reading) == ([] if ended or not answer else [answer])
    assert reading.is_valid == (answer in ("", "P701") or ended is not None)
    if ended:
        assert (reading.result, reading.termination) == ended.groups()


def test_records_are_sound() -> None:
    (single,) = READER.read_text("a", (CASES / "basic_captures.mgn").read_text())
    assert ids(single) == []
    assert (single.plies, single.result, single.termination) == (50, "0-1", "captures")
    rounds = [*READER.read_text("a", (CASES / "match_2_rounds.mgn").read_text())]
    assert [ids(each) for each in rounds] == [["P701"], []]
    assert [each.record.points for each in rounds if each.record] == [(0, 6), (5, 0)]
    assert [ply.is_warned for ply in rounds[0].record.plies].index(True) == 49  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("flags", "number", "is_round"),
    [("pt", 3, False), ("pb", 2, False), ("pb", 3, True), ("pt", 2, True)],
)
def test_the_extra_round_alone_has_a_position_under_basic_rules(
    flags: str, number: int, is_round: bool
) -> None:
    position = f"7/7/7/G6/7/7/6s G 15/16 0/0 -,- {flags} 7"
    tags = f'[Match "2"]\n[MatchRound "{number}"]\n[Position "{position}"]'
    reading = read_one(f'[Game "Antipode"]\n{tags}\n\n1. a4-a5 *\n')
    assert reading.is_valid == is_round
    assert is_round or ids(reading, Severity.ERROR) == ["N206"]


def test_a_jump_of_many_legs_is_read_and_written() -> None:
    reading = read_one(RECORD)
    assert ids(reading) == []
    assert reading.record is not None
    assert f"\n1. {LONG} d4 *" in format_record(reading.record, GAME.description)


def test_rounds_alone_or_out_of_order_are_told() -> None:
    first, second = MATCH.split("\n\n[Game")
    second = "[Game" + second
    assert ids(read_one(second)) == ["P615"]
    turned = [ids(each) for each in READER.read_text("a", f"{second}\n\n{first}\n")]
    assert turned == [["P615"], ["P701"]]
    twice = [ids(each) for each in READER.read_text("a", f"{MATCH}\n{second}")]
    assert twice == [["P701"], [], ["P616"]]
    single = (CASES / "basic_captures.mgn").read_text()
    parted = [ids(each) for each in READER.read_text("a", f"{first}\n\n{single}\n{second}")]
    assert parted == [["P701"], [], ["P615"]]
