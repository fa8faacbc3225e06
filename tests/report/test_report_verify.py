"""Reports computed again: what agrees, what differs, what was touched, what is no report."""

import hashlib
import json
import re
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from case_kit import cases_of
from cli_kit import mentis
from size_kit import sampled

CASES = cases_of(__file__)

SHORT = "1. TSNd2 TSNd6"
LONG = "1. TSNc2 TSNc6 2. c2-c3-c4 c6#-c5"
PLAYED = [(SHORT, "1-0")] * 5 + [(LONG, "0-1")] * 4 + [(SHORT, "1/2-1/2")] * 2
SELECTED = ("--where", 'Event = "Hand"', "--query", "blue any on row 4")


def write(file: Path, event: str, played: list[tuple[str, str]]) -> Path:
    file.write_text(
        "".join(
            CASES["record"].format(event=event, number=number, moves=moves, result=result)
            for number, (moves, result) in enumerate(played)
        )
    )
    return file


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database, a report on all its games and one on those that a query selects."""
    home = tmp_path_factory.mktemp("verify")
    source = write(home / "hand.mgn", "Hand", PLAYED)
    assert mentis("load", source, "--db", home / "hand.duckdb").exit_code == 0
    words = ("--db", home / "hand.duckdb", "--format", "json,csv")
    assert mentis("report", "winrate", *words, "--out", home / "all").exit_code == 0
    mentis("report", "winrate", *words, *SELECTED, "--out", home / "some", code=0)
    return home


@pytest.fixture
def copy(home: Path, tmp_path: Path) -> Callable[..., Path]:
    def copy(name: str, **facts: Any) -> Path:
        """Copy a report, with other facts in the file of one of its figures."""
        shutil.copytree(home / name, tmp_path / name)
        change(tmp_path / name / "numbers" / "winrate-overall.json", **facts)
        return tmp_path / name

    return copy


def verify(folder: Path, db: Path) -> tuple[int, dict[str, Any]]:
    done = mentis("report", "verify", folder, "--db", db, "--format", "json")
    return done.exit_code, json.loads(done.stdout)


def faults(folder: Path, db: Path) -> dict[str, Any]:
    """Return what is found of a report of which something does not agree."""
    code, found = verify(folder, db)
    assert code == 1
    return found


def kinds_of(found: dict[str, Any]) -> set[tuple[str, str]]:
    return {(one["kind"], one["subject"]) for one in found["findings"]}


def change(file: Path, **facts: Any) -> None:
    if facts:
        file.write_text(json.dumps(json.loads(file.read_text()) | facts))


@pytest.mark.ci
def test_a_query_selects(home: Path) -> None:
    facts = json.loads((home / "some" / "numbers" / "winrate-overall.json").read_text())
    assert (facts["n"], facts["rows"][0]["red_wins"]) == (4, 4)
    assert facts["where"] == ['Event = "Hand"']
    assert facts["query"] == ["blue any on row 4"]
    for words in ('Event = "Hand"', "some position matches blue any on row 4"):
        assert words in facts["selection"]
    assert json.loads((home / "all" / "numbers" / "winrate-overall.json").read_text())["n"] == 11


@pytest.mark.parametrize("name", ["all", "some"])
def test_numbers_agree(home: Path, name: str) -> None:
    code, found = verify(home / name, home / "hand.duckdb")
    assert code == 0
    assert found["is_clean"]
    assert (found["figures"], found["agreeing"], found["findings"]) == (2, 2, [])
    done = mentis("report", "verify", home / name, "--db", home / "hand.duckdb")
    assert done.stdout == "2 figures computed again, 2 agree\n"


@pytest.mark.ci
def test_other_games_other_numbers(home: Path, tmp_path: Path) -> None:
    db = tmp_path / "grown.duckdb"
    shutil.copy(home / "hand.duckdb", db)
    more = write(tmp_path / "more.mgn", "Other", [(SHORT, "1-0")])
    assert mentis("load", more, "--db", db).exit_code == 0
    found = faults(home / "all", db)
    kinds = {(one["subject"], one["kind"]) for one in found["findings"]}
    subjects = ("winrate", "winrate-overall", "winrate-histogram")
    assert kinds == {(subject, "differs") for subject in subjects}
    done = mentis("report", "verify", home / "all", "--db", db)
    assert "winrate-overall: n: 11 written, 12 now (and " in done.stdout
    code, found = verify(home / "some", db)
    assert code == 0, "the games that it is on are the same"
    assert [one["kind"] for one in found["findings"]] == ["fingerprint"]
    assert not found["findings"][0]["is_fault"]


@pytest.mark.ci
def test_the_order_of_loading_does_not_matter(tmp_path: Path) -> None:
    """Games have other numbers then, and the tree's best ones are others of the same rank."""
    files = [
        write(tmp_path / "a.mgn", "Hand", PLAYED),
        write(tmp_path / "b.mgn", "Foot", [(LONG, "1-0")] * 3 + [(SHORT, "0-1")] * 4),
    ]
    for name, order in (("there", files), ("back", files[::-1])):
        assert mentis("load", *order, "--db", tmp_path / f"{name}.duckdb").exit_code == 0
    words = ("--db", tmp_path / "there.duckdb", "--format", "json", "--out", tmp_path / "out")
    assert mentis("report", "all", *words).exit_code == 0
    code, found = verify(tmp_path / "out", tmp_path / "back.duckdb")
    assert (code, found["findings"]) == (0, [])


def test_numbers_changed_by_hand(home: Path, copy: Callable[..., Path]) -> None:
    folder = copy("all")
    file = folder / "numbers" / "winrate-overall.json"
    rows = json.loads(file.read_text())["rows"]
    rows[0]["blue_wins"] += 1
    change(file, rows=rows)
    found = faults(folder, home / "hand.duckdb")
    assert [(one["kind"], one["subject"]) for one in found["findings"]] == [
        ("edited", "numbers/winrate-overall.json"),
        ("differs", "winrate-overall"),
    ]
    assert found["findings"][1]["words"] == "row 1, blue_wins: 6 written, 5 now"
    assert (found["figures"], found["agreeing"]) == (2, 1)


def test_another_title(home: Path, copy: Callable[..., Path]) -> None:
    folder = copy("all")
    change(folder / "numbers" / "winrate.json", title="Blue always wins")
    found = faults(folder, home / "hand.duckdb")
    assert ("differs", "winrate") in kinds_of(found)
    assert any(one["words"].startswith("title: Blue always wins") for one in found["findings"])


def test_files_missing_and_changed(home: Path, copy: Callable[..., Path]) -> None:
    folder = copy("all")
    (folder / "numbers" / "winrate-overall.csv").unlink()
    (folder / "numbers" / "winrate-histogram.csv").write_text("mine")
    (folder / "notes.txt").write_text("mine")
    found = faults(folder, home / "hand.duckdb")
    assert kinds_of(found) == {
        ("missing", "numbers/winrate-overall.csv"),
        ("edited", "numbers/winrate-histogram.csv"),
    }
    assert found["agreeing"] == found["figures"] == 2


def test_another_program(home: Path, copy: Callable[..., Path]) -> None:
    folder = copy("all", program="mentis-records 0.0.1")
    _, found = verify(folder, home / "hand.duckdb")
    notes = [one["words"] for one in found["findings"] if one["kind"] == "program"]
    assert len(notes) == 1
    assert "mentis-records 0.0.1" in notes[0]


@sampled(
    "facts, reason",
    [
        ({"where": "plies > 3"}, "where is not a list"),
        ({"query": [1]}, "query is not a list"),
        ({"where": ["plies > 3"] * 101}, "more than 100"),
        ({"rows": 3}, "rows is not a list"),
        ({"saved": {"siege": 3}}, "saved is not an object of texts"),
        ({"openings": "mine.csv"}, "openings is not an object"),
        ({"report": "opening"}, "the figure of another report"),
        ({"fingerprint": None}, "fingerprint is not a text"),
    ],
    3,
)
def test_what_no_report_wrote(
    home: Path, copy: Callable[..., Path], facts: dict[str, Any], reason: str
) -> None:
    folder = copy("all", **facts)
    check_broken(home, folder, reason)


def test_a_broken_figure_is_named_in_a_line(home: Path, copy: Callable[..., Path]) -> None:
    folder = copy("all", rows=3)
    done = mentis("report", "verify", folder, "--db", home / "hand.duckdb")
    assert re.search("^winrate-overall: .*rows is not a list", done.stdout, re.MULTILINE)


def check_broken(home: Path, folder: Path, reason: str) -> None:
    """One of two figures is broken: it is named, and the other is computed again."""
    found = faults(folder, home / "hand.duckdb")
    assert kinds_of(found) == {
        ("edited", "numbers/winrate-overall.json"),
        ("broken", "winrate-overall"),
    }
    (words,) = (one["words"] for one in found["findings"] if one["kind"] == "broken")
    assert reason in words
    assert (found["figures"], found["agreeing"]) == (2, 1)


@pytest.mark.parametrize(("facts", "reason"), CASES["a_figure_that_cannot_be_computed"])
def test_a_figure_that_cannot_be_computed(
    home: Path, copy: Callable[..., Path], facts: dict[str, Any], reason: str
) -> None:
    folder = copy("all", **facts)
    found = faults(folder, home / "hand.duckdb")
    kinds = {one["subject"]: one["kind"] for one in found["findings"]}
    assert kinds == {"numbers/winrate-overall.json": "edited", "winrate-overall": "unreadable"}
    words = {one["subject"]: one["words"] for one in found["findings"]}
    assert reason in words["winrate-overall"]
    assert (found["figures"], found["agreeing"]) == (2, 1)


@pytest.mark.ci
def test_a_saved_query_means_what_it_said(home: Path, tmp_path: Path) -> None:
    db, out = tmp_path / "saved.duckdb", tmp_path / "out"
    shutil.copy(home / "hand.duckdb", db)
    for name, text in (("fourth", "blue any on row 4"), ("siege", "fourth"), ("other", "start")):
        assert mentis("query", "--save", name, text, "--db", db).exit_code == 0
    words = ("--db", db, "--out", out, "--format", "json", "--where", "siege")
    assert mentis("report", "winrate", *words).exit_code == 0
    facts = json.loads((out / "numbers" / "winrate-overall.json").read_text())
    assert (facts["n"], facts["where"]) == (4, ["siege"])
    assert facts["saved"] == {"fourth": "blue any on row 4", "siege": "fourth"}
    assert "fourth says: blue any on row 4; siege says: fourth" in facts["selection"]
    assert verify(out, db) == (0, {"is_clean": True, "figures": 2, "agreeing": 2, "findings": []})
    assert mentis("query", "--forget", "siege", "--db", db).exit_code == 0
    assert mentis("query", "--save", "fourth", "blue any on row 7", "--db", db).exit_code == 0
    code, found = verify(out, db)
    assert (code, found["agreeing"]) == (0, 2)
    assert [one["words"] for one in found["findings"]] == [
        "the saved query fourth has been changed since; its earlier text is used",
        "the saved query siege is gone; its earlier text is used",
    ]


def test_an_empty_report(tmp_path: Path) -> None:
    db, out = tmp_path / "empty.duckdb", tmp_path / "out"
    source = write(tmp_path / "hand.mgn", "Hand", PLAYED[:1])
    (tmp_path / "none.mgn").write_text("")
    mentis("load", tmp_path / "none.mgn", "--db", db)
    for kind in ("collection", "winrate"):
        assert mentis("report", kind, "--db", db, "--out", out).exit_code == 0
    assert verify(out, db) == (0, {"is_clean": True, "figures": 0, "agreeing": 0, "findings": []})
    assert mentis("load", source, "--db", db).exit_code == 0
    found = faults(out, db)
    wrong = [(one["subject"], one["words"]) for one in found["findings"] if one["is_fault"]]
    words = "Games: 0 written, 1 now (and 2\N{NO-BREAK SPACE}more facts)"
    assert wrong == [("collection", words), ("winrate", words)]


def test_names_of_openings_are_known_by_content(home: Path, tmp_path: Path) -> None:
    names, out = tmp_path / "mine.csv", tmp_path / "out"
    names.write_text("game,moves,name\nmentis,TSNd2 TSNd6,Mine\n")
    words = ("--db", home / "hand.duckdb", "--format", "json")
    done = mentis("report", "opening", *words, "--out", out, "--openings", names, code=0)
    facts = json.loads((out / "numbers" / "opening-tree-standard.json").read_text())
    digest = hashlib.sha256(names.read_bytes()).hexdigest()
    assert facts["openings"] == {"file": "mine.csv", "sha256": digest}
    assert "Mine" in {row["name"] for row in facts["rows"]}
    again = ("report", "verify", out, *words)
    assert mentis(*again, "--openings", names.rename(tmp_path / "moved.csv")).exit_code == 0
    done = mentis(*again, code=1)
    (fault,) = (one for one in json.loads(done.stdout)["findings"] if one["is_fault"])
    assert fault["subject"] == "opening-tree-standard"
    assert f"it was made with --openings mine.csv, SHA-256 {digest}" in fault["words"]
    done = mentis(*again, "--openings", tmp_path / "none.csv")
    assert (done.exit_code, "No such file" in done.stderr) == (2, True)


def test_a_test_is_no_sql(home: Path, copy: Callable[..., Path]) -> None:
    folder = copy("all", where=['Event = "x\' or 1=1 --"'])
    found = faults(folder, home / "hand.duckdb")
    gone = [one["subject"] for one in found["findings"] if one["kind"] == "gone"]
    assert gone == ["winrate-overall"], "no game passes, so there is no figure"


@sampled(
    "text, reason",
    [
        ("{", "not JSON"),
        ("[1]", "not a JSON object"),
        ("[" * 100_000, "not JSON"),
        ("NaN", "object"),
    ],
    2,
)
def test_malformed_figures(home: Path, copy: Callable[..., Path], text: str, reason: str) -> None:
    folder = copy("all")
    (folder / "numbers" / "winrate-overall.json").write_text(text)
    check_broken(home, folder, reason)


def test_a_broken_manifest_beside_a_sound_one(home: Path, copy: Callable[..., Path]) -> None:
    folder = copy("all")
    (folder / "opening.manifest").write_text("{")
    (folder / "weather.manifest").write_text('{"report": "weather", "files": {}}')
    found = faults(folder, home / "hand.duckdb")
    assert kinds_of(found) == {("broken", "opening.manifest"), ("broken", "weather.manifest")}
    assert (found["figures"], found["agreeing"]) == (2, 2)


def test_every_figure_is_broken(home: Path, copy: Callable[..., Path]) -> None:
    folder = copy("all")
    for file in folder.glob("numbers/*.json"):
        file.write_text("{")
    code, found = verify(folder, home / "hand.duckdb")
    assert (code, found["figures"], found["agreeing"]) == (1, 2, 0)


def test_where_no_report_is(home: Path, tmp_path: Path) -> None:
    db = home / "hand.duckdb"
    (tmp_path / "other.json").write_text("{}")
    for words, reason in (
        (("verify", tmp_path, "--db", db), "no report of mentis-records here"),
        (("verify", tmp_path / "none", "--db", db), "no report of mentis-records here"),
        (("verify", "--db", db), "verify takes one folder"),
        (
            ("verify", home / "all", "--db", db, "--where", "plies > 3"),
            "the figures say what was selected",
        ),
        (("verify", home / "all", "--db", tmp_path / "x.duckdb"), "no such database"),
        (("verify", home / "all", "--db", db, "--format", "csv"), "choose one of text, json"),
    ):
        done = mentis("report", *words, code=2)
        assert reason in done.stderr
    (tmp_path / "weather.manifest").write_text('{"report": "weather", "files": {}}')
    done = mentis("report", "verify", tmp_path, "--db", db)
    assert (done.exit_code, "no report 'weather'" in done.stderr) == (2, True)


def test_only_numbers_can_be_verified(home: Path, tmp_path: Path) -> None:
    words = ("--db", home / "hand.duckdb", "--out", tmp_path, "--format", "csv")
    assert mentis("report", "winrate", *words).exit_code == 0
    done = mentis("report", "verify", tmp_path, "--db", home / "hand.duckdb", code=2)
    assert "--format json" in done.stderr


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (("--query", "blue N on z9"), "            ^^\n"),
        (("--query", "blue N"), "--query: it ends too early"),
        (("--where", 'player = "\udcff"'), "not UTF-8"),
        (("--format", "html,docx"), "--format 'docx'"),
        (("--format", "html,"), "--format ''"),
        (("elsewhere",), "--out elsewhere"),
    ],
)
def test_wrong_use(home: Path, tmp_path: Path, words: tuple[str, ...], reason: str) -> None:
    done = mentis("report", "winrate", *words, "--db", home / "hand.duckdb", code=2)
    assert reason in done.stderr


def test_export_of_what_matches(home: Path) -> None:
    words = ("--db", home / "hand.duckdb", "--format", "csv", "--query", "blue any on row 4")
    assert len(mentis("export", *words).stdout.splitlines()) == 1 + 4


def test_games_that_are_not_indexed_are_not_passed_over(tmp_path: Path) -> None:
    db = tmp_path / "plain.duckdb"
    source = write(tmp_path / "hand.mgn", "Hand", PLAYED[:1])
    assert mentis("load", source, "--db", db, "--no-index").exit_code == 0
    done = mentis(
        "report", "winrate", "--db", db, "--query", "start", "--out", tmp_path / "out", code=2
    )
    assert "mentis index" in done.stderr
    assert mentis("query", "--save", "siege", "start", "--db", db).exit_code == 0
    done = mentis("report", "winrate", "--db", db, "--where", "siege", "--out", tmp_path / "out")
    assert (done.exit_code, "mentis index" in done.stderr) == (2, True)
    done = mentis("export", "--db", db, "--query", "start")
    assert (done.exit_code, "mentis index" in done.stderr) == (2, True)
