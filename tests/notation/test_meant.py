"""What people feed in that is no record yet: recognised, and answered with the line to write."""

from datetime import date, timedelta

import pytest
from notation_kit import E, read, read_one

from mentis_records.core.date import tomorrow, unlikely_words
from mentis_records.games import GAMES
from mentis_records.notation.syntax.meant_ply import meant_plies
from mentis_records.notation.tag.known_tag import common_tags
from mentis_records.notation.tag.meant_tag import meant_line

NAMES = common_tags(("Blue", "Red"))
LINES = {
    "Blue: Ann": '[Blue "Ann"]',
    "blue = Ann": '[Blue "Ann"]',
    "Blue: Ann, Red: Bob": '[Blue "Ann"] [Red "Bob"]',
    "Blue = Ann  Red = Bob": '[Blue "Ann"] [Red "Bob"]',
    "Date: 14.11.2026": '[Date "2026.11.14"]',
    "Date: 14 November 2026": '[Date "2026.11.14"]',
    "Result: 1:0": '[Result "1-0"]',
    "[Blue: Ann]": '[Blue "Ann"]',
    "[Blue Ann]": '[Blue "Ann"]',
    "[Blue \u201cAnn\u201d]": '[Blue "Ann"]',
    "[Blue 'Ann']": '[Blue "Ann"]',
    '[Blue "Ann"': '[Blue "Ann"]',
    'Blue "Ann"': '[Blue "Ann"]',
    "**Blue:** Ann": '[Blue "Ann"]',
    '[Weird-Tag "1"]': '[Weird_Tag "1"]',
    "[1Tag]": "",
    "a nice game": "",
    "Blue won": "",
    "we played Blue: Ann": "",
}


@pytest.mark.parametrize(("line", "meant"), LINES.items())
def test_tags_as_people_write_them(line: str, meant: str) -> None:
    assert meant_line(line, NAMES) == meant


@pytest.mark.parametrize("text", ["Blue: Ann\nRed: Bob\n\n", "Blue: Ann, Red: Bob\n\n"])
def test_players_in_prose_refuse_a_record_without_their_names(text: str) -> None:
    (reading,) = read(text + "1. TSNd2 TSNd6\n")
    (found,) = [found for found in reading.diagnostics if found.is_error]
    assert found.code.slug == "tag-prose"
    assert found.hint == 'write [Blue "Ann"] [Red "Bob"]'


def test_a_tag_among_tags_says_what_to_write() -> None:
    reading = read_one('[Event "x"]\nBlue: Ann\n[Red "Bob"]\n\n1. TSNd2 *\n')
    (found,) = [found for found in reading.diagnostics if found.is_error]
    assert (found.code.slug, found.hint) == ("tag-malformed", 'write [Blue "Ann"]')


def test_prose_that_names_what_the_record_has_is_skipped() -> None:
    reading = read_one('Blue: Ann\n[Event "x"]\n[Blue "Ann"]\n\n1. TSNd2 *\n')
    assert reading.is_valid
    assert "text-around" in [found.code.slug for found in reading.diagnostics]


def test_prose_about_other_tags_is_skipped_with_the_line_to_write() -> None:
    reading = read_one('Round: 3\n[Event "x"]\n\n1. TSNd2 *\n')
    assert reading.is_valid
    (found,) = [found for found in reading.diagnostics if found.code.slug == "text-around"]
    assert found.hint.startswith('write [Round "3"], ')


def test_players_in_prose_behind_a_result_are_told() -> None:
    first, _ = read("1. TSNd2 TSNd6 1-0\n\nBlue: Cid\nRed: Dot\n\n1. TSNd2 TSNd6 0-1\n")
    (found,) = [found for found in first.diagnostics if found.code.slug == "text-around"]
    assert found.hint.startswith('write [Blue "Cid"] [Red "Dot"], ')


@pytest.mark.parametrize(
    ("line", "hint"),
    [
        ("1. TSNd2, TSNd6", "write 1. TSNd2 TSNd6"),
        ("TSN d2, TSN d6", "write TSNd2 TSNd6"),
        ("1. TSNd2 , TSNd6", "write 1. TSNd2 TSNd6"),
        ("1. TSNd2, TSNd6 {good}", "leave the commas out, and the blanks inside a ply"),
    ],
)
def test_commas_between_plies(line: str, hint: str) -> None:
    found = [each for each in read_one(line + "\n").diagnostics if "comma" in each.code.slug]
    assert [each.hint for each in found] == [hint]


def test_commas_are_told_once_a_line() -> None:
    reading = read_one("1. TSNd2, TSNd6,\n2. d2#-d3, d6#-d5,\n")
    told = [each.span.line for each in reading.diagnostics if "comma" in each.code.slug]
    assert told == [1, 2]


CHESS = {
    "tags and moves": '[White "A"]\n[Black "B"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 1-0\n',
    "first moves alone": "1. e4 e5\n",
    "castling": "1. d4 Nf6 2. Nf3 g6 3. O-O O-O\n",
    "annotated": E + "1. e4! {best} e5 (1... c5 2. Nf3) 2. Nf3 $1 Nc6 3. Bb5 1/2-1/2\n",
    "numbers that touch": E + "1.e4 c5 2.Nf3 d6 3.d4 cxd4 *\n",
    "FEN": "rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq c6 0 2\n",
    "FEN as a tag": '[FEN "8/8/8/4k3/8/8/4P3/4K3 w - - 0 1"]\n\n1. e3 Kd5 *\n',
    "FEN without moves": '[SetUp "1"]\n[FEN "8/8/8/4k3/8/8/4P3/4K3 w - - 0 1"]\n\n*\n',
}


@pytest.mark.parametrize("text", CHESS.values(), ids=CHESS)
def test_chess_is_one_finding(text: str) -> None:
    (reading,) = read(text)
    (found,) = reading.diagnostics
    assert found.code.slug == "chess-game"
    assert found.message == "this is a game of chess"
    assert not reading.is_valid


@pytest.mark.parametrize(
    "text",
    [
        "1. d2 d6\n",
        E + "1. TSNd2 e5 2. d2-d3 Nf3 *\n",
        "1. TSNd2 TSNd6 2. d2-d9 d6-d5\n",
        '[Game "Antipode"]\n\n1. e4 e5 2. Nf3 *\n',
        "we met at e4 or so\n",
        E + "1. TSNe4 TSNe5 *\n",
    ],
)
def test_broken_records_are_no_chess(text: str) -> None:
    codes = [found.code.slug for reading in read(text) for found in reading.diagnostics]
    assert codes
    assert "chess-game" not in codes


DAY = tomorrow()
DATES = {
    "1899.12.31": "before 1900",
    "1899.??.??": "before 1900",
    "1900.??.??": "",
    "1900.01.01": "",
    f"{DAY:%Y.%m.%d}": "",
    f"{DAY + timedelta(1):%Y.%m.%d}": "in the future",
    f"{DAY.year}.??.??": "",
    f"{DAY.year + 1}.??.??": "in the future",
    f"{DAY:%Y.%m}.??": "",
    "????.??.??": "",
    "?": "",
    "-": "",
    "2024.13.01": "",
}


@pytest.mark.parametrize(("text", "words"), DATES.items())
def test_unlikely_dates(text: str, words: str) -> None:
    assert unlikely_words(text) == words
    reading = read_one(f'[Date "{text}"]\n\n1. TSNd2 *\n')
    told = [each for each in reading.diagnostics if each.code.slug == "date-unlikely"]
    assert [each.message for each in told] == ([f"the date '{text}' is {words}"] if words else [])
    assert reading.is_valid


def test_a_clock_that_is_not_set_warns_of_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    class Unset(date):
        @classmethod
        def today(cls) -> date:
            return date(1970, 1, 1)

    monkeypatch.setattr("mentis_records.core.date.date", Unset)
    assert unlikely_words("2026.01.01") == ""
    assert unlikely_words("2199.01.01") == "in the future"


PLIES = {
    "mentis": {
        "d2d3": "d2-d3 or d2xd3",
        "TSN@d2": "TSNd2",
        "TSN-d2": "TSNd2",
        "TSND2": "TSNd2",
        "D2#-D3": "d2#-d3",
        "d3:d5": "d3xd5",
        "d2--d3": "d2-d3",
        "d2->d3": "d2-d3",
        "Nd2-d3": "d2-d3",
        "d3-dd4": "d3-d4",
        "d2#d3#d4": "d2#-d3#-d4",
        "d2-d9": "",
        "e4": "",
        "foo1": "",
    },
    "mensaspiel": {"a3g3": "a3-g3 or a3xg3", "b3:g5": "b3xg5", "SB3": "Sb3"},
    "antipode": {"a4:c4": "a4xc4", "b4--b5": "b4-b5", "gg5": "g5"},
    "cirkle_mind": {"d4d5": "d4-d5", "d5d6xd7+": "d5-d6xd7+"},
}


@pytest.mark.parametrize("slug", PLIES)
def test_plies_that_were_meant(slug: str) -> None:
    game = next(each.description for each in GAMES if each.description.slug == slug)
    for word, meant in PLIES[slug].items():
        assert meant_plies(word, game) == meant, word


def test_the_hint_says_what_to_write() -> None:
    (found,) = [each for each in read_one("1. TSNd2 TSN@d6\n").diagnostics if each.is_error]
    assert found.hint.startswith("write TSNd6; ")
