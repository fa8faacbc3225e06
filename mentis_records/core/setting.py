"""Settings: tags that say how a game is played, each with the values that it may have."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Protocol

from mentis_records.fast.late_dataclass import dataclass

_NUMBER = re.compile(r"[0-9]{1,9}", re.ASCII)


class PartError(ValueError):
    """A value of which one part cannot be; it goes from offset ``start`` to before ``end``."""

    def __init__(self, reason: str, start: int, end: int) -> None:
        """Keep where the part is; the reason is why it cannot be."""
        super().__init__(reason)
        self.start, self.end = start, end


class Kind(Protocol):
    """What the values of a setting are like."""

    @property
    def default(self) -> str:
        """Return the value that holds without the tag."""

    @property
    def expected(self) -> str:
        """Return what a value must be, in words."""

    def read(self, text: str) -> str:
        """Return a value in its canonical form.

        Raises:
            ValueError: it is none, with the reason where there is more to say than is expected.
            PartError: it is none because of a part of it.
        """


@dataclass(frozen=True, slots=True)
class Choice:
    """One of a few words, spelt like that; the first is the default.

    ``names`` are what readers of reports call them, where the words do not speak for themselves.
    """

    values: tuple[str, ...]
    names: tuple[str, ...] = ()

    @property
    def default(self) -> str:
        """Return the first word."""
        return self.values[0]

    @property
    def expected(self) -> str:
        """Return all words."""
        return ", ".join(self.values)

    def read(self, text: str) -> str:
        """Return the word."""
        if text not in self.values:
            raise ValueError
        return text


@dataclass(frozen=True, slots=True)
class WholeNumber:
    """A whole number within bounds, of nine digits at most."""

    least: int
    most: int
    usual: int

    @property
    def default(self) -> str:
        """Return the usual number."""
        return str(self.usual)

    @property
    def expected(self) -> str:
        """Return the bounds."""
        return f"a whole number from {self.least} to {self.most}"

    def read(self, text: str) -> str:
        """Return the number without zeros before it."""
        if not _NUMBER.fullmatch(text) or not self.least <= int(text) <= self.most:
            raise ValueError
        return str(int(text))


@dataclass(frozen=True, slots=True)
class Text:
    """A text with a reader of the game's own, which returns it in its canonical form.

    The reader raises ``ValueError`` with the reason for what it cannot read, or ``PartError`` if a
    part of it is to blame. An empty text is the default unless there is another, and is not read:
    the tag then stands for nothing.
    """

    reader: Callable[[str], str]
    expected: str
    default: str = ""

    def read(self, text: str) -> str:
        """Return the text as its reader has it."""
        return self.reader(text) if text else self.default


@dataclass(frozen=True, slots=True)
class Setting:
    """A tag that says how a game is played.

    One that does not choose the start is not in the position string either: it goes on to hold
    beside a position, such as how many captures win. So does one that chooses the start and
    ``lasts``, such as who moved first, where that says how turns are numbered. One that does not
    ``divide`` games tells what the course of a match has led to, or is another in nearly every
    game, as set-ups are: reports compare no games by it.
    One that ``is_secret`` tells of the start what a side cannot see, such as where the other has
    set up.
    """

    tag: str
    kind: Choice | WholeNumber | Text
    chooses_start: bool = True
    lasts: bool = False
    divides: bool = True
    is_secret: bool = False

    @property
    def title(self) -> str:
        """Return the tag in words: ``FirstPlayer`` is ``First player``."""
        return re.sub("(?<=[a-z0-9])(?=[A-Z])", " ", self.tag).capitalize()

    @property
    def default(self) -> str:
        """Return the value that holds without the tag."""
        return self.kind.default

    @property
    def holds_beside(self) -> bool:
        """Tell whether it holds beside a position."""
        return self.lasts or not self.chooses_start

    @property
    def values(self) -> tuple[str, ...]:
        """Return all values of a choice; those of other kinds are not listed."""
        return self.kind.values if isinstance(self.kind, Choice) else ()

    def name_of(self, value: str) -> str:
        """Return what readers call a value: itself, unless a choice names it."""
        names = self.kind.names if isinstance(self.kind, Choice) else ()
        return dict(zip(self.values, names, strict=False)).get(value, value)

    @property
    def is_counted(self) -> bool:
        """Tell whether games are counted by its values; texts are too many."""
        return self.divides and not isinstance(self.kind, Text)

    def read(self, text: str) -> str:
        """Return a value in its canonical form.

        Raises:
            ValueError: it is none, with the reason where there is more to say than is expected.
        """
        return self.kind.read(text)

    def chosen(self, defaults: Mapping[str, str]) -> str:
        """Return the value for records without the tag: that of some defaults, if it is one."""
        try:
            return self.read(defaults[self.tag])
        except (KeyError, ValueError):
            return self.default


def given_settings(
    settings: Sequence[Setting], tags: Mapping[str, str], defaults: Mapping[str, str]
) -> dict[str, str]:
    """Return the settings that a record's tags say, or some defaults where they do not.

    With a tag Position no default chooses the start.

    Raises:
        ValueError: a tag has a value that is none.
    """
    is_stated = "Position" in tags
    given = {}
    for setting in settings:
        if setting.tag in tags:
            given[setting.tag] = setting.read(tags[setting.tag])
        elif setting.tag in defaults and not (is_stated and setting.chooses_start):
            given[setting.tag] = setting.chosen(defaults)
    return given


def all_settings(
    settings: Sequence[Setting],
    tags: Mapping[str, str],
    defaults: Mapping[str, str],
    settled: Callable[[Mapping[str, str]], Mapping[str, str]] | None = None,
) -> dict[str, str]:
    """Return the value of each setting of a record: tagged, by some defaults, or its own default.

    Args:
        settings: those of the record's game.
        tags: the record's.
        defaults: tags for records without them.
        settled: what the game says of settings that others decide
            (``core.game.GameDescription``).

    Raises:
        ValueError: a tag has a value that is none, or the game refuses the settings.
    """
    given = given_settings(settings, tags, defaults)
    if settled is not None:
        stated = {"Position": tags["Position"]} if "Position" in tags else {}
        given = {**given, **settled({**given, **stated})}
    return {setting.tag: given.get(setting.tag) or setting.default for setting in settings}


def lasting_settings(settings: Sequence[Setting], tags: Mapping[str, str]) -> dict[str, str]:
    """Return the settings that hold beside a position of a record with some tags."""
    return {
        setting.tag: tags.get(setting.tag) or setting.default
        for setting in settings
        if setting.holds_beside
    }
