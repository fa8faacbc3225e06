"""Settings: what values they take, in which form, and what holds for a record."""

import pytest

from mentis_records.core.setting import (
    Choice,
    Setting,
    Text,
    WholeNumber,
    all_settings,
    given_settings,
    lasting_settings,
)


def _pair(text: str) -> str:
    first, _, second = text.partition("-")
    if not second:
        raise ValueError("it has no hyphen")
    return f"{first.strip()}-{second.strip()}"


LEVEL = Setting("Level", Choice(("easy", "hard")))
TO_WIN = Setting("PrisonersToWin", WholeNumber(1, 7, usual=3), chooses_start=False)
PAIR = Setting("Pair", Text(_pair, "two words with a hyphen", default="a-b"))
SETTINGS = (LEVEL, TO_WIN, PAIR)


@pytest.mark.parametrize(
    ("setting", "text", "canonical"),
    [
        (LEVEL, "hard", "hard"),
        (LEVEL, "Hard", None),
        (TO_WIN, "007", "7"),
        (TO_WIN, "0", None),
        (TO_WIN, "8", None),
        (TO_WIN, "-1", None),
        (TO_WIN, "\u0663", None),
        (TO_WIN, "1" * 5_000, None),
        (PAIR, "x - y", "x-y"),
        (PAIR, "x", None),
        (PAIR, "", "a-b"),
    ],
)
def test_values_are_read(setting: Setting, text: str, canonical: str | None) -> None:
    if canonical is None:
        with pytest.raises(ValueError, match=r"hyphen|^$"):
            setting.read(text)
    else:
        assert setting.read(text) == canonical
        assert setting.read(canonical) == canonical


def test_choices_may_have_names_for_readers() -> None:
    named = Setting("Level", Choice(("E", "H"), names=("easy", "hard")))
    assert [named.name_of(value) for value in named.values] == ["easy", "hard"]
    assert [LEVEL.name_of("hard"), TO_WIN.name_of("3")] == ["hard", "3"]


def test_settings_have_words() -> None:
    assert TO_WIN.title == "Prisoners to win"
    assert [each.kind.expected for each in SETTINGS] == [
        "easy, hard",
        "a whole number from 1 to 7",
        "two words with a hyphen",
    ]
    assert [each.default for each in SETTINGS] == ["easy", "3", "a-b"]
    assert [each.values for each in SETTINGS] == [("easy", "hard"), (), ()]


def test_what_holds_for_a_record() -> None:
    defaults = {"Level": "hard", "PrisonersToWin": "05", "Pair": "none"}
    assert all_settings(SETTINGS, {"Pair": "x - y"}, {}) == {
        "Level": "easy",
        "PrisonersToWin": "3",
        "Pair": "x-y",
    }
    assert given_settings(SETTINGS, {}, defaults) == {
        "Level": "hard",
        "PrisonersToWin": "5",
        "Pair": "a-b",
    }
    stated = {"Position": "...", "Level": "hard"}
    assert given_settings(SETTINGS, stated, defaults) == {"Level": "hard", "PrisonersToWin": "5"}
    assert lasting_settings(SETTINGS, {"Level": "hard"}) == {"PrisonersToWin": "3"}
    with pytest.raises(ValueError, match="it has no hyphen"):
        given_settings(SETTINGS, {"Pair": "x"}, {})


def test_a_setting_that_lasts_holds_beside_a_position() -> None:
    first = Setting("FirstPlayer", Choice(("W", "B")), lasts=True)
    assert lasting_settings((first, LEVEL), {"FirstPlayer": "B"}) == {"FirstPlayer": "B"}
    assert lasting_settings((first, LEVEL), {}) == {"FirstPlayer": "W"}
    stated = {"Position": "...", "FirstPlayer": "B"}
    assert given_settings((first,), stated, {}) == {"FirstPlayer": "B"}
    assert given_settings((first,), {"Position": "..."}, {"FirstPlayer": "B"}) == {}
