"""Games that were not played because a player was absent: the termination forfeit."""

from __future__ import annotations

import pytest
from notation_kit import places, read_one


@pytest.mark.parametrize("strict", [False, True])
@pytest.mark.parametrize("result", ["1-0", "0-1", "*"])
@pytest.mark.parametrize("word", ["forfeit", "forfeit: absent after 15 minutes"])
def test_a_forfeit_is_known(word: str, result: str, strict: bool) -> None:
    reading = read_one(f'[Termination "{word}"]\n\n{result}\n', strict=strict)
    assert places(reading) == []
    assert (reading.result, reading.termination) == (result, word)


@pytest.mark.parametrize(
    ("word", "result", "found"),
    [
        ("forfeit", "1/2-1/2", ["N404 1:14"]),
        ("forfeit: both", "1/2-1/2", ["N404 1:14"]),
        ("forfeit:", "*", ["N208 1:14"]),
        ("forfeited", "*", ["N208 1:14"]),
    ],
)
def test_what_does_not_go_with_it(word: str, result: str, found: list[str]) -> None:
    assert places(read_one(f'[Termination "{word}"]\n\n{result}\n')) == found


def test_how_a_double_forfeit_is_written() -> None:
    reading = read_one('[Result "0-0"]\n\n0-0\n')
    hints = [found.hint for found in reading.diagnostics if found.is_error]
    assert hints == [
        'if both forfeit, write [Result "*"] and [Termination "forfeit"]',
        'if both forfeit, write * and the tag [Termination "forfeit"]',
    ]
