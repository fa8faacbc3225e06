"""Whose comments and findings are whose: owners, plies, moves, positions."""

from typing import Any

import pytest
from notation_kit import E, read_one

from mentis_records.core.record import CommentKind


def texts(comments: Any) -> list[str]:
    return [comment.text for comment in comments]


def test_owners_of_comments() -> None:
    text = (
        E + "{r1} ; r2\n% r3\n1. {r4} TSNd2 {a1} $1 {a2} ({v0} 1. {v1} TSNc2 {v2}) {a3} "
        "1... {a4} TSNd6 {b1} * {c1} ; c2\n%c3\n"
    )
    record = read_one(text).record
    assert record is not None
    assert texts(record.comments) == ["r1", "r2", " r3", "r4"]
    assert texts(record.plies[0].comments) == ["a1", "a2", "a3", "a4"]
    assert texts(record.plies[1].comments) == ["b1"]
    assert texts(record.closing_comments) == ["c1", "c2", "c3"]
    (variation,) = record.plies[0].variations
    assert texts(variation.comments) == ["v0", "v1"]
    assert texts(variation.plies[0].comments) == ["v2"]
    assert [comment.kind for comment in record.comments] == [
        CommentKind.BRACE,
        CommentKind.LINE,
        CommentKind.ESCAPE,
        CommentKind.BRACE,
    ]


def test_comment_keeps_wide_blanks() -> None:
    record = read_one(E + "1. TSNd2 {一　二\u00a0三} *").record
    assert record is not None
    assert texts(record.plies[0].comments) == ["一　二\u00a0三"]


def test_tag_values() -> None:
    record = read_one('[Event "a \\"b\\" \\\\ c\\\\"]\n[Site "\\\\\\""]\n\n*').record
    assert record is not None
    assert record.tags["Event"] == 'a "b" \\ c\\'
    assert record.tags["Site"] == '\\"'


def test_first_of_repeated_tags_counts() -> None:
    reading = read_one('[Result "1-0"]\n[Result "0-1"]\n\n1. TSNd2\n')
    assert reading.result == "1-0"
    assert not reading.is_valid


@pytest.mark.parametrize(
    ("text", "code", "ply", "move"),
    [
        pytest.param(E + "1. TSNd2 TSNd3 *", "M201", 2, "TSNd3", id="illegal"),
        pytest.param(E + "1. TSNd2 TSNd9 *", "M501", 2, "TSNd9", id="invalid"),
        pytest.param(E + "1. TSNd2 TSNd6 2. d2-d9-d4 *", "M501", 3, "d2-d9-d4", id="path"),
        pytest.param(E + "1. TSNd2 ~~ *", "N101", 1, "TSNd2", id="garbage"),
        pytest.param(E + "1. TSNd2 TSNd6 2 d2#-d3 *", "N110", 3, "d2#-d3", id="digits"),
        pytest.param(E + "1. TSNd2 TSNd6 3. d2#-d3 *", "N304", 3, "d2#-d3", id="number"),
        pytest.param(E + "1. TSNd2 TSNd6 $256 *", "N114", 2, "TSNd6", id="nag"),
        pytest.param(E + "1. TSNd2 TSNd6 ! *", "N113", 2, "TSNd6", id="suffix"),
        pytest.param(E + "1. TSNd2!!! TSNd6 *", "N112", 1, "TSNd2", id="two-suffixes"),
        pytest.param(E + "1. TSNd2 TSNd6 () *", "N105", 2, "TSNd6", id="empty-variation"),
        pytest.param(E + "1. TSNd2 TSNd6 (1... TSNc6 2. Sb1", "N103", 2, "TSNd6", id="open"),
        pytest.param(E + "1. TSNd2 TSNd6 {", "N102", 2, "TSNd6", id="comment"),
        pytest.param(E + "1. TSNd2 (1. TSNc2 TSNd2) *", "M201", 2, "TSNd2", id="variation"),
        pytest.param(
            E + "1. TSNd2 (1. TSNc2 TSNd6) $256 *", "N114", 1, "TSNd2", id="nag-after-variation"
        ),
        pytest.param(
            E + "1. TSNd2 (1. TSNc2 TSNd6) () *", "N105", 1, "TSNd2", id="second-variation"
        ),
        pytest.param(
            '[Result "1-0"]\n\n1. TSNd2 (1. TSNc2 TSNd6) *', "N402", 1, "TSNd2", id="result"
        ),
        pytest.param("[Site ?]\n" + E + "1. TSNd2 *", None, None, None, id="tag"),
        pytest.param('[Event "x"]\n[Site ?]\n\n1. TSNd2 *', "N201", None, None, id="tag-second"),
    ],
)
def test_ply_and_move(text: str, code: str | None, ply: int | None, move: str | None) -> None:
    if code is None:
        return
    reading = read_one(text)
    (found,) = (one for one in reading.diagnostics if one.code.id == code)
    if ply is None:
        assert found.ply is None
        assert not found.move
    else:
        assert (found.ply, found.move) == (ply, move)


def test_position_of_a_diagnostic() -> None:
    reading = read_one(E + "1. TSNd2 TSNd3 *")
    (found,) = (one for one in reading.diagnostics if one.is_error)
    assert found.position == "3k3/7/7/7/7/3(TSN)3/3K3 r S2T2N2/s3t3n3 1"
    assert reading.final_position == found.position
