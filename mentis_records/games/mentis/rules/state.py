"""A position as one flat array of 32-bit integers, as the kernels keep it; knows no rule.

49 packed stacks in the order of ``square.NAMES`` come first, then both hands, the side to move,
the move number, and one number that is spare. A state's keys are an array of two 64-bit
integers: the key and that of the mirror image.
"""

from __future__ import annotations

HANDS = 49
"""Where Blue's hand code is; Red's is the next."""

SIDE = 51
"""Where the index of the side to move is."""

MOVE_NUMBER = 52
"""Where the number is that the notation prints before the next ply."""

STATE_SIZE = 54
"""How many integers there are."""
