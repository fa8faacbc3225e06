"""Blocks of sound records to columns of numbers, compiled and without Python objects."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from mentis_records.core.capability import KERNEL, find
from mentis_records.core.game import AnyGame

if TYPE_CHECKING:
    from mentis_records.fast.kernel import Kernel


def make_kernel(game: AnyGame, terminals: Sequence[str] = ()) -> Kernel:
    """Return a kernel for a game: its own, or the plain one.

    Args:
        game: the game.
        terminals: the names of its grammar's terminals by number, if plies are to be read.
    """
    own = find(game, KERNEL)
    if own is not None:
        found: Kernel = own(terminals)
        return found
    from mentis_records.notation.bulk.plain_kernel import PlainKernel

    return PlainKernel(game)
