"""All of a game that is being entered at one moment, as a value; nothing here is checked."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from mentis_records.core.game import AnyGame
from mentis_records.core.outcome import RESULT_UNKNOWN, Outcome
from mentis_records.core.record import Comment, Ply, Record
from mentis_records.fast.late_dataclass import dataclass
from mentis_records.notation.entry.typed_line import TypedTurn, outcome_of
from mentis_records.notation.entry.variation_path import (
    Line,
    Path,
    line_at,
    played,
    with_line,
    with_ply,
    with_variation,
)

_END_TAGS = ("Result", "Termination")


@dataclass(frozen=True, slots=True)
class GameState:
    """Tags, turns and a place: ``count`` plies of the line at ``path`` are on the board."""

    tags: Mapping[str, str]
    result: str = RESULT_UNKNOWN
    plies: Line = ()
    comments: tuple[Comment, ...] = ()
    path: Path = ()
    count: int = 0

    @property
    def line(self) -> Line:
        """Return the line in which the place is."""
        return line_at(self.plies, self.path)

    @property
    def played(self) -> Line:
        """Return the plies that are on the board, from the start."""
        return played(self.plies, self.path, self.count)

    def with_line(self, line: Line) -> GameState:
        """Return a state in which the line of the place is another one."""
        return replace(self, plies=with_line(self.plies, self.path, line))

    def with_last(self, ply: Ply) -> GameState:
        """Return a state in which the last ply on the board is another one."""
        return self.with_line(with_ply(self.line, self.count - 1, ply))

    def with_turn(self, before: Any, after: Any, turn: TypedTurn) -> GameState:
        """Return a state with a turn that leads from one position to another.

        It goes on to the ply that is there if that is the same turn, or begins a variation.
        """
        ply = Ply(
            before.side,
            before.move_number,
            turn.move,
            after.key,
            turn.suffix,
            turn.nags,
            turn.comments,
        )
        line, at = self.line, self.count
        if at == len(line):
            new = replace(self.with_line((*line, ply)), count=at + 1)
            return new if self.path else new.reopened()
        state = self
        if line[at].move.code != turn.move.code:
            line, number = with_variation(line, at, ply)
            state = replace(self.with_line(line), path=(*self.path, (at, number)), count=0)
        known = state.line[state.count]
        if known is not ply:
            known = replace(
                known,
                suffix=turn.suffix or known.suffix,
                nags=tuple(dict.fromkeys((*known.nags, *turn.nags))),
                comments=(*known.comments, *turn.comments),
            )
        return replace(state, count=state.count + 1).with_last(known)

    def without_last(self) -> GameState:
        """Return a state without the last ply on the board and all that follow it."""
        rest = self.line[: self.count - 1]
        new = replace(self.with_line(rest), count=self.count - 1)
        if not self.path:
            return new.reopened()
        if not rest:
            return replace(new, path=self.path[:-1], count=self.path[-1][0])
        return new

    def reopened(self) -> GameState:
        """Return a state without an end, because the game has another last turn."""
        return replace(self, tags=without_end(self.tags), result=RESULT_UNKNOWN)


def without_end(tags: Mapping[str, str]) -> dict[str, str]:
    """Return tags without those that say how a game ended."""
    return {name: value for name, value in tags.items() if name not in _END_TAGS}


def positions_of(game: AnyGame, start: Any, plies: Sequence[Ply]) -> list[Any]:
    """Return the positions before, between and behind some plies."""
    positions = [start]
    for ply in plies:
        positions.append(game.play(positions[-1], ply.move))
    return positions


def outcome_behind(game: AnyGame, positions: Sequence[Any]) -> Outcome | None:
    """Return the end that the board shows in the last of a line's positions, or None."""
    return outcome_of(game, positions[-1], Counter(each.key for each in positions))


def record_of(game: AnyGame, start: Any, state: GameState, closing: Sequence[Comment]) -> Record:
    """Return a state as a record, with the result that the board shows where it does.

    Args:
        game: whose rules hold.
        start: the position before the first ply.
        state: the tags, the turns and the result that was given.
        closing: the comments behind the result.
    """
    positions = positions_of(game, start, state.plies)
    outcome = outcome_behind(game, positions)
    tags, result = dict(state.tags), state.result
    if outcome is not None:
        result, tags["Termination"] = outcome.result, str(outcome.termination)
    return Record(
        game.description.slug,
        tags,
        game.format_position(start),
        start.key,
        game.format_position(positions[-1]),
        state.plies,
        result,
        tags.get("Termination"),
        comments=state.comments,
        closing_comments=tuple(closing),
    )
