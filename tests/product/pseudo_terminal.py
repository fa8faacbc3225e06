"""The program on a pseudo-terminal: prompts are waited for and answered, what it says is text."""

import os
import re
import select
import struct
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

_CONTROLS = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]|\x1b[()][A-Z0-9]|\x1b[=>]|\r")
_PATIENCE = 12.0


def converse(
    words: Sequence[str],
    answers: Sequence[tuple[str, str]],
    folder: Path,
    environment: Mapping[str, str],
) -> tuple[int, str]:
    """Run the program on a terminal of 80 columns; return its exit code and all that it showed.

    Args:
        words: the arguments.
        answers: the end of each prompt that is waited for, and what is typed then.
        folder: where it runs.
        environment: what it knows beside the variables of this process.
    """
    import fcntl
    import pty
    import termios

    ours, its = pty.openpty()
    fcntl.ioctl(its, termios.TIOCSWINSZ, struct.pack("HHHH", 30, 80, 0, 0))
    program = subprocess.Popen(
        [sys.executable, "-m", "mentis_records.cli", *words],
        stdin=its,
        stdout=its,
        stderr=its,
        cwd=folder,
        env={
            **os.environ,
            "TERM": "xterm",
            "NO_COLOR": "1",
            "PROMPT_TOOLKIT_NO_CPR": "1",
            **environment,
        },
        start_new_session=True,
        close_fds=True,
    )
    os.close(its)
    shown, told = "", 0
    try:
        for prompt, answer in answers:
            end = time.monotonic() + _PATIENCE
            while prompt not in shown[told:]:
                part = _read(ours, end)
                if part is None:
                    raise AssertionError(f"no {prompt!r} in {shown[told:]!r}")
                shown += part
            told = len(shown)
            os.write(ours, f"{answer}\n".encode())
        while (part := _read(ours, time.monotonic() + _PATIENCE)) is not None:
            shown += part
        return program.wait(_PATIENCE), shown
    finally:
        program.kill()
        program.wait()
        os.close(ours)


def _read(terminal: int, end: float) -> str | None:
    """Return what is shown next, or None if nothing comes in time or the program has ended."""
    ready, _, _ = select.select([terminal], [], [], max(0.0, end - time.monotonic()))
    if not ready:
        return None
    try:
        data = os.read(terminal, 1 << 16)
    except OSError:
        return None
    return _CONTROLS.sub("", data.decode("utf-8", "replace")) if data else None
