"""The actions of which Ludii makes a turn, by the rules (rules, Ludii mapping).

They are written as a trial has them. ``Expected.optional`` are those that may stand there or not.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import field

from mentis_records.fast.late_dataclass import dataclass
from mentis_records.games.mensaspiel.rules.move import CAPTURE, LAST_MAN, TRANSPORT, Move
from mentis_records.games.mensaspiel.rules.position import Position
from mentis_records.games.mensaspiel.trial.site import (
    BASES,
    MAN,
    PRISONER,
    PRISONS,
    RESERVE,
    RESERVES,
    SITES,
    STARTER,
    TRANSMITTER_SITE,
    piece,
    player_of,
)

_NO_COUNTER = "[SetVar:name=CntrAttack,value=0]"
_COUNTER = "[SetVar:name=CntrAttack,value=1]"
_ON_PIECES = ("[Move:", "[Promote:", "[Add:", "[Remove:", "[Pass:")


@dataclass(frozen=True)
class Expected:
    """The head of a move's line, and its actions in order.

    In a line that is not ``ordered`` only the actions on pieces count, in any order.
    """

    values: dict[str, int]
    actions: tuple[str, ...]
    optional: Collection[str] = field(default=())
    is_ordered: bool = True

    def difference(self, actions: tuple[str, ...]) -> tuple[int, str] | None:
        """Return the index of the first action that differs, and what should stand there.

        The index is the number of actions where one is missing at the end; the text is empty where
        there is one too many.
        """
        if not self.is_ordered:
            return self._difference_in_pieces(actions)
        at = 0
        for index, found in enumerate(actions):
            due = self.actions[at] if at < len(self.actions) else ""
            if found == due:
                at += 1
            elif found not in self.optional:
                return index, due
        return None if at == len(self.actions) else (len(actions), self.actions[at])

    def _difference_in_pieces(self, actions: tuple[str, ...]) -> tuple[int, str] | None:
        due = list(self.actions)
        for index, found in enumerate(actions):
            if found in due:
                due.remove(found)
            elif found.startswith(_ON_PIECES):
                return index, " ".join(due)
        return (len(actions), " ".join(due)) if due else None


class Consequences:
    """What Ludii's variables are in the course of one trial, and what turns do."""

    def __init__(self, has_scores: bool) -> None:
        """Begin a game; ``has_scores`` tells whether step lengths are shown as scores."""
        self._has_scores = has_scores
        self._starts = 0

    def passed(self, position: Position) -> Expected:
        """Return what a forced pass does."""
        values = {"mover": player_of(position.side, position.first_player)}
        return Expected(values, ("[Pass:decision=true,forced=true]",), _resets(position))

    def exchanged(self, position: Position) -> Expected:
        """Return what an exchange does, up to the start that must follow."""
        side = position.side
        player, other = _players(position)
        origin, target = PRISONS[side], BASES[side]
        actions = (
            _moved(origin, target),
            _promoted(target, piece(STARTER, player)),
            _removed(RESERVES[side]),
            _added(RESERVES[1 - side], position.reserve[1 - side], piece(RESERVE, other)),
            f"[SetNextPlayer:player={player}]",
        )
        values = _head(player, origin, target, position.prison[side] - 1)
        return Expected(values, actions, _resets(position))

    def started(self, position: Position, move: Move, after: Position, starters: int) -> Expected:
        """Return what a start does.

        Args:
            position: the one before the turn.
            move: the turn, which may be an exchange with its start.
            after: the position after the turn.
            starters: those in the base before the start.
        """
        side = position.side
        player, _ = _players(position)
        before = 0 if not position.occupied else self._starts
        self._starts = before + 1
        origin, target = BASES[side], SITES[move.target]
        actions = [] if position.occupied else list(_resets(position))
        actions += [_moved(origin, target), _promoted(target, piece(MAN, player))]
        actions.append(f"[SetVar:name=StartS,value={self._starts}]")
        optional: tuple[str, ...] = ()
        if before == 0:
            actions.append(f"[SetVar:name=St1Pos,value={target}]")
        elif before == 1:
            actions += [_COUNTER] if after.has_counter else []
            is_own = position.owned[side] >> position.first_square & 1
            optional = (_COUNTER,) if is_own else ()
        elif before == 2:
            optional = () if position.has_counter else (_NO_COUNTER,)
        else:
            actions.append(_NO_COUNTER)
        if move.generates:
            actions.append(_added(origin, starters - 1, piece(STARTER, player)))
            actions.append(_removed(RESERVES[side]))
        actions.append(f"[SetValue:type=Cell,to={target},value=1]")
        actions += self._scores(position, after, (side,))
        return Expected(_head(player, origin, target, starters - 1), tuple(actions), optional)

    def walked(self, position: Position, move: Move, after: Position) -> Expected:
        """Return what a move, a capture, a transport or the last man's return does."""
        if move.kind == LAST_MAN:
            return self._returned(position, move)
        side = position.side
        player, _ = _players(position)
        self._starts = 3
        origin, target = SITES[move.origin], SITES[move.target]
        base = position.base[side]
        walked = f"from={origin},levelFrom=0,typeTo=Cell,to={target},stack=true"
        actions = [f"[Move:typeFrom=Cell,{walked},decision=true]"]
        actions += ["[SetVar:name=StartS,value=3]", _NO_COUNTER]
        if move.generates:
            actions.append(_removed(RESERVES[side]))
            actions.append(_added(BASES[side], base, piece(STARTER, player)))
        height = len(position.stacks[move.origin])
        if move.kind == TRANSPORT:
            own, prison = height - move.prisoners, position.prison[side]
            starter, prisoner = piece(STARTER, player), piece(PRISONER, player)
            actions += [_added(BASES[side], base + at, starter) for at in range(own)]
            actions += [
                _added(PRISONS[side], prison + at, prisoner) for at in range(move.prisoners)
            ]
            actions += [_removed(TRANSMITTER_SITE)] * height
        else:
            height = len(after.stacks[move.target])
        actions.append(f"[SetValue:type=Cell,to={target},value={height}]")
        sides = (side, 1 - side) if move.kind == CAPTURE else (side,)
        actions += self._scores(position, after, sides)
        return Expected(_head(player, origin, target, 0), tuple(actions))

    def _returned(self, position: Position, move: Move) -> Expected:
        """Return what the last man's return does to the pieces."""
        side = position.side
        player, _ = _players(position)
        origin = SITES[move.origin]
        actions = (
            _moved(origin, TRANSMITTER_SITE),
            _removed(TRANSMITTER_SITE),
            _removed(RESERVES[side]),
            *(_added(BASES[side], at, piece(STARTER, player)) for at in (0, 1)),
        )
        values = _head(player, origin, TRANSMITTER_SITE, 0)
        return Expected(values, actions, is_ordered=False)

    def _scores(self, position: Position, after: Position, sides: tuple[int, ...]) -> Iterator[str]:
        """Yield how the step lengths of sides change, if they are shown."""
        for side in sides if self._has_scores else ():
            player = player_of(side, position.first_player)
            change = after.lengths[side] - position.lengths[side]
            yield f"[SetScore:player={player},score={change},add=true]"


def placements(position: Position) -> Iterator[Expected]:
    """Yield the moves that set up a start position."""
    first = position.first_player
    for sites, kind, counts in (
        (BASES, STARTER, position.base),
        (RESERVES, RESERVE, position.reserve),
    ):
        for player, side in ((1, first), (2, 1 - first)):
            for level in range(counts[side]):
                site, what = sites[side], piece(kind, player)
                added = _added(site, level, what).replace("]", ",stack=true]")
                yield Expected({"mover": 0, "from": site, "to": site}, (added,))


def _players(position: Position) -> tuple[int, int]:
    """Return Ludii's numbers of the side to move and of the other."""
    player = player_of(position.side, position.first_player)
    return player, 3 - player


def _resets(position: Position) -> tuple[str, ...]:
    """Return what comes before a turn with empty rings."""
    return () if position.occupied else ("[SetVar:name=StartS,value=0]", _NO_COUNTER)


def _head(player: int, origin: int, target: int, level: int) -> dict[str, int]:
    levels = {"levelMin": level, "levelMax": level} if level > 0 else {}
    return {"mover": player, "from": origin, "to": target, **levels}


def _moved(origin: int, target: int) -> str:
    return f"[Move:typeFrom=Cell,from={origin},typeTo=Cell,to={target},decision=true]"


def _promoted(site: int, what: int) -> str:
    return f"[Promote:type=Cell,to={site},what={what}]"


def _added(site: int, level: int, what: int) -> str:
    return f"[Add:type=Cell,to={site},level={level},what={what}]"


def _removed(site: int) -> str:
    return f"[Remove:type=Cell,to={site}]"
