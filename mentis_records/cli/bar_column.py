"""A progress bar column whose text is computed when it is drawn, not when progress is reported."""

from __future__ import annotations

from collections.abc import Callable

from rich.progress import ProgressColumn, Task
from rich.text import Text


class CurrentText(ProgressColumn):
    """Shows what a function returns at the time."""

    def __init__(self, current: Callable[[], str], style: str = "") -> None:
        """Begin with the function, and one of rich's styles."""
        super().__init__()
        self._current, self._style = current, style

    def render(self, task: Task) -> Text:
        """Return the text of now."""
        return Text(self._current(), style=self._style)
