"""A line in which one ply is another, and what of the plies behind it is legal still.

Plies stay by their notation. Where one is illegal, or behind the end of the game, it goes with all
that follow it; variations end there likewise.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from mentis_records.core.game import AnyGame
from mentis_records.core.record import Ply, Variation
from mentis_records.fast.late_dataclass import dataclass
from mentis_records.notation.entry.typed_line import TypedTurn, outcome_of
from mentis_records.notation.entry.variation_path import Line


@dataclass(frozen=True, slots=True)
class Replacement:
    """A line with a new ply for an old one, the plies that went, how many variations lost some."""

    line: Line
    old: Ply
    new: Ply
    gone: Line
    cut: int


def replaced_turn(
    game: AnyGame, positions: Sequence[Any], line: Line, at: int, turn: TypedTurn
) -> Replacement:
    """Return a line in which the ply at an index is a turn that is legal there.

    The ply keeps its comments, its variations, and the marks for which the turn has no others.

    Args:
        game: whose rules hold.
        positions: all from the start of the game to the one before the ply.
        line: the line.
        at: the index of the ply.
        turn: what is played there.
    """
    counts = Counter(each.key for each in positions)
    old, after = line[at], game.play(positions[-1], turn.move)
    new = replace(
        old,
        move=turn.move,
        key=after.key,
        suffix=turn.suffix or old.suffix,
        nags=tuple(dict.fromkeys((*old.nags, *turn.nags))),
        comments=(*old.comments, *turn.comments),
        is_irregular=False,
        is_warned=False,
    )
    rest, cut = _still_legal(game, after, counts + Counter([after.key]), line[at + 1 :])
    return Replacement((*line[:at], new, *rest), old, new, line[at + 1 + len(rest) :], cut)


def _still_legal(
    game: AnyGame, position: Any, counts: Counter[int], plies: Line
) -> tuple[Line, int]:
    """Return the plies that are legal one behind the other, and how many variations are cut."""
    kept: list[Ply] = []
    cut = 0
    for ply in plies:
        if outcome_of(game, position, counts) is not None:
            break
        move = next(
            (each for each in game.legal_moves(position) if each.notation == ply.move.notation),
            None,
        )
        if move is None:
            break
        variations: list[Variation] = []
        for variation in ply.variations:
            others, inner = _still_legal(game, position, counts, variation.plies)
            cut += inner + (len(others) < len(variation.plies))
            if others:
                variations.append(replace(variation, plies=others))
        side, number = position.side, position.move_number
        position = game.play(position, move)
        counts = counts + Counter([position.key])
        kept.append(
            replace(
                ply,
                side=side,
                move_number=number,
                move=move,
                key=position.key,
                variations=tuple(variations),
            )
        )
    return tuple(kept), cut
