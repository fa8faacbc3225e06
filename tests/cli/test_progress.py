"""Bars on a terminal: they appear after a while, whatever the work tells."""

import io
import re
import time
from contextlib import redirect_stderr

import pytest

from mentis_records.cli import progress
from mentis_records.notation.source.source_text import Meter

SPEED = re.compile(r"records, ([\d,]+)/s")
LEFT = re.compile(r"0:(\d\d):(\d\d)")


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch) -> Terminal:
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr(progress, "_PATIENCE", 0.1)
    return Terminal()


def wait_for(terminal: Terminal, words: str) -> None:
    end = time.monotonic() + 10
    while words not in terminal.getvalue():
        assert time.monotonic() < end, terminal.getvalue()
        time.sleep(0.02)


def test_work_that_tells_nothing_has_a_bar(terminal: Terminal) -> None:
    with redirect_stderr(terminal), progress.progress_bar("Reckoning"):
        wait_for(terminal, "Reckoning")


def test_what_was_told_before_stands_on_the_bar(terminal: Terminal) -> None:
    with redirect_stderr(terminal), progress.progress_bar("Reckoning", "games") as advance:
        advance(3, 1_000)
        wait_for(terminal, "3/1,000 games")
        advance(700, 1_000)
        wait_for(terminal, "700/1,000 games")


def test_what_is_told_as_a_function_is_reckoned_when_it_is_drawn(terminal: Terminal) -> None:
    numbers = iter(range(1_000_000))
    with redirect_stderr(terminal), progress.progress_bar("Reckoning") as advance:
        advance(1, 2, lambda: f"number {next(numbers)}")
        wait_for(terminal, "number 2")


def test_speed_and_time_left_go_on_while_nothing_is_told(terminal: Terminal) -> None:
    meter = Meter(1_000)
    with redirect_stderr(terminal), progress.reading_bar("Reading") as show:
        time.sleep(0.2)
        meter.done = 10
        show(100_000, meter)
        wait_for(terminal, "100,000 records")
        time.sleep(0.5)
    speeds = [int(each.replace(",", "")) for each in SPEED.findall(terminal.getvalue())]
    left = [
        60 * int(minutes) + int(seconds) for minutes, seconds in LEFT.findall(terminal.getvalue())
    ]
    assert speeds[0] > speeds[-1] > 0
    assert left[0] < left[-1]


def test_short_work_has_none(terminal: Terminal, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(progress, "_PATIENCE", 60)
    with redirect_stderr(terminal):
        with progress.progress_bar("Reckoning") as advance:
            advance(1, 2)
        with progress.waiting_bar():
            pass
    assert terminal.getvalue() == ""


def test_without_a_terminal_there_is_none(capsys: pytest.CaptureFixture[str]) -> None:
    with progress.progress_bar("Reckoning") as advance:
        advance(1, 2)
    assert capsys.readouterr().err == ""
