"""A report as a PDF document: the same content as its page, made without a browser.

The tables of a section stand behind its figures, which leave less paper empty that way. Figures are
pictures of ``_DENSITY`` dots a pixel, boards are vectors. Knows no game and computes
no number.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import field

from fpdf.enums import XPos, YPos

from mentis_records.core.text import one_line
from mentis_records.fast.late_dataclass import dataclass
from mentis_records.report.board.board_shape import rgb
from mentis_records.report.board.board_svg import render_svg
from mentis_records.report.document.eval_curve import EvalCurve
from mentis_records.report.document.eval_drawing import curve_svg
from mentis_records.report.document.example_game import ExampleGame
from mentis_records.report.document.exhibit import Exhibit
from mentis_records.report.document.manifest import name_of
from mentis_records.report.document.page import BoardCard, Report, Section, file_stem
from mentis_records.report.document.pdf_sheet import BODY, MARGIN, SMALL, PdfSheet, line_height
from mentis_records.report.document.pdf_table import least_height, least_room, write_table
from mentis_records.report.figure.figure_style import INK, MUTED, PAPER, render_plain
from mentis_records.report.words.wording import count, shorten
from mentis_records.statistics.result import Results

_DENSITY = 2.0
_CARDS = 3
"""Board diagrams beside one another."""

_GUTTER = 6.0

_GAPS = (
    "An empty box stands for a character that is missing from the fonts of this document; the HTML "
    "page has them all."
)
"""Said in the end of a document with such boxes."""

_LEAST_SCALE = 0.7
"""How much smaller a figure may be to find room on a page."""

_ENTRY_HEIGHT, _NUMBER_WIDTH = 5, 15
"""Millimetres of a line of the contents, and of the number of a page at its end."""

_BOARD_SCALES = (1.0, 0.9, 0.8, 0.7)
"""How much smaller diagrams beside one another may be, to take fewer pages."""

_BOARD_WIDTH = 58.0
"""Millimetres of the board of an example game."""

_GAME_ROOM = 75
"""Millimetres of an example game at least: its title, its note and its board."""


def render_pdf(
    report: Report, advance: Callable[[], None] | None = None, formats: Sequence[str] = ()
) -> bytes:
    """Return a report as the bytes of a PDF.

    Args:
        report: what it is about.
        advance: called after each figure.
        formats: those of which each figure has a file in the PDF's folder.
    """
    figures = {}
    for exhibit in report.exhibits:
        figures[exhibit.slug] = render_plain(exhibit.plot, _DENSITY)
        if advance is not None:
            advance()
    numbers = next((kind for kind in ("csv", "json") if kind in formats), "")
    document = _Document(report, figures, numbers)
    with closing(document.sheet):
        document.write()
        return bytes(document.sheet.output())


@dataclass(frozen=True, slots=True)
class _Entry:
    """A line of the contents: where it stands, its link, how it is written."""

    page: int
    y: float
    link: int
    size: float
    is_bold: bool


@dataclass(slots=True)
class _Document:
    """A report as it is laid out; ``numbers`` is a format of files with the figures' numbers.

    ``entries`` are the lines of the contents, by kind and slug of what they name; their numbers
    of pages are written when all is laid out, from ``pages``.
    """

    report: Report
    figures: dict[str, tuple[bytes, float]]
    numbers: str
    entries: dict[tuple[str, str], _Entry] = field(default_factory=dict)
    pages: dict[tuple[str, str], int] = field(default_factory=dict)
    sheet: PdfSheet = field(init=False)

    def __post_init__(self) -> None:
        report = self.report
        origin = report.provenance
        footer = f"{report.title} · {shorten(origin.database, 50)}"
        self.sheet = PdfSheet(footer, origin.made)
        self.sheet.set_title(one_line(report.title))
        self.sheet.set_subject(one_line(" ".join(report.lede)))
        self.sheet.set_creator(origin.program)
        self.sheet.set_keywords(f"{origin.game}, game records, fingerprint {origin.fingerprint}")

    def write(self) -> None:
        """Write the whole document."""
        sheet, report = self.sheet, self.report
        sheet.say(report.heading, SMALL + 1, colour=MUTED, after=0.5)
        sheet.say(report.title, 20, is_bold=True, after=2)
        for sentence in report.lede:
            sheet.say(sentence, 11, after=1.5)
        if report.figure is not None:
            self._exhibit(report.figure)
        self._facts()
        self._contents()
        sheet.ln(2)
        if report.absent:
            sheet.say(f"Not in this report: {'; '.join(report.absent)}.", colour=MUTED)
        self._origin()
        for section in report.sections:
            self._section(section)
        if sheet.has_gaps:
            sheet.say(_GAPS, SMALL + 1, colour=MUTED)
        self._number_entries()

    def _facts(self) -> None:
        sheet = self.sheet
        facts = self.report.facts
        for first in range(0, len(facts), 5):
            row = facts[first : first + 5]
            width = sheet.epw / 5
            top = sheet.get_y()
            heights = []
            for column, (term, value) in enumerate(row):
                sheet.set_xy(sheet.l_margin + column * width, top)
                sheet.say(term, SMALL, colour=MUTED, width=width - 2, after=0)
                size = 14 if len(value) <= 10 else BODY
                sheet.say(value, size, is_bold=True, width=width - 2, after=0)
                heights.append(sheet.get_y())
            sheet.set_xy(sheet.l_margin, max(heights) + 2)
        sheet.ln(2)

    def _contents(self) -> None:
        sheet = self.sheet
        if len(self.report.sections) < 2:
            return
        sheet.rule()
        sheet.ln(2)
        sheet.say("Contents", SMALL + 1, colour=MUTED)
        for section in self.report.sections:
            self._entry(section.title, ("section", section.slug), is_bold=True)
            for exhibit in section.exhibits:
                self._entry(exhibit.title, ("figure", exhibit.slug))
            if section.lines:
                self._entry(section.boards_title, ("boards", section.slug))
            if section.games:
                self._entry("Example games", ("games", section.slug))

    def _entry(self, title: str, place: tuple[str, str], *, is_bold: bool = False) -> None:
        """Write a line of the contents, without the page on which the place is."""
        sheet = self.sheet
        size = BODY if is_bold else SMALL + 1
        indent = 0 if is_bold else 5
        link = sheet.add_link()
        sheet.style(size, is_bold=is_bold)
        sheet.set_x(sheet.l_margin + indent)
        text = sheet.clean(shorten(title, 80), is_bold=is_bold)
        width = sheet.epw - _NUMBER_WIDTH - indent
        sheet.cell(width, _ENTRY_HEIGHT, text, link=link, new_x=XPos.LMARGIN, new_y=YPos.NEXT)
        top = sheet.y - _ENTRY_HEIGHT
        self.entries[place] = _Entry(sheet.page, top, link, size, is_bold)

    def _number_entries(self) -> None:
        """Complete the contents."""
        sheet = self.sheet
        for place, entry in self.entries.items():
            number = self.pages[place]
            sheet.set_link(entry.link, page=number)
            left = sheet.w - sheet.r_margin - _NUMBER_WIDTH
            with sheet.returning(entry.page, left, entry.y):
                sheet.style(entry.size, is_bold=entry.is_bold)
                sheet.cell(_NUMBER_WIDTH, _ENTRY_HEIGHT, str(number), align="R", link=entry.link)

    def _mark(self, kind: str, slug: str) -> None:
        """Remember on which page something is."""
        self.pages[kind, slug] = self.sheet.page_no()

    def _section(self, section: Section) -> None:
        sheet = self.sheet
        sheet.head(section.title, 0, 15, room=self._room(section))
        self._mark("section", section.slug)
        for words in section.paragraphs:
            sheet.say(words)
        for exhibit in section.exhibits:
            self._exhibit(exhibit)
        is_alone = len(section.exhibits) == 1
        for exhibit in section.exhibits:
            self._table(exhibit, "" if is_alone else f"Numbers: {exhibit.title}")
        if section.lines:
            rows = [
                ("" if first else line.title, line.cards[first : first + _CARDS])
                for line in section.lines
                for first in range(0, len(line.cards), _CARDS)
            ]
            sheet.head(section.boards_title, 1, 12, room=self._boards_room(section))
            self._mark("boards", section.slug)
            sheet.say(section.boards_note)
            scale = self._board_scale([self._card_heights(*row) for row in rows])
            for title, cards in rows:
                self._cards(title, cards, scale)
        if section.games:
            sheet.head("Example games", 1, 12, room=_GAME_ROOM)
            self._mark("games", section.slug)
            for game in section.games:
                self._game(game)

    def _room(self, section: Section) -> float:
        """Return what a section's heading wants below it: its words, and what comes first."""
        words = sum(
            self.sheet.height(text, BODY, self.sheet.epw) + 2 for text in section.paragraphs
        )
        if words:
            return words
        if section.exhibits:
            return 20 + self._least(section.exhibits[0])
        return 15 + (self._boards_room(section) if section.lines else _GAME_ROOM)

    def _boards_room(self, section: Section) -> float:
        """Return the height of the note on board diagrams and of their first row."""
        line = section.lines[0]
        first = sum(self._card_heights(line.title, line.cards[:_CARDS]))
        return self.sheet.height(section.boards_note, BODY, self.sheet.epw) + 4 + first

    def _least(self, exhibit: Exhibit) -> float:
        """Return the least height of a figure with its notes."""
        _, ratio = self.figures[exhibit.slug]
        notes = self._notes_height(exhibit)
        return min(_LEAST_SCALE * self.sheet.epw * ratio, self.sheet.eph - notes - 25) + notes

    def _notes(self, exhibit: Exhibit) -> tuple[str, ...]:
        sample, selection, method = exhibit.notes
        is_told = exhibit.selection == self.report.provenance.selection
        return (sample, method) if is_told else (sample, selection, method)

    def _notes_height(self, exhibit: Exhibit) -> float:
        sheet = self.sheet
        notes = self._notes(exhibit)
        return sum(sheet.height(words, SMALL, sheet.epw) + 0.3 for words in notes) + 3

    def _exhibit(self, exhibit: Exhibit) -> None:
        sheet = self.sheet
        picture, ratio = self.figures[exhibit.slug]
        sheet.head(exhibit.title, 1, 12, room=self._least(exhibit))
        self._mark("figure", exhibit.slug)
        room = sheet.page_break_trigger - sheet.get_y() - self._notes_height(exhibit)
        height = min(sheet.epw * ratio, room)
        width = height / ratio
        left = sheet.l_margin + (sheet.epw - width) / 2
        sheet.picture(picture, left, sheet.get_y(), width, exhibit.alternative)
        sheet.set_y(sheet.get_y() + height + 2)
        for words in self._notes(exhibit):
            sheet.say(words, SMALL, colour=MUTED, after=0.3)
        sheet.ln(2)

    def _table(self, exhibit: Exhibit, title: str) -> None:
        """Write the numbers of a figure, as far as paper has room for them."""
        sheet, table = self.sheet, exhibit.display
        if not table.rows:
            return
        is_elsewhere = exhibit.is_by_square or least_height(table) > sheet.eph
        if title:
            if sheet.will_page_break(10 if is_elsewhere else 10 + least_room(table)):
                sheet.add_page()
            sheet.say(title, SMALL + 0.5, is_bold=True)
        if is_elsewhere:
            sheet.say(self._elsewhere(exhibit), SMALL, after=3)
        else:
            write_table(sheet, table)

    def _elsewhere(self, exhibit: Exhibit) -> str:
        """Return where the table is that a page has no room for."""
        rows = count(len(exhibit.display.rows), "row")
        which = (
            f"The numbers, {rows} of them,"
            if not exhibit.is_by_square
            else "The numbers of each square"
        )
        if not self.numbers:
            return f"{which} are written by --format csv or json."
        file = name_of(file_stem(self.report, exhibit), self.numbers)
        return f"{which} are in {file}."

    def _card_heights(self, title: str, cards: Sequence[BoardCard]) -> tuple[float, float]:
        """Return the heights of a row of boards, and of all else that belongs to it."""
        width = self._card_width
        words = max(
            sum(self.sheet.height(text, size, width, is_bold=bold) for text, size, bold in texts)
            for texts in map(_card_text, cards)
        )
        return max(width * _ratio(card.svg) for card in cards), words + 10 + (8 if title else 0)

    @property
    def _card_width(self) -> float:
        return (self.sheet.epw - (_CARDS - 1) * _GUTTER) / _CARDS

    def _board_scale(self, rows: Sequence[tuple[float, float]]) -> float:
        """Return how much smaller boards are drawn to take the fewest pages from here on."""
        sheet = self.sheet

        def pages(scale: float) -> int:
            number, room = 1, sheet.page_break_trigger - sheet.get_y()
            for board, around in rows:
                height = scale * board + around
                if height > room:
                    number, room = number + 1, sheet.eph
                room -= height
            return number

        return min(_BOARD_SCALES, key=lambda scale: (pages(scale), -scale))

    def _cards(self, title: str, cards: Sequence[BoardCard], scale: float) -> None:
        sheet = self.sheet
        width = self._card_width
        board, around = self._card_heights(title, cards)
        board = min(scale * board, sheet.eph - around)
        scale = board / max(width * _ratio(card.svg) for card in cards)
        if sheet.will_page_break(board + around):
            sheet.add_page()
        texts = [_card_text(card) for card in cards]
        sheet.ln(2)
        if title:
            sheet.rule()
            sheet.ln(1.5)
            sheet.say(title, BODY, is_bold=True)
        top = sheet.get_y()
        for column, (card, text_of) in enumerate(zip(cards, texts, strict=True)):
            x = sheet.l_margin + column * (width + _GUTTER)
            sheet.picture(card.svg.encode(), x, top, width * scale, f"Board: {card.label}")
            sheet.set_xy(x, top + board + 1.5)
            if card.results is not None and not card.results.is_small:
                self._bar(card.results, x, width)
            for text, size, bold in text_of:
                sheet.say(text, size, is_bold=bold, width=width, after=0)
        sheet.set_xy(sheet.l_margin, top + board + around - (8 if title else 0) - 4)

    def _scale(self, height: float, around: float) -> float:
        """Return how much smaller boards are to find room here; if too much, turn the page."""
        sheet = self.sheet
        room = sheet.page_break_trigger - sheet.get_y() - around
        if room >= min(_LEAST_SCALE * height, sheet.eph - around):
            return min(room / height, 1.0)
        sheet.add_page()
        return min((sheet.eph - around) / height, 1.0)

    def _bar(self, results: Results, x: float, width: float) -> None:
        """Draw the shares of the results, told apart by their order and by lightness too."""
        sheet, palette = self.sheet, self.report.palette
        y = sheet.get_y()
        parts = (
            (results.first, palette.first),
            (results.draws, PAPER),
            (results.second, palette.second),
        )
        # Tables are filled with the colour that is set.
        with sheet.local_context():
            sheet.set_draw_color(*rgb(INK))
            sheet.set_line_width(0.1)
            for number, colour in parts:
                part = width * number / max(results.decided, 1)
                if part:
                    sheet.set_fill_color(*rgb(colour))
                    sheet.rect(x, y, part, 2.2, style="DF")
                x += part
        sheet.set_xy(x - width, y + 3)

    def _game(self, game: ExampleGame) -> None:
        sheet = self.sheet
        picture = game.positions[game.last].picture
        svg = render_svg(picture, size=300, title="Last position")
        note = f"{game.note}. " if game.note else ""
        facts = note + " · ".join(game.facts)
        drawn = curve_svg(game.curve, self.report.palette) if game.curve else ""
        around = 12 + sheet.height(facts, SMALL + 0.5, sheet.epw)
        if game.curve:
            around += self._curve_height(drawn, game.curve)
        scale = self._scale(_BOARD_WIDTH * _ratio(svg), around)
        width = _BOARD_WIDTH * scale
        sheet.rule()
        sheet.ln(1.5)
        sheet.say(game.title, BODY + 1, is_bold=True, after=0.3)
        sheet.say(facts, SMALL + 0.5, colour=MUTED)
        top = sheet.get_y()
        bottom = top + width * _ratio(svg)
        sheet.picture(svg.encode(), sheet.l_margin, top, width, f"Last position of {game.title}")
        left = MARGIN + width + _GUTTER
        sheet.set_xy(left, top)
        size = SMALL + 1
        listing = sheet.clean(f"{game.line.listing()} {game.result}")
        lines = max(int((bottom - top) / line_height(size)), 1)
        beside, below = sheet.divided(listing, size, sheet.w - sheet.r_margin - left, lines)
        sheet.say(beside, size, width=sheet.w - sheet.r_margin - left)
        sheet.set_xy(MARGIN, max(sheet.get_y(), bottom + 1.5))
        if below:
            sheet.say(below, size)
        if game.omitted:
            sheet.say(game.omitted, SMALL, colour=MUTED)
        if game.curve:
            self._curve(drawn, game.curve)
        sheet.ln(3)

    def _curve(self, svg: str, curve: EvalCurve) -> None:
        """Place the drawing of a game's evaluations, with words on what they mean."""
        sheet = self.sheet
        if sheet.will_page_break(self._curve_height(svg, curve)):
            sheet.add_page()
        sheet.picture(svg.encode(), sheet.l_margin, sheet.get_y() + 1, sheet.epw, curve.summary)
        sheet.set_y(sheet.get_y() + sheet.epw * _ratio(svg) + 1.5)
        sheet.say(curve.source, SMALL, colour=MUTED)

    def _curve_height(self, svg: str, curve: EvalCurve) -> float:
        """Return how high the drawing of a game's evaluations is with its words."""
        sheet = self.sheet
        return sheet.epw * _ratio(svg) + 3 + sheet.height(curve.source, SMALL, sheet.epw)

    def _origin(self) -> None:
        sheet, origin = self.sheet, self.report.provenance
        lines = [
            f"Made by {origin.program} on {origin.made.isoformat()} from {origin.database}: "
            f"{count(origin.games, f'{origin.game} game')} (rules version "
            f"{origin.rules_version}).",
            f"Selection: {origin.selection}.",
            f"Fingerprint of all {origin.game} games in the database: {origin.fingerprint}.",
        ]
        for words in lines:
            sheet.say(words, SMALL, colour=MUTED, after=0.3)


def _ratio(svg: str) -> float:
    """Return the height of an SVG to its width."""
    found = re.search(r'viewBox="0 0 ([\d.]+) ([\d.]+)"', svg)
    return float(found[2]) / float(found[1]) if found else 1.0


def _card_text(card: BoardCard) -> list[tuple[str, float, bool]]:
    """Return what stands under a board: texts with their size, bold or not."""
    lines = [(card.label, BODY, True)]
    if card.also:
        lines.append((f"also {', '.join(card.also)}", SMALL, False))
    lines += [(words, SMALL, False) for words in card.lines]
    if card.games:
        noun = "game" if len(card.games) == 1 else "games"
        lines.append((f"{noun} {', '.join(map(str, card.games))}", SMALL, False))
    return lines
