"""Readings of broken plies, and records as they were played."""

import pytest

from mentis_records.games import GAMES
from mentis_records.notation.explain import slip as correct
from mentis_records.notation.explain.reading import Reading
from mentis_records.notation.explain.slip import find_slip
from mentis_records.notation.read import Reader

T = '[Event "x"]\n\n'
GAME = "1. TSNd2 TSNd6 2. d2#-d3#-d4 d6#-d5#-e5 3. TNNc2 TSNc6 4. c2-c3-c4#-b4 c6#-c5 *"


def read(text: str, **how: bool) -> Reading:
    (reading,) = Reader(GAMES, **how).read_text("x", text)  # type: ignore[arg-type]
    return reading


@pytest.mark.parametrize(
    ("meant", "written", "kind"),
    [
        ("d2#-d3#-d4", "d2#-d3#-d5", "one square"),
        ("d2#-d3#-d4", "d2#-d3-d4", "one mark"),
        ("TNNc2", "TNSc2", "one letter"),
        ("TSNc6", "STNc6", "a transposition"),
        ("c2-c3-c4#-b4", "c2-c4#-b4", "a missing step"),
        ("c2-c3-c4#-b4", "c2-c3-c4#b4", "one sign"),
        ("c6#-c5", "c5#-c6", "a transposition"),
        ("c6#-c5", "c6#-5c", "a transposition"),
        ("c6#-c5", "c6#-c9", "one square"),
        ("TNNc2", "TNNc22", "one square"),
    ],
)
def test_slips_are_found(meant: str, written: str, kind: str) -> None:
    found = find_slip(written, meant)
    assert found is not None
    assert found[0] == kind


@pytest.mark.parametrize(
    ("meant", "written"),
    [
        ("d2#-d3#-d4", "d2#-d3#-e4"),
        ("TNNc2", "TNXc2"),
        ("c2-c3-c4#-b4", "c2-c4#-b4"),
        ("c6#-c5", "c5#-c6"),
        ("c6#-c5", "c6#-c9"),
        ("TSNc6", "TSNc"),
    ],
)
def test_readings_of_broken_plies(meant: str, written: str) -> None:
    reading = read(T + GAME.replace(meant, written), has_readings=True)
    assert not reading.is_valid
    broken = [found for found in reading.diagnostics if found.is_error]
    assert meant in [suggestion.move for suggestion in broken[0].readings]


@pytest.mark.parametrize(
    ("written", "meant"), [("d2-d3", "d2-d3"), ("d2-e3", "d4-d5"), ("TSd2", "NNd2"), ("", "d2-d3")]
)
def test_two_slips_are_no_reading(written: str, meant: str) -> None:
    assert find_slip(written, meant) is None


def test_every_reading_replays() -> None:
    """A reading stands only if the rest of the record replays after it."""
    text = T + GAME.replace("TNNc2", "TNNc9")
    reading = read(text, has_readings=True)
    (broken,) = [found for found in reading.diagnostics if found.is_error]
    assert [one.move for one in broken.readings] == ["TNNc2"]
    mended = read(text.replace("TNNc9", broken.readings[0].move))
    assert mended.is_valid


def test_readings_only_when_asked() -> None:
    reading = read(T + GAME.replace("TNNc2", "TNNc9"))
    assert not any(found.readings for found in reading.diagnostics)


def test_as_played() -> None:
    text = T + "1. Sd2 Sd6 2. d2-e3 d6-d5 3. e3-e4 *\n"
    assert not read(text).is_valid
    reading = read(text, is_as_played=True)
    assert reading.is_valid
    assert reading.plies == 5
    assert [found.severity.value for found in reading.diagnostics if found.ply] == ["warning"]
    assert reading.record is not None
    assert [ply.is_irregular for ply in reading.record.plies] == [False, False, True, False, False]


def test_as_played_after_a_repetition() -> None:
    shuffle = " ".join(["d1-c1 d7-c7 c1-d1 c7-d7"] * 2)
    reading = read(T + f"{shuffle} Sd2 *\n", is_as_played=True)
    assert reading.is_valid
    assert reading.plies == 9


@pytest.mark.parametrize("ply", ["d3-d4", "d2-d6", "Wd2", "d1-d2", "d2-d1"])
def test_as_played_where_the_board_cannot_follow(ply: str) -> None:
    reading = read(T + f"1. Sd2 Sd6 2. {ply} d6-d5 *\n", is_as_played=True)
    assert not reading.is_valid
    assert reading.plies == 2


def test_the_search_of_a_record_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where no more readings are sought, the hint says so, once a record."""
    monkeypatch.setattr(correct, "MAX_SEARCHES_OF_RECORD", 2)
    monkeypatch.setattr(correct.Search, "max_breaks", 3)
    text = T + "1. TSNd2 " + "(1. TSNd3) " * 4 + "*\n"
    (reading,) = Reader(GAMES, has_readings=True).read_text("test", text)
    errors = [found for found in reading.diagnostics if found.is_error]
    assert [bool(found.readings) for found in errors] == [True, True, False, False]
    assert [correct.NOT_SOUGHT in found.hint for found in errors] == [False, False, True, False]


def test_the_search_of_a_source_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(correct, "MAX_SEARCHES", 1)
    text = "".join(f'[Event "{at}"]\n\n1. TSNd3 *\n\n' for at in range(3))
    readings = list(Reader(GAMES, has_readings=True).read_text("test", text))
    errors = [found for reading in readings for found in reading.diagnostics if found.is_error]
    assert [bool(found.readings) for found in errors] == [True, False, False]
    assert [correct.NOT_SOUGHT in found.hint for found in errors] == [False, True, True]
