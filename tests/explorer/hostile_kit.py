"""Records with names and texts that a page could stumble over."""

from __future__ import annotations

HOSTILE = (
    "<script>alert(1)</script>",
    "\"><img src=x onerror=alert(1)>",
    "' or 1=1 --",
    'back\\slash "quotes"',
    "\u202eright to left\u2066",
    "x" * 10_000,
    "{{ 7 * 7 }} ${7}",
    "&amp; %00 %22",
)
"""Names of players and events."""


def record(first: str, second: str, *, event: str = "Club", date: str = "2024.05.01", **tags: str) -> str:
    """Return a record of one game with some tags, its result and no ply but the first."""
