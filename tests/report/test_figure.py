"""Figures: heat maps, keys of plots, and the words and numbers in reports."""

import re
from itertools import pairwise

import pytest
from matplotlib.font_manager import FontProperties
from matplotlib.textpath import TextPath

from mentis_records.core.number_table import NumberTable
from mentis_records.core.section import HeatBoard, MatrixPanel
from mentis_records.core.text import one_line, percent
from mentis_records.report.board.board_shape import rgb
from mentis_records.report.figure.figure_heat import short_number
from mentis_records.report.figure.figure_heatmap import HeatmapPlot
from mentis_records.report.figure.figure_interval import IntervalPlot, IntervalRow, Panel, Point
from mentis_records.report.figure.figure_mark import Mark
from mentis_records.report.figure.figure_matrix import MatrixPlot
from mentis_records.report.figure.figure_ramp import SHADES, look_of, step_of
from mentis_records.report.figure.figure_style import (
    NARROW,
    WIDE,
    Palette,
    render_file,
    render_inline,
)
from mentis_records.report.figure.figure_text import fitted, text_width
from mentis_records.report.section.evenness import none_favours
from mentis_records.report.words.wording import shorten

PALETTE = Palette("#1d4e94", "#d1432b")
DARK_PAPER = "#14181d"
BOARDS = (
    HeatBoard("One", {"a1": 8.0, "b1": 4.0, "a2": 0.0, "b2": 0.0}, frozenset({"b2"})),
    HeatBoard("Two", {"a1": 4.0, "b1": 2.0, "a2": 0.0}),
)


def light(colour: str) -> float:
    """Return the relative luminance of a colour (WCAG 2.2)."""
    parts = [part / 255 for part in rgb(colour)]
    red, green, blue = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    low, high = sorted((light(one), light(other)))
    return (high + 0.05) / (low + 0.05)


def drawn(width: int = WIDE) -> str:
    return render_inline(HeatmapPlot(BOARDS, "ab", "12", "Stones", 8.0), width, PALETTE, "x")


def test_more_is_further_from_the_paper_on_any_ground() -> None:
    colours = PALETTE.css()
    for at, paper in enumerate(("#ffffff", DARK_PAPER)):
        grounds = [paper, *(colours[f"--heat-{step}"][at] for step in range(len(SHADES)))]
        distances = [contrast(paper, ground) for ground in grounds]
        assert all(after > before for before, after in pairwise(distances)), paper


def test_numbers_are_legible_on_every_shade() -> None:
    colours = PALETTE.css()
    light_inks = {colours[f"--heat-ink-{number}"][0]: number for number in range(3)}
    assert len(light_inks) == 3
    for step in range(len(SHADES)):
        fill, ink = look_of(step)
        ink_colours = colours[f"--heat-ink-{light_inks[ink]}"]
        for at in range(2):
            assert contrast(colours[f"--heat-{step}"][at], ink_colours[at]) >= 4.5, (step, at)
        assert fill == colours[f"--heat-{step}"][0]


@pytest.mark.parametrize(
    ("share", "step"),
    [(0, None), (-1, None), (1e-9, 0), (1 / 15, 0), (0.07, 1), (0.5, 7), (1, 14), (2, 14)],
)
def test_steps(share: float, step: int | None) -> None:
    assert step_of(share) == step


def test_boards_share_a_scale() -> None:
    """The same number has the same shade on all boards; the key has each shade once."""
    text = drawn()
    fills = re.findall(r"fill: (var\(--(?:heat-\d+|paper)\))", text)
    strongest, half, quarter = (f"var(--heat-{step_of(share)})" for share in (1, 0.5, 0.25))
    in_key = {f"var(--heat-{step})" for step in range(len(SHADES))}
    assert [fills.count(fill) for fill in (strongest, half, quarter)] == [1 + 1, 2 + 1, 1 + 1]
    assert in_key <= set(fills)
    assert ">up to 8.0<" in text
    assert not re.search("#[0-9a-f]{6}", " ".join(re.findall(r'style="fill: ([^;"]*)', text)))


@pytest.mark.parametrize("width", [WIDE, NARROW])
def test_what_cannot_be_is_hatched_and_in_the_key(width: int) -> None:
    """The barred b2 of one board, and b2 that is no square of the other, and the key's cell."""
    text = drawn(width)
    assert ">none<" in text
    assert ">not possible<" in text
    hatched = sum(
        len(re.findall(r"<path", group))
        for group in re.findall(r'<g id="x-LineCollection_\d+">(.*?)</g>', text, re.DOTALL)
    )
    assert hatched == 4 * (2 + 1)
    plain = HeatBoard("All", {"a1": 1.0, "b1": 0.0, "a2": 0.0, "b2": 0.0})
    other = render_inline(HeatmapPlot((plain,), "ab", "12", "Stones", 1.0), width, PALETTE, "x")
    assert "LineCollection" not in other
    assert "not possible" not in other


def test_a_number_where_nothing_can_be_is_shown() -> None:
    board = HeatBoard("One", {"a1": 3.0}, frozenset({"a1"}))
    text = render_inline(HeatmapPlot((board,), "a", "1", "Stones", 3.0), WIDE, PALETTE, "x")
    assert text.count(">3.0<") == 1
    assert "not possible" not in text


@pytest.mark.parametrize("width", [WIDE, NARROW])
def test_a_matrix_tells_what_cannot_be_from_what_never_was(width: int) -> None:
    """Two of its cells are barred, of which one has a number all the same."""
    rows, columns, barred = ("x", "y"), ("v", "w"), frozenset({("x", "v"), ("y", "w")})
    panel = MatrixPanel("Pairs", rows, columns, ((0.0, 1.0), (0.0, 2.0)), barred)
    text = render_inline(MatrixPlot((panel,), "from", "to", "moves", 2.0), width, PALETTE, "x")
    groups = re.findall(r'<g id="x-LineCollection_\d+">(.*?)</g>', text, re.DOTALL)
    assert sum(len(re.findall("<path", group)) for group in groups) == 4 * (1 + 1)
    assert text.count(">not possible<") == 1


def test_files_stand_on_white() -> None:
    plot = HeatmapPlot(BOARDS, "ab", "12", "Stones", 8.0)
    text = render_file(plot, "svg", "Title", ("Note.",), "mentis").decode()
    assert "var(" not in text
    assert SHADES[-1][0] in text
    assert "#ffffff" in text


def test_short_numbers() -> None:
    assert [short_number(value, has_decimal=True) for value in (0, 0.04, 12)] == ["", "0.0", "12.0"]
    assert short_number(1234.4, has_decimal=False) == "1,234"


def height(width: int, title: str, *names: str) -> int:
    """Return the height of a plot of one row in three panels, the first with a key."""
    marks = tuple(Mark(name, "#000000", "o", "") for name in names)
    point = Point(0.5, 0.4, 0.6, "50", Mark("x", "#000000", "o", ""))
    panels = [Panel(title, str, 0.5, "half", key=marks), Panel("b", str), Panel("c", str)]
    return IntervalPlot([IntervalRow("row", "", ((point,),) * 3)], panels).height(width)


@pytest.mark.parametrize(
    ("title", "names"),
    [
        ("Won, %", ("a long name of a group", "another")),
        ("A title that is long, %", ("one", "two")),
    ],
)
def test_a_key_without_room_has_a_line(title: str, names: tuple[str, str]) -> None:
    assert height(900, title, *names) == height(900, "Won, %", "a", "b") + 18
    assert height(2_000, title, *names) == height(2_000, "Won, %", "a", "b")


def test_on_a_narrow_sheet_every_key_has_a_line() -> None:
    assert height(400, "Won, %", "a", "b") == height(400, "A title that is long, %", "one", "two")


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
