"""Movetext as rows: a text, and what the reader makes of it.

A row's findings are ``code line:column``; the note about missing standard tags is left out.
"""

import pytest
from notation_kit import KILL, SHUFFLE, E, places, read_one, row, spanned, warn

MOVETEXT = [
    # A number is digits and one or more dots; digits alone are invalid.
    row("numbers", E + "1. TSNd2 1... TSNd6 2. d2#-d3 *", 3),
    row("numbers-many-dots", E + "1...... TSNd2 1.. TSNd6 *", 2),
    row("number-touches-ply", E + "1.TSNd2 1...TSNd6 *", 2),
    row("number-leading-zeros", E + "0001. TSNd2 *", 1),
    row("number-leading-zeros-many", E + "0000000000001. TSNd2 *", 1),
    row("digits-alone", E + "1 TSNd2 *", 1, "N110 3:1"),
    row("digits-alone-later", E + "1. TSNd2 TSNd6 2 d2#-d3 *", 3, "N110 3:16"),
    row("number-without-ply", E + "1. *", 0, "N109 3:1"),
    row("number-without-ply-two", E + "1. 2. TSNd2 *", 1, "N109 3:1"),
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
    row("comment-closes-once", E + "1. TSNd2 {a}} TSNd6 *", 2, "N101 3:13"),
    row("comment-not-closed", E + "1. TSNd2 {a *\n", 1, "N102 3:10"),
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
        "variation-nested", E + "1. TSNd2 (1. TSNc2 TSNc6 (1... Nb7 2. c2#-c3 (2. Nb1))) TSNd6 *", 2
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
    row("variation-alone", E + "(1. TSNc2) 1. TSNd2 *", 1, "N111 3:1"),
    row("variation-with-result", E + "1. TSNd2 (1. TSNc2 1-0) TSNd6 *", 2, "N107 3:20"),
    row("variation-not-closed", E + "1. TSNd2 (1. TSNc2 *", 1, "N103 3:10"),
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
    *(
        warn(f"result-miswritten-{text}", E + f"1. TSNd2 {text}", 1, "N118 3:10")
        for text in (
            *("1 - 0", "1 -0", "0 - 1", "1/2 - 1/2", "1:0", "0 : 1", "1/2:1/2", "1-O", "o-1"),
            *("1/2", "\u00bd", "\u00bd-\u00bd", "\u00bd \u2013 \u00bd", "1:0.", "1\u00a0-\u00a00"),
        )
    ),
    *(
        row(f"result-misspelt-{text}", E + f"1. TSNd2 {text}", 1, "N117 3:10")
        for text in ("Draw", "drawn", "1-1", "0-0", "0 - 0", "resigns", "Resigned", "resign")
    ),
    warn("result-miswritten-for-red", E + "1. TSNd2 TSNd6 1 - 0 {c}", 2, "N118 3:16"),
    warn(
        "result-miswritten-in-the-tag",
        '[Result "\u00bd-\u00bd"]\n\n1. TSNd2 1/2',
        1,
        "N118 1:9",
        "N118 3:10",
    ),
    row(
        "result-miswritten-disagrees", '[Result "1:0"]\n\n1. TSNd2 0-1', 1, "N118 1:9", "N402 3:10"
    ),
    row("result-miswritten-in-the-middle", E + "1. TSNd2 1:0 TSNd6 *", 1, "N118 3:10", "N108 3:14"),
    row("result-misspelt-after-a-number", E + "1. TSNd2 TSNd6 2. 1 - 0", 2, "N117 3:19"),
    row("result-miswritten-then-more", E + "1. TSNd2 1 - 0 *", 1, "N118 3:10", "N108 3:16"),
    row("result-misspelt-then-text", E + "1. TSNd2 draw perhaps", 1, "N117 3:10", "N101 3:15"),
    row("results-disagree", '[Result "1-0"]\n\n1. TSNd2 0-1', 1, "N402 3:10"),
    row("results-agree", '[Result "0-1"]\n\n1. TSNd2 0-1', 1),
    # Lenient reading.
    warn("lower-case", E + "1. tsnd2 tSnd6 *", 2, "M401 3:4", "M401 3:10"),
    warn("lower-case-b-and-n", E + "1. nb1 nb7 *", 2, "M401 3:4", "M401 3:8"),
    *(
        warn(f"dash-{ord(sign):04x}", E + f"1. Nd2 Nd6 2. d2{sign}d3 *", 3, "M402 3:17")
        for sign in "–—−‐‑‒"
    ),
    warn("times-sign", '[Position "3k3/7/7/7/3n3/3N3/3K3 b -/- 1"]\n\n1. d2×d3 *', 1, "M402 3:4"),
    warn("dash-in-result", E + "1. TSNd2 1–0", 1, "N303 3:10"),
    warn("dash-in-draw", E + "1. TSNd2 1/2−1/2", 1, "N303 3:10"),
    row("number-gap", E + "1. TSNd2 TSNd6 3. d2#-d3 *", 3, "N304 3:16"),
    warn("number-wrong-once", E + "4. TSNd2 TSNd6 5. d2#-d3 d6#-d5 6. Nb1 *", 5, "N301 3:1"),
    row("number-wrong-for-red", E + "1. TSNd2 2... TSNd6 *", 2, "N304 3:10"),
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
    row("tag-game-no-blank", '[Event "x"]\n[Game"Chess"]\n\n*', 0, "N201 2:1", "N204 2:6"),
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
    warn("tag-date", '[Date "2010-04-31"]\n\n*', 0, "N209 1:7"),
    warn("tag-date-iso", '[Date "2010-04-01"]\n\n*', 0, "N215 1:7"),
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
    row("repetition-in-variation", E + SHUFFLE[:45] + " 4. Sd2 (4. c1-d1 c7-d7) *", 7),
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
    # The end of the last line does not matter.
    for ending in ("\n", "\n\n", "\n \n"):
        reading = read_one(text.rstrip("\n") + ending)
        assert (places(reading), reading.is_valid, reading.plies) == (found, is_valid, plies)
    # In strict mode all but notes are errors.
    reading = read_one(text, strict=True)
    assert places(reading) == found
    notes = {"N407"}
    assert reading.is_valid == (not [code for code in found if code.split()[0] not in notes])


@pytest.mark.parametrize(
    ("written", "hint"),
    [
        ("Drawn", "write 1/2-1/2"),
        ("resigns", "how the game ended belongs in the tag Termination"),
        ("1-1", "how the game ended belongs in the tag Termination"),
    ],
)
def test_the_result_that_is_meant_is_suggested(written: str, hint: str) -> None:
    reading = read_one(E + f"1. TSNd2 {written} {{ late }}")
    (found,) = (each for each in reading.diagnostics if each.is_error)
    assert found.hint == hint
    assert found.message == f"{written} is not a result"
