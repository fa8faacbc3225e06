"""Position strings: what is read, how it is written, and every reason for a refusal."""

import pytest
from rederived import differences

from mentis_records.core.game import PositionError
from mentis_records.games import GAMES

GAME = GAMES[0]
START = "3k3/7/7/7/7/7/3K3 b S3T3N3/s3t3n3 1"


def reasons_of(text: str, options: dict[str, str] | None = None) -> tuple[str, ...]:
    with pytest.raises(PositionError) as caught:
        GAME.parse_position(text, options or {})
    assert str(caught.value) == "; ".join(caught.value.reasons)
    return caught.value.reasons


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(START, id="start"),
        pytest.param("3k3/7/7/7/7/7/3K3 b S3T3N3W1/s3t3n3w1 1", id="wolf-start"),
        pytest.param("3k3/7/7/7/7/7/3K3 r -/- 99999", id="last-number"),
        pytest.param("2k4/7/7/7/7/7/4K2 b S1N2/t3 12", id="zero-counts-left-out"),
        pytest.param("3k3/7/7/(STN)(SST)(TNN)4/7/7/3K3 b -/s3 1", id="stacks"),
        pytest.param("STNS3/7/7/7/7/k6/3K3 b -/- 1", id="king-off-hill", marks=[]),
        pytest.param("3k2s/7/7/7/7/7/S2K2T b -/- 1", id="corners"),
        pytest.param("3k3/7/7/3W3/7/7/3K3 b -/w1 1", id="wolf-on-board"),
        pytest.param("7/7/7/7/7/7/3K3 r -/- 1", id="red-lacks-its-king"),
        pytest.param("3k3/7/7/7/7/7/7 b -/- 1", id="blue-lacks-its-king"),
    ],
)
def test_fixpoint(text: str) -> None:
    if "k6" in text:
        assert any("a2" in reason for reason in reasons_of(text))
        return
    position = GAME.parse_position(text, {})
    assert GAME.format_position(position) == text
    assert differences(position) == []


def test_start_is_the_start() -> None:
    assert GAME.parse_position(START, {}) == GAME.start_position({})
    assert GAME.format_position(GAME.start_position({})) == START


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("3k3/7/7/3(S)3/7/7/3K3 b -/- 1", "3k3/7/7/3S3/7/7/3K3 b -/- 1"),
        ("3k3/7/7/3(s)(W)2/7/7/3K3 b -/- 1", "3k3/7/7/3sW2/7/7/3K3 b -/- 1"),
        ("3(k)3/7/7/7/7/7/3(K)3 b -/- 1", "3k3/7/7/7/7/7/3K3 b -/- 1"),
    ],
)
def test_lone_tile_in_parentheses(text: str, canonical: str) -> None:
    assert GAME.format_position(GAME.parse_position(text, {})) == canonical


@pytest.mark.parametrize(
    ("text", "moves"),
    [
        ("7/7/7/3S3/7/7/3K3 r S1/s1 1", 0),
        ("3k3/7/7/3s3/7/7/7 b S1/s1 1", 0),
        ("3k3/7/7/7/7/7/3K3 b -/- 1", 2),
    ],
)
def test_side_to_move_may_lack_its_king(text: str, moves: int) -> None:
    position = GAME.parse_position(text, {})
    assert len(GAME.legal_moves(position)) == moves
    assert (GAME.outcome(position) is not None) == (moves == 0)


@pytest.mark.parametrize(
    "text",
    [
        "3k3/7/7/3W3/7/7/3K3 b -/- 1",
        "3k3/7/7/3w3/7/7/3K3 b -/- 1",
        "3k3/7/7/7/7/7/3K3 b W1/- 1",
        "3k3/7/7/7/7/7/3K3 b -/w1 1",
    ],
)
def test_wolf_in_standard(text: str) -> None:
    assert any("Wolf" in reason for reason in reasons_of(text, {"Variant": "Standard"}))
    for options in ({}, {"Variant": "Wolf"}):
        assert GAME.format_position(GAME.parse_position(text, options)) == text


def test_wolf_in_standard_beside_other_reasons() -> None:
    reasons = reasons_of("3k3/7/7/3W3/7/7/2KK3 b -/- 1", {"Variant": "Standard"})
    assert any("2 Kings" in reason for reason in reasons)
    assert any("Wolf" in reason for reason in reasons)
