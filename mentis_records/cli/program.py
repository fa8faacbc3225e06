"""The start and the end of the program, in which Ctrl-C ends it without a traceback."""

from __future__ import annotations

import gc

from mentis_records.cli.interruption import leave_if_interrupted


def run() -> None:
    """Run the command ``mentis``, whose modules are not imported before."""
    gc.disable()  # until ``main`` says how rarely it looks: imports make no garbage
    leave_if_interrupted()
    from mentis_records.cli import main

    try:
        main.run()
    finally:
        leave_if_interrupted()
        gc.freeze()  # lest Python look for garbage once more before it ends
