"""Stepping through one game on a terminal with the arrow keys."""

from __future__ import annotations

import shutil
import sys
from functools import partial
from typing import TYPE_CHECKING

from mentis_records.cli import output
from mentis_records.cli.screen import folded, has_keys, run_screen

if TYPE_CHECKING:
    from mentis_records.report.document.scene import Scene

_LEGEND = "left/right: one ply   PgUp/PgDn: ten   Home/End   q: quit"


def can_step(is_piped: bool = False) -> bool:
    """Tell whether there is a terminal to show the game, and one whose keys can be read.

    Where the record came through a pipe, the keys are those of the terminal all the same.
    """
    if not (sys.stdout.isatty() and output.knows_escapes()):
        return False
    return has_keys() if is_piped else sys.stdin.isatty()


def step(scene: Scene, ply: int) -> None:
    """Let the arrow keys walk through the game from a ply, until q leaves."""
    at = ply

    def go_to(target: int) -> None:
        nonlocal at
        at = min(max(target, 0), scene.last)

    def content() -> str:
        columns, lines = shutil.get_terminal_size()
        fold = partial(folded, width=columns - 1)
        return scene.text(at, output.has_colour(), columns, lines, fold=fold, foot=_LEGEND)

    run_screen(
        content,
        {
            ("right", "down", " ", "l", "j"): lambda: go_to(at + 1),
            ("left", "up", "backspace", "h", "k"): lambda: go_to(at - 1),
            ("pagedown",): lambda: go_to(at + 10),
            ("pageup",): lambda: go_to(at - 10),
            ("home", "g"): lambda: go_to(0),
            ("end", "G"): lambda: go_to(scene.last),
        },
    )
