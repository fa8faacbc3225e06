"""The board on which an illegal ply was to be played, for reports on a terminal."""

from __future__ import annotations

import re
import shutil
from functools import partial
from typing import TYPE_CHECKING

from mentis_records.cli.screen import folded

if TYPE_CHECKING:
    from mentis_records.core.diagnostic import Diagnostic
    from mentis_records.notation.explain.reading import Reading

_INDENT = 4
"""Columns before a board in a report."""


class FindingBoards:
    """Draws the board before a ply that was refused; ``has_drawn`` tells whether it ever did.

    ``width`` is how many columns a report has.
    """

    def __init__(self) -> None:
        """Begin with the width of the terminal."""
        self.has_drawn = False
        self.width = shutil.get_terminal_size().columns
        self._width = self.width - _INDENT
        self._fold = partial(folded, width=self._width)

    def draw(self, reading: Reading, found: Diagnostic) -> str:
        """Return the lines of the board, nothing where there is none."""
        if not found.is_error or not found.position or reading.game is None:
            return ""
        from mentis_records.core.capability import is_drawn, picture_of
        from mentis_records.core.start import stored_position
        from mentis_records.games import find_game
        from mentis_records.report.board.fitted_board import render_fitted

        game = find_game(reading.game)
        if not is_drawn(game):
            return ""
        tags = {} if reading.transcript is None else reading.transcript.tags
        try:
            position = stored_position(game, found.position, tags)
        except ValueError:
            return ""
        picture = picture_of(game, position, None)
        known = {square.name for square in picture.squares}
        named = [each for each in re.findall(r"[a-z][0-9]+", found.move or "") if each in known]
        board = render_fitted(picture, self._width, highlights=named, fold=self._fold)
        self.has_drawn = True
        return board
