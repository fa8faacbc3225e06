"""Which games are meant: a condition on the columns of ``games``, in SQL with parameters.

Whoever asks the database for numbers takes a selection and reads its ``games`` in place of the
table. A condition never holds a user's text: that is in the parameters.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import field, replace

from mentis_records.fast.late_dataclass import dataclass
from mentis_records.store.schema import IS_INSTALLED, POSITION_KEYS, Table, View

IS_PLAYED = "ply_count > 0"
"""SQL that a game has a ply; without one, such as a forfeit, it was not played."""

IS_UNRATED = """
    lower(trim(coalesce(map_extract(tags, 'Unrated')[1], '')))
        not in ('', '-', '?', '0', 'false', 'no')"""
"""SQL that a game has the tag Unrated, and that it does not say no."""

_NAME = re.compile(r"\$selected_(\d+)")


@dataclass(frozen=True, slots=True)
class Selection:
    """A condition on games.

    ``condition`` is SQL that is true or false for every row of ``games``, or empty for all of
    them. Its parameters are named ``selected_0``, ``selected_1`` and so on. ``words`` say to
    people what is selected. ``where`` and ``queries`` are the texts that it was made of, if
    users wrote it: tests of the record, and queries that some position of a game matches.
    ``saved`` has the texts of the saved queries that those name, by name. ``with_unplayed`` and
    ``with_unrated`` say that games without a ply enter statistics, and games with the tag
    Unrated ratings; ``with_foreign``, that records of games that are not installed count.
    """

    condition: str = ""
    parameters: Mapping[str, object] = field(default_factory=dict)
    words: str = ""
    where: tuple[str, ...] = ()
    queries: tuple[str, ...] = ()
    saved: Mapping[str, str] = field(default_factory=dict)
    with_unplayed: bool = False
    with_unrated: bool = False
    with_foreign: bool = False

    @property
    def played(self) -> Selection:
        """Return the games that enter statistics: those with a ply, unless others do as well.

        The words stay as they are.
        """
        if self.with_unplayed:
            return self
        condition = f"({self.condition}) and {IS_PLAYED}" if self.condition else IS_PLAYED
        return replace(self, condition=condition)

    @property
    def explained(self) -> str:
        """Return the words, with what the saved queries among them say."""
        texts = (f"{name} says: {' '.join(text.split())}" for name, text in self.saved.items())
        return "; ".join((self.words, *texts))

    @property
    def games(self) -> str:
        """Return SQL for the selected rows of ``games``, to stand after ``from``."""
        tests = [self.condition] if self.condition else []
        if not self.with_foreign:
            tests.append(IS_INSTALLED)
        return f"(from games where {' and '.join(map('({})'.format, tests))})" if tests else "games"

    def settled(self, game_ids: Sequence[int]) -> Selection:
        """Return the same selection for a database in which it selects just these games.

        What is costly to ask is so asked once.
        """
        condition = "game_id in (select unnest($selected_0::integer[]))"
        return replace(self, condition=condition, parameters={"selected_0": list(game_ids)})

    def __and__(self, other: Selection) -> Selection:
        """Return the games that both select."""
        with_unplayed = self.with_unplayed or other.with_unplayed
        with_unrated = self.with_unrated or other.with_unrated
        with_foreign = self.with_foreign or other.with_foreign
        if not self.condition or not other.condition:
            found = self if self.condition else other
            return replace(
                found,
                with_unplayed=with_unplayed,
                with_unrated=with_unrated,
                with_foreign=with_foreign,
            )
        shift = len(self.parameters)
        condition = _NAME.sub(lambda name: f"$selected_{int(name[1]) + shift}", other.condition)
        values = (*self.parameters.values(), *other.parameters.values())
        return Selection(
            f"({self.condition}) and ({condition})",
            {f"selected_{at}": value for at, value in enumerate(values)},
            f"{self.words} and {other.words}",
            self.where + other.where,
            self.queries + other.queries,
            dict(sorted({**self.saved, **other.saved}.items())),
            with_unplayed,
            with_unrated,
            with_foreign,
        )


EVERY_GAME = Selection()
"""All games of the database."""

EVERY_RECORD = Selection(with_foreign=True)
"""All games of the database, records of games that are not installed among them."""

GAME_IDS = range(1, 1 << 31)
"""The numbers that games may have."""


def select_ids(game_ids: list[int]) -> Selection:
    """Return the selection of games by their numbers; there need not be games of all of them."""
    words = "game " + ", ".join(map(str, game_ids))
    return Selection(words=words).settled([number for number in game_ids if number in GAME_IDS])


def select_rules(game: str) -> Selection:
    """Return the selection of a game's records."""
    return Selection("game = $selected_0", {"selected_0": game}, f"played by the rules of {game}")


def select_reaching(
    game: str, canonical_key: int, words: str, positions: Table | View = POSITION_KEYS
) -> Selection:
    """Return the selection of a game's records in which a position or an image of it came up.

    It is looked for among ``positions``, which may be those by key where all games are in those.
    """
    condition = f"""game = $selected_0 and game_id in (
        select game_id from {positions.name} where key between $selected_1 and $selected_1 + 7)"""  # noqa: S608 - the schema's name
    return Selection(condition, {"selected_0": game, "selected_1": canonical_key}, words)
