"""The frame around every page: head, ways to the other pages, selection, words of failure."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING

from mentis_records import __version__
from mentis_records.core.game import AnyGame
from mentis_records.core.text import counted, printable
from mentis_records.explorer.address import LASTING, Address
from mentis_records.explorer.content import PAGES, UNLISTED, Content
from mentis_records.explorer.home import Entry
from mentis_records.games import GAMES, find_game
from mentis_records.report.document.page import TEMPLATES as REPORT_TEMPLATES
from mentis_records.report.figure.figure_style import game_palette
from mentis_records.report.words.wording import heading, shorten

if TYPE_CHECKING:
    from jinja2 import Environment

_UNSEEN = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]"
)
"""Controls, direction marks and bytes that were no UTF-8: shown as signs, lest they act."""

_HERE = Path(__file__).parent
_TYPES = {".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml"}
SEARCH = "query"
"""The page whose own parameter is the last query."""

_STATIC = {
    "style.css": REPORT_TEMPLATES,
    "curve.css": REPORT_TEMPLATES,
    "game.css": REPORT_TEMPLATES,
    "replayer.js": REPORT_TEMPLATES,
    "curve.js": REPORT_TEMPLATES,
    "game.js": _HERE / "static",
    "explorer.css": _HERE / "static",
    "explorer.js": _HERE / "static",
    "position.js": _HERE / "static",
    "pattern.js": _HERE / "static",
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
    environment.filters["short"] = shorten
    environment.filters["number"] = "{:,}".format
    environment.filters["games"] = partial(counted, one="game")
    environment.globals["program"] = f"mentis-records {__version__}"
    return environment


def _visible(value: object) -> object:
    """Return a value as a page shows it; what comes from records acts on nothing."""
    if type(value) is not str or (value.isascii() and value.isprintable()):
        return value
    return _UNSEEN.sub(lambda found: printable(found[0]), value)


def _draw(template: str, **values: object) -> str:
    return environment().get_template(template).render(**values)


def draw_home(databases: Sequence[Entry]) -> str:
    """Return the page that lists the databases."""
    return _draw("home.html", databases=databases)


def draw_start(address: Address, databases: Sequence[str]) -> str:
    """Return the beginning of a page, which its address alone tells."""
    chips = [
        (name, value, address.lack(name, value).have(page=None))
        for name, value in _lasting(address)
    ]
    return _draw(
        "start.html",
        address=address,
        title=PAGES[address.page],
        pages={name: words for name, words in PAGES.items() if name not in UNLISTED},
        databases=databases,
        chips=chips,
        games=[game.description for game in GAMES],
    )


def _lasting(address: Address) -> list[tuple[str, str]]:
    """Return what is selected, but for the query that a search is about: that has its own place."""
    found = [pair for pair in address.parameters if pair[0] in LASTING]
    if address.page == SEARCH and address.get("query"):
        found.reverse()
        found.remove(("query", address.get("query")))
        found.reverse()
    return found


def draw_content(address: Address, content: Content) -> str:
    """Return what a page shows."""
    return _draw(content.template, address=address, **content.values)


def draw_progress(done: float, total: float | None) -> str:
    """Return how far the work on a page has come; what follows hides it."""
    return _draw("progress.html", done=done, total=total)


def draw_elsewhere(place: str) -> str:
    """Return a way to another address, which browsers go by themselves."""
    return _draw("elsewhere.html", place=place)


def draw_nowhere(words: str) -> str:
    """Return the whole page of an address that leads nowhere."""
    return _draw("nowhere.html", words=words)


def draw_failure(address: Address, words: str, detail: str, games: Sequence[AnyGame] = ()) -> str:
    """Return why there is nothing to show, and the games that there are to choose from."""
    return _draw("failure.html", address=address, words=words, detail=detail, games=games)


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
