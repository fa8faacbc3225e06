"""The frame around every page: head, ways to the other pages, selection, words of failure."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from mentis_records import __version__
from mentis_records.core.text import printable
from mentis_records.explorer.address import LASTING, Address
from mentis_records.explorer.content import PAGES, Content
from mentis_records.games import GAMES, find_game
from mentis_records.report.document.page import TEMPLATES as REPORT_TEMPLATES
from mentis_records.report.figure.figure_style import game_palette
from mentis_records.report.words.wording import heading

if TYPE_CHECKING:
    from jinja2 import Environment

_UNSEEN = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]"
)
"""Controls, direction marks and bytes that were no UTF-8: shown as signs, lest they act."""

_HERE = Path(__file__).parent
_TYPES = {".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml"}
_STATIC = {
    "style.css": REPORT_TEMPLATES,
    "explorer.css": _HERE / "static",
    "explorer.js": _HERE / "static",
}
"""The files that pages may ask for, and where they are."""


@cache
def environment() -> Environment:
    """Return the template engine of pages; it escapes all text."""
    from jinja2 import ChoiceLoader, Environment, FileSystemLoader, StrictUndefined
    from markupsafe import Markup

    environment = Environment(
        loader=ChoiceLoader(
            [FileSystemLoader(_HERE / "template"), FileSystemLoader(REPORT_TEMPLATES)]
        ),
        autoescape=True,
        finalize=_visible,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    # Only what is made here passes: drawings, whose makers escape what they write.
    environment.filters["drawing"] = lambda svg: Markup(svg)  # noqa: S704
    environment.filters["heading"] = heading
    environment.globals["program"] = f"mentis-records {__version__}"
    return environment


def _visible(value: object) -> object:
    """Return a value as a page shows it; what comes from records acts on nothing."""
    if type(value) is not str or (value.isascii() and value.isprintable()):
        return value
    return _UNSEEN.sub(lambda found: printable(found[0]), value)


def _draw(template: str, **values: object) -> str:
    return environment().get_template(template).render(**values)


def draw_home(databases: Sequence[str]) -> str:
    """Return the page that lists the databases."""
    return _draw("home.html", databases=databases, address=Address("", ""))


def draw_start(address: Address, databases: Sequence[str]) -> str:
    """Return the beginning of a page, which its address alone tells."""
    chips = [
        (name, value, address.lack(name, value).have(page=None))
        for name, value in address.parameters
        if name in LASTING
    ]
    return _draw(
        "start.html",
        address=address,
        title=PAGES[address.page],
        pages=PAGES,
        databases=databases,
        chips=chips,
        games=[game.description for game in GAMES],
    )


def draw_content(address: Address, content: Content) -> str:
    """Return what a page shows."""
    return _draw(content.template, address=address, **content.values)


def draw_progress(done: float, total: float | None) -> str:
    """Return how far the work on a page has come; what follows hides it."""
    return _draw("progress.html", done=done, total=total)


def draw_failure(address: Address, words: str, detail: str) -> str:
    """Return why there is nothing to show."""
    return _draw("failure.html", address=address, words=words, detail=detail, games=GAMES)


def draw_end() -> str:
    """Return the end of a page."""
    return _draw("end.html")


def read_static(name: str) -> tuple[bytes, str] | None:
    """Return a style sheet or script and its media type, or None if there is no such one."""
    folder = _STATIC.get(name)
    if folder is None:
        return None
    return (folder / name).read_bytes(), _TYPES[Path(name).suffix]


@cache
def palette_css(slug: str) -> str | None:
    """Return the colours of a game's results as a style sheet, or None if there is no such game."""
    try:
        game = find_game(slug)
    except KeyError:
        return None
    colours = game_palette(game).css()
    light, dark = (
        " ".join(f"{name}: {pair[at]};" for name, pair in colours.items()) for at in (0, 1)
    )
    return f":root {{ {light} }}\n@media (prefers-color-scheme: dark) {{ :root {{ {dark} }} }}\n"
