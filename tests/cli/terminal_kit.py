"""The program on a terminal of tmux's."""

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

needs_terminal = pytest.mark.skipif(shutil.which("tmux") is None, reason="needs tmux")

_SESSION = "mentis"
_SIZE = ("COLUMNS", "LINES")
"""What would say another size than the terminal's own."""


class Terminal:
    """A terminal in which the program runs."""

    def __init__(self, socket: Path) -> None:
        self._socket = str(socket)

    def tmux(self, *words: str) -> str:
        environment = {name: value for name, value in os.environ.items() if name not in _SIZE}
        environment["TERM"] = "xterm-256color"
        done = subprocess.run(
            ["tmux", "-S", self._socket, *words], capture_output=True, text=True, env=environment
        )
        return done.stdout

    def press(self, *keys: str) -> None:
        self.tmux("send-keys", "-t", _SESSION, *keys)

    def wait_for(self, text: str) -> None:
        """Wait until the screen has a text."""
        screen = ""
        for _ in range(150):
            screen = self.tmux("capture-pane", "-p", "-t", _SESSION)
            if text in screen:
                return
            time.sleep(0.1)
        pytest.fail(f"no {text!r} in\n{screen}")

    def wait_for_end(self) -> None:
        """Wait until the program has ended."""
        for _ in range(50):
            if not self.tmux("list-sessions"):
                return
            time.sleep(0.1)
        pytest.fail("the program does not end")


@contextmanager
def run_on_terminal(folder: Path, width: int, height: int, *words: object) -> Iterator[Terminal]:
    """Run the program with some arguments; ``folder`` takes the terminal's socket."""
    terminal = Terminal(folder / "tmux")
    command = " ".join([sys.executable, "-m", "mentis_records.cli", *map(str, words)])
    size = ("-x", str(width), "-y", str(height))
    terminal.tmux("new-session", "-d", "-s", _SESSION, *size, command)
    try:
        yield terminal
    finally:
        terminal.tmux("kill-server")
