"""``mentis perft``: counts and sums."""

import pytest
from cli_kit import mentis

MIDDLE = "3k3/7/7/3N3/7/7/3K3 b -/- 1"


@pytest.mark.parametrize(
    ("arguments", "count"),
    [
        (["0"], 1),
        (["1"], 197),
        (["2"], 38_809),
        (["2", "--variant", "standard"], 38_809),
        (["1", "--variant", "wolf"], 202),
        (["2", "--variant", "wolf"], 40_804),
        (["1", "--position", MIDDLE], 64),
        (["2", "--position", MIDDLE], 129),
        (["2", "--position", MIDDLE, "--variant", "wolf"], 129),
        (["3", "--position", "3k3/7/7/7/7/7/3K3 b -/- 1"], 4),
        (["9", "--position", "3k3/7/7/7/7/7/3K3 b -/- 1"], 32),
        (["64", "--position", "7/7/7/7/7/7/3K3 r -/- 1"], 0),
        (["1", "--position", "7/7/7/7/7/7/3K3 r -/- 1"], 0),
        (["2", "--position", "7/7/7/7/7/7/3K3 r -/- 1"], 0),
    ],
)
def test_counts(arguments: list[str], count: int) -> None:
    result = mentis("perft", *arguments)
    assert result.exit_code == 0
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


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["-1"],
        ["65"],
        ["x"],
        ["1.5"],
        ["1", "--variant", "fox"],
        ["1", "--position", "x"],
        ["1", "--position", "3k3/8/7/7/7/7/2KK3 b -/- 0"],
    ],
)
def test_wrong_use(arguments: list[str]) -> None:
    result = mentis("perft", *arguments)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert result.stderr


def test_all_reasons_are_given() -> None:
    result = mentis("perft", "1", "--position", "3k3/8/7/7/7/7/2KK3 b T1S1/- 0")
    assert all(word in result.stderr for word in ("row 6", "hand", "number"))
