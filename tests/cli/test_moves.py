"""``mentis moves``, ``perft`` and ``generate``: moves, their counts, and games of random moves."""

import gzip
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from case_kit import cases_of
from cli_kit import json_lines, mentis

CASES = cases_of(__file__)

START = "3k3/7/7/7/7/7/3K3 b S3T3N3/s3t3n3 1"
KINGS = "3k3/7/7/7/7/7/3K3 b -/- 1"
WOLF = "3k3/7/7/3W3/7/7/3K3 b -/- 1"
OVER = "7/7/7/7/7/7/3K3 r -/- 1"
BAD = "3k3/8/7/7/7/7/2KK3 b -/- 0"


@pytest.mark.parametrize(
    ("arguments", "count"),
    [([], 197), ([START], 197), (["--variant", "wolf"], 202), ([KINGS], 2), ([WOLF], 10)],
)
def test_text(arguments: list[str], count: int) -> None:
    result = mentis("moves", *arguments)
    lines = result.stdout.splitlines()
    assert result.exit_code == 0
    assert len(lines) == count
    assert lines == sorted(lines)
    assert result.stderr == ""


def test_json() -> None:
    result = mentis("moves", "--format", "json", KINGS, WOLF, OVER, code=0)
    values = json_lines(result)
    assert [list(value) for value in values] == [["position", "moves"]] * 3
    assert [value["position"] for value in values] == [KINGS, WOLF, OVER]
    assert values[0]["moves"] == ["d1-c1", "d1-e1"]
    assert values[2]["moves"] == []


def test_json_of_the_start() -> None:
    (value,) = json_lines(mentis("moves", "--format", "json"))
    assert value["position"] == START
    assert len(value["moves"]) == 197


def test_json_errors() -> None:
    result = mentis("moves", "--format", "json", KINGS, BAD, "", WOLF, code=1)
    values = json_lines(result)
    assert [list(value) for value in values] == CASES["json_errors"]
    error = values[1]["error"]
    assert isinstance(error, dict)
    text = str(error)
    assert "row 6" in text
    assert "number" in text


def test_text_errors() -> None:
    result = mentis("moves", BAD, KINGS, code=1)
    assert result.stdout == "d1-c1\nd1-e1\n"
    assert "row 6" in result.stderr


def test_standard_input() -> None:
    text = f"{KINGS}\r\n\n{BAD}\n{WOLF}"
    result = mentis("moves", "--format", "json", "-", text=text, code=1)
    values = json_lines(result)
    assert [value["position"] for value in values] == [KINGS, BAD, WOLF]
    assert ["error" in value for value in values] == [False, True, False]


def test_positions_and_standard_input() -> None:
    values = json_lines(mentis("moves", "--format", "json", WOLF, "-", text=KINGS))
    assert [value["position"] for value in values] == [WOLF, KINGS]


@pytest.mark.parametrize("variant", ["standard", "wolf", ""])
def test_a_stated_position_may_hold_a_wolf(variant: str) -> None:
    flags = ["--variant", variant] if variant else []
    result = mentis("moves", *flags, WOLF, code=0)
    assert len(result.stdout.splitlines()) == 10


@pytest.mark.parametrize(
    "arguments", [["--format", "xml"], ["--variant", "fox"], ["--variant", "fox", KINGS]]
)
def test_wrong_use(arguments: list[str]) -> None:
    result = mentis("moves", *arguments, code=2)
    assert result.stdout == ""
    assert result.stderr


def test_game_over_has_no_line() -> None:
    result = mentis("moves", OVER, code=0)
    assert result.stdout.split() == []


def test_lines_of_any_length() -> None:
    long = "(" * 100_000
    result = mentis("moves", "-", text=f"{KINGS}\n{long}\n\n{WOLF}\n{long}", code=1)
    assert len(result.stdout.splitlines()) == 2 + 10
    assert len(result.stderr) < 5_000
    assert result.stderr.count("more than any position needs") == 2


MIDDLE = "3k3/7/7/3N3/7/7/3K3 b -/- 1"


@pytest.mark.parametrize(("arguments", "count"), CASES["counts"])
def test_counts(arguments: list[str], count: int) -> None:
    result = mentis("perft", *arguments, code=0)
    assert result.stdout == f"{count}\n"
    assert result.stderr == ""


@pytest.mark.parametrize(
    ("depth", "flags"), [(1, []), (2, []), (2, ["--variant", "wolf"]), (2, ["--position", MIDDLE])]
)
def test_divide(depth: int, flags: list[str]) -> None:
    total = int(mentis("perft", depth, *flags).stdout)
    result = mentis("perft", depth, *flags, "--divide")
    *lines, last = result.stdout.splitlines()
    assert int(last.split()[-1]) == total
    counts = [int(line.split()[-1]) for line in lines if line.strip()]
    assert sum(counts) == total
    moves = [line.split()[0].rstrip(":") for line in lines if line.strip()]
    listed = mentis("moves", *(flags[1:] if "--position" in flags else flags)).stdout.split()
    assert moves == listed


@pytest.mark.parametrize("arguments", CASES["wrong_use_of_perft"])
def test_wrong_use_of_perft(arguments: list[str]) -> None:
    result = mentis("perft", *arguments, code=2)
    assert result.stdout == ""
    assert result.stderr


def test_all_reasons_are_given() -> None:
    result = mentis("perft", "1", "--position", "3k3/8/7/7/7/7/2KK3 b T1S1/- 0")
    assert all(word in result.stderr for word in ("row 6", "hand", "number"))


GREEDY = ("--policy", "greedy")


def tags(text: str, name: str) -> list[str]:
    return [line.split('"')[1] for line in text.splitlines() if line.startswith(f"[{name} ")]


def generate(*words: object) -> str:
    result = mentis("generate", *words, code=0)
    told = f"{words[-1]}: {words[1]} games\n" if "--out" in words else ""
    players = words.count("--player") or 5
    meetings = players * (players - 1)
    if "greedy" in words and "--temperature" not in words and int(str(words[1])) % meetings:
        told += (
            f"{words[1]} games: only with a multiple of {meetings} do all players meet one another "
        )
        told += "equally often on each side\n"
    assert result.stderr == told
    return result.stdout


def test_output_is_canonical(tmp_path: Path) -> None:
    file = tmp_path / "games.mgn"
    file.write_text(generate("--games", 20, "--seed", 4, "--max-plies", 40))
    assert mentis("fmt", "--check", file).exit_code == 0
    assert mentis("validate", "--strict", file).exit_code == 0


@pytest.mark.parametrize("words", [(), ("--variant", "wolf"), GREEDY], ids=" ".join)
def test_file_is_what_standard_output_gets(words: tuple[str, ...], tmp_path: Path) -> None:
    words = ("--games", "9", "--seed", "3", "--max-plies", "20", *words)
    text = generate(*words, "--jobs", 1)
    plain, packed = tmp_path / "x.mgn", tmp_path / "x.mgn.gz"
    for file in (plain, packed):
        assert generate(*words, "--jobs", 3, "--out", file) == ""
    assert plain.read_text() == text
    assert gzip.decompress(packed.read_bytes()).decode() == text
    first = packed.read_bytes()
    generate(*words, "--out", packed)
    assert packed.read_bytes() == first
    assert sorted(tmp_path.iterdir()) == [plain, packed]


def test_unterminated_at_the_limit() -> None:
    text = generate("--games", 3, "--max-plies", 7)
    assert tags(text, "Termination") == ["unterminated"] * 3
    assert tags(text, "Result") == ["*"] * 3
    assert tags(text, "PlyCount") == ["7"] * 3
    assert tags(text, "Round") == ["1", "2", "3"]


def test_variant() -> None:
    assert tags(generate("--variant", "WOLF", "--max-plies", 1), "Variant") == ["Wolf"]
    assert tags(generate("--max-plies", 1), "Variant") == ["Standard"]


def test_all_strengths_play() -> None:
    text = generate("--games", 20, "--max-plies", 1, *GREEDY)
    names = set(tags(text, "Blue"))
    assert len(names) >= 4
    assert names == set(tags(text, "Red"))
    assert all(blue != red for blue, red in zip(tags(text, "Blue"), tags(text, "Red"), strict=True))


def test_chosen_strengths_play() -> None:
    names = ["greedy master", "greedy novice"]
    players = [word for name in names for word in ("--player", name)]
    text = generate("--games", 4, "--max-plies", 1, *GREEDY, *players)
    assert tags(text, "Blue") == [*names, *names]
    assert tags(text, "Red") == [*names[::-1], *names[::-1]]


def test_search_plays() -> None:
    words = ("--games", 2, "--max-plies", 8, "--policy", "search", "--nodes", 50)
    text = generate(*words)
    assert tags(text, "Blue") == tags(text, "Red") == ["search 50 nodes"] * 2
    assert generate(*words, "--jobs", 2) == text
    assert generate(*words, "--opening-plies", 8) != text


def test_temperature_names_the_player() -> None:
    text = generate("--max-plies", 1, *GREEDY, "--temperature", "0.30")
    assert tags(text, "Blue") == tags(text, "Red") == ["greedy 0.3"]


@pytest.mark.parametrize("words", CASES["wrong_use_of_generate"], ids=" ".join)
def test_wrong_use_of_generate(words: tuple[str, ...]) -> None:
    result = mentis("generate", *words, code=2)
    assert result.stdout == ""
    assert result.stderr.strip()


SLOW = ("--policy", "search", "--nodes", "20000000", "--opening-plies", "0")


@pytest.mark.parametrize("slow", [(), (*SLOW, "--jobs", "1"), (*SLOW, "--jobs", "2")], ids=" ".join)
def test_interrupt_leaves_no_file(tmp_path: Path, slow: tuple[str, ...]) -> None:
    words = ["generate", "--games", "10000000", "--out", str(tmp_path / "x.mgn.gz"), *slow]
    running = subprocess.Popen(
        [sys.executable, "-m", "mentis_records.cli", *words],
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])},
    )
    while not list(tmp_path.iterdir()):
        assert running.poll() is None
        time.sleep(0.05)
    time.sleep(0.5)  # interrupted while it imports modules, Python dies of the signal
    running.send_signal(signal.SIGINT)
    _, talk = running.communicate(timeout=60)
    assert running.returncode == 130
    assert talk.endswith("mentis: interrupted\n")
    assert "Traceback" not in talk
    assert not list(tmp_path.iterdir())


def test_a_reader_that_goes_away_is_no_finding() -> None:
    running = subprocess.Popen(
        [sys.executable, "-m", "mentis_records.cli", "generate", "--games", "1000"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])},
    )
    assert running.stdout is not None
    assert running.stdout.readline().startswith(b"[Event")
    running.stdout.close()
    assert running.wait(timeout=60) == 0
    assert running.stderr is not None
    assert running.stderr.read() == b""
    running.stderr.close()
