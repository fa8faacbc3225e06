"""A position of a game as queries see it without the database: what is there, what led there.

A game's image is made of positions played by the game's own rules, not of the query.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from mentis_records.core.record import Record
from mentis_records.core.vocabulary import Scene, Turn, Vocabulary
from mentis_records.games import find_game
from mentis_records.query.image import Imager


@dataclass(frozen=True)
class Played:
    """A record with what the database adds: its number, the name of its source, merged names.

    ``namesakes`` has all names of a player by each of them, where there are several.
    """

    game_id: int
    record: Record
    source: str
    namesakes: Mapping[str, frozenset[str]] = field(default_factory=dict)

    def option(self, tag: str) -> str:
        """Return the value of a setting, or the one that holds without its tag."""
        for setting in find_game(self.record.game).description.settings:
            if setting.tag == tag:
                return self.record.tags.get(tag, setting.default)
        return ""

    def imaged(self, imager: Imager) -> Played:
        """Return the record with players and result of its image; other tags are left alone."""
        tags = dict(self.record.tags)
        for side in imager.sides:
            tags.pop(side, None)
        for side in imager.sides:
            if side in self.record.tags:
                tags[imager.side_name(side)] = self.record.tags[side]
        if "Result" in tags:
            tags["Result"] = imager.result(tags["Result"])
        result = imager.result(self.record.result)
        return replace(self, record=replace(self.record, tags=tags, result=result))


@dataclass(frozen=True)
class Moment:
    """A position of a record; ``move`` led to it, None at the start."""

    vocabulary: Vocabulary
    played: Played
    ply: int
    last_ply: int
    position: Any
    move: Any
    imagers: tuple[Imager, ...] = ()

    @cached_property
    def scene(self) -> Scene:
        """What stands there."""
        return self.vocabulary.scene(self.position)

    @cached_property
    def turn(self) -> Turn | None:
        """The move that led there."""
        if self.move is None:
            return None
        turn = self.vocabulary.turn(self.move)
        for imager in self.imagers:
            places = imager.image.squares
            turn = replace(
                turn,
                first=None if turn.first is None else places[turn.first],
                last=places[turn.last],
                notation=imager.notation(turn.notation),
            )
        return turn

    def imaged(self, imager: Imager) -> Moment:
        """Return what it is in an image of the game."""
        return Moment(
            self.vocabulary,
            self.played.imaged(imager),
            self.ply,
            self.last_ply,
            imager.image.position(self.position),
            self.move,
            (*self.imagers, imager),
        )
