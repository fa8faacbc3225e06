"""Texts that clubs get, as they come: what is said of each, where, and the line to write."""

from pathlib import Path

import pytest
from notation_kit import SILENT, read

from mentis_records.games import GAMES
from mentis_records.notation.read import Reader

CASES = Path(__file__).parents[1] / "cases" / "messy"
FOUND: dict[str, tuple[int, list[str], str]] = {
    "arrow.txt": (0, ["N121 10:7"], "2. d2#-d3 d6#-d5"),
    "blue-wins.txt": (0, ["N117 12:1"], ""),
    "bluewon-tag.txt": (0, ["N207 7:9", "N403 11:8"], ""),
    "bold.txt": (0, ["N121 9:1"], "1. TSNd2 TSNd6"),
    "box.txt": (0, ["N121 2:1"], "1. TSNd2 TSNd6"),
    "bullet-unicode.txt": (0, ["N121 1:1"], "1. TSNd2 TSNd6"),
    "clock.txt": (0, ["N121 9:10"], "1. TSNd2 {0:12} TSNd6 {0:30}"),
    "colon-numbers.txt": (0, ["N121 1:1"], "1. TSNd2 TSNd6"),
    "column.txt": (1, ["N302 1:1"], ""),
    "csv-empty-cells.txt": (0, ["N121 1:1"], "1. TSNd2 TSNd6"),
    "csv-games.txt": (0, ["N022 1:1"], ""),
    "csv-with-tags.txt": (0, ["N121 1:1"], '[Event "Autumn Cup"]'),
    "csv.txt": (0, ["N121 1:1"], "1. TSNd2 TSNd6"),
    "cyrillic.txt": (0, ["N121 11:5"], "3. Sc2 Se6"),
    "dashes.txt": (0, ["N121 1:9"], "1. TSNd2 TSNd6"),
    "dateprose.txt": (0, ["N216 1:1"], ""),
    "datewords.txt": (1, ["N209 3:7"], ""),
    "dots.txt": (0, ["N121 9:10"], "1. TSNd2 1... TSNd6"),
    "dots1.txt": (0, ["N121 9:2"], "1... TSNd2 TSNd6"),
    "draw-agreed.txt": (0, ["N117 12:1"], ""),
    "emoji.txt": (0, ["N101 9:10", "N101 10:11", "N101 10:20"], ""),
    "german.txt": (0, ["N216 1:1"], ""),
    "hash-numbers.txt": (0, ["N121 1:1"], "1. TSNd2 TSNd6"),
    "html-br.txt": (0, ["N121 1:15"], '[Event "Club"]'),
    "html-tags.txt": (0, ["N121 2:8"], '[Event "Club"]'),
    "html.txt": (0, ["N121 3:1"], "1. TSNd2 TSNd6"),
    "htmltable.txt": (0, ["N121 1:1"], "1. TSNd2 TSNd6"),
    "interleaved-reply.txt": (0, ["N119 1:1", "N101 2:1", "N101 6:1"], ""),
    "json.json": (0, ["N022 1:1"], ""),
    "json.txt": (0, ["N022 1:1"], ""),
    "jsonlist.txt": (0, ["N022 1:1"], ""),
    "judgements.txt": (0, ["N121 9:9"], "1. TSNd2! TSNd6?"),
    "latex.txt": (0, ["N121 1:20"], "1. TSNd2 TSNd6"),
    "line-numbers-of-moves.txt": (0, ["N121 1:1"], "1. TSNd2 TSNd6"),
    "lineno.txt": (0, ["N121 2:3"], '[Site "Bern"]'),
    "mail-tagged.txt": (0, ["N121 1:1"], '[Event "Club"]'),
    "mail-with-head.txt": (0, ["N121 5:1"], '[Event "Club"]'),
    "mail.txt": (0, ["N121 1:1"], "1. TSNd2 TSNd6"),
    "mark.txt": (0, ["M114 10:9"], ""),
    "markdown-with-heading.txt": (0, ["N121 7:1"], "1. NNSc2 TNTc6"),
    "markdown.txt": (0, ["N121 3:1"], "1. TSNd2 TSNd6"),
    "messenger-dashes.txt": (0, ["N121 1:21"], "1. TSNd2 TSNd6"),
    "messenger.txt": (0, ["N121 1:22"], "1. TSNd2 TSNd6"),
    "movecolon.txt": (0, ["N121 9:1"], "1. TSNd2 TSNd6"),
    "named.txt": (0, ["N121 1:1"], "1. TSNd2 TSNd6"),
    "nbsp-moves.txt": (0, ["N121 9:3"], "1. TSNd2 TSNd6"),
    "nbsp.txt": (0, ["N121 1:7"], '[Event "Club"]'),
    "nbspent.txt": (0, ["N121 9:3"], "1. TSNd2 TSNd6"),
    "nested-quotation.txt": (0, ["N121 1:1"], "1. TSNd2 TSNd6"),
    "nobracket.txt": (
        0,
        ["N201 1:1", "N201 2:1", "N201 3:1", "N201 4:1", "N201 5:1", "N201 6:1", "N201 7:1"],
        "",
    ),
    "paren-numbers.txt": (0, ["N121 1:1"], "1. TSNd2 TSNd6"),
    "players-only.txt": (0, ["N216 1:1", "N117 7:1"], ""),
    "prose-and-commas.txt": (0, ["N216 1:1", "N121 8:1"], "1. NTSd2 TTSb7"),
    "quotedprintable.txt": (0, ["N121 5:12"], '[Blue "André"]'),
    "red-resigns.txt": (0, ["N117 12:1"], ""),
    "result-middle.txt": (0, ["N108 10:1"], ""),
    "result-word.txt": (0, ["N117 12:1"], ""),
    "rtfish.txt": (0, ["N121 1:15"], '[Event "Club"]'),
    "semicolon.txt": (0, ["N121 9:9", "N301 10:1", "M102 10:4"], "1. TSNd2 TSNd6"),
    "semicsv-pairs.txt": (0, ["N119 1:1", "N302 2:1", "N121 2:6", "M102 3:1"], "TSNd2 TSNd6"),
    "side-letters.txt": (0, ["N121 1:4"], "1. TSNd2 TSNd6"),
    "side-words.txt": (0, ["N121 1:4"], "1. TSNd2 TSNd6"),
    "slash.txt": (0, ["N121 9:9"], "1. TSNd2 TSNd6"),
    "soft-hyphens.txt": (0, ["N121 9:7"], "1. TSNd2 TSNd6"),
    "tags-in-one-line.txt": (0, ["N201 1:1"], ""),
    "tagsafter.txt": (1, ["N218 7:1", "N403 13:1"], ""),
    "two-columns.txt": (0, ["N304 1:26"], ""),
    "versus-and-words.txt": (0, ["N216 1:1", "N117 9:1"], ""),
    "vs.txt": (0, ["N216 1:1"], ""),
    "vs2.txt": (1, ["N119 1:1"], ""),
    "white-and-black.txt": (0, ["N216 1:1"], ""),
    "xml.txt": (0, ["N121 9:1"], "a line as records have it: numbers, plies, a result"),
}
"""By file: how many of its records are sound, all that is said, the first line to write."""


@pytest.mark.parametrize("name", sorted(path.name for path in CASES.iterdir()))
def test_messy_text(name: str) -> None:
    readings = list(Reader(GAMES).read_path(str(CASES / name)))
    told = [each for reading in readings for each in reading.diagnostics]
    told = [each for each in told if each.code.id not in SILENT]
    valid, found, line = FOUND[name]
    assert [f"{each.code.id} {each.span}" for each in told] == found
    assert sum(reading.is_valid for reading in readings) == valid
    assert [each.expected for each in told if each.code.slug == "other-layout"][:1] == (
        [line] if line else []
    )
    assert all(each.hint for each in told)


HINTS = {
    "versus-and-words.txt": 'write [Blue "Bob"] [Red "Zo\u00eb"]',
    "german.txt": 'write [Blue "Karl Wei\u00df"] [Red "J\u00f6rg M\u00fcller"]',
    "draw-agreed.txt": 'write 1/2-1/2, and the tag [Termination "agreement"]',
    "red-resigns.txt": 'write 1-0, and the tag [Termination "resignation"]',
    "result-middle.txt": "if the game goes on, delete the result before it",
    "bluewon-tag.txt": 'write [Result "1-0"]',
    "tagsafter.txt": "put the tags in front of line 2 if they belong to those moves",
}


@pytest.mark.parametrize(("name", "hint"), HINTS.items())
def test_hints(name: str, hint: str) -> None:
    readings = Reader(GAMES).read_path(str(CASES / name))
    told = [each for reading in readings for each in reading.diagnostics]
    assert any(each.hint.startswith(hint) for each in told)


def test_rows_of_a_table_of_games_are_shown_as_tags() -> None:
    (reading,) = Reader(GAMES).read_path(str(CASES / "csv-games.txt"))
    (found,) = reading.diagnostics
    assert found.message == "a table of games, not a record file"
    assert '[Event "Club"] [Date "2026.11.14"] [Blue "Ann"]' in found.hint


@pytest.mark.parametrize(
    "text",
    [
        "1. TSNd2 TSNd6 ; TSNc2\n",
        '[Event "a, b; c"]\n[Site "1) 2: | \u2192"]\n\n1. TSNd2 {1) x | 0:12; "y"} TSNd6 *\n',
        "1. TSNd2 TSNd6 {> quoted\n> on}\n",
        '[Blue "Ann"]\n[Red "Bob"]\n\n1. TSNd2 TSNd6 1-0\n\n[Blue "Cid"]\n[Result "1-0"]\n',
        '{"Blue" is Ann: "a"} 1. TSNd2 TSNd6\n',
    ],
)
def test_sound_records_have_no_layout(text: str) -> None:
    for reading in read(text):
        assert reading.is_valid, reading.diagnostics


def test_a_record_with_few_faults_is_told_of_those() -> None:
    (reading,) = read("1. TSNd2 TSNd6 2. d2#-d3 zz\n")
    assert [each.code.id for each in reading.diagnostics if each.is_error] == ["N101"]


def test_what_is_told_of_a_layout_is_told_of_other_games(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text('> [Game "Antipode"]\n> [Gold "Ann"]\n>\n> 1. d1 a3\n> *\n')
    (reading,) = Reader(GAMES).read_path(str(path))
    (found,) = reading.diagnostics
    assert found.expected == '[Game "Antipode"]'
