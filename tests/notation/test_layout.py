"""Records in other layouts and messy texts: what is found, and what is proposed for them."""

from __future__ import annotations

import html
import random
import re
from collections.abc import Callable
from itertools import islice
from pathlib import Path

import pytest
from case_kit import cases_of
from notation_kit import DATA, FOUR, SILENT, E, places, read, read_one
from size_kit import sizes

from mentis_records.cli.option import make_reader
from mentis_records.core.record import Record
from mentis_records.games import GAMES, games_first
from mentis_records.notation.layout.proposal import is_settled, propose_record
from mentis_records.notation.read import Reader
from tests.notation.layout_law import KINDS, Layout, broken, taken, usual

CASES = cases_of(__file__)

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


# Texts that clubs get, as they come: what is said of each, where, and the line to write


MESSY = Path(__file__).parents[1] / "cases" / "messy"
FOUND: dict[str, tuple[int, list[str], str]] = CASES["found"]
"""By file: how many of its records are sound, all that is said, the first line to write."""


@pytest.mark.parametrize("name", sorted(path.name for path in MESSY.iterdir()))
def test_messy_text(name: str) -> None:
    readings = list(Reader(GAMES).read_path(str(MESSY / name)))
    told = [each for reading in readings for each in reading.diagnostics]
    told = [each for each in told if each.code.id not in SILENT]
    valid, found, line = FOUND[name]
    assert [f"{each.code.id} {each.span}" for each in told] == found
    assert sum(reading.is_valid for reading in readings) == valid
    assert [each.expected for each in told if each.code.slug == "other-layout"][:1] == (
        [line] if line else []
    )
    assert all(each.hint for each in told)


HINTS = CASES["hints"]


@pytest.mark.parametrize(("name", "hint"), HINTS.items())
def test_hints(name: str, hint: str) -> None:
    readings = Reader(GAMES).read_path(str(MESSY / name))
    told = [each for reading in readings for each in reading.diagnostics]
    assert any(each.hint.startswith(hint) for each in told)


@pytest.mark.parametrize("tag", ['Rules ""', 'MatchRound "x"', 'GoldStones "-"'])
def test_an_unknown_value_of_a_setting_states_no_first_side(tag: str) -> None:
    for reading in read(f'[Game"Antipode"\n[{tag}'):
        assert not reading.is_valid


def test_rows_of_a_table_of_games_are_shown_as_tags() -> None:
    (reading,) = Reader(GAMES).read_path(str(MESSY / "csv-games.txt"))
    (found,) = reading.diagnostics
    assert found.message == "a table of games, not a record file"
    assert '[Event "Club"] [Date "2026.11.14"] [Blue "Ann"]' in found.hint


@pytest.mark.parametrize("text", CASES["sound_records_have_no_layout"])
def test_sound_records_have_no_layout(text: str) -> None:
    for reading in read(text):
        assert reading.is_valid, reading.diagnostics


def test_a_record_with_few_faults_is_told_of_those() -> None:
    (reading,) = read("1. TSNd2 TSNd6 2. d2#-d3 zz\n")
    assert [each.code.id for each in reading.diagnostics if each.is_error] == ["N101"]


def test_what_is_told_of_a_layout_is_told_of_other_games(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text('> [Game "Antipode"]\n> [Gold "Ann"]\n>\n> 1. d1 a3\n> *\n')
    (reading,) = Reader(GAMES).read_path(str(path))
    (found,) = reading.diagnostics
    assert found.expected == '[Game "Antipode"]'


# Texts that are laid out in other ways, written as records: what they state, and nothing more


READER = make_reader("", "", [], False, False)
TABLE = (
    "Autumn Cup\n\n| no. | Blue | Red |\n|---|---|---|\n| 1 | TSNd2 | TSNd6 |\n"
    "| 2 | d2-d3-d4-d3 | |\n"
)


def record_proposed(text: str) -> Record | None:
    """Return the record that is proposed for a text, or None if it is not sound."""
    written = propose_record(text, READER.games[0], READER.games).with_comment()
    found = list(READER.read_text("x", written))
    return found[0].record if len(found) == 1 else None


@pytest.mark.parametrize(("text", "tags", "plies", "result"), CASES["stated"])
def test_what_a_text_states_is_in_the_record(
    text: str, tags: dict[str, str], plies: int, result: str
) -> None:
    record = record_proposed(text)
    asked = ("Event", "Blue", "Red", "Date")
    assert {name: record.tags[name] for name in asked if name in record.tags} == tags
    assert (len(record.plies), record.result) == (plies, result)


def test_a_heading_names_an_event_that_is_known() -> None:
    text = TABLE.replace("Autumn Cup", "# autumn cup, 14.11.2026")
    asked = (text, READER.games[0], READER.games)
    unknown = propose_record(*asked, ["Spring Cup"])
    assert ("Event" in unknown.text, unknown.left_out) == (False, ("autumn cup, 14.11.2026",))
    known = propose_record(*asked, ["Spring Cup", "Autumn Cup"])
    assert (known.left_out, '[Event "Autumn Cup"]' in known.text) == ((), True)


def lacking(text: str) -> tuple[str, ...]:
    return propose_record(text, READER.games[0], READER.games).left_out


@pytest.mark.parametrize(
    ("heading", "tags", "left"),
    [
        (
            "# Round 4: Ann Smith - Zoë Lévêque",
            {"Round": "4", "Blue": "Ann Smith", "Red": "Zoë Lévêque"},
            (),
        ),
        ("Ann vs Bob, 14.11.2026, result 1-0", {"Blue": "Ann", "Date": "2026.11.14"}, ()),
        ("Ann (Blue) vs Bob (Red), 7/11/26", {"Blue": "Ann", "Date": None}, None),
        ("Smith, Ann - Jones, Bob", {"Blue": None}, None),
        ("Club night - Autumn Cup", {"Blue": None}, None),
        ("Blue: Ann\nBlue: Eva", {"Blue": "Ann"}, ("Blue: Eva",)),
    ],
)
def test_a_heading_is_in_tags_or_in_a_comment(
    heading: str, tags: dict[str, str | None], left: tuple[str, ...] | None
) -> None:
    text = f"{heading}\n\n1) TSN d2, TSN d6\n"
    record = record_proposed(text)
    assert {name: record.tags.get(name) for name in tags} == tags
    kept = (heading,) if left is None else left
    assert lacking(text) == kept
    written = propose_record(text, READER.games[0], READER.games).with_comment()
    assert all(line in written for line in kept)


def test_how_a_game_ended_is_kept() -> None:
    record = record_proposed("Blue: Ann\nRed: Bob\n\n1) TSN d2, TSN d6\nRed resigns\n")
    assert (record.result, record.tags["Termination"]) == ("1-0", "resignation")


def test_names_and_days_in_front_of_moves_are_kept() -> None:
    first = "[14.11.26, 20:15:03] Blue: TSNd2"
    assert lacking(f"{first}\n[14.11.26, 20:16:11] Red: TSNd6\n") == (first,)
    assert lacking("Ann: TSNd2\nBob: TSNd6\n") == ("Ann: TSNd2", "Bob: TSNd6")


@pytest.mark.parametrize("name", ["J=C3=B6rg", "J=F6rg", "J=C3=\n=B6rg"])
def test_a_mail_is_decoded(name: str) -> None:
    record = record_proposed(
        f'> [Event "Cup"]\n> [Blue "Ann"]\n> [Red "{name}"]\n> 1. TSNd2 TSNd6 *\n'
    )
    assert record.tags["Red"] == "Jörg"


def test_a_sound_text_stays_as_it_is() -> None:
    text = '[Event "a"]\n[Blue "Ann"]\n[Red "Bob"]\n[Result "*"]\n\n1. TSNd2 TSNd6 *\n'
    assert propose_record(text, READER.games[0], READER.games) == (text, ())


def test_most_messy_texts_have_a_proposal() -> None:
    texts = [path.read_text(encoding="utf-8") for path in sorted(MESSY.glob("*.txt"))]
    refused = [
        text for text in texts if not all(found.is_valid for found in READER.read_text("x", text))
    ]
    sound = [text for text in refused if record_proposed(text) is not None]
    assert len(sound) > 0.7 * len(refused) > 20


# A text is a record only if it settles both sides and the order of the plies


SETTLED = Path(__file__).parents[1] / "cases" / "settled"
ANTIPODE = games_first("antipode")


@pytest.mark.parametrize(
    ("name", "found"),
    [
        ("two-boards.txt", ["N304 1:13", "P101 2:16"]),
        ("pairs.txt", ["N121 1:6", "N301 2:1"]),
        ("silver-first.txt", ["N121 1:1"]),
    ],
)
def test_a_layout_that_settles_nothing_is_refused(name: str, found: list[str]) -> None:
    (reading,) = Reader(ANTIPODE).read_path(str(SETTLED / name))
    assert reading.record is None
    assert places(reading) == found


def test_numbers_that_contradict_the_plies() -> None:
    readings = list(Reader(GAMES).read_path(str(SETTLED / "numbers.mgn")))
    assert [places(each)[0] for each in readings] == [
        *("N304 7:1", "N304 16:1", "N304 25:1", "N304 32:1")
    ]
    assert not any(each.is_valid for each in readings)


def test_a_row_of_a_listing_with_the_number_before_it() -> None:
    (reading,) = Reader(GAMES).read_path(str(SETTLED / "table.txt"))
    assert (reading.is_valid, places(reading)) == (False, ["N304 3:1"])


@pytest.mark.parametrize(("movetext", "found"), CASES["numbers"])
def test_numbers(movetext: str, found: list[str]) -> None:
    reading = read_one(f"{E}{movetext} *\n")
    assert [each.split()[0] for each in places(reading)] == found
    assert reading.is_valid == ("N304" not in found)


def test_lenient_reading_overrules_numbers() -> None:
    (reading,) = Reader(GAMES, is_lenient=True).read_text("x", f"{E}1. TSNd2 TSNd6 3. d2#-d3 *\n")
    assert (reading.is_valid, reading.plies, places(reading)) == (True, 3, ["N304 3:16"])


@pytest.mark.parametrize(
    ("text", "plies"),
    [
        (f"{FOUR}\n1. Sc2 Se6\n", [4, 2]),
        ("1. TSNd2\n1. TSNc2\n1. TSNe2\n", [1, 1, 1]),
        ("1. TSNd2\n1. TSNd6\n2. d2#-d3\n2. d6#-d5\n", [4]),
        (f"{FOUR}\nBlue Moves  Red Moves\n2. Sc2 Se6\n3. Sb1 Sb7\n1. TSNd2\n", [4, 6, 1]),
    ],
)
def test_where_listings_begin(text: str, plies: list[int]) -> None:
    readings = read(text)
    assert [each.plies for each in readings] == plies
    assert all(each.is_valid for each in readings)


@pytest.mark.parametrize("text", CASES["no_game"])
def test_the_last_rows_are_no_game(text: str) -> None:
    assert not read(text)[-1].is_valid


@pytest.mark.parametrize("text", CASES["plies_in_comments"])
def test_plies_in_comments(text: str) -> None:
    for form in (text, f"{E}{text}*\n"):
        assert not any(reading.is_valid for reading in read(form))


@pytest.mark.parametrize("text", CASES["comments_may_name_plies"])
def test_comments_may_name_plies(text: str) -> None:
    (reading,) = read(text)
    assert reading.is_valid, reading.diagnostics


@pytest.mark.parametrize("text", CASES["what_is_not_settled_is_not_proposed"])
def test_what_is_not_settled_is_not_proposed(text: str) -> None:
    assert proposal_of(text) is None


def proposal_of(text: str) -> list[str] | None:
    written = propose_record(text, ANTIPODE[0], ANTIPODE).with_comment()
    found = list(Reader(ANTIPODE).read_text("x", written))
    if len(found) != 1 or found[0].record is None or not is_settled(found[0].diagnostics):
        return None
    return [ply.move.notation for ply in found[0].record.plies]


@sizes("count", 1, 4)
@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_known_games_in_other_layouts(kind: Callable[[random.Random], Layout], count: int) -> None:
    """A sample of ``python -m tests.notation.layout_law``."""
    rng = random.Random(kind.__name__)
    for _ in range(count):
        layout = kind(rng)
        assert broken(layout) == [], layout.text
        assert kind is not usual or list(taken(layout.text)), layout.text


@pytest.mark.parametrize("slug", ["mentis", "antipode"])
def test_soft_hyphens_are_hyphens(slug: str) -> None:
    text = {"mentis": "1. TSNd2 TSNd6 2. d2#\u00add3 *\n", "antipode": "1. a7\u00ada6 *\n"}[slug]
    (reading,) = Reader(games_first(slug)).read_text("x", f'[Event "x"]\n\n{text}')
    (warned,) = (each for each in reading.diagnostics if each.severity == "warning")
    assert warned.code.id in ("M402", "P802")
