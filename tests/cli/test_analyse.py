"""``mentis analyse`` of positions, files and databases; ``mentis audit`` and missed wins."""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from case_kit import cases_of
from cli_kit import BAD, GOOD, RULEBOOK, json_lines, mentis

from mentis_records.cli.analysis_subject import Stated, Subject, search
from mentis_records.games import GAMES
from mentis_records.games.search.analyser import Analyser
from mentis_records.games.search.analysis import Limits

CASES = cases_of(__file__)
WON = "3k3/3N3/7/7/7/7/3K3 b -/- 1"
OVER = "7/7/7/7/7/7/3K3 r -/- 1"
QUIET = "3k3/7/7/7/7/7/3K3 b -/- 1"
IMPOSSIBLE = "3k3/8/7/7/7/7/2KK3 b -/- 0"
KEYS = ["position", "best", "line", "score", "mate", "proven", "depth", "nodes"]
ALL_BLUNDERS = ("--inaccuracy", 0.001, "--mistake", 0.001, "--blunder", 0.001)
"""Thresholds for which a move that throws a win away is a blunder, however good it still is."""
MISSED = f"""[Event "x"]
[Position "{WON}"]

{{before}} 1. d6-d5 $14 {{a pity}} (1. d6-c6 $5 {{why not}}) 1... d7-c7! {{fine}} *

{{after}}
"""
IRREGULAR = f"""[Event "x"]
[Position "{WON}"]

1. d6-d4-d5 d7-c7 *
"""


def test_json_of_positions() -> None:
    done = mentis("analyse", WON, OVER, "--format", "json", "--nodes", 500, code=0)
    won, over = json_lines(done)
    assert list(won) == list(over) == KEYS
    told = {key: won[key] for key in KEYS[:6]}
    assert told == {
        "position": WON,
        "best": "d6xd7",
        "line": ["d6xd7"],
        "score": 1.0,
        "mate": 1,
        "proven": True,
    }
    assert (over["best"], over["line"], over["mate"], over["proven"]) == (None, [], None, False)
    assert over["score"] == 0.0


def test_json_of_several_lines() -> None:
    done = mentis("analyse", QUIET, "--format", "json", "--lines", 2, "--nodes", 500)
    (value,) = json_lines(done)
    assert list(value) == [*KEYS, "lines"]
    assert {each["move"] for each in value["lines"]} == {"d1-c1", "d1-e1"}
    first = value["lines"][0]
    assert list(first) == ["move", "line", "score", "mate"]
    assert first == {
        "move": value["best"],
        "line": value["line"],
        "score": value["score"],
        "mate": value["mate"],
    }


def test_json_of_a_record() -> None:
    done = mentis("analyse", RULEBOOK, RULEBOOK, "--format", "json", "--depth", 1)
    values = json_lines(done)
    assert done.exit_code == 0
    assert {tuple(value) for value in values} == {("record", "ply", "played", *KEYS)}
    assert [(each["record"], each["ply"]) for each in values] == [
        (record, ply)
        for record, plies in ((1, 24), (2, 46), (3, 24), (4, 46))
        for ply in range(1, plies + 1)
    ]
    assert values[0]["played"] == "TSNd2"
    assert values[0]["position"] == "3k3/7/7/7/7/7/3K3 b S3T3N3/s3t3n3 1"


@pytest.mark.parametrize("jobs", [1, 2])
def test_lines_of_standard_input(jobs: int) -> None:
    text = f"{WON}\n\n {IMPOSSIBLE} \nnonsense\n{OVER}\n{WON}\n" + "x" * 2_000 + "\n"
    asked = ("--format", "json", "--nodes", 500, "--jobs", jobs)
    done = mentis("analyse", "-", *asked, text=text, code=1)
    values = json_lines(done)
    refused = [["position", "error"]]
    assert list(map(list, values)) == [KEYS, *refused * 2, KEYS, KEYS, *refused]
    assert [value["position"] for value in values[:5]] == [WON, IMPOSSIBLE, "nonsense", OVER, WON]
    assert (
        values[1]["error"]
        == json_lines(mentis("moves", "--format", "json", IMPOSSIBLE))[0]["error"]
    )


def test_text_of_standard_input() -> None:
    done = mentis("analyse", "-", "--nodes", 500, text=f"{WON}\nnonsense\n{OVER}\n", code=1)
    assert "nonsense: impossible position: " in done.stderr
    won, over, about = done.stdout.split("\n\n")
    assert won.splitlines()[0] == WON
    assert won.endswith("\n  Blue wins in 1 ply: d6xd7")
    assert over == f"{OVER}\n  Blue won: king captured"
    assert "points" in about
    assert "games" in about


def test_an_answer_comes_before_the_next_line_is_read() -> None:
    answered: list[str] = []

    def subjects() -> Iterator[Subject]:
        for number, text in enumerate([WON, OVER, QUIET]):
            assert len(answered) == number
            yield Stated(GAMES[0], text, (GAMES[0].parse_position(text, {}),))

    for found in search(subjects(), lambda _: Limits(depth=1)):
        assert isinstance(found.subject, Stated)
        answered.append(found.subject.text)
    assert answered == [WON, OVER, QUIET]


def test_text_of_a_record(tmp_path: Path) -> None:
    path = tmp_path / "a.mgn"
    path.write_text(MISSED)
    done = mentis("analyse", path, "--depth", 1, *ALL_BLUNDERS, code=0)
    heading, first, remark, second, end, *_ = done.stdout.splitlines()
    assert heading == "Record 1: ? - ?, *"
    assert first.split("  ")[0] == "1."
    assert first.endswith("  Blue wins in 1 ply      d6xd7")
    assert " d6-d5?? " in first
    assert remark.strip() == "missed a forced win in 1 ply"
    assert second.startswith("1...  d7-c7")
    assert end.startswith("end ")


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.description.slug)
def test_every_game(game: Any) -> None:
    slug = game.description.slug
    start = game.start_position(game.description.usual_settings)
    done = mentis(
        "analyse", f" {game.format_position(start)}", "--rules", slug, "--depth", 1, code=0
    )
    assert f"  {game.description.sides[start.side]} to move, depth " in done.stdout
    is_hidden = any(setting.is_secret for setting in game.description.settings)
    assert ("taken as known, faces of pieces too" in done.stdout) == is_hidden
    assert f"Expected points of {game.description.title} " in done.stdout or not is_hidden


@pytest.mark.parametrize(("words", "reason"), CASES["wrong_use"], ids=lambda value: str(value)[:40])
def test_wrong_use(words: list[str], reason: str) -> None:
    given = (word.format(won=WON, impossible=IMPOSSIBLE) for word in words)
    done = mentis("analyse", *given, code=2)
    assert reason in " ".join(done.stderr.split())
    assert not done.stdout


def test_a_record_is_annotated_and_again(tmp_path: Path) -> None:
    path = tmp_path / "a.mgn"
    path.write_text(MISSED + BAD)
    asked = ("--format", "mgn", "--depth", 1, "--out", path, *ALL_BLUNDERS)
    done = mentis("analyse", path, *asked, code=1)
    assert "a.mgn:9:10: error M201" in done.stderr
    once = path.read_text()
    assert BAD in once
    words = " ".join(once.split())
    assert "[%nag 4] missed a forced win in 1 ply} {a pity} (1. d6-c6 $5 {why not})" in words
    assert "{[%eval #1,1] better line} 1. d6xd7)" in words
    assert "1... d7-c7! {[%eval " in words
    assert "{before}" in words
    assert "{after}" in words
    assert 'Annotator "mentis-records ' in words
    assert 'search depth 1"]' in words
    assert mentis("analyse", path, *asked).exit_code == 1
    assert path.read_text() == once


def test_thresholds(tmp_path: Path) -> None:
    path = tmp_path / "a.mgn"
    path.write_text(MISSED)
    asked = ("--format", "mgn", "--depth", 1, "--inaccuracy", 0.001, "--mistake", 1, "--blunder", 1)
    done = mentis("analyse", path, *asked)
    assert " $6 {[%eval" in " ".join(done.stdout.split())


def test_irregular_plies(tmp_path: Path) -> None:
    path, made = tmp_path / "a.mgn", tmp_path / "b.mgn"
    path.write_text(IRREGULAR)
    assert mentis("analyse", path, "--depth", 1).exit_code == 1
    mentis("analyse", path, "--as-played", "--format", "mgn", "--depth", 1, "--out", made, code=0)
    mentis("validate", made, "--as-played", code=0)
    assert "[%eval" in made.read_text()


def test_annotated_records_are_valid(tmp_path: Path) -> None:
    made = tmp_path / "made.mgn"
    done = mentis("analyse", RULEBOOK, "--format", "mgn", "--depth", 1, "--out", made)
    assert (done.exit_code, done.stdout) == (0, "")
    checked = mentis("validate", made, "--strict", code=0)
    assert "0 errors, 0 warnings" in checked.stderr
    again = mentis("analyse", made, "--format", "mgn", "--depth", 1)
    assert again.stdout == made.read_text()


def test_a_file_that_is_damaged_is_not_written_over(tmp_path: Path) -> None:
    path = tmp_path / "a.mgn"
    path.write_text(MISSED + "\n" + '[Event "y"]\n\n{' + "x" * 1_100_000 + "} 1. Sb1 *\n")
    before = path.read_bytes()
    done = mentis("analyse", path, "--format", "mgn", "--depth", 1, "--out", path, code=1)
    assert "not written" in done.stderr
    assert path.read_bytes() == before


def test_interrupted_it_leaves_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a.mgn"
    path.write_text(MISSED)

    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Analyser, "submit", interrupt)
    done = mentis("analyse", path, "--format", "mgn", "--out", path)
    assert done.exit_code not in (0, 1, 2)
    assert path.read_text() == MISSED
    assert list(tmp_path.iterdir()) == [path]


def test_proofs_can_be_written(tmp_path: Path) -> None:
    proofs = tmp_path / "proofs.jsonl"
    done = mentis(
        "analyse", RULEBOOK, WON, WON, QUIET, "--depth", 3, "--certificates", proofs, code=0
    )
    assert done.stderr.endswith(f"{proofs}: 5 certificates\n")
    checked = mentis("certify", proofs, code=0)
    assert checked.stderr.endswith("5 certificates: 5 accepted, 0 refused\n")


def test_proofs_are_not_kept_in_databases(tmp_path: Path) -> None:
    done = mentis(
        "analyse", "--db", tmp_path / "x.duckdb", "--certificates", tmp_path / "p", code=2
    )
    assert "proofs are not kept in databases" in done.stderr


def test_what_is_read_is_not_replaced(tmp_path: Path) -> None:
    path = tmp_path / "x.mgn"
    path.write_text(RULEBOOK.read_text())
    for words in (
        ("analyse", path, "--certificates", path),
        ("analyse", path, "--out", path),
        ("audit", path, "--certificates", path),
        ("analyse", path, "--out", tmp_path / "y", "--certificates", tmp_path / "y"),
    ):
        assert mentis(*words).exit_code == 2
    assert path.read_text() == RULEBOOK.read_text()


def test_scores_say_among_which_games_they_hold() -> None:
    for form in ("json", "text"):
        done = mentis("analyse", QUIET, "--format", form, "--nodes", 100)
        assert "Expected points hold among" in done.stdout + done.stderr


STONES = '[Game "Antipode"]\n\n1. d1 a3 *\n'


@pytest.fixture
def db(tmp_path: Path, place_loaded: Callable[..., Path]) -> Path:
    return place_loaded(tmp_path / "club.duckdb", RULEBOOK)


def analyse(db: Path, *words: object) -> str:
    done = mentis("analyse", "--db", db, "--nodes", 20, *words, code=0)
    return done.stdout


def info(db: Path) -> str:
    return mentis("info", "--db", db).stdout


def test_what_is_new_is_analysed_once(db: Path) -> None:
    told = analyse(db, "--where", "plies > 30")
    assert told.startswith(f"{db}: 1 game, 46 positions: 0 analysed before, 46 now in ")
    told = analyse(db)
    assert told.startswith(f"{db}: 2 games, 60 positions: 46 analysed before, 14 now in ")
    assert analyse(db) == f"{db}: 2 games, 60 positions: 60 analysed before, 0 now\n"
    assert analyse(db, "--depth", 1).startswith(f"{db}: 2 games, 60 positions: 0 analysed before")
    (rows,) = re.findall(r"^Evaluations +(\d+)  lines of play$", info(db), re.MULTILINE)
    assert int(rows) > 240
    assert mentis("doctor", "--db", db).exit_code == 0


def test_lines_of_json_are_those_of_the_plies(db: Path) -> None:
    done = mentis("analyse", "--db", db, "--nodes", 20, "--format", "json")
    lines = json_lines(done)
    assert [each["ply"] for each in lines] == [*range(1, 25), *range(1, 47)]
    assert [each["record"] for each in lines] == [1] * 24 + [2] * 46
    assert lines == json_lines(mentis("analyse", RULEBOOK, "--nodes", 20, "--format", "json"))
    assert "0 analysed before, 60 now" in done.stderr
    assert "0 now" in mentis("analyse", "--db", db, "--nodes", 20, "--format", "json").stderr
    two = ("--nodes", 20, "--lines", 2, "--format", "json")
    done = mentis("analyse", "--db", db, *two)
    assert "0 analysed before, 60 now" in done.stderr
    assert json_lines(done) == json_lines(mentis("analyse", RULEBOOK, *two))
    assert "60 analysed before, 0 now" in mentis("analyse", "--db", db, "--nodes", 20).stdout


def test_records_are_those_that_analysing_the_file_gives(db: Path, tmp_path: Path) -> None:
    out = tmp_path / "annotated.mgn"
    assert analyse(db, "--format", "mgn", "--out", out) == ""
    text = out.read_text()
    assert text == analyse(db, "--format", "mgn")
    assert text.count("[%eval") >= 70
    assert text.count("[Annotator ") == 2
    of_file = tmp_path / "of_file.mgn"
    words = ("--nodes", 20, "--format", "mgn", "--out", of_file)
    assert mentis("analyse", RULEBOOK, *words).exit_code == 0
    plies = [
        [line for line in mentis("fmt", path).stdout.splitlines() if not line.startswith("[")]
        for path in (out, of_file)
    ]
    assert plies[0] == plies[1]


def test_games_of_several_kinds_are_analysed_each_by_its_rules(db: Path, tmp_path: Path) -> None:
    stones = tmp_path / "stones.mgn"
    stones.write_text(STONES)
    assert mentis("load", stones, "--db", db).exit_code == 0
    assert analyse(db).startswith(f"{db}: 3 games, 63 positions: 0 analysed before, 63 now")
    assert ": 1 game, 3 positions: 3 " in analyse(db, "--rules", "antipode")
    found = analyse(db, "--rules", "antipode", "--format", "json").splitlines()
    assert [json.loads(line)["played"] for line in found] == ["d1", "a3"]
    assert '[Game "Antipode"]' in analyse(db, "--rules", "antipode", "--format", "mgn")


def test_what_is_there_is_written_though_the_file_cannot_be(db: Path) -> None:
    analyse(db)
    db.chmod(0o444)
    assert "0 now" in analyse(db)


def test_no_game_is_no_fault(db: Path) -> None:
    assert analyse(db, "--where", "plies > 999") == (
        f"{db}: 0 games, 0 positions: 0 analysed before, 0 now\n"
    )
    assert analyse(db, "--where", "plies > 999", "--format", "json") == ""


@pytest.mark.parametrize(("words", "told"), CASES["unclear"])
def test_what_is_meant_must_be_clear(
    words: list[str], told: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    done = mentis("analyse", *(word.format(rulebook=RULEBOOK) for word in words), code=2)
    assert done.stderr.startswith(f"mentis: {told}")


def test_a_test_that_cannot_be_is_shown_at_its_place(db: Path) -> None:
    done = mentis("analyse", "--db", db, "--where", "plyes > 3", code=2)
    assert "--where" in done.stderr


# ``mentis audit`` and ``mentis certify``: claims held against forced wins, and the proofs


WON_POSITION = "3k3/7/4S2/3ST1T/2Tt3/7/2K4 r -/- 90"
"""Red is to move, and loses within 4 plies (``tests/search/forced_position``)."""
RULEBOOK_WIN = {"best": "g7-g6-f6-e6", "mate": 3, "played": "g7xf7", "side": "Blue"}


def record(position: str, result: str, termination: str = "", plies: str = "") -> str:
    tags = {"Event": "x", "Result": result, "Position": position, "Termination": termination}
    lines = [f'[{name} "{value}"]' for name, value in tags.items() if value]
    return "\n".join([*lines, "", f"{plies} {result}".strip(), ""])


def test_the_rulebook() -> None:
    result = mentis("audit", RULEBOOK, code=0)
    told = [line.removeprefix(str(RULEBOOK)) for line in result.stdout.splitlines()]
    assert told == CASES["rulebook"]
    assert result.stderr == "2 games audited: 1 proven, 0 refuted, 1 unknown; 2 missed wins\n"


def test_the_rulebook_as_json() -> None:
    first, second = json_lines(mentis("audit", RULEBOOK, "--plies", 3, "--format", "json"))
    names = ("source", "record", "result", "termination", "verdict", "mate", "best", "replies")
    assert [first[name] for name in names] == [
        *(str(RULEBOOK), 1, "0-1", "resignation", "proven", -2, None, 129)
    ]
    assert first["missed"] == []
    assert (second["verdict"], second["mate"], second["replies"]) == ("unknown", None, None)
    assert [(each["ply"], each["move_number"], each["replies"]) for each in second["missed"]] == [
        (37, 19, 233),
        (41, 21, 259),
    ]
    assert all(RULEBOOK_WIN.items() <= each.items() for each in second["missed"])


@pytest.mark.parametrize(("result", "termination", "verdict"), CASES["claims_of_a_lost_position"])
def test_claims_of_a_lost_position(
    tmp_path: Path, result: str, termination: str, verdict: str
) -> None:
    path = tmp_path / "x.mgn"
    path.write_text(record(WON_POSITION, result, termination))
    done = mentis("audit", path, code=0)
    claim = f"{result}, {termination}" if termination else result
    won = f"{verdict}: Blue wins in 4 plies, whatever Red plays (3 moves)"
    assert done.stdout == f"{path}:1: record 1: {claim}: {won}\n"


@pytest.mark.parametrize(("game", "position", "result", "words"), CASES["other_games"])
def test_other_games(tmp_path: Path, game: str, position: str, result: str, words: str) -> None:
    path, proofs = tmp_path / "x.mgn", tmp_path / "x.jsonl"
    path.write_text(f'[Game "{game}"]\n' + record(position, result, "resignation"))
    done = mentis("audit", path, "--certificates", proofs)
    assert f": record 1: {result}, resignation: {words}" in done.stdout, done.stderr
    assert ("faces that a record states are taken as known" in done.stderr) == (
        game == "CirKle Mind"
    )
    assert mentis("certify", proofs).exit_code == 0


def test_a_win_of_the_side_to_move_is_told_with_its_move(tmp_path: Path) -> None:
    path = tmp_path / "x.mgn"
    text = record("1t2k(tst)1/1T5/S3T2/2sS3/4T2/2s4/3K3 b -/- 53", "0-1", "resignation")
    path.write_text(text)
    assert "refuted: Blue wins by e5xe7 at once\n" in mentis("audit", path).stdout


def test_few_nodes_and_few_plies_say_so(tmp_path: Path) -> None:
    path = tmp_path / "x.mgn"
    path.write_text(record(WON_POSITION, "1-0", "resignation"))
    few = mentis("audit", path, "--nodes", 1).stdout
    assert "unknown: neither side can force a win within 1 ply, and the nodes do not tell" in few
    near = mentis("audit", path, "--plies", 3).stdout
    assert near.endswith("unknown: neither side can force a win within 3 plies\n")


def test_a_win_that_was_kept_is_not_missed(tmp_path: Path) -> None:
    """Blue plays its win, is answered, and then lets it go."""
    path = tmp_path / "x.mgn"
    start = "3k3/7/4S2/2S1T1T/2Tt3/7/2K4 b -/- 90"
    path.write_text(record(start, "1-0", "resignation", "90. c4-d4"))
    assert mentis("audit", path, "--format", "json").exit_code == 0
    (kept,) = json_lines(mentis("audit", path, "--format", "json"))
    assert (kept["verdict"], kept["mate"], kept["missed"]) == ("proven", -4, [])
    path.write_text(record(start, "1/2-1/2", "agreement", "90. c1-d1"))
    (lost,) = json_lines(mentis("audit", path, "--format", "json"))
    assert [(each["best"], each["mate"], each["played"]) for each in lost["missed"]] == [
        ("c4-d4", 5, "c1-d1")
    ]


def test_games_that_ended_on_the_board_or_not_at_all_claim_nothing(tmp_path: Path) -> None:
    path = tmp_path / "x.mgn"
    start = "1t2k(tst)1/1T5/S3T2/2sS3/4T2/2s4/3K3 b -/- 53"
    path.write_text(record(start, "1-0", "king captured", "53. e5xe7") + "\n" + GOOD)
    done = mentis("audit", path)
    assert done.stdout == ""
    assert done.stderr.endswith(" 0 unknown, 2 without a claim; 0 missed wins\n")


def test_records_with_errors_are_told(tmp_path: Path) -> None:
    path = tmp_path / "x.mgn"
    path.write_text(BAD + "\n" + record(WON_POSITION, "1-0", "resignation"))
    done = mentis("audit", path, code=1)
    assert "error" in done.stderr
    assert ": record 2: 1-0, resignation: proven: " in done.stdout


def test_games_of_a_database(tmp_path: Path) -> None:
    db = tmp_path / "x.duckdb"
    assert mentis("load", RULEBOOK, "--db", db).exit_code == 0
    done = mentis("audit", "--db", db, "--plies", 3, "--where", "result = 0-1", code=0)
    won = "Red wins in 2 plies, whatever Blue plays (129 moves)"
    assert done.stdout == f"{db}: game 1: 0-1, resignation: proven: {won}\n"


@pytest.mark.parametrize("words", CASES["wrong_use_of_audit"], ids=str)
def test_wrong_use_of_audit(words: list[str]) -> None:
    done = mentis("audit", *(word.format(rulebook=RULEBOOK) for word in words), code=2)
    assert done.stderr


@pytest.fixture(scope="module")
def certificates(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("proof") / "x.jsonl"
    done = mentis("audit", RULEBOOK, "--plies", 3, "--certificates", path, code=0)
    assert done.stderr.endswith(f"{path}: 3 certificates\n")
    return path


def test_its_certificates_hold(certificates: Path) -> None:
    done = mentis("certify", certificates, code=0)
    assert done.stderr == "3 certificates: 3 accepted, 0 refused\n"
    assert done.stdout.splitlines()[1].startswith(
        f"{certificates}:2: accepted: Mentis: Blue wins in 3 plies: 4k(ttn)(SNN)/"
    )
    first, *_ = (json.loads(line) for line in certificates.read_text().splitlines())
    assert (first["winner"], first["distance"], first["settings"]) == ("Red", 2, {})


@pytest.mark.parametrize(("name", "reason"), CASES["no_proof"])
def test_what_a_hidden_face_or_a_citation_may_refute_is_not_proven(name: str, reason: str) -> None:
    proofs = Path(__file__).parents[1] / "cases" / "proofs"
    audited = mentis("audit", proofs / f"{name}.mgn", code=0)
    assert "1 game audited: 0 proven, 0 refuted, 1 unknown; 0 missed wins" in audited.stderr
    checked = mentis("certify", proofs / f"{name}.jsonl", code=1)
    assert f"refused: {reason}" in checked.stdout


def test_damaged_certificates_are_refused(certificates: Path, tmp_path: Path) -> None:
    first, second, third = certificates.read_text().splitlines()
    spoilt = json.loads(second)
    spoilt["distance"] = 5
    lines = ["{", first, "", json.dumps(spoilt), "[" * 100_000, "\x00\udcff", third[:-9], third]
    lines.append(first.replace('"distance"', '"distance": 3, "distance"', 1))
    path = tmp_path / "x.jsonl.gz"
    path.write_bytes(gzip.compress("\n".join(lines).encode("utf-8", "surrogateescape")))
    done = mentis("certify", path, "--format", "json", code=1)
    found = {each["line"]: each["reason"] for each in json_lines(done)}
    assert found == {
        1: "not JSON",
        2: None,
        4: "the longest line has 3 plies, not 5",
        5: "not JSON",
        6: "not JSON",
        7: "not JSON",
        8: None,
        9: "a member is stated twice",
    }
    assert done.stderr == "8 certificates: 2 accepted, 6 refused\n"
    named = mentis("certify", path).stdout.splitlines()
    assert named[2] == f"{path}:4: refused: the longest line has 3 plies, not 5"


def test_standard_input_and_nothing(certificates: Path) -> None:
    assert mentis("certify", "-", text=certificates.read_text()).exit_code == 0
    empty = mentis("certify", "-", text="\n")
    assert (empty.exit_code, empty.stderr) == (0, "0 certificates: 0 accepted, 0 refused\n")


def test_what_is_no_file(certificates: Path, tmp_path: Path) -> None:
    cut = tmp_path / "x.gz"
    cut.write_bytes(gzip.compress(certificates.read_bytes())[:-20])
    for path in (tmp_path, tmp_path / "none", cut):
        assert mentis("certify", path).exit_code == 2
