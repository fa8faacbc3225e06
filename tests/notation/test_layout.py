"""Records of every game in other layouts: one finding, at its place, with the line to write."""

import html
import re
from collections.abc import Callable
from itertools import islice
from pathlib import Path

import pytest
from notation_kit import DATA, read

from mentis_records.games import GAMES
from mentis_records.notation.read import Reader

CASES = Path(__file__).parents[1] / "cases" / "messy"
FILES = {
    "mentis": "rulebook.mgn",
    "antipode": "antipode.mgn.gz",
    "cirkle_mind": "cirkle_mind.mgn.gz",
    "mensaspiel": "mensaspiel.mgn.gz",
}
PLIES = 8
WIDE = {ord(digit): ord(digit) + 0xFEE0 for digit in "0123456789"}
SOUND = "{}. {} {}\n"


def same(text: str) -> str:
    return text


def quoted(text: str) -> str:
    return re.sub("^", "> ", text, flags=re.MULTILINE) + "\n"


def page(text: str) -> str:
    return "<pre>\n" + html.escape(text).replace("\n", "<br>\n") + "</pre>\n"


def spaced(text: str) -> str:
    return text.replace(" ", "\u00a0")


def wide(text: str) -> str:
    head, _, movetext = text.rpartition("\n\n")
    return f"{head}\n\n{movetext.translate(WIDE)}"


LAYOUTS: dict[str, tuple[str, Callable[[str], str]]] = {
    "quoted mail": (SOUND, quoted),
    "page": (SOUND, page),
    "table": ("| {} | {} | {} |\n", same),
    "tabs": ("{}\t{}\t{}\n", same),
    "semicolons": ("{};{};{}\n", same),
    "commas": ("{},{},{}\n", same),
    "1)": ("{}) {} {}\n", same),
    "1:": ("{}: {} {}\n", same),
    "#1": ("#{} {} {}\n", same),
    "1": ("{} {} {}\n", same),
    "Move 1": ("Move {}: {} {}\n", same),
    "non-breaking": (SOUND, spaced),
    "full-width": (SOUND, wide),
    "bold": ("**{}.** {} {}\n", same),
    "marks": ("{}. `{}` `{}`\n", same),
    "slash": ("{}. {} / {}\n", same),
    "times": ("{}. {} (0:10) {} (0:20)\n", same),
    "list": ("- {}. {} {}\n", same),
}


def sound(slug: str, form: str = SOUND) -> str:
    """Return the beginning of a sound record of a game, its turns in some form."""
    path = DATA / FILES[slug]
    record = next(each.record for each in Reader(GAMES).read_path(str(path)) if each.record)
    game = next(each for each in GAMES if each.description.slug == slug)
    tags = {**record.tags, "Game": game.description.title, "Result": "*"}
    lines = [
        f'[{name} "{value}"]\n'
        for name, value in tags.items()
        if name not in ("Termination", "PlyCount")
    ]
    plies = [ply.move.notation for ply in islice(record.plies, PLIES)]
    turns = zip(plies[::2], plies[1::2], strict=True)
    movetext = "".join(form.format(at, *turn) for at, turn in enumerate(turns, 1))
    return f"{''.join(lines)}\n{movetext}*"


SLUGS = [game.description.slug for game in GAMES]


@pytest.mark.parametrize("slug", SLUGS)
@pytest.mark.parametrize(("form", "lay"), LAYOUTS.values(), ids=LAYOUTS)
def test_a_layout_is_one_finding(slug: str, form: str, lay: Callable[[str], str]) -> None:
    (plain,) = read(sound(slug) + "\n")
    assert plain.is_valid
    tags, _, movetext = sound(slug).partition("\n\n")
    first = movetext.partition("\n")[0]
    (reading,) = read(lay(sound(slug, form)) + "\n")
    (found,) = [each for each in reading.diagnostics if each.is_error]
    assert found.code.slug == "other-layout"
    expected = found.expected.replace("{0:10} ", "").replace(" {0:20}", "")
    assert expected in (first, tags.partition("\n")[0])
    assert found.hint
    assert not reading.is_valid


@pytest.mark.parametrize("slug", SLUGS)
def test_sides_line_by_line(slug: str) -> None:
    game = next(each.description for each in GAMES if each.description.slug == slug)
    one, two = game.sides
    (reading,) = read(sound(slug, f"{one}: {{1}}\n{two}: {{2}}\n") + "\n")
    (found,) = [each for each in reading.diagnostics if each.is_error]
    assert found.code.slug == "other-layout"
    assert found.expected == sound(slug).partition("\n\n")[2].partition("\n")[0]


@pytest.mark.parametrize("slug", SLUGS)
@pytest.mark.parametrize("words", ["{0} wins", "{1} resigns", "White wins", "{0} won on time!"])
def test_results_in_words(slug: str, words: str) -> None:
    game = next(each.description for each in GAMES if each.description.slug == slug)
    said = words.format(*game.sides)
    text = sound(slug).replace('[Result "*"]', '[Result "1-0"]').removesuffix("*") + said
    (reading,) = read(text + "\n")
    (found,) = [each for each in reading.diagnostics if each.is_error or each.code.id == "N403"]
    assert found.message == f"{said} is not a result"
    assert found.hint.startswith("write 1-0")
