"""The smallest automaton that does what a given one does (Moore's algorithm)."""

from __future__ import annotations

from collections.abc import Hashable, Sequence


def merge_states(
    outputs: Sequence[Hashable], rows: Sequence[Sequence[tuple[int, int]]]
) -> list[int]:
    """Return for each state the number of its class; equivalent states are in one class.

    Args:
        outputs: what tells states apart by themselves.
        rows: for each state and symbol, the output on the way and the state after, -1 for none.

    Classes are numbered in the order of their first states.
    """
    classes = _number(outputs)
    while True:
        finer = _number(
            [
                (classes[state], tuple((mark, classes[to] if to >= 0 else -1) for mark, to in row))
                for state, row in enumerate(rows)
            ]
        )
        if finer == classes:
            return classes
        classes = finer


def _number(keys: Sequence[Hashable]) -> list[int]:
    numbers: dict[Hashable, int] = {}
    return [numbers.setdefault(key, len(numbers)) for key in keys]
