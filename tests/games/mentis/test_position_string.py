"""Position strings: what is read, how it is written, and every reason for a refusal."""

import re
from typing import Any

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
    ("text", "expected"),
    [
        # one pattern a reason, in any order, no reason more
        pytest.param("", [r"field"], id="empty"),
        pytest.param(START + " ", [r""], id="trailing-blank"),
        pytest.param("3k3/7/7/7/7/7/3K3  b S3T3N3/s3t3n3 1", [r""], id="two-blanks"),
        pytest.param("3k3/7/7/7/7/7/3K3 b S3T3N3/s3t3n3", [r"3 fields"], id="no-number"),
        pytest.param("3k3/7/7/7/7/3K3 b -/- 1", [r"6 rows"], id="six-rows"),
        pytest.param("3k3/7/7/7/7/7/7/3K3 b -/- 1", [r"8 rows"], id="eight-rows"),
        pytest.param("3k3/6/7/7/7/7/3K3 b -/- 1", [r"row 6.*6"], id="short-row"),
        pytest.param("3k3/S7/7/7/7/7/3K3 b -/- 1", [r"row 6.*8"], id="long-row"),
        pytest.param("3k3/8/7/7/7/7/3K3 b -/- 1", [r"row 6.*8"], id="eight-empty"),
        pytest.param("3k3/0S6/7/7/7/7/3K3 b -/- 1", [r"row 6.*0"], id="zero"),
        pytest.param("3k3/34/7/7/7/7/3K3 b -/- 1", [r"row 6"], id="digits-not-maximal"),
        pytest.param("3k3/S33/7/7/7/7/3K3 b -/- 1", [r"row 6"], id="digits-not-maximal-after"),
        pytest.param("3k3/٧/7/7/7/7/3K3 b -/- 1", [r"row 6"], id="other-digits"),
        pytest.param("3k3/3X3/7/7/7/7/3K3 b -/- 1", [r"row 6.*X"], id="no-tile"),
        pytest.param("3k3/3()3/7/7/7/7/3K3 b -/- 1", [r"row 6.*empty"], id="empty-stack"),
        pytest.param("3k3/3(ST3/7/7/7/7/3K3 b -/- 1", [r"row 6"], id="open-stack"),
        pytest.param("3k3/3ST)2/7/7/7/7/3K3 b -/- 1", [r"row 6"], id="closed-stack"),
        pytest.param("3k3/3(Sn)3/7/7/7/7/3K3 b -/- 1", [r"row 6.*both"], id="two-colours"),
        pytest.param("3k3/3(SSTN)3/7/7/7/7/3K3 b -/- 1", [r"row 6.*4 tiles"], id="four-tiles"),
        pytest.param("3k3/3(SW)3/7/7/7/7/3K3 b -/- 1", [r"row 6.*Wolf"], id="wolf-in-stack"),
        pytest.param("3k3/7/7/7/7/7/3(SK)3 b -/- 1", [r"row 1.*King"], id="king-in-stack"),
        pytest.param("3k3\n/7/7/7/7/7/3K3 b -/- 1", [r"row 7"], id="line-feed-in-a-row"),
        pytest.param("3k3/7/7/7/7/7/3K3 B -/- 1", [r"side.*B"], id="side-upper-case"),
        pytest.param("3k3/7/7/7/7/7/3K3 w -/- 1", [r"side.*w"], id="side-unknown"),
        pytest.param("3k3/7/7/7/7/7/3K3 b - 1", [r"hands"], id="one-hand"),
        pytest.param("3k3/7/7/7/7/7/3K3 b -/-/- 1", [r"hands"], id="three-hands"),
        pytest.param("3k3/7/7/7/7/7/3K3 b / 1", [r"Blue's hand", r"Red's hand"], id="no-dash"),
        pytest.param("3k3/7/7/7/7/7/3K3 b T1S1/- 1", [r"Blue's hand"], id="hand-order"),
        pytest.param("3k3/7/7/7/7/7/3K3 b S1W1N1/- 1", [r"Blue's hand"], id="wolf-is-last"),
        pytest.param("3k3/7/7/7/7/7/3K3 b S0/- 1", [r"Blue's hand"], id="zero-count"),
        pytest.param("3k3/7/7/7/7/7/3K3 b S/- 1", [r"Blue's hand"], id="no-count"),
        pytest.param("3k3/7/7/7/7/7/3K3 b S1S1/- 1", [r"Blue's hand"], id="twice"),
        pytest.param("3k3/7/7/7/7/7/3K3 b K1/- 1", [r"Blue's hand"], id="king-in-hand"),
        pytest.param("3k3/7/7/7/7/7/3K3 b s1/- 1", [r"Blue's hand"], id="blue-lower-case"),
        pytest.param("3k3/7/7/7/7/7/3K3 b -/S1 1", [r"Red's hand"], id="red-upper-case"),
        pytest.param("3k3/7/7/7/7/7/3K3 b -/\u017f1 1", [r"Red's hand"], id="long-s"),
        pytest.param("3k3/7/7/7/7/7/3K3 b S4/- 1", [r"Blue has 4 Spears"], id="four-in-hand"),
        pytest.param("3k3/7/7/7/7/7/3K3 b S9/- 1", [r"Blue has 9 Spears"], id="nine-in-hand"),
        pytest.param("3k3/7/7/3W3/7/7/3K3 b W1/- 1", [r"Blue has 2 Wol"], id="two-wolves"),
        pytest.param(
            "3k3/3(tt)3/7/7/7/7/3K3 b -/t2 1", [r"Red has 4 Trenchmen"], id="board-and-hand"
        ),
        pytest.param("3k3/7/7/7/7/7/3K3 b -/- 0", [r"number.*0"], id="number-zero"),
        pytest.param("3k3/7/7/7/7/7/3K3 b -/- 01", [r"number.*01"], id="number-leading-zero"),
        pytest.param("3k3/7/7/7/7/7/3K3 b -/- -1", [r"number.*-1"], id="number-negative"),
        pytest.param("3k3/7/7/7/7/7/3K3 b -/- 1.", [r"number"], id="number-dot"),
        pytest.param("3k3/7/7/7/7/7/3K3 b -/- 100000", [r"number"], id="number-huge"),
        pytest.param("3k3/7/7/7/7/7/3K3 b -/- ١", [r"number"], id="number-other-digits"),
        pytest.param("7/7/7/7/7/7/3K3 b -/- 1", [r"Red has no King"], id="no-red-king"),
        pytest.param("3k3/7/7/7/7/7/7 r -/- 1", [r"Blue has no King"], id="no-blue-king"),
        pytest.param("7/7/7/7/7/7/7 b -/- 1", [r"Red has no King"], id="no-kings"),
        pytest.param("3k3/7/7/7/7/7/2KK3 b -/- 1", [r"Blue has 2 Kings"], id="two-kings"),
        pytest.param("3k3/7/7/7/7/3K3/7 b -/- 1", [r"d2.*King"], id="king-off-hill"),
        pytest.param("3K3/7/7/7/7/7/3k3 b -/- 1", [r"d7.*King", r"d1.*King"], id="kings-swapped"),
        pytest.param("2Sk3/7/7/7/7/7/3K3 b -/- 1", [r"c7.*hill"], id="tile-on-hill"),
        pytest.param("3k3/7/7/7/7/7/3KW2 b -/- 1", [r"e1.*hill"], id="wolf-on-hill"),
        # all reasons at once
        pytest.param(
            "2Sk3/7/7/7/7/7/2KK3 x T1S1/S1 0",
            [r"side", r"Blue's hand", r"Red's hand", r"number", r"c7.*hill", r"2 Kings"],
            id="all-at-once",
        ),
        pytest.param(
            "3k3/8/3X3/7/7/6/3K3 b S9/t4 1",
            [r"row 6", r"row 5", r"row 2", r"Spears", r"Trenchmen"],
            id="rows-and-counts",
        ),
        pytest.param(
            "3k3/3(SS)3/3(SS)3/7/7/7/3K3 b Q1/- 1",
            [r"Blue's hand", r"Blue has 4 Spears"],
            id="counts-beside-a-bad-hand",
        ),
        pytest.param(
            "3k3/3*2?/7/7/7/7/3K3 b -/- 1", [r"row 6.*\*", r"row 6.*\?"], id="two-in-a-row"
        ),
    ],
)
def test_refused(text: str, expected: list[str]) -> None:
    reasons = list(reasons_of(text))
    left = list(reasons)
    for pattern in expected:
        found = [reason for reason in left if re.search(pattern, reason, re.DOTALL)]
        assert found, f"no reason like {pattern!r} in {reasons}"
        left.remove(found[0])
    assert left == []


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


@pytest.mark.parametrize(
    "text", ["(" * 100_000, "3k3/" * 100_000, START + " " * 100_000, "9" * 100_000, "\x00" * 50]
)
def test_garbage_is_refused_shortly(text: str) -> None:
    reasons: Any = reasons_of(text)
    assert sum(len(reason) for reason in reasons) < 1000
