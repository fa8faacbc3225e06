"""What Ctrl-C does: it ends the program at once while that starts, and is heard by it later.

Nothing but the smallest modules may be imported here.
"""

from __future__ import annotations

import os
import signal

INTERRUPTED = 128 + signal.SIGINT
"""The exit code of a run that Ctrl-C has ended, as shells expect it."""


def leave_if_interrupted() -> None:
    """Let Ctrl-C end the program at once, with a line; unless it is ignored."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, _leave)


def hear_interruptions() -> None:
    """Let Ctrl-C raise ``KeyboardInterrupt`` from now on, if it has ended the program so far."""
    if signal.getsignal(signal.SIGINT) is _leave:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def _leave(*_: object) -> None:
    os.write(2, b"mentis: interrupted\n")
    os._exit(INTERRUPTED)
