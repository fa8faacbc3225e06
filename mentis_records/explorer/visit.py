"""A reader's visit of a page: the address, its database while it is asked, and what both mean."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import field
from functools import cached_property
from typing import Any

from mentis_records.core.game import AnyGame
from mentis_records.core.start import beginning_settings, stored_position
from mentis_records.explorer.address import Address, AddressError
from mentis_records.fast.late_dataclass import dataclass
from mentis_records.games import DEFAULT_GAME, GAMES, find_game
from mentis_records.query.answer.match import find_replayed_games
from mentis_records.query.plan.compile import select, select_matching
from mentis_records.query.plan.question import Question
from mentis_records.store.database import Database
from mentis_records.store.error import StoreError
from mentis_records.store.game_tables import sole_game, stored_games
from mentis_records.store.record import settle
from mentis_records.store.saved_query import read_indexed_shelf
from mentis_records.store.schema import PLAYER_COLUMNS, own_names
from mentis_records.store.selection import Selection, select_rules


class SeveralGamesError(AddressError):
    """A page is about one game, the database has several, and the address names none.

    ``games`` are those that the database has.
    """

    def __init__(self, games: Sequence[AnyGame]) -> None:
        """Say what there is to choose from."""
        titles = " and ".join(game.description.title for game in games)
        super().__init__(f"this database has games of {titles}: choose one")
        self.games = tuple(games)


@dataclass
class Progress:
    """How far the work of a visit has come, and whether it is to end."""

    done: float = 0
    total: float | None = None
    is_stopped: bool = False

    def __call__(self, done: float, total: float | None) -> None:
        """Note how far the work has come (``core.progress``).

        Raises:
            StoreError: it is to end.
        """
        self.done, self.total = done, total
        if self.is_stopped:
            raise StoreError("interrupted")


@dataclass
class Visit:
    """One reader's visit; lives as long as the database is open for it.

    Whatever of it cannot be read is an ``AddressError``, a ``QueryError`` or a ``PositionError``
    (each a ``ValueError``); what the database cannot tell is a ``StoreError``.
    """

    address: Address
    database: Database
    databases: Sequence[str] = ()
    progress: Progress = field(default_factory=Progress)

    @cached_property
    def games(self) -> Sequence[AnyGame]:
        """Return the games that the database has records of."""
        return [find_game(slug) for slug in stored_games(self.database)]

    @cached_property
    def sole(self) -> str | None:
        """Return the slug of the only game that can be meant, or None of several."""
        rules = self.address.get("rules").lower()
        return self._named(rules).description.slug if rules else sole_game(self.database)

    @cached_property
    def game(self) -> AnyGame:
        """Return the game that is meant.

        Raises:
            AddressError: there is no such game, or it could be several.
        """
        if rules := self.address.get("rules").lower():
            return self._named(rules)
        if len(self.games) > 1:
            raise SeveralGamesError(self.games)
        return self.games[0] if self.games else find_game(DEFAULT_GAME)

    @cached_property
    def selection(self) -> Selection:
        """Return the games that pass the tests ``where`` and match the queries ``query``."""
        selection = self.tests
        for text in self.address.all("query"):
            selection &= select_matching(text, self.game, self._shelf(), self.replay)
        return selection

    @cached_property
    def tests(self) -> Selection:
        """Return the games that pass the tests ``where``."""
        return self.select(self.address.all("where"))

    @cached_property
    def settled(self) -> Selection:
        """Return ``selection``, its queries asked once."""
        return settle(self.database, self.selection)

    @property
    def of_rules(self) -> Selection:
        """Return ``settled`` of the game that the address names, if it does."""
        if not self.address.get("rules"):
            return self.settled
        return self.settled & select_rules(self.game.description.slug)

    @cached_property
    def side_columns(self) -> frozenset[str]:
        """Return what tables call the players of the sides."""
        if self.sole is None:
            return frozenset(PLAYER_COLUMNS)
        return frozenset(own_names(self.sole)[column] for column in PLAYER_COLUMNS)

    def select(self, texts: Sequence[str]) -> Selection:
        """Return the games that pass tests of the record."""
        return select(texts, self._shelf, lambda: self.game, self.replay, lambda: self.sole)

    @cached_property
    def start(self) -> Any:
        """Return the position that the address names, by default the start of the game."""
        settings = self.settings
        if text := self.address.get("position").strip():
            return stored_position(self.game, text, settings)
        return self.game.start_position(beginning_settings(self.game.description, settings))

    @cached_property
    def settings(self) -> dict[str, str]:
        """Return the values of ``setting`` (``Tag=Value``) and ``variant`` by tag."""
        known = {setting.tag.lower(): setting for setting in self.game.description.settings}
        given = [text.partition("=") for text in self.address.all("setting")]
        if variant := self.address.get("variant"):
            given.append(("Variant", "=", variant))
        found: dict[str, str] = {}
        for tag, _, value in given:
            setting = known.get(tag.strip().lower())
            if setting is None:
                tags = ", ".join(each.tag for each in known.values()) or "none"
                raise AddressError(f"no setting {tag[:40]!r} in this game; there are: {tags}")
            canonical = {each.lower(): each for each in setting.values}
            found[setting.tag] = setting.read(canonical.get(value.lower(), value))
        return found

    def _named(self, slug: str) -> AnyGame:
        try:
            return find_game(slug)
        except KeyError:
            slugs = ", ".join(game.description.slug for game in GAMES)
            raise AddressError(f"rules: no game {slug[:40]!r}; there are {slugs}") from None

    def _shelf(self) -> dict[str, str]:
        return read_indexed_shelf(self.database)

    def replay(self, question: Question) -> list[int]:
        """Return the games in which a question is true that no index answers."""
        return find_replayed_games(self.database, question, self.progress)
