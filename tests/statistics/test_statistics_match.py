"""What matches tell beside their rounds, by hand and of a database with rounds of some matches."""

import gzip
import json
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from typer.testing import CliRunner

from mentis_records.cli.main import app_for
from mentis_records.games import GAMES, find_game
from mentis_records.notation.read import Reader
from mentis_records.statistics.match_course import leader_results, mover_results, swings
from mentis_records.statistics.result import Results
from mentis_records.store.count.match_rounds import PlayedMatch, RoundOfMatch, fetch_matches
from mentis_records.store.count.played_start import fetch_start_keys, fetch_starts
from mentis_records.store.database import Database
from mentis_records.store.load.load import load
from mentis_records.store.open import create_database, open_database
from mentis_records.store.selection import select_ids

pytestmark = pytest.mark.one_build

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
