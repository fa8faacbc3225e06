"""A moment: a position as queries see it without the database, and what led there.

A game's image is made of positions played by the game's own rules, not of the query.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from mentis_records.core.record import Record
from mentis_records.core.setting import all_settings
from mentis_records.core.vocabulary import Scene, Turn, Vocabulary, offered
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

    def setting(self, tag: str) -> str:
        """Return the value of a setting, or the one that holds without its tag."""
        return self._settings.get(tag, "")

    @cached_property
    def _settings(self) -> dict[str, str]:
        """The values of all settings."""
        game = find_game(self.record.game).description
        return all_settings(game.settings, self.record.tags, {}, game.settled)

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
    """A position of a record; ``move`` led to it from the one ``before``, None at the start.

    ``vocabulary`` has the words of the game's scenes, if it has some.
    """

    vocabulary: Vocabulary | None
    played: Played
    ply: int
    last_ply: int
    position: Any
    move: Any
    before: Any
    imagers: tuple[Imager, ...] = ()

    @property
    def words(self) -> Vocabulary:
        """Return the words of the game's scenes, without which nobody asks for any."""
        return offered(self.vocabulary)

    @cached_property
    def scene(self) -> Scene:
        """What stands there."""
        return self.words.scene(self.position)

    @cached_property
    def turn(self) -> Turn | None:
        """The move that led there; None at the start, and of a game without scenes."""
        if self.move is None or self.vocabulary is None:
            return None
        turn = self.vocabulary.turn(self.before, self.move)
        for imager in self.imagers:
            places = imager.image.squares
            turn = replace(
                turn,
                origins=tuple(imager.undone(places.__getitem__, at) for at in turn.origins),
                targets=tuple(imager.undone(places.__getitem__, at) for at in turn.targets),
            )
        return turn

    @cached_property
    def notation(self) -> str:
        """The move that led there in canonical notation; it is empty at the start."""
        text = "" if self.move is None else str(self.move.notation)
        for imager in self.imagers:
            text = imager.undone(imager.notation, text)
        return text

    @cached_property
    def identity(self) -> object:
        """What is the same for positions that are, and for no others."""
        found = None if self.vocabulary is None else self.scene.identity
        return self.position.key if found is None else found

    def identity_of(self, position: Any) -> object:
        """Return that of another position."""
        found = None if self.vocabulary is None else self.vocabulary.scene(position).identity
        return position.key if found is None else found

    def imaged(self, imager: Imager) -> Moment:
        """Return of what it is the image, done by an imager."""
        return Moment(
            self.vocabulary,
            self.played.imaged(imager),
            self.ply,
            self.last_ply,
            imager.undone(imager.position, self.position),
            self.move,
            self.before,
            (*self.imagers, imager),
        )
