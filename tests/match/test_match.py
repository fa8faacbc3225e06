"""Points, warned plies and matches, of a game that has them: as they are read, kept and changed.

The game is Laurel, of a distribution of its own; all of it in the compiled and the plain build.
"""

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
from case_kit import cases_of
from program_kit import ROOT, python

from mentis_records.notation.tables.grammar_tables import write_tables

pytestmark = pytest.mark.one_build

HERE = Path(__file__).parent
SITES = {"laurel": HERE / "site", "annulus": HERE.parent / "stranger" / "site"}

WHITE_WINS = "1. a1 a3 2. b1 b3 3. c1"
"""Four points for White; Black is to move."""
BLACK_WINS = "1. a1 a3 2. b1 b3 3. c2 c3"
"""White misses a row in the fifth ply. Three points for Black; White is to move."""
OPEN = "1. a1 a3 2. b1"


def laurel(
    plies: str,
    result: str,
    number: int = 0,
    first: str = "White",
    event: str = "x",
    players: tuple[str, str] = ("Ann", "Bob"),
    match: int = 2,
    **tags: str,
) -> str:
    """Return a record: round ``number`` of a match of so many rounds, or 0 for a single game."""
    white, black = players
    pairs = {"Event": event, "Site": "?", "Date": f"2025.01.{len(plies) % 28 + 1:02}"}
    pairs |= {"Round": str(number or "?"), "White": white, "Black": black, "Result": result}
    pairs |= {"Game": "Laurel", "FirstPlayer": first, **tags}
    if number:
        pairs |= {"Match": str(match), "MatchRound": str(number)}
    head = "\n".join(f'[{name} "{value}"]' for name, value in pairs.items())
    return f"{head}\n\n{plies} {result}\n"


def agreed(number: int, first: str = "White", plies: str = OPEN, **more: Any) -> str:
    return laurel(plies, "1/2-1/2", number, first, Termination="agreement", **more)


class Mentis:
    """The program, in one of its builds, with Laurel installed in a folder."""

    def __init__(self, root: Path, site: Path) -> None:
        self._root = root
        self._site = site

    def run(
        self,
        *words: object,
        program: tuple[str, ...] = ("-m", "mentis_records.cli"),
        beside: Path | None = None,
    ) -> subprocess.CompletedProcess[str]:
        path = (self._site, *([beside] if beside else ()))
        done = python(*program, *words, path=path, root=self._root, is_first=bool(beside))
        assert "Traceback" not in done.stderr, done.stderr
        return done

    def do(self, *words: object) -> str:
        done = self.run(*words)
        assert done.returncode == 0, (words, done.stdout, done.stderr)
        return done.stdout

    def load(self, db: Path, name: str, *records: str) -> Path:
        path = db.parent / name
        path.write_text("\n".join(records))
        self.do("load", path, "--db", db)
        return path

    def sql(self, db: Path, query: str, *more: object) -> list[tuple[Any, ...]]:
        found = json.loads(self.do("sql", query, "--db", db, "--format", "json", *more))
        return [tuple(row.values()) for row in found]

    def look(self, db: Path, *statements: str) -> dict[str, Any]:
        """Return what the database has, when the doctor has repaired what statements did to it."""
        done = self.run(db, *statements, program=(str(HERE / "look.py"),))
        assert done.returncode == 0, done.stderr
        seen: dict[str, Any] = json.loads(done.stdout)
        assert seen["found"] == []
        return seen

    def matches(self, db: Path) -> list[Any]:
        """Return the matches, each with its rounds; the doctor finds no difference."""
        found: list[Any] = self.look(db)["matches"]
        return found


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder in which Laurel is installed, and Annulus, with the tables of both."""
    folder = tmp_path_factory.mktemp("site")
    for name, origin in SITES.items():
        shutil.copytree(origin, folder, dirs_exist_ok=True)
        write_tables(folder / name, str(folder / name / f"{name}.lark"))
    return folder


@pytest.fixture(scope="module", params=["compiled", pytest.param("plain", marks=pytest.mark.ci)])
def mentis(
    request: pytest.FixtureRequest, site: Path, tmp_path_factory: pytest.TempPathFactory
) -> Mentis:
    if request.param == "compiled":
        return Mentis(ROOT, site)
    folder = tmp_path_factory.mktemp("plain")
    leave_out = shutil.ignore_patterns("*.so", "*.pyd", "*.c", "__pycache__")
    for name in ("mentis_records", "grammar", "data"):
        shutil.copytree(ROOT / name, folder / name, ignore=leave_out)
    return Mentis(folder, site)


@pytest.fixture
def db(tmp_path: Path) -> Path:
    return tmp_path / "x.duckdb"


ENDS = (
    laurel(WHITE_WINS, "1-0", event="a"),
    laurel(BLACK_WINS, "0-1", event="b"),
    laurel("1. A1 a3 2. b1 b3 3. c1", "1-0", event="c"),
    laurel("1. a1 a3 2. b1 b3 3. C2 c3", "0-1", event="d"),
    agreed(0, event="e"),
    laurel(OPEN, "0-1", event="f", Termination="adjudication"),
    laurel(OPEN, "0-1", event="g", Termination="resignation"),
    laurel(OPEN, "*", event="h"),
    laurel(OPEN, "1-0", event="i"),
    laurel("1. a1 a3 2. b1 {good} b3 3. c1", "1-0", event="j"),
    laurel("1. a1 a3 (1... b3) 2. b1 b3 3. c2 c3", "0-1", event="k"),
)
TABLES = cases_of(__file__)
POINTS = [[None if cell == "" else cell for cell in row] for row in TABLES["points"]]


def test_points_and_warnings(mentis: Mentis, db: Path) -> None:
    mentis.load(db, "a.mgn", *ENDS)
    assert mentis.look(db)["games"] == POINTS
    # A missing number makes the reader that explains read records that need no word.
    explained = db.with_name("y.duckdb")
    mentis.load(explained, "b.mgn", *[record.replace(" 2. b1", " b1") for record in ENDS])
    assert mentis.look(explained)["games"] == POINTS


def test_they_are_shown_and_exported(mentis: Mentis, db: Path) -> None:
    mentis.load(db, "a.mgn", *ENDS[:2])
    query = "select white_points, black_points, warned from laurel_games order by event"
    assert mentis.sql(db, query) == [(4, 0, []), (0, 3, [5])]
    out = mentis.do("export", "--db", db, "--format", "json")
    first, second = map(json.loads, out.splitlines())
    assert (first["points"], second["points"]) == ([4, 0], [0, 3])
    assert [ply.get("warned") for ply in second["plies"]] == [None] * 4 + [True, None]
    header, row, _ = mentis.do("export", "--db", db, "--format", "csv").split("\n", 2)
    values = dict(zip(header.split(","), row.split(","), strict=False))
    assert (values["white_points"], values["black_points"]) == ("4", "0")
    copy = db.with_name("copy.mgn")
    mentis.do("export", "--db", db, "--out", copy)
    mentis.do("load", copy, "--db", db.with_name("y.duckdb"))
    assert mentis.look(db.with_name("y.duckdb"))["games"] == POINTS[:2]


def test_the_doctor_counts_again(mentis: Mentis, db: Path) -> None:
    mentis.load(db, "a.mgn", *ENDS)
    seen = mentis.look(
        db,
        "update games set first_points = 7 where event = 'a'",
        "update games set warned = [1] where event = 'b'",
        "update games set warned = null, second_points = null where event = 'k'",
        "update games set result = '*', first_points = null where event = 'j'",
    )
    assert [len(found) for found in seen["repaired"]] == [1, 1, 2, 2]
    assert seen["games"] == POINTS


def test_what_a_game_learns_gives_it_points(mentis: Mentis, db: Path) -> None:
    mentis.load(db, "a.mgn", laurel(OPEN, "*", 1))
    assert mentis.matches(db) == [[[1], 0, 0, "*", "unterminated"]]
    path = mentis.load(db, "b.mgn", agreed(1))
    seen = mentis.look(db)
    assert seen["games"] == [["x", 1, 1, []]]
    assert seen["matches"] == [[[1], 1, 1, "*", "unterminated"]]
    path.write_text(path.read_text() + "\n" + laurel(WHITE_WINS, "1-0", event="z"))
    mentis.do("load", path, "--db", db)
    assert mentis.look(db)["games"] == [["x", 1, 1, []], ["z", 4, 0, []]]


def test_matches(mentis: Mentis, db: Path) -> None:
    mentis.load(
        db,
        "a.mgn",
        laurel(WHITE_WINS, "1-0", 1),  # Black is to begin the next round
        laurel(WHITE_WINS.replace("1. a1 a3", "1. a1 a2"), "0-1", 2, "Black", event="y"),
        laurel(WHITE_WINS, "0-1", 2, "Black"),
        laurel(BLACK_WINS, "0-1", 1),  # another match of the same players
        agreed(2, "White"),
        laurel(BLACK_WINS, "0-1", event="single"),
        agreed(2, "Black", event="lone"),
        laurel(OPEN, "0-1", 1, event="resigned", Termination="resignation"),
        agreed(2, "Black", event="resigned"),  # the match was over
    )
    assert mentis.matches(db) == [
        [[1, 3], 4, 4, "1/2-1/2", "points"],
        [[2], 0, 4, "0-1", "points"],
        [[4, 5], 1, 4, "0-1", "points"],
        [[7], 1, 1, "1/2-1/2", "points"],
        [[8], 0, 0, "0-1", "resignation"],
        [[9], 1, 1, "1/2-1/2", "points"],
    ]
    query = "select white, black, rounds, white_points, black_points from laurel_matches limit 1"
    assert mentis.sql(db, query) == [("Ann", "Bob", 2, 4, 4)]
    info = json.loads(mentis.do("info", "--db", db, "--format", "json"))
    assert info["rows"]["matches"] == 6


def test_matches_follow_their_rounds(mentis: Mentis, db: Path) -> None:
    first, second = laurel(WHITE_WINS, "1-0", 1), laurel(WHITE_WINS, "0-1", 2, "Black")
    other = agreed(1, event="other")
    path = mentis.load(db, "b.mgn", second, other)
    assert mentis.matches(db) == [[[1], 0, 4, "0-1", "points"], [[2], 1, 1, "*", "unterminated"]]
    mentis.load(db, "a.mgn", first)
    assert mentis.matches(db) == [
        [[2], 1, 1, "*", "unterminated"],
        [[3, 1], 4, 4, "1/2-1/2", "points"],
    ]
    path.write_text(path.read_text() + "\n" + agreed(2, event="other"))
    mentis.do("load", path, "--db", db)  # the source has grown
    assert [row[1:] for row in mentis.matches(db)] == [
        [4, 4, "1/2-1/2", "points"],
        [1, 1, "*", "unterminated"],
        [1, 1, "1/2-1/2", "points"],
    ]
    mentis.do("vacuum", "--db", db)
    before = mentis.matches(db)
    copy = db.with_name("copy.mgn")
    mentis.do("export", "--db", db, "--out", copy)
    again = db.with_name("again.duckdb")
    mentis.do("load", copy, "--db", again)
    assert sorted(row[1:] for row in mentis.matches(again)) == sorted(row[1:] for row in before)
    mentis.do("delete", "--db", db, "--where", 'event = "x"', "--yes")
    assert {points for _, points, *_ in mentis.matches(db)} == {1}
    mentis.do("delete", "--db", db, "--where", 'event = "other"', "--yes")
    assert mentis.matches(db) == []
    assert mentis.sql(db, "select count(*) from matches") == [(0,)]


def test_a_round_of_unclear_match_is_told(mentis: Mentis, db: Path) -> None:
    first, other = laurel(WHITE_WINS, "1-0", 1), laurel("1. a1 b3 2. b1 a3 3. c1", "1-0", 1)
    for name, record in {"a": first, "b": other, "c": agreed(2, "Black")}.items():
        mentis.load(db, f"{name}.mgn", record)
    alone = [[1], 4, 0, "*", "unterminated"], [[2], 4, 0, "*", "unterminated"]
    assert mentis.matches(db) == [*alone, [[3], 1, 1, "1/2-1/2", "points"]]
    done = mentis.run("matches", "--db", db)
    assert done.returncode == 1
    assert "match 3: game 3: round 2 might follow game 1 or game 2\n" in done.stderr
    mentis.do("matches", 1, "--db", db)
    mentis.do("delete", 1, "--yes", "--db", db)
    assert mentis.matches(db) == [[[2, 3], 5, 1, "1-0", "points"]]
    (found,) = json.loads(mentis.do("matches", "--db", db, "--format", "json"))
    assert [each["first_mover"] for each in found["rounds"]] == ["White", "Black"]
    assert [each["stones"] for each in found["rounds"]] == [None, None]
    assert found["winner"] == "White"


def test_rounds_behind_one_another_are_one_match(mentis: Mentis, db: Path) -> None:
    first, other = laurel(WHITE_WINS, "1-0", 1), laurel("1. a1 b3 2. b1 a3 3. c1", "1-0", 1)
    mentis.load(db, "a.mgn", first)
    mentis.load(db, "b.mgn", other, agreed(2, "Black"))
    assert [ids for ids, *_ in mentis.matches(db)] == [[1], [2, 3]]


def test_merged_players_play_one_match(mentis: Mentis, db: Path) -> None:
    mentis.load(
        db,
        "a.mgn",
        laurel(WHITE_WINS, "1-0", 1),
        laurel(WHITE_WINS, "0-1", 2, "Black", players=("Ann Smith", "Bob")),
    )
    apart = [[[1], 4, 0, "*", "unterminated"], [[2], 0, 4, "0-1", "points"]]
    assert mentis.matches(db) == apart
    mentis.do("players", "merge", "Ann", "Ann Smith", "--db", db)
    assert mentis.matches(db) == [[[1, 2], 4, 4, "1/2-1/2", "points"]]
    mentis.do("players", "split", "Ann Smith", "--db", db)
    assert mentis.matches(db) == apart


def test_the_doctor_makes_matches_anew(mentis: Mentis, db: Path) -> None:
    rounds = laurel(WHITE_WINS, "1-0", 1), laurel(WHITE_WINS, "0-1", 2, "Black")
    mentis.load(db, "a.mgn", *rounds, laurel(WHITE_WINS, "1-0", event="single"))
    seen = mentis.look(db, *TABLES["damage"])
    assert all(any("match" in found for found in told) for told in seen["repaired"])
    assert seen["matches"] == [[[1, 2], 4, 4, "1/2-1/2", "points"]]


def test_games_without_matches_have_none(mentis: Mentis, db: Path) -> None:
    mentis.do("load", ROOT / "data" / "rulebook.mgn", "--db", db)
    assert mentis.matches(db) == []
    query = "select count(*), count(match_id), count(first_points), max(len(warned)) from games"
    assert mentis.sql(db, query) == [(2, 0, 0, 0)]
    query = "select count(*) from duckdb_columns() where table_name = 'mentis_games' and "
    assert mentis.sql(db, query + "column_name in ('match_id', 'blue_points')") == [(0,)]
    query = "select count(*) from duckdb_views() where view_name = 'mentis_matches'"
    assert mentis.sql(db, query) == [(0,)]


@pytest.fixture
def wreath(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """Return a folder in which a game of the tables is installed."""
    folder = tmp_path / "bad-1.0.dist-info"
    folder.mkdir()
    (folder / "METADATA").write_text("Metadata-Version: 2.1\nName: bad\nVersion: 1.0\n")
    (folder / "entry_points.txt").write_text("[mentis_records.games]\nwreath = wreath:GAME\n")
    (tmp_path / "wreath.py").write_text(TABLES[request.param])
    return tmp_path


@pytest.mark.parametrize("wreath", ["lacking"], indirect=True)
def test_a_game_whose_matches_lack_something_is_left_out(mentis: Mentis, wreath: Path) -> None:
    done = mentis.run("perft", "1", beside=wreath)
    reason = "its match: place is missing, a function of a record's tags"
    assert f"wreath (wreath:GAME) is left out: {reason}" in done.stderr


@pytest.mark.parametrize("wreath", ["faulty"], indirect=True)
def test_records_that_trip_a_games_matches_are_no_rounds(
    mentis: Mentis, db: Path, wreath: Path
) -> None:
    events = ("no place", "raises", "result", "reason", "points", "half points")
    rounds = [laurel(WHITE_WINS, "1-0", 1, event=event) for event in events]
    rounds += [
        laurel(WHITE_WINS, "1-0", 1, event="good", Site="a"),
        laurel(WHITE_WINS, "1-0", event="good", Site="b", Match="x", MatchRound="2"),
        laurel(WHITE_WINS, "1-0", 3, event="good", Site="c"),
    ]
    path = db.with_name("a.mgn")
    path.write_text("\n".join(rounds).replace("Laurel", "Wreath"))
    assert mentis.run("load", path, "--db", db, beside=wreath).returncode == 0
    query = "select reason, rounds from matches order by all"
    assert mentis.sql(db, "select count(*) from games") == [(9,)]
    assert mentis.sql(db, query) == [("unterminated", 1), ("unterminated", 2)]
    done = mentis.run("doctor", "--db", db, beside=wreath)
    assert done.returncode == 0, done.stdout


def test_numbers_of_rounds_that_are_none_make_no_match(mentis: Mentis, db: Path) -> None:
    odd = ("x", "", "-1", "0", "1" * 5_000, "99999999999")
    sound = {"Match": "2", "MatchRound": "1"}
    rounds = [
        laurel(WHITE_WINS, "1-0", event=f"{name} {at}", **(sound | {name: value}))
        for name in sound
        for at, value in enumerate(odd)
    ]
    path = db.with_name("a.mgn")
    path.write_text("\n".join([*rounds, laurel(WHITE_WINS, "1-0", event="sound", **sound)]))
    assert mentis.run("load", path, "--db", db).returncode == 0
    query = "select count(*), list(event) filter (match_id is not null) from games"
    assert mentis.sql(db, query) == [(len(odd) * 2 + 1, ["sound"])]
