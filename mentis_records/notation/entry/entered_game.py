"""A game that is being entered: turns, comments, variations, tags, and what has been taken back.

Every change is read back as a record before it counts, so that what stands here is always sound.
Knows no terminal and no file.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field, replace
from typing import Any

from mentis_records.core.diagnostic import Diagnostic
from mentis_records.core.game import AnyGame
from mentis_records.core.outcome import RESULT_UNKNOWN, Outcome
from mentis_records.core.record import Comment, CommentKind, Ply, Record
from mentis_records.core.start import start_of
from mentis_records.fast.late_dataclass import dataclass
from mentis_records.notation.entry.entry_error import EntryError
from mentis_records.notation.entry.game_state import (
    GameState,
    outcome_behind,
    positions_of,
    record_of,
    without_end,
)
from mentis_records.notation.entry.record_check import RecordCheck
from mentis_records.notation.entry.replaced_turn import Replacement, replaced_turn
from mentis_records.notation.entry.typed_line import TypedTurn, read_typed
from mentis_records.notation.entry.variation_path import Line, Path


@dataclass(slots=True)
class EnteredGame:
    """A game with the turns entered so far, and a place in it at which the next one is entered.

    ``warnings`` are what the rules have to say of turns that stand, as of the last change.
    """

    game: AnyGame
    check: RecordCheck
    start: Any
    closing_comments: tuple[Comment, ...]
    _state: GameState
    warnings: tuple[Diagnostic, ...] = ()
    _before: list[GameState] = field(default_factory=list)
    _after: list[GameState] = field(default_factory=list)

    @classmethod
    def begun(cls, game: AnyGame, games: Sequence[AnyGame], tags: Mapping[str, str]) -> EnteredGame:
        """Return a game without a turn.

        Args:
            game: whose rules hold.
            games: all that are known.
            tags: the settings, a Position if there is one, and what else is known.

        Raises:
            EntryError: a record cannot have these tags.
            ValueError: it has no start with these settings.
        """
        given = {"Game": game.description.title, **tags}
        new = cls(game, RecordCheck(games), start_of(game, given, {}), (), GameState(given))
        new._change(new._state)
        new._before.clear()
        return new

    @classmethod
    def resumed(cls, game: AnyGame, games: Sequence[AnyGame], record: Record) -> EnteredGame:
        """Return a record's game, to be gone on with behind its last ply."""
        tags = {name: value for name, value in record.tags.items() if name != "PlyCount"}
        start = start_of(game, tags, {})
        state = GameState(tags, record.result, record.plies, record.comments, (), len(record.plies))
        new = cls(game, RecordCheck(games), start, record.closing_comments, state)
        new.check.tolerate(new.record)
        if new.outcome is not None:
            new._state = replace(state, tags=without_end(tags), result=RESULT_UNKNOWN)
        return new

    # What there is

    @property
    def tags(self) -> Mapping[str, str]:
        """Return the tags that have been given."""
        return self._state.tags

    @property
    def result(self) -> str:
        """Return the result: the board's if it decides, else the one that was given."""
        return self._state.result if self.outcome is None else self.outcome.result

    @property
    def line(self) -> Line:
        """Return the line in which turns are entered: the mainline or a variation."""
        return self._state.line

    @property
    def depth(self) -> int:
        """Return how deep in variations the place is; 0 in the mainline."""
        return len(self._state.path)

    @property
    def count(self) -> int:
        """Return how many plies of the line are on the board."""
        return self._state.count

    @property
    def place(self) -> tuple[Path, int]:
        """Return where the board stands: the way to the line, and how many of its plies."""
        return self._state.path, self._state.count

    @property
    def played(self) -> Line:
        """Return the plies that are on the board, from the start."""
        return self._state.played

    @property
    def comments(self) -> tuple[Comment, ...]:
        """Return the comments on the last turn that is on the board, or those before the first."""
        return self.line[self.count - 1].comments if self.count else self._state.comments

    @property
    def position(self) -> Any:
        """Return the position on the board."""
        return self._positions(self.played)[-1]

    @property
    def end_position(self) -> Any:
        """Return the position behind the last turn of the mainline."""
        return self._positions(self._state.plies)[-1]

    @property
    def outcome(self) -> Outcome | None:
        """Return the end that the board shows behind the mainline, or None."""
        return outcome_behind(self.game, self._positions(self._state.plies))

    @property
    def record(self) -> Record:
        """Return the record, which is sound."""
        return self._record(self._state)

    @property
    def text(self) -> str:
        """Return the record as it is written."""
        return self.check.text_of(self.game, self.record)

    # What may be done

    def enter(self, text: str) -> list[TypedTurn]:
        """Enter turns as they are typed, with comments and marks; return them.

        In front of another ply they are a variation, unless they are the same.

        Raises:
            EntryError: one of them is illegal; none of them is entered.
        """
        positions = self._positions(self.played)
        keys = [each.key for each in positions]
        turns = read_typed(self.game, positions[-1], keys, text)
        state = self._state
        for turn in turns:
            before = self._positions(state.played)[-1]
            state = state.with_turn(before, self.game.play(before, turn.move), turn)
        if turns:
            self._change(state)
        return turns

    def replace_turn(self, text: str, move: tuple[int, bool] | None = None) -> Replacement:
        """Let a turn of the line be another one, and what follows stand as far as it is legal.

        Args:
            text: the turn that is played instead.
            move: the number of the turn that it replaces, and whether that is of the side that
                does not begin; None is the last turn on the board.

        Raises:
            EntryError: there is no such turn, or the text is not one that is legal in its place.
        """
        here = self._state
        try:
            if move is not None:
                self.go_to_move(*move)
            self._last()
            positions = self._positions(self.played)[:-1]
            turns = read_typed(self.game, positions[-1], [each.key for each in positions], text)
            if len(turns) != 1:
                raise EntryError(f"{text or 'replace'}: expected one turn, which replaces another")
            found = replaced_turn(self.game, positions, self.line, self.count - 1, turns[0])
        finally:
            self._state = here
        state = replace(here.with_line(found.line), count=min(here.count, len(found.line)))
        self._change(state.reopened() if found.gone and not state.path else state)
        return found

    def add_comment(self, text: str) -> None:
        """Add a comment to the last turn on the board, or to the record before the first one.

        Raises:
            EntryError: a record cannot hold it.
        """
        kind = CommentKind.LINE if "}" in text else CommentKind.BRACE
        self._comment((*self.comments, Comment(kind, text)))

    def drop_comments(self) -> None:
        """Take away the comments of the last turn on the board."""
        self._comment(())

    def mark(self, suffix: str | None, nag: int | None = None) -> None:
        """Give the last turn on the board a suffix, an empty one for none, or an annotation more.

        Raises:
            EntryError: there is no turn, or no such annotation.
        """
        ply = self._last()
        if suffix is not None:
            ply = replace(ply, suffix=suffix)
        if nag is not None and nag not in ply.nags:
            ply = replace(ply, nags=(*ply.nags, nag))
        self._change(self._state.with_last(ply))

    def set_tag(self, name: str, value: str) -> None:
        """Give a tag a value, or take it away if that is empty.

        Raises:
            EntryError: it cannot have this value, or would change the rules or the start.
        """
        fixed = {"Game", "Position", *(each.tag for each in self.game.description.settings)}
        if name.lower() in map(str.lower, fixed):
            raise EntryError(f"{name} is chosen before the first turn: begin another game for it")
        if name in ("Result", "Termination"):
            raise EntryError(f"{name}: enter the result with: result 1-0 resignation")
        tags = {each: old for each, old in self.tags.items() if each != name}
        self._change(replace(self._state, tags={**tags, name: value} if value else tags))

    def set_result(self, result: str, termination: str = "") -> None:
        """Give the game a result, and the way in which it ended if that is known.

        Raises:
            EntryError: the board or each other contradict them.
        """
        outcome = self.outcome
        if outcome is not None:
            if result != outcome.result or termination not in ("", outcome.termination):
                end = f"{outcome.result}, {outcome.termination}"
                raise EntryError(f"{result}: the board says {end}")
            return
        tags = dict(without_end(self.tags))
        if termination:
            tags["Termination"] = termination
        self._change(replace(self._state, tags=tags, result=result))

    def delete(self) -> int:
        """Take the last turn on the board and all that follows it away; return how many go.

        Raises:
            EntryError: there is no turn.
        """
        self._last()
        gone = len(self.line) - self.count + 1
        self._change(self._state.without_last())
        return gone

    def go(self, count: int) -> None:
        """Go to behind the first plies of the line; from before a variation to the line around it.

        Beyond either end it is that end.
        """
        state = self._state
        while count < 0 and state.path:
            count += state.path[-1][0]
            state = replace(state, path=state.path[:-1])
        self._state = replace(state, count=min(max(count, 0), len(state.line)))

    def go_to_move(self, number: int, is_second: bool = False) -> None:
        """Go behind the turn with this number in the line: of the opener, or of the other side.

        Raises:
            EntryError: there is none.
        """
        opener = self.game.description.opener_of(self.start.side, self.tags)
        for count, ply in enumerate(self.line, 1):
            if ply.move_number == number and (ply.side != opener) == is_second:
                self.go(count)
                return
        raise EntryError(f"{number}{'...' if is_second else '.'}: there is no such turn here")

    def return_to(self, place: tuple[Path, int]) -> None:
        """Go back to a place at which the board stood since the last turn was taken away."""
        self._state = replace(self._state, path=place[0], count=place[1])

    def leave(self) -> None:
        """Go from a variation to the line around it, behind the ply that it replaces.

        Raises:
            EntryError: it is the mainline.
        """
        if not self._state.path:
            raise EntryError("this is no variation: it is the game")
        path, (at, _) = self._state.path[:-1], self._state.path[-1]
        self._state = replace(self._state, path=path, count=at + 1)

    def go_into(self, number: int) -> None:
        """Go into a variation that replaces the next ply, by its number from 0.

        Raises:
            EntryError: there is none.
        """
        line, state = self.line, self._state
        if self.count >= len(line) or not 0 <= number < len(line[self.count].variations):
            raise EntryError("there is no such variation here")
        self._state = replace(state, path=(*state.path, (self.count, number)), count=1)

    def go_to_end(self) -> None:
        """Go behind the last turn of the game."""
        self._state = replace(self._state, path=(), count=len(self._state.plies))

    def undo(self) -> None:
        """Take back the last change, or if there was none the last turn.

        Raises:
            EntryError: there is nothing to take back.
        """
        if self._before:
            self._after.append(self._state)
            self._state = self._before.pop()
        else:
            self.delete()
            self._after.append(self._before.pop())

    def redo(self) -> None:
        """Do again what was taken back last.

        Raises:
            EntryError: nothing was.
        """
        if not self._after:
            raise EntryError("nothing was taken back")
        self._before.append(self._state)
        self._state = self._after.pop()

    # How it is done

    def _change(self, state: GameState) -> None:
        """Let another state hold if its record is sound."""
        self.warnings = tuple(self.check.refuse(self.game, self._record(state)))
        self._before.append(self._state)
        self._after.clear()
        self._state = state

    def _positions(self, plies: Sequence[Ply]) -> list[Any]:
        return positions_of(self.game, self.start, plies)

    def _record(self, state: GameState) -> Record:
        return record_of(self.game, self.start, state, self.closing_comments)

    def _last(self) -> Ply:
        """Return the last turn on the board."""
        if not self.count:
            raise EntryError("no turn has been played here yet")
        return self.line[self.count - 1]

    def _comment(self, comments: tuple[Comment, ...]) -> None:
        if self.count:
            self._change(self._state.with_last(replace(self._last(), comments=comments)))
        elif self.depth:
            raise EntryError("go to a turn first: a comment belongs to the turn before it")
        else:
            self._change(replace(self._state, comments=comments))
