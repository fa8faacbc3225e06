"""``mentis generate``: where records go, who plays, and what is refused."""

import gzip
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from cli_kit import mentis

GREEDY = ("--policy", "greedy")


def tags(text: str, name: str) -> list[str]:
    return [line.split('"')[1] for line in text.splitlines() if line.startswith(f"[{name} ")]


def generate(*words: object) -> str:
    result = mentis("generate", *words)
    assert result.exit_code == 0, result.output
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


@pytest.mark.parametrize(
    "words",
    [
        ("--games", "0"),
        ("--games", "x"),
        ("--seed", "-1"),
        ("--seed", str(2**64)),
        ("--max-plies", "0"),
        ("--max-plies", "10001"),
        ("--jobs", "0"),
        ("--policy", "clever"),
        ("--variant", "fox"),
        ("--nodes", "100"),
        ("--policy", "greedy", "--opening-plies", "2"),
        ("--policy", "search", "--nodes", "0"),
        ("--policy", "search", "--opening-plies", "-1"),
        ("--policy", "search", "--temperature", "1"),
        ("--policy", "search", "--player", "search 5 nodes"),
        ("--temperature", "1"),
        (*GREEDY, "--temperature", "-1"),
        (*GREEDY, "--temperature", "nan"),
        (*GREEDY, "--player", "clever"),
        (*GREEDY, "--player", "greedy master", "--temperature", "1"),
        ("--out", "no-such-folder/x.mgn"),
        ("--out", "tests"),
        ("--out", "x.zst"),
        ("--out", "x.zip"),
        ("nonsense",),
    ],
    ids=" ".join,
)
def test_wrong_use(words: tuple[str, ...]) -> None:
    result = mentis("generate", *words)
    assert result.exit_code == 2
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
