"""What a trial of Ludii means in MensaSpiel: its turns, checked move by move."""

from __future__ import annotations

import re

from mentis_records.core.trial import (
    FaultKind,
    Told,
    Trial,
    TrialAccount,
    TrialFault,
    TrialMove,
    TrialPly,
)
from mentis_records.games.mensaspiel.rules import move as moves
from mentis_records.games.mensaspiel.rules.board import COUNT, SIDES, TRANSMITTER, WHITE
from mentis_records.games.mensaspiel.rules.ending import outcome_of
from mentis_records.games.mensaspiel.rules.move import EXCHANGE, PASS, START, Move
from mentis_records.games.mensaspiel.rules.move_generator import (
    can_exchange,
    start_generates,
    walk_generates,
)
from mentis_records.games.mensaspiel.rules.play import play_unchecked
from mentis_records.games.mensaspiel.rules.position import LETTERS, Position, start
from mentis_records.games.mensaspiel.rules.rule import fault_of
from mentis_records.games.mensaspiel.trial.consequence import Consequences, Expected, placements
from mentis_records.games.mensaspiel.trial.listed_count import Sizes
from mentis_records.games.mensaspiel.trial.site import BASES, PRISONS, SQUARES, player_of

LUD = "MensaSpiel.lud"

_FIRST = re.compile(r"(White|Black) begins")
_GOAL = re.compile(r"Get ([1-7]) Prisoners?")
_SHOWN = re.compile(r"(Show|Hide) StepLength in player status")
_KNOWN_OPTIONS = (
    "White begins, Black begins, Get 1 Prisoner to Get 7 Prisoners, "
    "Show StepLength in player status, Hide StepLength in player status"
)


def read(trial: Trial) -> TrialAccount:
    """Return what a trial means; a move that the board cannot follow is the last."""
    reading = _Reading(trial)
    reading.run()
    return TrialAccount(
        reading.settings,
        (reading.first_player, 1 - reading.first_player),
        reading.plies,
        reading.faults,
        outcome_of(reading.position) if reading.is_whole else None,
        reading.is_whole,
    )


class _Reading:
    """One trial on its way through the rules."""

    def __init__(self, trial: Trial) -> None:
        self.settings: dict[str, Told] = {}
        self.faults: list[TrialFault] = []
        self.plies: list[TrialPly] = []
        self.is_whole = True
        self.first_player, goal, has_scores = WHITE, 3, True
        self._trial = trial
        for option in trial.options:
            name = option.value.rpartition("/")[2]
            if found := _FIRST.fullmatch(name):
                self.first_player = SIDES.index(found[1])
                self._set("FirstPlayer", Told(LETTERS[self.first_player], option.place), option)
            elif found := _GOAL.fullmatch(name):
                goal = int(found[1])
                self._set("Prisoners", Told(found[1], option.place), option)
            elif found := _SHOWN.fullmatch(name):
                has_scores = found[1] == "Show"
            else:
                self._blame(FaultKind.OPTION, option.place, option.value, _KNOWN_OPTIONS)
        self.position = start(self.first_player, goal)
        self._sizes = Sizes()
        self._consequences = Consequences(has_scores)

    def _set(self, tag: str, value: Told, option: Told) -> None:
        """Set what an option says; of two for one setting the second is blamed."""
        if tag in self.settings:
            expected = f"one option for {tag}: {self.settings[tag].value} was chosen before"
            self._blame(FaultKind.OPTION, option.place, option.value, expected)
        self.settings[tag] = value

    def run(self) -> None:
        """Set the board up, and follow the moves."""
        self._check_placements()
        lines = iter(enumerate(self._trial.moves))
        while self.is_whole and (found := next(lines, None)) is not None:
            index, line = found
            self._check_mover(line)
            self._check_size(index, self._sizes.before_turn(self.position))
            if self._is_exchange(line):
                self._exchange(line, next(lines, None))
            else:
                self._turn(line)

    @property
    def _ply(self) -> int:
        return len(self.plies) + 1

    def _blame(self, kind: FaultKind, place: tuple[int, int], found: str, expected: str) -> None:
        ply = None if kind in (FaultKind.OPTION, FaultKind.PLACEMENT) else self._ply
        self.faults.append(TrialFault(kind, place, found, expected, ply))

    def _check_placements(self) -> None:
        """Compare the set-up with the start; the first difference counts."""
        due = list(placements(self.position))
        given = self._trial.placements
        for line, expected in zip(given, due, strict=False):
            if self._differs(line, expected, FaultKind.PLACEMENT):
                return
        if len(given) > len(due):
            line = given[len(due)]
            self._blame(FaultKind.PLACEMENT, line.head, line.written, "the first turn")
        elif len(given) < len(due) and (given or self._trial.moves):
            line = (
                (*given, *self._trial.moves)[-1] if not self._trial.moves else self._trial.moves[0]
            )
            missing = due[len(given)].actions[0]
            self._blame(FaultKind.PLACEMENT, line.head, line.written, missing)

    def _differs(self, line: TrialMove, due: Expected, kind: FaultKind) -> bool:
        """Report the first difference of a move's line from what is due, if there is one."""
        if line.values != due.values:
            words = ",".join(f"{key}={value}" for key, value in due.values.items())
            self._blame(kind, line.head, line.written, words)
            return True
        found = due.difference(tuple(action.written for action in line.actions))
        if found is None:
            return False
        index, missing = found
        if index < len(line.actions):
            action = line.actions[index]
            place, words = action.place, action.written
        else:
            end = line.actions[-1].place[1]
            place, words = (end, end + 1), "the end of the move"
        self._blame(kind, place, words, missing or "the end of the move")
        return True

    def _check_mover(self, line: TrialMove) -> None:
        side = self.position.side
        player = player_of(side, self.first_player)
        if line.mover != player:
            found, expected = f"player {line.mover}", f"player {player}, {SIDES[side]}"
            self._blame(FaultKind.MOVER, line.mover_place, found, expected)

    def _check_size(self, index: int, size: int) -> None:
        if not self._trial.sizes or outcome_of(self.position) is not None:
            return
        told = self._trial.sizes[index]
        if int(told.value) != size:
            self._blame(FaultKind.SIZE, told.place, told.value, f"{size} by the rules")

    def _is_exchange(self, line: TrialMove) -> bool:
        side = self.position.side
        return (line.start, line.target) == (PRISONS[side], BASES[side])

    def _exchange(self, line: TrialMove, following: tuple[int, TrialMove] | None) -> None:
        """Read an exchange and the start that must follow."""
        position = self.position
        if following is None:
            self._stop(line, "the start that must follow an exchange")
            return
        index, second = following
        self._check_mover(second)
        square = SQUARES.get(second.target or 0, TRANSMITTER)
        if second.start != BASES[position.side] or square >= COUNT:
            self._stop(second, "the start that must follow an exchange")
            return
        turn = moves.EXCHANGES[square][start_generates(position, square, True)]
        place = second if can_exchange(position) else line
        if self._follow(turn, place):
            self._check(line, self._consequences.exchanged(position))
            self._check_size(index, self._sizes.after_exchange(position))
            after = play_unchecked(position, turn)
            self._check(second, self._consequences.started(position, turn, after, 1))
            self._go_on(turn, after, place)

    def _turn(self, line: TrialMove) -> None:
        """Read a turn that is one line."""
        position, side = self.position, self.position.side
        turn = self._meant(line)
        if turn is None:
            self._stop(line, "squares of the rings, a base, a prison and the Transmitter")
            return
        if not self._follow(turn, line):
            return
        after = play_unchecked(position, turn)
        if turn.kind == PASS:
            due = self._consequences.passed(position)
        elif turn.kind == START:
            due = self._consequences.started(position, turn, after, position.base[side])
        else:
            due = self._consequences.walked(position, turn, after)
        self._check(line, due)
        self._go_on(turn, after, line)

    def _meant(self, line: TrialMove) -> Move | None:
        """Return the turn that a line means, legal or not."""
        position, side = self.position, self.position.side
        if line.start is None or line.target is None:
            return moves.PASSED
        there = SQUARES.get(line.target, -1)
        if line.start == BASES[side]:
            if not 0 <= there < COUNT:
                return None
            return moves.STARTS[there][start_generates(position, there, False)]
        here = SQUARES.get(line.start, TRANSMITTER)
        if there < 0 or here in (TRANSMITTER, there):
            return None
        if there == TRANSMITTER:
            stack = position.stacks[here]
            prisoners = stack.count(LETTERS[1 - side])
            return (
                moves.transport(here, prisoners)
                if len(stack) > 1 and prisoners
                else moves.last_man(here)
            )
        if position.occupied >> there & 1:
            return moves.capture(here, there)
        return moves.walk(here, there, walk_generates(position, here, there))

    def _follow(self, turn: Move, line: TrialMove) -> bool:
        """Tell whether the rules allow a turn; one that they do not is written as the last."""
        if fault_of(self.position, turn) is None and outcome_of(self.position) is None:
            return True
        self._write(turn, line)
        self.is_whole = False
        return False

    def _write(self, turn: Move, line: TrialMove) -> None:
        position = self.position
        ply = TrialPly(position.side, position.move_number, turn.notation, line.head)
        self.plies.append(ply)

    def _stop(self, line: TrialMove, expected: str) -> None:
        """Report a line that is no turn, and read no further."""
        self._blame(FaultKind.MOVE, line.head, line.written, expected)
        self.is_whole = False

    def _check(self, line: TrialMove, due: Expected) -> None:
        """Compare a line with what the rules make of it, up to the first difference in a trial.

        Who makes it has been compared before.
        """
        if any(fault.kind is FaultKind.CONSEQUENCE for fault in self.faults):
            return
        values = {**due.values, "mover": line.mover}
        self._differs(
            line, Expected(values, due.actions, due.optional, due.is_ordered), FaultKind.CONSEQUENCE
        )

    def _go_on(self, turn: Move, after: Position, line: TrialMove) -> None:
        if turn.kind in (START, EXCHANGE):
            self._sizes.add_start(self.position.side, turn.target)
        self._write(turn, line)
        self.position = after
