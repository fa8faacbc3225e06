"""The page of one game: whole, closed to all that is outside, and text wherever a record speaks."""

import base64
import hashlib
import re
from html.parser import HTMLParser
from pathlib import Path

import pytest
from case_kit import cases_of

from mentis_records.core.record import Record
from mentis_records.games import GAMES, find_game
from mentis_records.notation.read import Reader
from mentis_records.report.document.game_page import render_game

CASES = cases_of(__file__)

ROOT = Path(__file__).parents[2]
RECORD = CASES["record"]
MARKED = """\
[Result "*"]

1. TSNd2 {[%eval 0.50,2]} TSNd6 {[%eval 0.90,2]} 2. d2#-d3#-d4 {[%eval 0.88,2]} d6#-d5#-e5 *
"""


class Page(HTMLParser):
    """The parts of a page."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.scripts: list[str] = []
        self.words = ""
        self.is_script = False
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))
        self.is_script = tag == "script" and "type" not in dict(attrs)

    def handle_data(self, data: str) -> None:
        if self.is_script:
            self.scripts.append(data)
        else:
            self.words += data
        self.is_script = False

    def attribute(self, name: str) -> str:
        return next(attrs[name] or "" for _, attrs in self.found if name in attrs)


def read(text: str) -> Record:
    reading = next(iter(Reader(GAMES).read_text("test", text)))
    assert reading.record is not None
    return reading.record


def page_of(text: str, **options: int) -> Page:
    record = read(text)
    return Page(render_game(find_game(record.game), record, **options))


def games_of(slug: str) -> Record:
    path = ROOT / "docs" / "games" / slug / "games.mgn"
    path = path if path.exists() else ROOT / "data" / "rulebook.mgn"
    reading = next(iter(Reader(GAMES).read_path(str(path))))
    assert reading.record is not None
    assert reading.record.game == slug
    return reading.record


@pytest.mark.parametrize("slug", [game.description.slug for game in GAMES])
def test_nothing_is_asked_for(slug: str) -> None:
    record = games_of(slug)
    game = find_game(slug)
    page = Page(render_game(game, record))
    assert game.description.title in page.words
    for ply in record.plies:
        assert ply.move.notation in page.words
    for tag, attributes in page.found:
        assert tag not in ("img", "iframe", "object", "embed", "base", "form")
        for name in ("src", "href", "xlink:href", "srcset", "action"):
            value = attributes.get(name) or "#"
            assert value.startswith("#") or value == "data:,", (tag, value)
        assert not any(name.startswith("on") for name in attributes)
    policy = page.attribute("content")
    hashes = {
        base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
        for script in page.scripts
    }
    assert page.scripts
    assert set(re.findall(r"'sha256-(.*?)'", policy)) == hashes
    assert policy.startswith("default-src 'none'; ")


def test_what_a_record_says_is_text() -> None:
    page = page_of(RECORD)
    assert len(page.scripts) == 1
    assert "alert" not in page.scripts[0]
    assert {tag for tag, _ in page.found}.isdisjoint(("img", "b1"))
    for words in (
        "<img src=x onerror=alert(1)>",
        "山田 太郎",
        "Red, 1720",
        "</script><script>alert(1)</script><!--, round 3",
        "{{ 7 * 7 }}, 2024.05.03",
        "a <b>comment</b>",
        "</pre></style>",
        "Blue won: resignation",
    ):
        assert words in page.words, words


def test_the_record_is_in_the_page() -> None:
    page = page_of(RECORD)
    text = page.words[page.words.index("[Event ") :].split("\n\nMade by")[0]
    again = read(text[: text.rindex("1-0") + 3] + "\n")
    assert again == read(RECORD)


def test_where_it_opens() -> None:
    assert page_of(RECORD).attribute("data-ply") == "4"
    assert page_of(MARKED).attribute("data-ply") == "2"
    assert page_of(MARKED, ply=1).attribute("data-ply") == "1"
    assert page_of(MARKED, view=0).attribute("data-ply") == "4"


def test_sides_stand_for_names_that_are_not_known() -> None:
    page = page_of('[Blue "?"]\n[Result "*"]\n\n1. TSNd2 *\n')
    players = " ".join(page.words.split())
    assert "Mentis Blue Red Unfinished" in players


def test_a_side_is_shown_what_it_saw() -> None:
    record = games_of("cirkle_mind")
    game = find_game("cirkle_mind")
    whole, seen = render_game(game, record, ply=0), render_game(game, record, ply=0, view=0)
    secret = record.tags["MauveSetup"]
    assert secret in whole
    assert secret not in seen
    assert "as Green saw it" in seen
