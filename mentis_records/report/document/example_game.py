"""A game shown move by move: its moves, variations and comments, and the board after each.

Draws nothing. What is shown of one game is bounded; what is left out is said.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field
from typing import Any

from mentis_records.analysis.mark import mark_in, mark_of
from mentis_records.analysis.mark_words import first_points, long_words, short_words, told_comments
from mentis_records.core.capability import is_drawn, picture_of
from mentis_records.core.game import AnyGame
from mentis_records.core.picture import BoardPicture
from mentis_records.core.record import Comment, CommentKind, Ply, Record, Variation
from mentis_records.core.start import stored_position
from mentis_records.core.text import one_line
from mentis_records.core.view import view_of
from mentis_records.fast.late_dataclass import dataclass
from mentis_records.notation.seen_record import seen_record
from mentis_records.report.document.eval_curve import CurvePoint, EvalCurve
from mentis_records.report.words.wording import count, shorten
from mentis_records.store.database import Database
from mentis_records.store.record import fetch_record

MAX_POSITIONS = 2_000
"""Positions of one game, those of variations included."""

MAX_DEPTH = 6
"""How deep variations are shown within variations."""

MAX_COMMENT = 1_000
"""Characters of one comment."""

_MAX_NAME = 80
"""Characters of a player's name in a heading."""

_UNKNOWN = ("", "?", "-", "????.??.??")
_GLYPHS = {1: "!", 2: "?", 3: "!!", 4: "??", 5: "!?", 6: "?!"}
_PROGRAM = "mentis-records"
"""Whose evaluations hold as the game says."""

_MISTAKES = ("?", "??", "?!")


@dataclass(frozen=True, slots=True)
class ExamplePosition:
    """A position of the game: ``words`` name the move that led there from ``parent``.

    ``position`` is the game's own, as it is seen.
    """

    parent: int
    words: str
    picture: BoardPicture
    position: Any = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class ExampleMove:
    """A move as a listing prints it.

    ``at`` is the index of the position after it. ``number`` is empty where a listing prints
    none. ``notation`` is canonical, ``glyphs`` judge it, ``score`` evaluates the position after it
    if a mark does, ``remarks`` are comments on it.
    """

    at: int
    number: str
    notation: str
    glyphs: str
    score: str
    remarks: tuple[str, ...]
    variations: tuple[ExampleLine, ...]


@dataclass(frozen=True, slots=True)
class ExampleLine:
    """Moves that follow one another, with comments before the first and after the last."""

    opening: tuple[str, ...]
    moves: tuple[ExampleMove, ...]
    closing: tuple[str, ...] = ()

    def listing(self) -> str:
        """Return the line in one text: numbers, moves, comments in braces, variations."""
        return " ".join(self._words())

    def _words(self) -> Iterator[str]:
        yield from (f"{{{words}}}" for words in self.opening)
        for move in self.moves:
            yield f"{move.number} {move.notation}{move.glyphs}".strip()
            yield from (f"{{{words}}}" for words in filter(None, [move.score]))
            yield from (f"{{{words}}}" for words in move.remarks)
            yield from (f"({line.listing()})" for line in move.variations)
        yield from (f"{{{words}}}" for words in self.closing)


@dataclass(frozen=True, slots=True)
class ExampleGame:
    """A game to be replayed, ``number`` being its number in the database, or 0.

    ``facts`` say who, when and how it ended, ``note`` why it is shown, ``omitted`` what of it is
    not. Positions 0 to ``last`` are those of the mainline, the start and the end included;
    those of the variations follow. ``ply`` is the position to begin with. There is a ``curve``
    if marks evaluate positions of the mainline.
    """

    number: int
    title: str
    facts: tuple[str, ...]
    note: str
    omitted: str
    result: str
    ply: int
    last: int
    line: ExampleLine
    positions: tuple[ExamplePosition, ...]
    curve: EvalCurve | None = None


def example_game(
    game: AnyGame,
    record: Record,
    *,
    number: int = 0,
    note: str = "",
    ply: int | None = None,
    view: int | None = None,
) -> ExampleGame:
    """Return a record as a game to be replayed.

    At most ``MAX_POSITIONS`` positions are kept, those of the mainline before all others, and
    variations ``MAX_DEPTH`` deep; ``omitted`` counts what is left out.

    Args:
        game: whose record it is.
        record: a replayed record.
        number: that of the game in the database, 0 of one that is in none.
        note: why it is shown.
        ply: how many plies of the mainline are played at first, cut to what there is; all of
            them by default.
        view: the index of the side as which the game is seen, None to see all.
    """
    start = stored_position(game, record.start, record.tags)
    teller = _Teller(game, game.description.opener_of(start.side, record.tags), view)
    if view is not None:
        record = seen_record(game, record, view)
    seen = view_of(game, start, view)
    picture = picture_of(game, seen, None, record.ended(0))
    teller.positions.append(ExamplePosition(0, "Start position", picture, seen))
    plies = record.plies[: MAX_POSITIONS - 1]
    boards = teller.play(start, plies, 0, record)
    line = teller.line(boards, plies, 1, record.comments, 0)
    closing = _texts(record.closing_comments)
    teller.omitted += _count(record.plies[len(plies) :])
    facts = [f"{count(len(record.plies), 'ply', 'plies')}, {record.result}"]
    if record.termination:
        facts[0] += f", {one_line(record.termination)}"
    facts += [
        one_line(record.tags[tag])
        for tag in ("Event", "Date")
        if record.tags.get(tag, "") not in _UNKNOWN
    ]
    names = [shorten(record.tags.get(side, ""), _MAX_NAME) for side in game.description.sides]
    return ExampleGame(
        number=number,
        title=", ".join(
            f"{side}: {name if name not in _UNKNOWN else '?'}"
            for side, name in zip(game.description.sides, names, strict=True)
        ),
        facts=tuple(facts),
        note=note,
        omitted=f"{count(teller.omitted, 'further ply', 'further plies')} not shown."
        if teller.omitted
        else "",
        result=record.result,
        ply=len(plies) if ply is None else max(0, min(ply, len(plies))),
        last=len(plies),
        line=ExampleLine(line.opening, line.moves, closing),
        positions=tuple(teller.positions),
        curve=_curve(game, record, teller.positions[: len(plies) + 1]),
    )


def typical_games(
    database: Database, game: AnyGame, numbers: Mapping[str, int]
) -> tuple[ExampleGame, ...]:
    """Return games by their numbers, each as an example of the usual length for its label.

    There are none of a game whose boards cannot be drawn.

    Raises:
        StoreError: the database cannot be read.
    """
    if not is_drawn(game):
        return ()
    return tuple(
        example_game(
            game,
            fetch_record(database, number),
            number=number,
            note=f"{label}: a game of the usual length",
        )
        for label, number in numbers.items()
    )


class _Teller:
    """Gathers the positions of one game while its lines are told."""

    def __init__(self, game: AnyGame, opener: int, view: int | None) -> None:
        self.game = game
        self.opener = opener
        self.view = view
        self.positions: list[ExamplePosition] = []
        self.omitted = 0

    def play(
        self, position: Any, plies: Sequence[Ply], parent: int, record: Record | None = None
    ) -> list[Any]:
        """Keep the positions after the plies; return the boards before each of them.

        The plies of a ``record`` are its mainline, behind whose last one it may have ended.
        """
        before = []
        for number, ply in enumerate(plies, 1):
            before.append(position)
            position = self.game.play(position, ply.move)
            words = f"{self._number(ply)} {ply.move.notation}"
            ended = record.ended(number) if record else None
            seen = view_of(self.game, position, self.view)
            picture = picture_of(self.game, seen, ply.move, ended)
            self.positions.append(ExamplePosition(parent, words, picture, seen))
            parent = len(self.positions) - 1
        return before

    def line(
        self,
        before: Sequence[Any],
        plies: Sequence[Ply],
        first: int,
        opening: Sequence[Comment],
        depth: int,
    ) -> ExampleLine:
        """Return plies whose positions stand from the index ``first`` on."""
        moves = []
        is_numbered = True
        for index, (position, ply) in enumerate(zip(before, plies, strict=True)):
            at = first + index
            variations = tuple(
                self.variation(variation, position, self.positions[at].parent, depth + 1)
                for variation in ply.variations
                if self._has_room(variation, depth + 1)
            )
            remarks = _texts(ply.comments)
            if ply.is_irregular:
                remarks = ("played against the rules", *remarks)
            number = self._number(ply) if is_numbered or ply.side == self.opener else ""
            score = _score(ply.comments, self.game.description.sides)
            moves.append(
                ExampleMove(at, number, ply.move.notation, _glyphs(ply), score, remarks, variations)
            )
            is_numbered = bool(variations or remarks)
        told = told_comments(opening, self.game.description.sides)
        return ExampleLine(_texts(told), tuple(moves))

    def variation(
        self, variation: Variation, position: Any, parent: int, depth: int
    ) -> ExampleLine:
        """Return a variation that starts at a position."""
        first = len(self.positions)
        before = self.play(position, variation.plies, parent)
        return self.line(before, variation.plies, first, variation.comments, depth)

    def _number(self, ply: Ply) -> str:
        return f"{ply.move_number}{'.' if ply.side == self.opener else '...'}"

    def _has_room(self, variation: Variation, depth: int) -> bool:
        if depth <= MAX_DEPTH and len(self.positions) + len(variation.plies) <= MAX_POSITIONS:
            return True
        self.omitted += _count(variation.plies)
        return False


def _count(plies: Sequence[Ply]) -> int:
    """Return how many plies there are, those of their variations included."""
    found = 0
    waiting = [*plies]
    while waiting:
        found += 1
        for variation in waiting.pop().variations:
            waiting += variation.plies
    return found


def _glyphs(ply: Ply) -> str:
    signs = [_GLYPHS.get(nag, f" ${nag}") for nag in ply.nags]
    return ply.suffix + "".join(sign for sign in signs if sign != ply.suffix)


def _curve(game: AnyGame, record: Record, positions: Sequence[ExamplePosition]) -> EvalCurve | None:
    """Return the curve of the mainline's evaluations, if any move was evaluated."""
    sides = game.description.sides
    plies = (None, *record.plies[: len(positions) - 1])
    points = tuple(
        _point(number, position.words, ply, ply.comments if ply else record.comments, sides)
        for number, (position, ply) in enumerate(zip(positions, plies, strict=True))
    )
    if not any(point.value is not None for point in points[1:]):
        return None
    annotator = record.tags.get("Annotator", "")
    source = "" if annotator in _UNKNOWN else shorten(annotator, MAX_COMMENT)
    return EvalCurve(points, sides, source, _about(game) if _PROGRAM in annotator else "")


def _about(game: AnyGame) -> str:
    """Return among which games the program's own evaluations hold."""
    from mentis_records.games.search.choice import about_scores

    return about_scores(game)


def _point(
    number: int, words: str, ply: Ply | None, comments: Sequence[Comment], sides: Sequence[str]
) -> CurvePoint:
    mark = mark_of(comments)
    signs = [] if ply is None else [ply.suffix, *(_GLYPHS.get(nag, "") for nag in ply.nags)]
    remarks = tuple(map(str, mark.remarks)) if mark else ()
    return CurvePoint(
        ply=number,
        move=words,
        side=ply.side if ply else 0,
        glyphs=_glyphs(ply) if ply else "",
        sign=next((sign for sign in signs if sign in _MISTAKES), ""),
        value=first_points(mark) if mark else None,
        words=long_words(mark, sides) if mark else "",
        remarks=remarks,
    )


def _score(comments: Sequence[Comment], sides: Sequence[str]) -> str:
    """Return how a mark evaluates the position, briefly, if one does."""
    mark = mark_of(comments)
    return short_words(mark, sides) if mark else ""


def _texts(comments: Sequence[Comment]) -> tuple[str, ...]:
    """Return what comments say, without lines for programs; of a mark what it says of the move."""
    return tuple(
        shorten(words, MAX_COMMENT)
        for comment in comments
        if comment.kind is not CommentKind.ESCAPE
        for words in _words(comment)
    )


def _words(comment: Comment) -> Iterator[str]:
    mark = mark_in(comment)
    if mark is not None:
        yield from map(str, mark.remarks)
    elif words := one_line(comment.text):
        yield words
