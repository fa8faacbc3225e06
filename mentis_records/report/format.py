"""The formats of reports; knows nothing else, so that the command line may ask."""

from __future__ import annotations

from typing import Literal

FigureFormat = Literal["png", "svg", "csv", "json"]
FIGURE_FORMATS: tuple[FigureFormat, ...] = ("png", "svg", "csv", "json")
"""The formats of which each figure has a file: two of the drawing, two of its numbers."""

FORMATS = ("html", "pdf", *FIGURE_FORMATS)
"""What a report is written as: two formats of the whole, and those of its figures."""
