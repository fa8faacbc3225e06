"""The PDF of a report, safe from any name, and its figures, words and numbers."""

import re
import shutil
import subprocess
import zlib
from contextlib import suppress
from dataclasses import replace
from datetime import date
from itertools import pairwise
from pathlib import Path

import pytest
from case_kit import cases_of
from matplotlib.font_manager import FontProperties
from matplotlib.textpath import TextPath
from PIL import Image

from mentis_records.core.capability import picture_of
from mentis_records.core.number_table import NumberTable
from mentis_records.core.section import HeatBoard, MatrixPanel
from mentis_records.core.text import one_line, percent
from mentis_records.games import GAMES
from mentis_records.notation.read import Reader
from mentis_records.report.board.board_shape import rgb
from mentis_records.report.board.board_svg import render_svg
from mentis_records.report.document.example_game import example_game
from mentis_records.report.document.exhibit import Exhibit, Provenance
from mentis_records.report.document.page import BoardCard, BoardLine, Report, Section
from mentis_records.report.document.pdf import render_pdf
from mentis_records.report.document.pdf_sheet import PdfSheet
from mentis_records.report.document.pdf_table import write_table
from mentis_records.report.figure.figure_forest import SharePlot
from mentis_records.report.figure.figure_heat import short_number
from mentis_records.report.figure.figure_heatmap import HeatmapPlot
from mentis_records.report.figure.figure_interval import IntervalPlot, IntervalRow, Panel, Point
from mentis_records.report.figure.figure_mark import Mark, outcome_marks
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
from mentis_records.report.words.wording import heading, shorten
from mentis_records.statistics.result import Results

CASES = cases_of(__file__)
GAME = GAMES[0]
PALETTE = Palette("#1d4e94", "#d1432b")
NAMES = "Zoë Ωmega Жук 日本 עברית العربية \U0001f600 \u202e\ud800 \x07 **b** --u-- </x> (\\"
READER = shutil.which("pdftotext")


def compose() -> Report:
    """Return a report with all that a report can have, and names of every kind."""
    (reading,) = Reader(GAMES).read_text(
        "test", '[Event "x"]\n[Blue "Ann"]\n\n1. TSNd2 (1. Nb1 Nb7) TSNd6 {a comment} 1-0\n'
    )
    assert reading.record is not None
    results = Results(first=20, draws=5, second=15)
    rows = tuple((f"row {number} {NAMES}", str(number), NAMES * 5) for number in range(40))
    exhibit = Exhibit(
        slug="one",
        title=f"A figure {NAMES}",
        alternative="Three shares.",
        n=40,
        n_words="games",
        method="counted",
        selection=NAMES,
        plot=SharePlot(results, outcome_marks(PALETTE, GAME.description.sides)),
        numbers=NumberTable(("a",), ((1,),)),
        display=NumberTable(("Name", "Number", "Long"), rows),
    )
    svg = render_svg(picture_of(GAME, GAME.start_position({}), None), title=NAMES)
    cards = (
        BoardCard(NAMES, ("TSNe2",), svg, results, (NAMES,)),
        BoardCard("x" * 300, (), svg, Results(first=1), ()),
        BoardCard("", (), svg, None, ()),
    )
    game = example_game(GAME, reading.record, note=NAMES)
    return Report(
        slug="test",
        heading=f"A heading {NAMES}",
        title=f"A title {NAMES}",
        lede=(NAMES, NAMES),
        figure=None,
        facts=tuple((f"Fact {number}", NAMES if number == 6 else "1,234") for number in range(7)),
        sections=(
            Section("first", "The first section", (NAMES, ""), (exhibit,)),
            Section(
                "second",
                f"The second {NAMES}",
                boards_title="Boards",
                lines=(BoardLine("A line", cards * 2),),
                games=(game,) * 3,
            ),
            Section("third", "The third section", ("Nothing.",)),
        ),
        absent=("by nothing (no game tells it)",),
        sides=GAME.description.sides,
        palette=PALETTE,
        provenance=Provenance(
            "mentis-records 1", date(2024, 5, 6), "Mentis", "1", NAMES, 40, NAMES, "0123abcd"
        ),
    )


@pytest.fixture(scope="module")
def content() -> bytes:
    return render_pdf(compose())


@pytest.fixture(scope="module")
def text(content: bytes, tmp_path_factory: pytest.TempPathFactory) -> str:
    if READER is None:
        pytest.skip("no pdftotext here; CI installs it")
    file = tmp_path_factory.mktemp("pdf") / "test.pdf"
    file.write_bytes(content)
    done = subprocess.run(
        [READER, "-layout", str(file), "-"], capture_output=True, check=True, timeout=60
    )
    assert not done.stderr, "the reader complains"
    return done.stdout.decode()


def test_form(content: bytes) -> None:
    assert content.startswith(b"%PDF-")
    assert len(re.findall(rb"/Type /Page\b", content)) > 3
    assert b"/Outlines" in content
    assert b"/Lang (en)" in content
    assert b"2024" in content
    assert b"/Alt" in content


def fills(content: bytes) -> int:
    """Count the rectangles that are filled, in all streams of a document."""
    found = 0
    for stream in re.findall(rb"stream\n(.*?)endstream", content, re.DOTALL):
        with suppress(zlib.error):
            text = zlib.decompressobj().decompress(stream)
            found += len(re.findall(rb"\bre [fB]\b", text))
    return found


def test_colours_of_results_stay_in_their_bars() -> None:
    report = compose()
    figures, boards, _ = report.sections
    numbers = [
        fills(render_pdf(replace(report, sections=order)))
        for order in ((figures, boards), (boards, figures))
    ]
    assert 0 < numbers[0] == numbers[1]


def test_no_figure_no_section() -> None:
    report = compose()
    bare = replace(report, sections=(), facts=(), lede=("Nothing.",), absent=())
    assert render_pdf(bare).startswith(b"%PDF-")


def test_the_finding_is_first(tmp_path: Path) -> None:
    if READER is None:
        pytest.skip("no pdftotext here; CI installs it")
    report = compose()
    figure = replace(report.sections[0].exhibits[0], slug="first", title="The finding, drawn")
    (tmp_path / "a.pdf").write_bytes(render_pdf(replace(report, figure=figure)))
    done = subprocess.run(
        [READER, "-l", "1", str(tmp_path / "a.pdf"), "-"], capture_output=True, check=True
    )
    page = done.stdout.decode()
    places = [page.index(words) for words in ("A heading", "A title", "The finding, drawn")]
    assert places == sorted(places)


def test_content(text: str) -> None:
    flat = " ".join(text.split())
    for words in CASES["content"]:
        assert words in flat, words
    assert "(1. Nb1 Nb7)" in flat


def test_where_it_comes_from_is_said_once_and_first(text: str) -> None:
    first, *others = text.split("\f")
    for words in ("Not in this report: by nothing (no game tells it).", "Made by mentis-records 1"):
        assert words in " ".join(first.split())
        assert words not in " ".join(" ".join(others).split())
    assert "Source:" not in text
    assert text.count("Selection:") == 1


def test_contents_name_the_pages(text: str) -> None:
    pages = text.split("\f")
    for title in ("The first section", "The second", "The third section"):
        (line,) = [line for line in pages[0].splitlines() if re.match(rf"\s*{title}.*\s\d+$", line)]
        number = int(line.split()[-1])
        assert title in pages[number - 1].replace(line, "")


def test_long_tables_repeat_their_headings(text: str) -> None:
    pages = [page for page in text.split("\f") if re.search(r"row \d+ ", page)]
    assert len(pages) > 1
    assert all(re.search(r"Name\s+Number\s+Long", page) for page in pages)
    rows = [int(number) for number in re.findall(r"row (\d+) ", text)]
    assert sorted(set(rows)) == [*range(40)]


@pytest.mark.parametrize("columns", [1, 2, 16, 150])
def test_wide_tables_go_on_below(columns: int, tmp_path: Path) -> None:
    sheet = PdfSheet("foot", date(2024, 5, 6))
    names = tuple(f"c{number}" for number in range(columns))
    write_table(sheet, NumberTable(names, (tuple("x" * 40 for _ in names), names)))
    file = tmp_path / "wide.pdf"
    file.write_bytes(sheet.output())
    sheet.close()
    if READER is not None:
        done = subprocess.run([READER, str(file), "-"], capture_output=True, check=True)
        words = done.stdout.decode().split()
        assert all(words.count(name) >= 2 for name in names)


@pytest.mark.parametrize(("rows", "is_whole"), [(8, True), (30, False)])
def test_short_tables_are_kept_together(rows: int, is_whole: bool) -> None:
    """A whole table ends where it would if it had a page of its own."""
    table = NumberTable(("a", "b"), tuple((f"row {row}", str(row)) for row in range(rows)))
    ends = []
    for room in (30, 0):
        sheet = PdfSheet("foot", date(2024, 5, 6))
        sheet.set_y(sheet.page_break_trigger - room)
        write_table(sheet, table)
        assert sheet.page_no() == 2
        ends.append(sheet.get_y())
        sheet.close()
    assert (ends[0] == ends[1]) is is_whole


@pytest.mark.parametrize(
    ("rows", "is_by_square", "formats", "words"),
    CASES["long_tables_and_those_by_square_are_left_to_files"],
)
def test_long_tables_and_those_by_square_are_left_to_files(
    tmp_path: Path, rows: int, is_by_square: bool, formats: tuple[str, ...], words: str
) -> None:
    if READER is None:
        pytest.skip("no pdftotext here; CI installs it")
    report = compose()
    table = NumberTable(("Name", "Number"), tuple((f"row {at} x", str(at)) for at in range(rows)))
    (exhibit,) = report.exhibits
    exhibit = replace(exhibit, display=table, is_by_square=is_by_square)
    section = replace(report.sections[0], exhibits=(exhibit,))
    file = tmp_path / "long.pdf"
    file.write_bytes(render_pdf(replace(report, sections=(section,)), formats=formats))
    done = subprocess.run([READER, str(file), "-"], capture_output=True, check=True)
    text = " ".join(done.stdout.decode().replace("\xa0", " ").split())
    assert ("row 3 x" in text) == (not words)
    assert words in text
    assert ("The numbers" in text) == bool(words)


def text_of(sheet: PdfSheet, file: Path) -> str:
    file.write_bytes(sheet.output())
    sheet.close()
    if READER is None:
        pytest.skip("no pdftotext here; CI installs it")
    done = subprocess.run([READER, "-layout", str(file), "-"], capture_output=True, check=True)
    return done.stdout.decode().replace("\xa0", " ")


def test_boards_may_have_any_signs(tmp_path: Path) -> None:
    sheet = PdfSheet("foot", date(2024, 5, 6))
    drawn = render_svg(picture_of(GAME, GAME.start_position({}), None))
    assert ">e</text>" in drawn
    greek = drawn.replace(">e</text>", ">Ω</text>")
    sheet.picture(greek.encode(), 20, 20, 100, "a board")
    assert "Ω" in text_of(sheet, tmp_path / "x.pdf")


def test_headings_and_intervals_are_not_broken(tmp_path: Path) -> None:
    """A heading has two lines at most, an interval one, however narrow the columns are."""
    heads = ("Group", *["Points as the results stand at last"] * 6)
    cell = "51.5 % (46.8 to 56.2 %)"
    sheet = PdfSheet("foot", date(2024, 5, 6))
    write_table(sheet, NumberTable(heads, (("a name of several words",) + (cell,) * 6,) * 3))
    text = text_of(sheet, tmp_path / "wide.pdf")
    assert text.count(cell) == 18
    assert text.count("Points as the") == text.count("results stand at last") == 6


def test_a_long_narrow_table_stands_in_two_columns(tmp_path: Path) -> None:
    rows = tuple((f"row {at}", str(1000 + at)) for at in range(31))
    sheet = PdfSheet("foot", date(2024, 5, 6))
    write_table(sheet, NumberTable(("Name", "Number"), rows))
    text = text_of(sheet, tmp_path / "folded.pdf")
    assert re.search(r"Name +Number +Name +Number", text)
    assert re.search(r"row 0 +1000 +row 16 +1016", text)
    assert re.search(r"row 15 +1015\n", text)
    assert sorted(map(int, re.findall(r"row (\d+) ", text))) == [*range(31)]


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("Games", ["Games"]),
        ("Blue wins", ["Blue wins"]),
        ("Points as the results stand", ["Points as the", "results stand"]),
        ("Share (interval), count", ["Share", "(interval), count"]),
        ("", [""]),
        ("x" * 40, ["x" * 40]),
    ],
)
def test_headings(text: str, lines: list[str]) -> None:
    assert [line.replace("\xa0", " ") for line in heading(text).split(" ")] == lines


@pytest.mark.parametrize("lines", [1, 3, 100])
def test_a_divided_text_loses_nothing(lines: int) -> None:
    sheet = PdfSheet("foot", date(2024, 5, 6))
    text = sheet.clean(" ".join(f"{at}. e2-e4 {'x' * (at % 7)}" for at in range(60)))
    beside, below = sheet.divided(text, 8.5, 40, lines)
    sheet.close()
    assert f"{beside.strip()} {below}".strip() == text.strip()
    assert bool(below) == (lines < 100)


def test_pages_are_filled(tmp_path: Path) -> None:
    """No page but the last is empty in its lower half, with figures, boards, tables and games."""
    if shutil.which("pdftoppm") is None:
        pytest.skip("no pdftoppm here; CI installs it")
    report = compose()
    figures, boards, _ = report.sections
    lines = tuple(replace(line, cards=line.cards[2:3] * 2) for line in boards.lines * 3)
    sections = [
        replace(part, slug=f"{part.slug}-{number}", lines=lines if part.lines else ())
        for number in range(3)
        for part in (figures, boards)
    ]
    file = tmp_path / "full.pdf"
    file.write_bytes(render_pdf(replace(report, sections=tuple(sections))))
    command = ["pdftoppm", "-gray", "-r", "20", str(file), str(tmp_path / "page")]
    subprocess.run(command, check=True)
    pages = sorted(tmp_path.glob("page*.pgm"))
    for page in pages[:-1]:
        with Image.open(page) as picture:
            lower = picture.crop((0, picture.height // 2, picture.width, picture.height * 9 // 10))
            low, _ = lower.getextrema()
        assert low < 200, page.name


def test_every_page_has_its_number(text: str) -> None:
    pages = text.split("\f")[:-1]
    for number, page in enumerate(pages, 1):
        assert f"{number} / {len(pages)}" in page


def test_same_bytes_again(content: bytes) -> None:
    assert render_pdf(compose()) == content


# Figures: heat maps, keys of plots, and the words and numbers in reports


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
