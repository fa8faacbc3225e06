"""A moment: a position as queries see it without the database, and what led there.

A game's image is made of positions played by the game's own rules, not of the query; so is what a
side sees of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import field, replace
from functools import cached_property, lru_cache
from itertools import product
from typing import Any, Self

from mentis_records.core.game import AnyGame
from mentis_records.core.record import Record
from mentis_records.core.setting import all_settings
from mentis_records.core.view import known_squares, view_of
from mentis_records.core.vocabulary import Area, Piece, PieceType, Scene, Turn, Vocabulary, offered
from mentis_records.fast.late_dataclass import dataclass
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

    ``vocabulary`` has the words of the game's scenes, if it has some. ``viewer`` is the side that
    sees it, or None of one who sees all (``core.query.context.Seen``).
    """

    vocabulary: Vocabulary | None
    played: Played
    ply: int
    last_ply: int
    position: Any
    move: Any
    before: Any
    imagers: tuple[Imager, ...] = ()
    viewer: int | None = None
    is_lenient: bool = False

    @cached_property
    def _game(self) -> AnyGame:
        return find_game(self.played.record.game)

    def seen_by(self, side: int) -> Moment:
        """Return what a side sees of it."""
        return replace(self, viewer=side)

    @cached_property
    def other(self) -> Self:
        """The same, lenient if this is not; itself where all is seen."""
        if self.viewer is None:
            return self
        return replace(self, is_lenient=not self.is_lenient)

    @property
    def words(self) -> Vocabulary:
        """Return the words of the game's scenes, without which nobody asks for any."""
        return offered(self.vocabulary)

    @cached_property
    def scene(self) -> Scene:
        """What stands there."""
        return self.words.scene(self._seen(self.position, self.viewer))

    @cached_property
    def known(self) -> Area:
        """The squares on which all sides know every piece, or the one that sees it."""
        sides = range(len(self._game.description.sides))
        viewers = sides if self.viewer is None else (self.viewer,)
        known = (known_squares(self._game, self.position, side) for side in viewers)
        return frozenset.intersection(*known)

    @property
    def unseen(self) -> str:
        """Return the name of pieces that lie face down."""
        return self.words.unseen

    def scenes(self, place: int) -> Iterable[Scene]:
        """Return what may stand there, as far as one square goes: the scene where all is seen."""
        scene = self.scene
        stack = scene.stacks[place]
        if not self.is_lenient or all(piece.name != self.unseen for piece in stack):
            return (scene,)
        before, after = scene.stacks[:place], scene.stacks[place + 1 :]
        return (
            replace(scene, stacks=(*before, filled, *after))
            for filled in _filled(stack, self.unseen, self.words.pieces)
        )

    @cached_property
    def turn(self) -> Turn | None:
        """The move that led there; None at the start, and of a game without scenes."""
        if self.move is None or self.vocabulary is None:
            return None
        seer = self.viewer
        for imager in reversed(self.imagers):
            seer = imager.side(seer)
        turn = self.vocabulary.turn(self._seen(self.before, seer), self.move)
        for imager in self.imagers:
            places = imager.image.squares
            turn = replace(
                turn,
                origins=tuple(imager.undone(places.__getitem__, at) for at in turn.origins),
                targets=tuple(imager.undone(places.__getitem__, at) for at in turn.targets),
            )
        return turn

    def turns(self) -> Iterable[Turn]:
        """Return what the move that led there may have been: that where all is seen, or none."""
        turn = self.turn
        if turn is None:
            return ()
        if not self.is_lenient or self.unseen not in (*turn.pieces, *turn.captured):
            return (turn,)
        names = [self.unseen, *(piece.name for piece in self.words.pieces)]
        return (
            replace(turn, pieces=pieces, captured=captured)
            for pieces in _named(turn.pieces, self.unseen, names)
            for captured in _named(turn.captured, self.unseen, names)
        )

    @cached_property
    def notation(self) -> str:
        """The move that led there in canonical notation; it is empty at the start."""
        text = "" if self.move is None else str(self.move.notation)
        for imager in self.imagers:
            text = imager.undone(imager.notation, text)
        return text

    @cached_property
    def identity(self) -> object:
        """What is the same for positions that are, or look the same, and for no others."""
        found = None if self.vocabulary is None else self.scene.identity
        return self._seen(self.position, self.viewer).key if found is None else found

    def identity_of(self, position: Any) -> object:
        """Return that of another position."""
        seen = self._seen(position, self.viewer)
        found = None if self.vocabulary is None else self.vocabulary.scene(seen).identity
        return seen.key if found is None else found

    def _seen(self, position: Any, side: int | None) -> Any:
        """Return a position as a side sees it, or as it is."""
        return position if side is None else view_of(self._game, position, side)

    def imaged(self, imager: Imager) -> Moment:
        """Return of what it is the image, done by an imager."""
        return replace(
            self,
            played=self.played.imaged(imager),
            position=imager.undone(imager.position, self.position),
            imagers=(*self.imagers, imager),
            viewer=None if self.viewer is None else imager.undone(imager.owner, self.viewer),
        )


@lru_cache(maxsize=1 << 10)
def _filled(
    stack: tuple[Piece, ...], unseen: str, kinds: tuple[PieceType, ...]
) -> tuple[tuple[Piece, ...], ...]:
    """Return a stack of which some pieces lie face down, and all that it may be."""
    choices = [
        [
            piece,
            *(
                piece._replace(name=kind.name)
                for kind in kinds
                if kind.side in (None, piece.side) and not (kind.is_alone and len(stack) > 1)
            ),
        ]
        if piece.name == unseen
        else [piece]
        for piece in stack
    ]
    return tuple(product(*choices))


def _named(names: tuple[str, ...], unseen: str, all_names: list[str]) -> Iterable[tuple[str, ...]]:
    """Return the names that some may have of which those of unseen pieces are not known."""
    return product(*(all_names if name == unseen else [name] for name in names))
