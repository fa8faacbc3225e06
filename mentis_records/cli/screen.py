"""A full-screen text view on a terminal, changed by keys until q quits."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import TextIO

Keys = Mapping[tuple[str, ...], Callable[[], None]]
"""What keys do, by their names in prompt_toolkit."""

_LEAVE = ("q", "escape", "c-c", "c-d")
_WRITTEN = 79
_TERMINAL = "CONIN$" if sys.platform == "win32" else "/dev/tty"
"""The terminal of the program, whatever its standard input is."""


def folded(text: str, width: int) -> str:
    """Return a text on as many lines as it needs where a line has so many columns."""
    from rich.cells import cell_len, chop_cells

    if cell_len(text) <= width:
        return text
    lines = [""]
    for word in text.split(" "):
        if cell_len(lines[-1]) + 1 + cell_len(word) <= width:
            lines[-1] += f" {word}" if lines[-1] else word
            continue
        lines += chop_cells(word, max(width, 2))
    return "\n".join(line for line in lines if line)


def board_width() -> int:
    """Return how many columns a board may have: those of the terminal, or what a page has."""
    return shutil.get_terminal_size().columns if sys.stdout.isatty() else _WRITTEN


def has_keys() -> bool:
    """Tell whether keys can be read: from standard input, or else from the terminal itself."""
    try:
        with _keyboard():
            return True
    except OSError:
        return False


@contextmanager
def _keyboard() -> Iterator[TextIO]:
    """Give the stream that keys come from.

    Raises:
        OSError: there is no terminal.
    """
    if sys.stdin.isatty():
        yield sys.stdin
        return
    with open(_TERMINAL, encoding="utf-8") as terminal:
        yield terminal


def run_screen(content: Callable[[], str], keys: Keys) -> None:
    """Show a text and let keys act, each of which has it shown anew; q, Esc and Ctrl-C leave.

    The text may have ANSI sequences. An exception of a key's action leaves the screen and passes.
    """
    from prompt_toolkit.application import Application
    from prompt_toolkit.formatted_text import ANSI
    from prompt_toolkit.input import create_input
    from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
    from prompt_toolkit.layout import FormattedTextControl, Layout, Window

    bindings = KeyBindings()
    failed: list[BaseException] = []

    def bind(name: str, action: Callable[[], None]) -> None:
        @bindings.add(name)
        def act(event: KeyPressEvent) -> None:
            try:
                action()
            except BaseException as error:
                failed.append(error)
                event.app.exit()

    for names, action in keys.items():
        for name in names:
            bind(name, action)
    for name in _LEAVE:
        bindings.add(name, eager=True)(lambda event: event.app.exit())
    control = FormattedTextControl(lambda: ANSI(content()), focusable=True, show_cursor=False)
    with _keyboard() as keyboard:
        application: Application[None] = Application(
            Layout(Window(control)), key_bindings=bindings, input=create_input(keyboard)
        )
        application.ttimeoutlen = 0.05
        application.run()
    if failed:
        raise failed[0]
