"""How long work tells how far it has come."""

from __future__ import annotations

from collections.abc import Callable

Progress = Callable[[float, float | None], None]
"""Is told the work done, and all of it where known."""
