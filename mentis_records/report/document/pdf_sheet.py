"""Pages of a PDF document: fonts, text that no font can break, headings, bookmarks, boards.

The fonts are those that matplotlib brings. Characters that they lack are shown as an empty box:
a document never fails on a name. Knows no report. All measures are millimetres, those of type
points.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, date, datetime, time
from pathlib import Path
from typing import cast

from fpdf import FPDF
from fpdf.enums import XPos, YPos
from fpdf.fonts import TTFFont

from mentis_records.core.text import bound_line, one_line
from mentis_records.report.board.board_shape import rgb
from mentis_records.report.board.board_svg import FONTS
from mentis_records.report.figure.figure_style import GRID, INK, MUTED

FAMILY = "DejaVu Sans"
MARGIN = 18.0
BODY, SMALL = 9.5, 7.5
_LATIN = "\xff"
"""The last sign of the fonts that PDF brings itself."""
_BOX = "\N{WHITE VERTICAL RECTANGLE}"


def line_height(size: float) -> float:
    """Return the height of a line of text in a size."""
    return size * 1.4 * 25.4 / 72


class PdfSheet(FPDF):
    """A document on A4 that grows from top to bottom."""

    def __init__(self, footer: str, made: date) -> None:
        """Begin a document with this text at the foot of every page, as of a day."""
        super().__init__(format="A4")
        import matplotlib

        fonts = Path(matplotlib.get_data_path()) / "fonts" / "ttf"
        self.add_font(FAMILY, "", fonts / "DejaVuSans.ttf")
        self.add_font(FAMILY, "B", fonts / "DejaVuSans-Bold.ttf")
        self._known = {
            style: set(font.cmap) if isinstance(font, TTFFont) else set()
            for style, font in ((style, self.fonts[FAMILY.lower() + style]) for style in ("", "B"))
        }
        self.has_gaps = False
        self._heights: dict[tuple[str, float, float, bool], float] = {}
        self._footer = self.clean(footer)
        self.set_margin(MARGIN)
        self.set_auto_page_break(True, MARGIN + 4)
        self.set_creation_date(datetime.combine(made, time(), UTC))
        self.set_image_filter("FlateDecode")
        self.set_lang("en")
        self.alias_nb_pages()
        self.add_page()

    def close(self) -> None:
        """Close the files of the fonts."""
        for font in self.fonts.values():
            if isinstance(font, TTFFont):
                font.ttfont.close()

    def footer(self) -> None:
        """Write the foot of a page; called by the library."""
        self.set_y(-MARGIN + 4)
        self.style(SMALL, colour=MUTED)
        self.cell(self.epw - 20, 4, self._footer)
        self.cell(20, 4, f"{self.page_no()} / {{nb}}", align="R")

    def style(self, size: float = BODY, *, is_bold: bool = False, colour: str = INK) -> None:
        """Set the type of what is written next."""
        self.set_font(FAMILY, "B" if is_bold else "", size)
        self.set_text_color(*rgb(colour))

    def clean(self, text: str, *, is_bold: bool = False) -> str:
        """Return a text in one line, with boxes for the characters that the font lacks.

        No-break spaces stay.
        """
        known = self._known["B" if is_bold else ""]
        line = bound_line(text)
        if all(ord(sign) in known for sign in line):
            return line
        self.has_gaps = True
        return "".join(sign if ord(sign) in known else _BOX for sign in line)

    def say(
        self,
        text: str,
        size: float = BODY,
        *,
        is_bold: bool = False,
        colour: str = INK,
        width: float = 0,
        after: float = 1.2,
        link: int | None = None,
    ) -> None:
        """Write a paragraph, from where the last ended, in a column of a width."""
        self.style(size, is_bold=is_bold, colour=colour)
        self.multi_cell(
            width,
            line_height(size),
            self.clean(text, is_bold=is_bold),
            align="L",
            new_x=XPos.LEFT if width else XPos.LMARGIN,
            new_y=YPos.NEXT,
            link=link,
        )
        self.y += after

    def height(self, text: str, size: float, width: float, *, is_bold: bool = False) -> float:
        """Return how high a paragraph would be."""
        asked = (text, size, width, is_bold)
        if asked not in self._heights:
            self.style(size, is_bold=is_bold)
            clean = self.clean(text, is_bold=is_bold)
            line = line_height(size)
            self._heights[asked] = float(
                self.multi_cell(width, line, clean, align="L", dry_run=True, output="HEIGHT")  # type: ignore[arg-type]
            )
        return self._heights[asked]

    def divided(self, text: str, size: float, width: float, lines: int) -> tuple[str, str]:
        """Return the part of a text that fills so many lines of a column, and the rest."""
        self.style(size)
        line = line_height(size)
        found = cast(
            "list[str]", self.multi_cell(width, line, text, align="L", dry_run=True, output="LINES")
        )
        rest = text
        for words in found[:lines]:
            rest = rest.removeprefix(words.strip(" ")).lstrip(" ")
        return text.removesuffix(rest) if rest else text, rest

    def head(self, text: str, level: int, size: float, *, room: float) -> None:
        """Write a heading with a bookmark, on a new page where what follows has no room.

        Args:
            text: the heading.
            level: that of the bookmark, 0 the highest.
            size: of the type.
            room: how much space what follows needs at least.
        """
        need = self.height(text, size, self.epw, is_bold=True) + 5 + room
        if self.will_page_break(min(need, self.eph)):
            self.add_page()
        elif self.get_y() > self.t_margin + 1:
            self.ln(8 if level == 0 else 5)
        if level == 0:
            self.rule(INK, 0.6)
            self.ln(2)
        self.start_section(self.clean(text), level=level)
        self.say(text, size, is_bold=True)

    def rule(self, colour: str = GRID, width: float = 0.2) -> None:
        """Draw a line across the page."""
        self.set_draw_color(*rgb(colour))
        self.set_line_width(width)
        self.line(self.l_margin, self.get_y(), self.w - self.r_margin, self.get_y())

    def picture(self, content: bytes, x: float, y: float, width: float, words: str) -> None:
        """Draw a picture with its upper left corner at (x, y); ``words`` tell what it shows.

        SVG is drawn in vectors, in a font that PDF brings itself where this has all signs.
        """
        plain = re.sub(rb"<(title|desc)>.*?</\1>", b"", content, flags=re.DOTALL)
        if plain.startswith(b"<svg") and any(sign > _LATIN for sign in plain.decode()):
            plain = plain.replace(FONTS.encode(), FAMILY.encode())
        self.image(io.BytesIO(plain), x, y, width, alt_text=one_line(words))

    @contextmanager
    def returning(self, page: int, x: float, y: float) -> Iterator[None]:
        """Write to an earlier page from (x, y), where there is room, and go on here after that."""
        here = self.page, self.x, self.y
        self.page, self.x, self.y = page, x, y
        self.current_font_is_set_on_page = False
        yield
        self.page, self.x, self.y = here
        self.current_font_is_set_on_page = False
