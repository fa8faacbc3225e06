"""What stands in a report: cells of numbers, names that are cut to their room, percentages."""

import pytest
from matplotlib.font_manager import FontProperties
from matplotlib.textpath import TextPath

from mentis_records.core.number_table import NumberTable
from mentis_records.core.text import one_line, percent
from mentis_records.report.figure.figure_text import fitted, text_width
from mentis_records.report.section.evenness import none_favours
from mentis_records.report.words.wording import shorten


@pytest.mark.parametrize(
    ("cell", "written"),
    [
        ("=1+1", "'=1+1"),
        ("+1", "'+1"),
        ("-1", "'-1"),
        ("@A1", "'@A1"),
        ("\t=1", "'\t=1"),
        ("1-0", "1-0"),
        (-1.5, "-1.5"),
        (1 / 3, "0.333333"),
        (None, ""),
        (True, "true"),
    ],
)
def test_csv_cells(cell: str | float | None, written: str) -> None:
    text = NumberTable(("a", "b"), ((cell, "x"),)).format_csv()
    assert text == f"a,b\n{written},x\n"


@pytest.mark.parametrize(
    ("cells", "are"),
    [
        (("1,024", "", "0"), True),
        (("+2.5", "\N{MINUS SIGN}3", "100\N{NO-BREAK SPACE}%"), True),
        (("12", "200 and more"), False),
        (("", None), False),
    ],
)
def test_columns_of_numbers(cells: tuple[str | None, ...], are: bool) -> None:
    table = NumberTable(("Ply", "Number"), tuple(("1", cell) for cell in cells))
    assert table.are_numbers == (False, are)


@pytest.mark.parametrize("text", ["Ann", "N" * 300, "\u65e5" * 40, "i" * 300, "\U0001f43a" * 30])
@pytest.mark.parametrize("is_bold", [False, True])
def test_names_are_cut_to_the_room(text: str, is_bold: bool) -> None:
    """Against the width that matplotlib gives the text when it draws it."""
    cut = fitted(text, 150, 12, is_bold=is_bold)
    assert cut == text or (cut.endswith("…") and text.startswith(cut[:-1]))
    assert text_width(cut, 12, is_bold=is_bold) <= 150
    if text[0] in "ANi":
        font = FontProperties(family="DejaVu Sans", weight="bold" if is_bold else "normal")
        drawn = TextPath((0, 0), cut, size=12, prop=font).get_extents().width
        assert drawn == pytest.approx(text_width(cut, 12, is_bold=is_bold), abs=3)
    assert fitted("ab", 1) == "a…"


def test_words() -> None:
    spaced = [percent(value).replace("\xa0", " ") for value in (0, 0.001, 0.499, 0.999, 1)]
    assert spaced == ["0 %", "<1 %", "50 %", ">99 %", "100 %"]
    assert one_line(" a\x07b\n") == "a b"
    assert one_line("\u200b\u202e") == "<U+200B><U+202E>"
    assert [one_line(text) for text in ("", " \t\n", "a\u200b")] == ["", "", "a"]
    assert shorten("abcdef", 4) == "abc…"
    assert shorten("abcd", 4) == "abcd"


@pytest.mark.parametrize(
    ("groups", "words"),
    [
        (2, "neither variant clearly favours a side"),
        (3, "none of the 3\xa0variants compared clearly favours a side"),
    ],
)
def test_groups_that_favour_nobody(groups: int, words: str) -> None:
    assert none_favours(groups, "variant", "variants") == words
