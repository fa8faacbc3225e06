"""The error of a game that an export format cannot hold."""

from __future__ import annotations


class ExportError(ValueError):
    """A record that a format cannot hold; the message says why."""
