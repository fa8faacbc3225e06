"""Tables of events by FIDE's tie-break regulations (C.07, 1 August 2024); matches by hand."""

from __future__ import annotations

import gzip
import json
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from event_kit import all_play_all, game, swiss
from typer.testing import CliRunner

from mentis_records.cli.main import app_for
from mentis_records.games import GAMES, find_game
from mentis_records.notation.read import Reader
from mentis_records.statistics.event.direct_encounter import split_group
from mentis_records.statistics.event.entry import Kind, round_number
from mentis_records.statistics.event.event import Event, System, event_of
from mentis_records.statistics.event.finding import findings
from mentis_records.statistics.event.ranking import standings
from mentis_records.statistics.event.tie_break import TIE_BREAKS
from mentis_records.statistics.match_course import leader_results, mover_results, swings
from mentis_records.statistics.result import Results
from mentis_records.store.count.match_rounds import PlayedMatch, RoundOfMatch, fetch_matches
from mentis_records.store.count.played_start import fetch_start_keys, fetch_starts
from mentis_records.store.database import Database
from mentis_records.store.load.load import load
from mentis_records.store.open import create_database, open_database
from mentis_records.store.selection import select_ids

pytestmark = pytest.mark.one_build


SIDES = ("Blue", "Red")

# Whoever comes first in the alphabet wins, but: A-B, A-C, B-C, E-F, I-J are drawn, D beats A and
# G beats B. All play 9 games, 45 points in all, so Buchholz is 45 less a player's own points.
# Sonneborn-Berger, half of the points of who was drawn with, all of who was beaten:
# C  7/2 + 7/2 + D7 + E4.5 + F4.5 + G4 + H2 + I0.5 + J0.5          = 30
# B  7/2 + 8/2 + D7 + E4.5 + F4.5 + H2 + I0.5 + J0.5               = 26.5
# A  7/2 + 8/2 + E4.5 + F4.5 + G4 + H2 + I0.5 + J0.5               = 23.5
# D  A7 + E4.5 + F4.5 + G4 + H2 + I0.5 + J0.5                      = 23
# E  4.5/2 + G4 + H2 + I0.5 + J0.5                                 = 9.25, F the same
# G  B7 + H2 + I0.5 + J0.5                                         = 10
# H  I0.5 + J0.5                                                   = 1
# I  0.5/2                                                         = 0.25, J the same
# Koya, points against those with 4.5 or more (A to F):
# A ½+½+0+1+1, B ½+½+1+1+1, C ½+½+1+1+1, D 1+0+0+1+1, E and F ½, G 1 (B), others none
# rank player points won drawn lost SB koya
TEN = """
1 C 8   7 2 0 30    4
2 B 7   6 2 1 26.5  4
3 A 7   6 2 1 23.5  3
4 D 7   7 0 2 23    3
5 E 4.5 4 1 4 9.25  0.5
5 F 4.5 4 1 4 9.25  0.5
7 G 4   4 0 5 10    1
8 H 2   2 0 7 1     0
9 I 0.5 0 1 8 0.25  0
9 J 0.5 0 1 8 0.25  0
"""

# Points: A 1 ½ 1 1 1, B 0 1f 1 ½ 1, C ½ 1 0 ½ 1f, D ½ bye1 ½ 0 bye0, E 0 0f bye½ - 0f,
# F 1 ½ ½ 1 0, G bye1 0 0 0 0.
# For opponents D counts 2.5, the bye of none in the last round being a draw, and E 1: behind its
# byes of rounds 3 and 4 there is but a forfeit lost, so that both are draws; others as they are.
# Buchholz, where (x) is the dummy of an unplayed round with the player's own points:
# A  B3.5 + F3 + C3 + D2.5 + G1            = 13     cut 1: without G1 12
# B  A4.5 + (3.5) + G1 + C3 + F3           = 15     without G1 14
# C  D2.5 + G1 + A4.5 + B3.5 + (3)         = 14.5   without G1 13.5
# D  C3 + (2) + F3 + A4.5 + (2)            = 14.5   without the voluntary (2) 12.5
# E  F3 + (0.5) + (0.5) + (0.5) + (0.5)    = 5      without one (0.5) 4.5
# F  E1 + A4.5 + D2.5 + G1 + B3.5          = 12.5   without one 1 11.5
# G  (1) + C3 + B3.5 + F3 + A4.5           = 15     without the (1) 14
# Sonneborn-Berger:
# A  3.5 + 3/2 + 3 + 2.5 + 1               = 11.5
# B  (3.5) + 1 + 3/2 + 3                   = 9
# C  2.5/2 + 1 + 3.5/2 + (3)               = 7
# D  3/2 + (2) + 3/2                       = 5
# E  (0.5)/2                               = 0.25
# F  1 + 4.5/2 + 2.5/2 + 1                 = 5.5
# G  (1)                                   = 1
# rank player points won drawn lost BH cut1 SB wins
SEVEN = """
1 A 4.5 4 1 0 13   12   11.5 4
2 B 3.5 2 1 1 15   14   9    3
3 C 3   1 2 1 14.5 13.5 7    2
4 F 3   2 2 1 12.5 11.5 5.5  2
5 D 2   0 2 1 14.5 12.5 5    1
6 G 1   0 0 4 15   14   1    1
7 E 0.5 0 0 1 5    4.5  0.25 0
"""


def table(text: str) -> list[tuple[object, ...]]:
    lines = (line.split() for line in text.split("\n") if line)
    return [(int(rank), name, *map(float, rest)) for rank, name, *rest in lines]


def rows(event: Event, *names: str) -> list[tuple[object, ...]]:
    return [
        (
            *(row.rank, row.player, row.points, row.won, row.drawn, row.lost),
            *(row.tie_breaks[name] for name in names),
        )
        for row in standings(event)
    ]


def players(event: Event, *order: str) -> str:
    return "".join(row.player for row in standings(event, order))


def told(event: Event, kind: str) -> list[str]:
    return [each.words for each in findings(event, SIDES) if each.kind == kind]


def test_ten_players() -> None:
    event = event_of(all_play_all())
    assert event.system is System.ALL_PLAY_ALL
    # the forfeit gives C the points, and counts in tie-breaks; but it was not played
    expected = [
        (rank, name, points, won - (name == "C"), drawn, lost - (name == "J"), *rest)
        for rank, name, points, won, drawn, lost, *rest in table(TEN)
    ]
    assert rows(event, "sonneborn-berger", "koya") == expected
    assert all(row.tie_breaks["buchholz"] == 45 - row.points for row in standings(event))
    assert told(event, "unplayed") == ["C – J: 1:0, not played"]
    assert not told(event, "missing") + told(event, "doubled")


def test_the_order_of_tie_breaks() -> None:
    """Among A, B and D the points are ½, 1½ and 1; by wins D is ahead, and A and B are equal."""
    event = event_of(all_play_all())
    assert players(event, "direct-encounter")[1:4] == "BDA"
    assert players(event, "wins", "sonneborn-berger")[1:4] == "DBA"
    found = standings(event, ["direct-encounter"])
    assert [(row.player, row.direct) for row in found[:4]] == [
        ("C", None),
        ("B", 1.5),
        ("D", 1.0),
        ("A", 0.5),
    ]


def test_swiss_with_byes_and_forfeits() -> None:
    event = event_of(swiss())
    assert (event.system, event.rounds) == (System.SWISS, [1, 2, 3, 4, 5])
    assert rows(event, "buchholz", "buchholz-cut-1", "sonneborn-berger", "wins") == table(SEVEN)
    assert {row.player: (row.unplayed, row.unplayed_points) for row in standings(event)} == {
        **dict.fromkeys("AF", (0, 0.0)),
        **dict.fromkeys("BCG", (1, 1.0)),
        **{"D": (2, 1.0), "E": (4, 0.5)},
    }
    assert told(event, "absent") == ["E: no game in round 4, taken as a bye without points"]
    assert told(event, "unplayed") == [
        "round 1: G: bye, 1 point",
        "round 2: B – E: 1:0, not played",
        "round 2: D: bye, 1 point",
        "round 3: E: bye, ½ point",
        "round 5: C – E: 1:0, not played",
        "round 5: D: bye, 0 points",
    ]
    assert not any(each.is_fault for each in findings(event, SIDES))


def test_median_and_second_cut() -> None:
    """A has 3.5, 3, 3, 2.5 and 1; cut are 1 and 2.5, or 1 and 3.5."""
    worth = standings(event_of(swiss()))[0].tie_breaks
    assert (worth["buchholz-cut-2"], worth["buchholz-median"]) == (9.5, 8.5)


def test_a_voluntary_round_is_cut_first() -> None:
    """X has beaten Y, who has none, and Z, who has 1; the bye's 2 goes, though it is the most."""
    event = event_of(swiss(["X-Y 1, Z-W 1", "X-Z 1, W-Y 1", "bye-X 1, Z-Y 0"]), System.SWISS)
    row = next(row for row in standings(event) if row.player == "X")
    assert row.tie_breaks["buchholz"] == 4
    assert row.tie_breaks["buchholz-cut-1"] == 2


def test_direct_encounter_with_a_game_missing() -> None:
    """P, Q, R have 2 each, and 2, 0, 0 of their own games: P is first whatever Q against R had."""
    lines = ["P-Q 1, R-U 1", "P-R 1, Q-U 1", "P-U 0, Q-V 1, R-T 1"]
    event = event_of(swiss(lines), System.SWISS)
    found = [row for row in standings(event, ["direct-encounter"]) if row.points == 2]
    assert [(row.player, row.rank, row.direct) for row in found] == [
        ("P", 1, 2.0),
        ("Q", 2, 0.0),
        ("R", 2, 0.0),
    ]


@pytest.mark.parametrize(
    ("players", "result", "ending", "plies", "kind"),
    [
        (("A", "B"), "1-0", "time forfeit", 2, Kind.PLAYED),
        (("A", "B"), "1-0", "time forfeit", 0, Kind.PLAYED),
        (("A", "B"), "1/2-1/2", "agreement", 0, Kind.PLAYED),
        (("A", "B"), "1-0", "", 0, Kind.FORFEIT),
        (("A", "B"), "*", "forfeit", 0, Kind.FORFEIT),
        (("A", "B"), "1-0", "Forfeit: B was ill", 0, Kind.FORFEIT),
        (("A", "B"), "1-0", "forfeited queen", 0, Kind.PLAYED),
        (("A", "B"), "*", "", 0, Kind.OPEN),
        (("A", "B"), "*", "", 8, Kind.OPEN),
        (("A", "Bye"), "1-0", "", 0, Kind.BYE),
        (("", "B"), "1/2-1/2", "", 0, Kind.BYE),
    ],
)
def test_what_a_record_is(
    players: tuple[str, str], result: str, ending: str, plies: int, kind: Kind
) -> None:
    from mentis_records.store.count.event_games import EventGame

    event = event_of([EventGame(1, "1", "", players, result, ending, plies)])
    assert {each.kind for entries in event.cards.values() for each in entries} == {kind}


def test_what_does_not_add_up() -> None:
    games = [
        *swiss(["A-B 1, C-D 1, A-B 1", "A-C *, B-D =", "D-A 1, B-C 1"]),
        game(90, "4", "A", "A", "1"),
        game(91, "5", "A", "", "1"),
    ]
    event = event_of(games)
    assert event.system is System.ALL_PLAY_ALL
    assert told(event, "doubled") == ["round 1: A – B: 2 games"]
    assert told(event, "open") == ["round 2: A – C: no result"]
    assert told(event, "unknown") == [
        "round 4: A – A: one player on both sides, so the game is not counted",
        "round 5: A – ?: a player is unknown, so the game is not counted",
    ]
    event = event_of(all_play_all()[1:])
    assert told(event, "missing") == ["A – B: not met"]
    assert told(event_of(swiss([*SWISS_DOUBLED]), System.SWISS), "doubled") == [
        "A – B: 2 games (rounds 1 and 2)"
    ]
    assert told(event_of(swiss(["A-B 1", "A-C 1"])), "sides") == ["A: Blue 2, Red 0"]


SWISS_DOUBLED = ("A-B 1, C-D 1", "B-A 1, D-C 1f", "A-C 1, B-D 1")


@pytest.mark.parametrize(
    ("text", "number"),
    [("3", 3), ("3.2", 3), ("Round 12", 12), ("#7", 7), ("?", None), ("", None), ("1" * 20, None)],
)
def test_rounds(text: str, number: int | None) -> None:
    assert round_number(text) == number


def test_every_tie_break_has_a_number_in_every_event() -> None:
    for games in (all_play_all(), swiss(), swiss(["A-bye 1"])):
        for row in standings(event_of(games), [*TIE_BREAKS, "direct-encounter"]):
            assert all(isinstance(each, float) for each in row.tie_breaks.values())


def test_direct_encounter_of_players_who_met_twice() -> None:
    """P has 1½ of two games with Q, which count as ¾; Q has won against R, and R against P."""
    lines = ["P-Q 1, R-U 1", "Q-P =, R-V 1", "Q-R 1, P-U 1", "R-P 1, Q-V 1"]
    event = event_of(swiss(lines), System.SWISS)
    found = {row.player: row.direct for row in standings(event, ["direct-encounter"])}
    assert {row.player: row.points for row in standings(event)} == {
        **{"P": 2.5, "Q": 2.5, "R": 3.0},
        **dict.fromkeys("UV", 0.0),
    }
    assert (found["P"], found["Q"]) == (0.75, 0.25)


def test_direct_encounter_goes_on_among_those_who_are_left() -> None:
    """A is first though A and D have not met; B, C and D have 1½, 1 and ½ of their own games."""
    event = event_of(swiss(["A-B 1, C-D 1", "A-C 1, B-D =", "B-C 1"]), System.SWISS)
    assert split_group(event, ["A", "B", "C", "D"]) == [["A"], ["B"], ["C"], ["D"]]


# What matches tell beside their rounds, by hand and of a database with rounds of some matches


DATA = Path(__file__).parents[2] / "data"
WON, LOST, OPEN = "1-0", "0-1", "*"


def match(result: str, *rounds: tuple[int, str, tuple[int, int] | None]) -> PlayedMatch:
    """Return a match by who moved first in each round, its result and its points."""
    found = [RoundOfMatch(at, *each) for at, each in enumerate(rounds, 1)]
    return PlayedMatch(result, "points", found)


MATCHES = [
    match(WON, (0, WON, (7, 0)), (1, LOST, (2, 4))),  # the leader won, points changed sides
    match(LOST, (1, WON, (3, 0)), (0, LOST, (0, 9))),  # the leader lost
    match(LOST, (0, LOST, (0, 2)), (1, LOST, (1, 1))),  # a level round
    match(WON, (1, LOST, None)),  # lost with an unscored round
    match(OPEN, (0, WON, (4, 1)), (1, OPEN, None)),
]


def test_who_moved_first() -> None:
    by_round, whole = mover_results(MATCHES)
    assert by_round == {1: Results(first=3, second=2), 2: Results(first=2, second=1, unknown=1)}
    assert whole == Results(first=2, second=2, unknown=1)


def test_leaders() -> None:
    assert leader_results(MATCHES) == {1: Results(first=2, second=1, unknown=1)}


def test_swings() -> None:
    (found,) = swings(MATCHES)
    assert (found.number, found.same, found.other, found.level) == (1, 0, 2, 1)
    assert found.change == (9 + 12 + 2) / 3


def test_a_match_without_its_first_round() -> None:
    late = PlayedMatch(OPEN, "unterminated", [RoundOfMatch(2, 0, WON, (3, 1))])
    assert mover_results([late]) == ({2: Results(first=1)}, Results())
    assert leader_results([late]) == {}
    assert swings([late]) == []


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a database with eight matches of the sample, and a basic game."""
    folder = tmp_path_factory.mktemp("matches")
    text = gzip.decompress((DATA / "antipode.mgn.gz").read_bytes()).decode()
    records = [f"[Event{each}" for each in text.removeprefix("[Event").split("\n\n[Event")]
    chosen = [each for each in records if re.match(r'.*seed [35], match [1-4]"', each)]
    (folder / "x.mgn").write_text("\n\n".join([records[0], *chosen]) + "\n")
    with create_database(folder / "x.duckdb") as database:
        load(database, Reader(GAMES), str(folder / "x.mgn"))
    return folder / "x.duckdb"


@pytest.fixture(scope="module")
def database(path: Path) -> Iterator[Database]:
    with open_database(path) as opened:
        yield opened


def test_matches_are_fetched_as_their_records_tell(database: Database, path: Path) -> None:
    told = []
    for text in path.with_suffix(".mgn").read_text().split("\n\n[Event"):
        tags = dict(re.findall(r'^\[?(\w+) "(.*)"\]', text, re.MULTILINE))
        if tags.get("Match"):
            score = tags["RoundScore"]
            points = None if score == "-" else tuple(map(int, score.split(":")))
            mover = "GS".index(tags["FirstPlayer"])
            if tags["MatchRound"] == "1":
                told.append([])
            told[-1].append(RoundOfMatch(int(tags["MatchRound"]), mover, tags["Result"], points))
            if tags.get("MatchResult"):
                told[-1] = PlayedMatch(tags["MatchResult"], "", told[-1])
    found = fetch_matches(database, "antipode")
    assert [PlayedMatch(each.result, "", each.rounds) for each in found] == told
    assert len(found) == 8


def test_a_match_of_which_a_round_is_left_out_is_none(database: Database) -> None:
    whole = fetch_matches(database, "antipode")
    ids = [
        number
        for (number,) in database.connection.execute(
            "select game_id from games where not (round_number = 2 and match_id = 1)"
        ).fetchall()
    ]
    assert fetch_matches(database, "antipode", select_ids(ids)) == whole[1:]
    assert fetch_matches(database, "mentis") == []


def test_starts_by_which_games_are_compared(database: Database, path: Path) -> None:
    """What rounds have left makes starts of its own, by which nothing is compared."""
    game = find_game("antipode")
    starts = fetch_starts(database, game)
    named = [[*each.options.values()] for each in starts]
    assert sorted(named) == [["basic", "G"], ["tournament", "G"], ["tournament", "S"]]
    begun = set()
    for text in path.with_suffix(".mgn").read_text().split("\n\n[Event"):
        tags = dict(re.findall(r'^\[?(\w+) "(.*)"\]', text, re.MULTILINE))
        if tags.get("Rules") != "basic":
            begun.add((tags.get("FirstPlayer"), tags.get("GoldStones"), tags.get("SilverStones")))
    assert len(fetch_start_keys(database, game)) == len(begun)
    assert len(begun) > len(starts)


def test_report_tells_of_matches(path: Path, tmp_path: Path) -> None:
    words = ["report", "collection", "--db", str(path), "--out", str(tmp_path), "--format", "json"]
    assert CliRunner().invoke(app_for(words), words).exit_code == 0
    with open_database(path) as database:
        matches = fetch_matches(database, "antipode")
    told = json.loads((tmp_path / "numbers" / "collection-match-ends.json").read_text())
    ended = Counter(each.reason for each in matches)
    assert {row["reason"]: row["matches"] for row in told["rows"]} == ended
