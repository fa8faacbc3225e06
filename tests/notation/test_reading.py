"""Every sentence of the notation's page as rows: a text, and what the reader makes of it.

A row's findings are ``code line:column``; the note about missing standard tags is left out.
"""

from __future__ import annotations

import gzip
import io
import zipfile
from pathlib import Path
from typing import Any

import pytest
import zstandard
from notation_kit import GAME, places, read, read_one, spanned

from mentis_records.core.record import CommentKind
from mentis_records.games import GAMES
from mentis_records.notation.read import Reader

DATA = Path(__file__).parents[2] / "data"
E = '[Event "x"]\n\n'
FOUR = "1. TSNd2 TSNd6 2. d2#-d3 d6#-d5"
SHUFFLE = "1. d1-c1 d7-c7 2. c1-d1 c7-d7 3. d1-c1 d7-c7 4. c1-d1 c7-d7"
KILL = '[Position "3k3/3N3/7/7/7/7/3K3 b -/- 1"]\n'


def row(name: str, text: str, plies: int, *found: str, valid: bool | None = None) -> Any:
    """Return a table's row; without ``valid``, a row with findings is invalid."""
    return pytest.param(text, (not found) if valid is None else valid, plies, list(found), id=name)


def warn(name: str, text: str, plies: int, *found: str) -> Any:
    return row(name, text, plies, *found, valid=True)


MOVETEXT = [
    # A number is digits and one or more dots; digits alone are invalid.
    row("numbers", E + "1. TSNd2 1... TSNd6 2. d2#-d3 *", 3),
    row("numbers-many-dots", E + "1...... TSNd2 1.. TSNd6 *", 2),
    row("number-touches-ply", E + "1.TSNd2 1...TSNd6 *", 2),
    row("number-leading-zeros", E + "0001. TSNd2 *", 1),
    row("number-leading-zeros-many", E + "0000000000001. TSNd2 *", 1),
    row("digits-alone", E + "1 TSNd2 *", 0, "N110 3:1"),
    row("digits-alone-later", E + "1. TSNd2 TSNd6 2 d2#-d3 *", 2, "N110 3:16"),
    row("number-without-ply", E + "1. *", 0, "N109 3:1"),
    row("number-without-ply-two", E + "1. 2. TSNd2 *", 0, "N109 3:1"),
    row("number-without-ply-line", E + "1. TSNd2 TSNd6 2.\n*", 2, "N109 3:16"),
    row("number-without-ply-comment", E + "1. TSNd2 TSNd6 2. {x} *", 2, "N109 3:16"),
    row("number-before-line-break", E + "1.\nTSNd2\nTSNd6\n2.\n\nd2#-d3 *", 3),
    row("number-then-comment", E + "1. {c} TSNd2 *", 1),
    # Plies.
    row("blanks-in-move", E + "1. TSNd2 TSNd6 2. d2 # - d3\t#-\td4 *", 3),
    row("blanks-between-marks", E + "1. TSNd2 TSNd6 2. d2 # #-d3 *", 3),
    row("no-line-break-in-move", E + "1. Nd2 TSNd6 2. d2-\nd3 *", 2, "M506 3:17", "M505 4:1"),
    row("three-marks", E + "1. TSNd2 TSNd6 2. d2###-d3 *", 2, "M504 3:21"),
    row("last-square-marked", E + "1. TSNd2 TSNd6 2. d2-d3# *", 2, "M114 3:24"),
    row("last-square-marked-apart", E + "1. TSNd2 TSNd6 2. d2-d3 # *", 2, "M114 3:25"),
    row("prose", E + "1. TSNd2 good move *", 1, "N101 3:10"),
    # Suffixes and NAGs.
    *(
        row(f"suffix-{suffix}", E + f"1. TSNd2{suffix} TSNd6{suffix} *", 2)
        for suffix in ("!", "?", "!!", "??", "!?", "?!")
    ),
    row("suffix-apart", E + "1. TSNd2 ! *", 1, "N113 3:10"),
    row("suffix-three", E + "1. TSNd2!!! *", 1, "N112 3:11"),
    row("suffix-twice", E + "1. TSNd2! ? *", 1, "N112 3:11"),
    row("suffix-alone", E + "! 1. TSNd2 *", 1, "N111 3:1"),
    row("nags", E + "1. TSNd2! $0 $1$255 TSNd6 $7 *", 2),
    row("nag-touches", E + "1. TSNd2$3 *", 1),
    row("nag-leading-zeros", E + "1. TSNd2 $007 *", 1),
    row("nag-range", E + "1. TSNd2 $256 *", 1, "N114 3:10"),
    row("nag-huge", E + "1. TSNd2 $" + "9" * 5000 + " *", 1, "N114 3:10"),
    row("nag-without-digits", E + "1. TSNd2 $ *", 1, "N101 3:10"),
    row("nag-alone", E + "$1 1. TSNd2 *", 1, "N111 3:1"),
    row("nag-before-suffix", E + "1. TSNd2 $1 ! *", 1, "N111 3:13"),
    # Comments.
    row("comments", E + "{a} 1. TSNd2 {b} ; c\nTSNd6 {d\ne} *", 2),
    row("comment-no-nesting", E + "1. TSNd2 { { } *", 1),
    row("comment-marks-mean-nothing", E + "1. TSNd2 {; ( $999\n% x } TSNd6 *", 2),
    row("comment-closes-once", E + "1. TSNd2 {a}} TSNd6 *", 1, "N101 3:13"),
    row("comment-not-closed", E + "1. TSNd2 {a *\n", 1, "N403 3:4", "N102 3:10"),
    row("line-comment-to-the-end", E + "1. TSNd2 ; { ( * TSNd6\nTSNd6 *", 2),
    row("comment-after-result", E + "1. TSNd2 * {a} ; b\n% c\n{d}", 1),
    row("comment-after-result-not-closed", E + "1. TSNd2 * {a", 1, "N102 3:12"),
    # % lines.
    row("percent-line", E + "% 1. x\n1. TSNd2\n%)\n*\n% end", 1),
    row("percent-column-two", E + "1. TSNd2 % x\n*", 1, "N101 3:10"),
    row("percent-indented", E + "1. TSNd2\n %x\n*", 1, "N101 4:2"),
    row("percent-first-line-of-listing", "% hello\n1. TSNd2 TSNd6\n", 2),
    row("percent-two-lines", E + "%\n%\n1. TSNd2\n*", 1),
    # Variations.
    row("variation", E + "1. TSNd2 (1. TSNc2) *", 1),
    row("variation-after-comment-and-nag", E + "1. TSNd2! $1 {a} (1. TSNc2) $2 {b} TSNd6 *", 2),
    row("variations-two", E + "1. TSNd2 (1. TSNc2) (1. Nb1 Nb7) TSNd6 *", 2),
    row("variation-from-before", E + "1. TSNd2 TSNd6 (1... TSNc6 2. d2#-d3) *", 2),
    row("variation-black-number-missing", E + "1. TSNd2 TSNd6 (TSNc6) *", 2),
    row("variation-illegal", E + "1. TSNd2 (1. TSNd6) TSNd6 *", 2, "M201 3:14"),
    row("variation-wrong-side", E + "1. TSNd2 (1... TSNd6) *", 1, "M201 3:16"),
    row(
        "variation-nested",
        E + "1. TSNd2 (1. TSNc2 TSNc6 (1... Nb7 2. c2#-c3 (2. Nb1))) TSNd6 *",
        2,
    ),
    row(
        "variation-nested-illegal",
        E + "1. TSNd2 (1. TSNc2 TSNc6 (1... Nb1)) TSNd6 *",
        2,
        "M201 3:32",
    ),
    row("variation-of-illegal-ply", E + "1. TSNd3 (1. TSNd2 TSNd2) *", 0, "M201 3:4", "M201 3:20"),
    row("variation-of-invalid-ply", E + "1. TSNd9 (1. TSNd2 TSNd2) *", 0, "M501 3:7", "M201 3:20"),
    row(
        "other-variations-after-a-broken-one",
        E + "1. TSNd2 (1. TSNd3 TSNd6) (1. TSNd4) TSNd6 (1... TSNd5) *",
        2,
        "M201 3:14",
        "M201 3:31",
        "M201 3:50",
    ),
    row("annotations-after-a-broken-ply", E + "1. TSNd3 TSNd6 $256 *", 0, "M201 3:4", "N114 3:16"),
    row(
        "annotations-in-a-variation-after-a-broken-ply",
        E + "1. TSNd3 TSNd6 (1... TSNc6 $256) *",
        0,
        "M201 3:4",
        "N114 3:28",
    ),
    row("variation-empty", E + "1. TSNd2 () *", 1, "N105 3:11"),
    row("variation-comment-only", E + "1. TSNd2 ({a}) *", 1, "N105 3:14"),
    row("variation-alone", E + "(1. TSNc2) 1. TSNd2 *", 0, "N111 3:1"),
    row("variation-with-result", E + "1. TSNd2 (1. TSNc2 1-0) TSNd6 *", 2, "N107 3:20"),
    row(
        "variation-not-closed", E + "1. TSNd2 (1. TSNc2 *", 1, "N403 3:4", "N103 3:10", "N107 3:20"
    ),
    row("variation-not-open", E + "1. TSNd2 ) TSNd6 *", 2, "N104 3:10"),
    row("variation-not-open-touching", E + "1. TSNd2) TSNd6 *", 2, "N104 3:9"),
    row("variation-fifty-deep", E + "1. TSNd2 " + "(1. TSNc2 " * 50 + ")" * 50 + " *", 1),
    # Results.
    *(row(f"result-{text}", E + f"1. TSNd2 {text}", 1) for text in ("1-0", "0-1", "1/2-1/2", "*")),
    row("result-alone", E + "*", 0),
    row("result-resigned-at-once", E + "0-1", 0),
    row("result-then-text", E + "1. TSNd2 * 1. TSNd2", 1, "N108 3:12"),
    row("result-twice", E + "1. TSNd2 1-0 1-0", 1, "N108 3:14"),
    row("result-then-variation", E + "1. TSNd2 * (1. TSNc2)", 1, "N108 3:12"),
    warn("result-missing", E + "1. TSNd2 TSNd6\n", 2, "N403 3:10"),
    warn("result-missing-tag-stands", '[Result "1-0"]\n\n1. TSNd2\n', 1, "N403 3:4"),
    warn("result-missing-tags-only", '[Event "x"]\n\n', 0, "N403 1:1"),
    warn("result-missing-one-tag-line", '[Event "x"]\n', 0, "N403 1:1"),
    warn("result-missing-no-line-end", '[Event "x"]', 0, "N403 1:1"),
    warn("result-missing-two-tags", '[Event "x"]\n[Site "y"]', 0, "N403 2:1"),
    row("results-disagree", '[Result "1-0"]\n\n1. TSNd2 0-1', 1, "N402 3:10"),
    row("results-agree", '[Result "0-1"]\n\n1. TSNd2 0-1', 1),
    # Lenient reading.
    warn("lower-case", E + "1. tsnd2 tSnd6 *", 2, "M401 3:4", "M401 3:10"),
    warn("lower-case-b-and-n", E + "1. nb1 nb7 *", 2, "M401 3:4", "M401 3:8"),
    *(
        warn(f"dash-{ord(sign):04x}", E + f"1. Nd2 Nd6 2. d2{sign}d3 *", 3, "M402 3:17")
        for sign in "–—−‐‑‒"
    ),
    warn(
        "times-sign",
        '[Position "3k3/7/7/7/3n3/3N3/3K3 b -/- 1"]\n\n1. d2×d3 *',
        1,
        "M402 3:4",
    ),
    warn("dash-in-result", E + "1. TSNd2 1–0", 1, "N303 3:10"),
    warn("dash-in-draw", E + "1. TSNd2 1/2−1/2", 1, "N303 3:10"),
    warn("number-wrong", E + "1. TSNd2 TSNd6 3. d2#-d3 *", 3, "N301 3:16"),
    warn("number-wrong-once", E + "4. TSNd2 TSNd6 5. d2#-d3 d6#-d5 6. Nb1 *", 5, "N301 3:1"),
    warn("number-wrong-for-red", E + "1. TSNd2 2... TSNd6 *", 2, "N301 3:10"),
    warn("number-missing", E + "TSNd2 TSNd6 d2#-d3 *", 3, "N302 3:1"),
    row("number-missing-for-red", E + "1. TSNd2 TSNd6 2. d2#-d3 {c} d6#-d5 *", 4),
    warn("number-missing-in-variation", E + "1. TSNd2 (TSNc2 TSNc6) *", 1, "N302 3:11"),
    # Tags.
    row("tag-escapes", '[Event "a \\"b\\" \\\\ c"]\n\n*', 0),
    row("tag-empty", '[Event ""]\n\n*', 0),
    row("tag-blanks", '[Event   "x"  ]\n\n*', 0),
    row("tag-unknown", '[Weather "rain"]\n\n*', 0),
    row("tag-other-escape", '[Event "x"]\n[Site "a\\nb"]\n\n*', 0, "N201 2:1"),
    row("tag-two-lines", '[Event "x"]\n[Site "a\nb"]\n\n*', 0, "N201 2:1", "N101 3:1"),
    row("tag-not-closed", '[Event "x"]\n[Site "a"\n\n*', 0, "N201 2:1"),
    row("tag-not-quoted", '[Event "x"]\n[Site a]\n\n*', 0, "N201 2:1"),
    row("tag-bad-name", '[Event "x"]\n[9 "a"]\n\n*', 0, "N201 2:1"),
    row("tags-two-bad", '[Event "x"]\n[Site a]\n[Date b]\n\n*', 0, "N201 2:1", "N201 3:1"),
    row("tag-repeated", '[Event "x"]\n[Event "y"]\n[Event "z"]\n\n*', 0, "N202 2:1", "N202 3:1"),
    row(
        "tag-bad-then-movetext-checked",
        '[Event "x"]\n[Site a]\n\n1. Sd3 *',
        0,
        "N201 2:1",
        "M201 4:4",
    ),
    row("tag-result-unknown", '[Result "2-0"]\n\n1. TSNd2 *', 1, "N207 1:9"),
    warn("tag-result-dash", '[Result "1–0"]\n\n1. TSNd2 1-0', 1, "N303 1:9"),
    row("tag-game", '[Game "Mentis"]\n\n*', 0),
    row("tag-game-other", '[Game "Chess"]\n\n*', 0, "N204 1:7"),
    row("tag-game-no-blank", '[Event "x"]\n[Game"Chess"]\n\n*', 0, "N204 2:6"),
    row("tag-variant", '[Variant "Wolf"]\n\n1. Wd2 Wd6 *', 2),
    row("tag-variant-unknown", '[Variant "wolf"]\n\n1. TSNd2 *', 0, "N205 1:10"),
    row("wolf-in-standard", '[Variant "Standard"]\n\n1. Wd2 *', 0, "M208 3:4"),
    row("wolf-without-tag", E + "1. Wd2 *", 0, "M208 3:4"),
    row(
        "wolf-position-in-standard",
        '[Variant "Standard"]\n[Position "3k3/7/7/3W3/7/7/3K3 b -/- 1"]\n\n*',
        0,
        "N206 2:11",
    ),
    row("wolf-position", '[Position "3k3/7/7/3W3/7/7/3K3 b -/- 1"]\n\n1. d4-e5 *', 1),
    warn("tag-date", '[Date "2010-04-01"]\n\n*', 0, "N209 1:7"),
    row("tag-date-unknown-parts", '[Date "2010.04.??"]\n\n*', 0),
    row("tag-elo", '[BlueElo "1500"]\n[RedElo "?"]\n\n*', 0),
    warn("tag-elo-no-number", '[RedElo "-5"]\n\n*', 0, "N210 1:9"),
    # Position.
    row(
        "position-numbers",
        '[Position "3k3/7/7/3N3/7/7/3K3 r -/- 17"]\n\n17... d7-c7 18. d4-d5 *',
        2,
    ),
    warn(
        "position-number-wrong",
        '[Position "3k3/7/7/3N3/7/7/3K3 b -/- 17"]\n\n1. d4-d5 *',
        1,
        "N301 3:1",
    ),
    row("position-refused", '[Position "x"]\n\n1. d4-d5 *', 0, "N206 1:11"),
    row(
        "position-refused-rest-checked",
        '[Position "x"]\n[Result "1-0"]\n\n1. TSNd2 $999 0-1',
        0,
        "N206 1:11",
        "N114 4:10",
        "N402 4:15",
    ),
    # PlyCount.
    row("plycount", '[PlyCount "2"]\n\n1. TSNd2 TSNd6 *', 2),
    row("plycount-variations-do-not-count", '[PlyCount "1"]\n\n1. TSNd2 (1. TSNc2 TSNc6) *', 1),
    row("plycount-wrong", '[PlyCount "3"]\n\n1. TSNd2 TSNd6 *', 2, "N405 1:11"),
    row(
        "plycount-of-an-illegal-record",
        '[PlyCount "9"]\n\n1. TSNd3 TSNd6 *',
        0,
        "N405 1:11",
        "M201 3:4",
    ),
    # The end of the game.
    row("king-captured", KILL + '[Termination "king captured"]\n\n1. d6xd7 1-0', 1),
    row("king-captured-result", KILL + "\n1. d6xd7 0-1", 1, "N401 3:10"),
    row("king-captured-star", KILL + "\n1. d6xd7 *", 1, "N401 3:10"),
    row("king-captured-goes-on", KILL + "\n1. d6xd7 d7-c7 1-0", 1, "N406 3:10"),
    row("king-captured-tag", KILL + '[Result "0-1"]\n\n1. d6xd7 1-0', 1, "N402 4:10"),
    row("game-over-at-start", '[Position "7/3N3/7/7/7/7/3K3 r -/- 1"]\n\n1-0', 0),
    row(
        "game-over-at-start-goes-on",
        '[Position "7/3N3/7/7/7/7/3K3 r -/s1 1"]\n\n1... Sb7 1-0',
        0,
        "N406 3:6",
    ),
    row("repetition", E + SHUFFLE + " 1/2-1/2", 8),
    row("repetition-tag", f'[Termination "repetition"]\n\n{SHUFFLE} 1/2-1/2', 8),
    row("repetition-other-result", E + SHUFFLE + " 1-0", 8, "N407 3:55", "N401 3:61"),
    row(
        "repetition-agreement",
        f'[Termination "agreement"]\n\n{SHUFFLE} 1/2-1/2',
        8,
        "N404 1:14",
        "N407 3:55",
    ),
    row("repetition-goes-on", E + SHUFFLE + " 5. d1-e1 1/2-1/2", 8, "N406 3:64"),
    row("repetition-not-yet", E + "1. d1-c1 d7-c7 2. c1-d1 c7-d7 *", 4),
    row(
        "repetition-in-variation",
        E + SHUFFLE[:45] + " 4. Sd2 (4. c1-d1 c7-d7) *",
        7,
    ),
    row(
        "repetition-in-variation-goes-on",
        E + SHUFFLE[:45] + " 4. Sd2 (4. c1-d1 c7-d7 5. d1-e1) *",
        7,
        "N406 3:73",
    ),
    row(
        "repetition-does-not-count-other-variations",
        E + "1. d1-c1 (1. d1-e1 d7-e7 2. e1-d1 e7-d7) d7-c7 2. c1-d1 c7-d7 "
        "(2... c7-d7 3. Sd2) 3. d1-c1 d7-c7 *",
        6,
    ),
]


@pytest.mark.parametrize(("text", "is_valid", "plies", "found"), MOVETEXT)
def test_movetext(text: str, is_valid: bool, plies: int, found: list[str]) -> None:
    reading = read_one(text)
    assert places(reading) == found
    assert reading.is_valid == is_valid
    assert reading.plies == plies
    for diagnostic in reading.diagnostics:
        spanned(reading, diagnostic)


@pytest.mark.parametrize(("text", "is_valid", "plies", "found"), MOVETEXT)
def test_last_line_end_does_not_matter(
    text: str, is_valid: bool, plies: int, found: list[str]
) -> None:
    for ending in ("\n", "\n\n", "\n \n"):
        reading = read_one(text.rstrip("\n") + ending)
        assert (places(reading), reading.is_valid, reading.plies) == (found, is_valid, plies)


@pytest.mark.parametrize(("text", "is_valid", "plies", "found"), MOVETEXT)
def test_strict(text: str, is_valid: bool, plies: int, found: list[str]) -> None:
    reading = read_one(text, strict=True)
    assert places(reading) == found
    notes = {"N407"}
    assert reading.is_valid == (not [code for code in found if code.split()[0] not in notes])


# Termination

BOARD_ENDS = ("king captured", "repetition")


@pytest.mark.parametrize("result", ["1-0", "0-1", "1/2-1/2", "*"])
@pytest.mark.parametrize(
    ("word", "results"),
    [
        ("resignation", {"1-0", "0-1"}),
        ("time forfeit", {"1-0", "0-1"}),
        ("agreement", {"1/2-1/2"}),
        ("adjudication", {"1-0", "0-1", "1/2-1/2"}),
        ("unterminated", {"*"}),
        ("king captured", set()),
        ("repetition", set()),
    ],
)
def test_termination(word: str, results: set[str], result: str) -> None:
    reading = read_one(f'[Termination "{word}"]\n\n1. TSNd2 {result}\n')
    assert places(reading) == ([] if result in results else ["N404 1:14"])
    assert reading.termination == word


@pytest.mark.parametrize(
    ("board", "end"),
    [(KILL + "\n1. d6xd7 1-0", "king captured"), (E + SHUFFLE + " 1/2-1/2", "repetition")],
)
@pytest.mark.parametrize(
    "word",
    [*BOARD_ENDS, "resignation", "agreement", "adjudication", "time forfeit", "unterminated"],
)
def test_termination_against_the_board(board: str, end: str, word: str) -> None:
    reading = read_one(f'[Termination "{word}"]\n{board}')
    assert [place for place in places(reading) if "N407" not in place] == (
        [] if word == end else ["N404 1:14"]
    )


@pytest.mark.parametrize("word", ["coffee", "Resignation", "", "king  captured"])
def test_termination_unknown_is_kept(word: str) -> None:
    reading = read_one(f'[Termination "{word}"]\n\n1. TSNd2 *\n')
    assert places(reading) == ["N208 1:14"]
    assert reading.is_valid
    assert reading.termination == word


@pytest.mark.parametrize(
    ("text", "termination"),
    [
        (KILL + "\n1. d6xd7 1-0", "king captured"),
        (E + SHUFFLE + " 1/2-1/2", "repetition"),
        (E + "1. TSNd2 *", "unterminated"),
        (E + "1. TSNd2 1-0", None),
    ],
)
def test_termination_without_tag(text: str, termination: str | None) -> None:
    assert read_one(text).termination == termination


def test_repetition_names_its_plies() -> None:
    for text, expected in (
        (E + SHUFFLE + " 1-0", "0, 4, 8"),
        (
            E + "1. Sd2 Sd6 2. d1-c1 d7-c7 3. c1-d1 c7-d7 4. d1-c1 d7-c7 5. c1-d1 c7-d7 *",
            "2, 6, 10",
        ),
    ):
        (note,) = (one for one in read_one(text).diagnostics if one.code.id == "N407")
        assert expected in note.message


# Owners of comments


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


# Ply and move of diagnostics


@pytest.mark.parametrize(
    ("text", "code", "ply", "move"),
    [
        pytest.param(E + "1. TSNd2 TSNd3 *", "M201", 2, "TSNd3", id="illegal"),
        pytest.param(E + "1. TSNd2 TSNd9 *", "M501", 2, "TSNd9", id="invalid"),
        pytest.param(E + "1. TSNd2 TSNd6 2. d2-d9-d4 *", "M501", 3, "d2-d9-d4", id="path"),
        pytest.param(E + "1. TSNd2 ~~ *", "N101", 2, "~~", id="garbage"),
        pytest.param(E + "1. TSNd2 TSNd6 2 d2#-d3 *", "N110", 3, "2", id="digits"),
        pytest.param(E + "1. TSNd2 TSNd6 3. d2#-d3 *", "N301", 3, "d2#-d3", id="number"),
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


# Files


def many(count: int, broken: dict[int, str] | None = None) -> str:
    records = []
    for at in range(1, count + 1):
        movetext = (broken or {}).get(at, FOUR + " *")
        records.append(f'[Event "{at}"]\n[Site "s"]\n\n{movetext}\n\n')
    return "".join(records)


@pytest.mark.parametrize(
    "broken",
    [
        pytest.param("1. TSNd2 TSNd9 2. d2#-d3 *", id="typo"),
        pytest.param("1. TSNd2 {", id="brace"),
        pytest.param("1. TSNd2 ((((1. TSNc2", id="parenthesis"),
        pytest.param("1. TSNd2 TSNd6", id="no-result", marks=[]),
        pytest.param("1. TSNd2 TSNd6 2.", id="number-last"),
        pytest.param("1. TSNd2 TSNd6 2. d2-", id="cut-in-a-ply"),
        pytest.param("1. TSNd2 TSNd6 2. d2#", id="cut-behind-a-mark"),
        pytest.param("~" * 3000, id="garbage"),
        pytest.param("~ " * 3000, id="garbage-words"),
        pytest.param("{" + "a" * 1_100_000 + "}", id="too-large"),
        pytest.param("(" * 3000, id="deep"),
        pytest.param('; [Event "y"]\n* *', id="tag-in-comment"),
    ],
)
def test_game_7_of_50(broken: str) -> None:
    readings = read(many(50, {7: broken}))
    assert len(readings) == 50
    wrong = [reading.index for reading in readings if not reading.is_valid]
    assert wrong == ([] if broken == "1. TSNd2 TSNd6" else [7])
    assert [reading.index for reading in readings] == list(range(1, 51))
    assert all(reading.plies == 4 for reading in readings if reading.index != 7)
    lines = many(50, {7: broken}).split("\n")
    assert all(lines[reading.line - 1].startswith("[Event") for reading in readings)


def test_broken_tag_section_costs_one_record() -> None:
    text = many(2) + '[Event "a"\n[Site ]\n\n1. TSNd2 *\n\n' + many(2)
    readings = read(text)
    assert [reading.is_valid for reading in readings] == [True, True, False, True, True]


def test_records_without_blank_lines() -> None:
    text = '[Event "1"]\n1. TSNd2 *\n[Event "2"]\n[Site "s"]\n1. TSNd2 *\n[Event "3"]\n*\n'
    assert [reading.plies for reading in read(text)] == [1, 1, 0]
    assert all(reading.is_valid for reading in read(text))


def test_blank_lines_inside_tags() -> None:
    (reading,) = read('[Event "1"]\n\n[Site "s"]\n\n\n[Round "2"]\n1. TSNd2 *\n')
    assert reading.is_valid
    assert reading.record is not None
    assert reading.record.tags["Round"] == "2"


def test_a_tag_line_begins_a_record_even_inside_a_comment() -> None:
    first, second = read(E + '1. TSNd2 {\n[Event "y"]\n\n1. TSNd2 *\n')
    assert places(first) == ["N403 3:4", "N102 3:10"]
    assert second.is_valid
    assert second.line == 4


def test_a_tag_line_inside_a_line_is_text() -> None:
    (reading,) = read(E + '1. TSNd2 {a [Event "y"] b\n [Event "z"]} *\n')
    assert reading.is_valid


@pytest.mark.parametrize("step", range(0, 12))
def test_a_file_can_be_cut_anywhere(step: int) -> None:
    """Both halves of a cut file read; records apart from the one that is cut are unharmed."""
    text = many(3) + '[Event "v"]\n\n1. TSNd2 {a (b)} (1. TSNc2 $1) TSNd6! ; c\n2. d2#-d3 1-0\n\n'
    text += many(2)
    whole = [reading.final_position for reading in read(text)]
    for at in range(step, len(text), 12):
        head, tail = read(text[:at]), read(text[at:])
        assert [one.final_position for one in head[:-1]] == whole[: max(len(head) - 1, 0)]
        if len(tail) > 1:
            assert [one.final_position for one in tail[1:]] == whole[1 - len(tail) :]


FILE = many(3)


def bytes_variants() -> list[Any]:
    data = FILE.encode()
    zipped = io.BytesIO()
    with zipfile.ZipFile(zipped, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("folder/a.mgn", data)
        archive.writestr("readme.pdf", b"no record")
    return [
        pytest.param("a.mgn", data, id="mgn"),
        pytest.param("a.txt", data, id="txt"),
        pytest.param("a.mgn", b"\xef\xbb\xbf" + data, id="bom"),
        pytest.param("a.mgn", data.replace(b"\n", b"\r\n"), id="crlf"),
        pytest.param("a.mgn", data.replace(b"\n", b"\r"), id="cr"),
        pytest.param("a.mgn", b"\xef\xbb\xbf" + data.replace(b"\n", b"\r\n"), id="bom-crlf"),
        pytest.param("a.mgn", data.rstrip(b"\n"), id="no-last-line-end"),
        pytest.param("a.mgn.gz", gzip.compress(data), id="gz"),
        pytest.param("A.MGN.GZ", gzip.compress(data), id="gz-upper-case"),
        pytest.param("a.mgn.gz", gzip.compress(data[:50]) + gzip.compress(data[50:]), id="gz-two"),
        pytest.param("a.mgn.zst", zstandard.compress(data), id="zst"),
        pytest.param(
            "a.mgn.zst", zstandard.compress(data[:50]) + zstandard.compress(data[50:]), id="zst-two"
        ),
        pytest.param("a.zip", zipped.getvalue(), id="zip"),
    ]


@pytest.mark.parametrize(("name", "data"), bytes_variants())
def test_files(tmp_path: Path, name: str, data: bytes) -> None:
    path = tmp_path / name
    path.write_bytes(data)
    readings = list(Reader(GAMES).read_path(str(path)))
    assert [(one.index, one.line, one.is_valid, one.plies) for one in readings] == [
        (1, 1, True, 4),
        (2, 6, True, 4),
        (3, 11, True, 4),
    ]
    assert [places(one) for one in readings] == [[], [], []]


@pytest.mark.parametrize("char", ["\x0b", "\x0c", "\x1c", "\x85", "\u2028", "\u2029"])
def test_other_line_separators_end_no_line(tmp_path: Path, char: str) -> None:
    """A text and a file with the same characters read alike, whatever Unicode calls a line."""
    text = f"1. TSNd2 TSNd6 ; a{char}1. x\n2. Sd9\n"
    path = tmp_path / "a.txt"
    path.write_text(text, encoding="utf-8", newline="")
    from_file = [places(one) for one in Reader(GAMES).read_path(str(path))]
    assert [places(one) for one in read(text)] == from_file


# Listings

HEAD = "Blue Moves\tRed Moves\n"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # (valid, plies, findings) for every record
        pytest.param("1. TSNd2 TSNd6\n2. d2#-d3 d6#-d5\n", [(True, 4, [])], id="no-header"),
        pytest.param(HEAD + "1. TSNd2\tTSNd6\n", [(True, 2, [])], id="header"),
        pytest.param("Blue Moves  Red Moves\n1. TSNd2 TSNd6\n", [(True, 2, [])], id="blanks"),
        pytest.param(
            "<i>Blue Moves</i>\t<i>Red Moves</i>\n1. TSNd2 TSNd6\n", [(True, 2, [])], id="italic"
        ),
        pytest.param(
            HEAD + "\n\n1. TSNd2\tTSNd6\n\n\n2. d2#-d3\n", [(True, 3, [])], id="red-lacks"
        ),
        pytest.param("1. TSNd2\n1... TSNd6\n2. d2#-d3\n2... d6#-d5\n", [(True, 4, [])], id="dots"),
        pytest.param("1. Nd2 Nd6\n2. d2 -d3 -c3\n", [(True, 3, [])], id="blank-in-move"),
        pytest.param("1. TSNd2 TSNd6\n2. d2-d3 #-d4\n", [(True, 3, [])], id="blank-before-mark"),
        pytest.param(
            "1. TSNd2 TSNd6\n1. TSNd2 TSNc6\n", [(True, 2, []), (True, 2, [])], id="two-by-number"
        ),
        pytest.param(
            HEAD + "1. TSNd2 TSNd6\n" + HEAD + "1. TSNd2 TSNc6\n",
            [(True, 2, []), (True, 2, [])],
            id="two-by-header",
        ),
        pytest.param(
            "1. TSNd2 TSNd6\n2. d2#-d3 d6#-d5\n" + HEAD + "2. d2##-d3 d6#-d5\n",
            [(True, 4, []), (True, 4, [])],
            id="continues",
        ),
        pytest.param(
            "1. TSNd2 TSNd6\n2. d2#-d3 d6#-d5\n2. d2##-d3 d6#-d5\n",
            [(True, 4, []), (True, 4, [])],
            id="continues-by-number",
        ),
        pytest.param(
            "1. TSNd2 TSNd6\n2. d2#-d3 d6#-d5\n" + HEAD + "2... d6##-d5\n3. Sd2\n",
            [(True, 4, []), (True, 5, [])],
            id="continues-at-red",
        ),
        pytest.param(
            "1. TSNd2 TSNd6\n2. d2#-d3 d6#-d9\n" + HEAD + "2. d2##-d3 d6#-d5\n",
            [(False, 3, ["M501 2:15"]), (True, 4, [])],
            id="continues-a-broken-one",
        ),
        pytest.param(
            "1. TSNd2 TSNd9\n2. d2#-d3 d6#-d5\n" + HEAD + "2. d2##-d3 d6#-d5\n",
            [(False, 1, ["M501 1:13"]), (False, 0, ["N501 4:1"])],
            id="continues-beyond-the-break",
        ),
        pytest.param("3. d2-d3 TSNd6\n", [(False, 0, ["N501 1:1"])], id="continues-nothing"),
        pytest.param(
            "1. TSNd2 TSNd6\n" + HEAD + "4. d2-d3 d6-d5\n",
            [(True, 2, []), (False, 0, ["N501 3:1"])],
            id="does-not-reach",
        ),
        pytest.param(
            "1. TSNd2 TSNd6\n" + HEAD + "2. d2#-d3 d6#-d5\n",
            [(True, 2, []), (True, 4, [])],
            id="continues-at-the-end",
        ),
        pytest.param(HEAD, [(False, 0, ["N502 1:1"])], id="empty"),
        pytest.param("hello there\n", [(False, 0, ["N101 1:1"])], id="prose"),
        pytest.param(
            "1. TSNd2 TSNd6 and so on\n", [(False, 2, ["N101 1:16"])], id="prose-after-plies"
        ),
        pytest.param("{a comment}\n; and\n% this\n", [], id="comments-only"),
        pytest.param("", [], id="nothing"),
        pytest.param(" \n\t\n", [], id="blanks-only"),
        pytest.param(
            "1. TSNd2 TSNd6\n\n" + E + "1. Nd2 *\n",
            [(True, 2, []), (True, 1, [])],
            id="then-a-tagged-record",
        ),
        pytest.param(
            "1. TSNd2 {1. x (} TSNd6 ; 1. y\n2. d2#-d3 (2. Sb1 Sb7) d6#-d5\n",
            [(True, 4, [])],
            id="numbers-in-comments-and-variations",
        ),
        pytest.param("Blue Moves  Red Moves\n1.\n", [(False, 0, ["N109 2:1"])], id="number-only"),
        pytest.param(
            "1. TSNd2 TSNd6\n2.\n", [(False, 2, ["N109 2:1"])], id="number-without-ply-at-the-end"
        ),
    ],
)
def test_listings(text: str, expected: list[tuple[bool, int, list[str]]]) -> None:
    readings = read(text)
    assert [(one.is_valid, one.plies, places(one)) for one in readings] == expected
    assert all(one.result == "*" for one in readings)


def test_ply_numbers_of_a_continued_listing() -> None:
    text = "1. TSNd2 TSNd6\n2. d2#-d3 d6#-d5\n" + HEAD + "2. d2##-d3 d6#-d9\n"
    _, second = read(text)
    (found,) = (one for one in second.diagnostics if one.is_error)
    assert (found.ply, found.move) == (4, "d6#-d9")
    assert second.plies == 3


def test_repetition_in_a_continued_listing() -> None:
    text = (
        "1. d1-c1 d7-c7\n2. c1-d1 c7-d7\n3. d1-c1 d7-c7\n4. Sd2\n"
        + HEAD
        + "4. c1-d1 c7-d7\n5. d1-c1\n"
    )
    first, second = read(text)
    assert first.plies == 7
    assert second.plies == 8
    assert "N406 7:4" in places(second)


def test_a_listing_may_continue_a_game_with_the_wolf() -> None:
    text = "1. Wd2 Wd6\n2. d2-e3 d6-e5\n" + HEAD + "2. d2-c3 d6-c5\n"
    first, second = read(text, {"Variant": "Wolf"})
    assert (first.plies, second.plies) == (4, 4)
    assert second.record is not None
    assert second.record.tags["Variant"] == "Wolf"
    assert [one.is_valid for one in read(text)] == [False, False]


def test_default_variant_yields_to_the_tag() -> None:
    wolf = {"Variant": "Wolf"}
    assert read_one(E + "1. Wd2 *", wolf).is_valid
    assert not read_one('[Variant "Standard"]\n\n1. Wd2 *', wolf).is_valid
    assert not read_one('[Variant "Standard"]\n\n1. Wd2 *').is_valid


@pytest.mark.parametrize("path", sorted(DATA.glob("rulebook*.*")), ids=lambda path: path.name)
def test_rulebook(path: Path) -> None:
    readings = list(Reader(GAMES).read_path(str(path)))
    assert [(one.is_valid, one.plies) for one in readings] == [(True, 24), (True, 46)]
    assert [places(one) for one in readings] == [[], []]
    for one in readings:
        assert one.record is not None
        assert len(one.record.plies) == one.plies
        assert one.final_position == one.record.final
        position = GAME.parse_position(one.record.start, {})
        for ply in one.record.plies:
            assert (ply.side, ply.move_number) == (position.side, position.move_number)
            position = GAME.play(position, ply.move)
            assert (ply.key, ply.canonical_key) == GAME.key(position)
        assert GAME.format_position(position) == one.final_position


def test_rulebook_texts_hold_the_same_games() -> None:
    by_file = [
        [one.final_position for one in Reader(GAMES).read_path(str(path))]
        for path in sorted(DATA.glob("rulebook*.*"))
    ]
    assert len(by_file) >= 2
    assert all(finals == by_file[0] for finals in by_file)
