"""``mentis audit`` and ``mentis certify``: claims held against forced wins, and the proofs."""

import gzip
import json
from pathlib import Path

import pytest
from case_kit import cases_of
from cli_kit import BAD, GOOD, RULEBOOK, json_lines, mentis

CASES = cases_of(__file__)

WON = "3k3/7/4S2/3ST1T/2Tt3/7/2K4 r -/- 90"
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
    path.write_text(record(WON, result, termination))
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
    path.write_text(record(WON, "1-0", "resignation"))
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
    path.write_text(BAD + "\n" + record(WON, "1-0", "resignation"))
    done = mentis("audit", path, code=1)
    assert "error" in done.stderr
    assert ": record 2: 1-0, resignation: proven: " in done.stdout


def test_games_of_a_database(tmp_path: Path) -> None:
    db = tmp_path / "x.duckdb"
    assert mentis("load", RULEBOOK, "--db", db).exit_code == 0
    done = mentis("audit", "--db", db, "--plies", 3, "--where", "result = 0-1", code=0)
    won = "Red wins in 2 plies, whatever Blue plays (129 moves)"
    assert done.stdout == f"{db}: game 1: 0-1, resignation: proven: {won}\n"


@pytest.mark.parametrize(
    "words",
    [
        [],
        [RULEBOOK, "--db", "x.duckdb"],
        [RULEBOOK, "--where", "plies > 3"],
        [RULEBOOK, "--format", "mgn"],
        [RULEBOOK, "--plies", "0"],
        [RULEBOOK, "--certificates", "no-such-folder/x.jsonl"],
        ["--db", "no-such.duckdb"],
        ["--db", "no-such.duckdb", "--variant", "wolf"],
        ["no-such-file.mgn"],
    ],
    ids=str,
)
def test_wrong_use(words: list[object]) -> None:
    done = mentis("audit", *words, code=2)
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
