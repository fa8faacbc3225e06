"""Where remarks stand: the number of the line, and the place before, after or behind its plies."""

from __future__ import annotations

MAINLINE = 0
"""The number of the mainline; variations follow."""

BEFORE, AFTER, CLOSING = "before", "after", "closing"
"""The places of comments: before or after a ply, or after the result.

After a variation it is the closing place of that line, at the ply that it replaces.
"""
