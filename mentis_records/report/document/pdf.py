"""A report as a PDF document: the same content as its page, made without a browser.

Figures are pictures of ``_DENSITY`` dots a pixel, boards are vectors. Knows no game and computes
no number.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass, field

from fpdf.enums import XPos, YPos

from mentis_records.core.text import one_line
from mentis_records.report.board.board_shape import rgb
from mentis_records.report.board.board_svg import render_svg
from mentis_records.report.document.example_game import ExampleGame
from mentis_records.report.document.exhibit import Exhibit
from mentis_records.report.document.page import BoardCard, Report, Section
from mentis_records.report.document.pdf_sheet import BODY, MARGIN, SMALL, PdfSheet
from mentis_records.report.document.pdf_table import write_table
from mentis_records.report.figure.figure_style import INK, MUTED, PAPER, render_plain
from mentis_records.report.words.wording import count, shorten
from mentis_records.statistics.result import Results

_DENSITY = 2.0
_CARDS = 3
"""Board diagrams beside one another."""

_GUTTER = 6.0
_LEAST_SCALE = 0.7
"""How much smaller a figure may be to find room on a page."""

_ENTRY_HEIGHT, _NUMBER_WIDTH = 5, 15
"""Millimetres of a line of the contents, and of the number of a page at its end."""

_GAME_ROOM = 110
"""Millimetres of an example game: its title, its note and its board."""


def render_pdf(report: Report, advance: Callable[[], None] | None = None) -> bytes:
    """Return a report as the bytes of a PDF; ``advance`` is called after each figure."""
    figures = {}
    for exhibit in report.exhibits:
        figures[exhibit.slug] = render_plain(exhibit.plot, _DENSITY)
        if advance is not None:
            advance()
    document = _Document(report, figures)
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
    """A report as it is laid out.

    ``entries`` are the lines of the contents, by kind and slug of what they name; their numbers
    of pages are written when all is laid out, from ``pages``.
    """

    report: Report
    figures: dict[str, tuple[bytes, float]]
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
        for section in report.sections:
            self._section(section)
        if report.absent:
            sheet.say(f"Not in this report: {'; '.join(report.absent)}.", colour=MUTED)
        self._origin()
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
        if section.lines:
            sheet.head(section.boards_title, 1, 12, room=80)
            self._mark("boards", section.slug)
            sheet.say(section.boards_note)
            for line in section.lines:
                for first in range(0, len(line.cards), _CARDS):
                    title = line.title if first == 0 else ""
                    self._cards(title, line.cards[first : first + _CARDS])
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
        if section.exhibits:
            return words + 20 + self._least(section.exhibits[0])
        if section.games and not section.lines:
            return words + 15 + _GAME_ROOM
        return words + (95 if section.lines else 10)

    def _least(self, exhibit: Exhibit) -> float:
        """Return the least height of a figure with its notes."""
        _, ratio = self.figures[exhibit.slug]
        notes = self._notes_height(exhibit)
        return min(_LEAST_SCALE * self.sheet.epw * ratio, self.sheet.eph - notes - 25) + notes

    def _notes(self, exhibit: Exhibit) -> tuple[str, ...]:
        return (*exhibit.notes, self.report.provenance.source)

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
        write_table(sheet, exhibit.display)

    def _cards(self, title: str, cards: Sequence[BoardCard]) -> None:
        sheet = self.sheet
        width = (sheet.epw - (_CARDS - 1) * _GUTTER) / _CARDS
        board = max(width * _ratio(card.svg) for card in cards)
        texts = [_card_text(card) for card in cards]
        words = max(
            sum(sheet.height(text, size, width, is_bold=bold) for text, size, bold in text_of)
            for text_of in texts
        )
        room = board + words + 8 + (8 if title else 0)
        if sheet.will_page_break(min(room, sheet.eph)):
            sheet.add_page()
        sheet.ln(2)
        if title:
            sheet.rule()
            sheet.ln(1.5)
            sheet.say(title, BODY, is_bold=True)
        top = sheet.get_y()
        for column, (card, text_of) in enumerate(zip(cards, texts, strict=True)):
            x = sheet.l_margin + column * (width + _GUTTER)
            sheet.picture(card.svg.encode(), x, top, width, f"Board: {card.label}")
            sheet.set_xy(x, top + board + 1.5)
            if card.results is not None and not card.results.is_small:
                self._bar(card.results, x, width)
            for text, size, bold in text_of:
                sheet.say(text, size, is_bold=bold, width=width, after=0)
        sheet.set_xy(sheet.l_margin, top + board + words + 6)

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
        width = 58.0
        picture = game.positions[game.last].picture
        svg = render_svg(picture, size=300, title="Last position")
        height = width * _ratio(svg)
        if sheet.will_page_break(height + 16):
            sheet.add_page()
        sheet.rule()
        sheet.ln(1.5)
        sheet.say(game.title, BODY + 1, is_bold=True, after=0.3)
        note = f"{game.note}. " if game.note else ""
        sheet.say(note + " · ".join(game.facts), SMALL + 0.5, colour=MUTED)
        top, page = sheet.get_y(), sheet.page
        sheet.picture(svg.encode(), sheet.l_margin, top, width, f"Last position of {game.title}")
        sheet.set_left_margin(MARGIN + width + _GUTTER)
        sheet.set_xy(MARGIN + width + _GUTTER, top)
        sheet.say(f"{game.line.listing()} {game.result}", SMALL + 1)
        if game.omitted:
            sheet.say(game.omitted, SMALL, colour=MUTED)
        sheet.set_left_margin(MARGIN)
        bottom = top + height if sheet.page == page else 0.0
        sheet.set_xy(MARGIN, max(sheet.get_y(), bottom) + 4)

    def _origin(self) -> None:
        sheet, origin = self.sheet, self.report.provenance
        sheet.head("Where the numbers come from", 0, 12, room=25)
        lines = [
            f"Made by {origin.program} on {origin.made.isoformat()} from {origin.database}: "
            f"{count(origin.games, f'{origin.game} game')} (rules version "
            f"{origin.rules_version}).",
            f"Selection: {origin.selection}.",
            f"Fingerprint of the games in the database: {origin.fingerprint}.",
        ]
        if sheet.has_gaps:
            lines.append(
                "An empty box stands for a character that is missing from the fonts of this "
                "document; the HTML page has them all."
            )
        for words in lines:
            sheet.say(words, SMALL + 1, colour=MUTED)


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
