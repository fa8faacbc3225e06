"""A terminal that knows no escape sequences gets none."""

import os
import sys

import pytest

from mentis_records.cli import output

pytestmark = pytest.mark.one_build


@pytest.mark.skipif(sys.platform == "win32", reason="terminals of Windows have no name")
@pytest.mark.parametrize(
    ("term", "knows"),
    [("xterm", True), ("dumb", False), ("unknown", False), ("", False), (None, False)],
)
def test_terminals_that_know_escapes(
    term: str | None, knows: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    from mentis_records.cli.progress import _has_bars
    from mentis_records.cli.stepping import can_step

    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.delenv("TERM", raising=False)
    if term is not None:
        monkeypatch.setenv("TERM", term)
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        monkeypatch.setattr(stream, "isatty", lambda: True, raising=False)
    assert (output.has_colour(), can_step(), _has_bars()) == (knows, knows, knows)
    assert output.bold("x") == ("\x1b[1mx\x1b[0m" if knows else "x")
    output.prepare_streams()
    assert os.environ["TERM"] == (term if knows else "dumb")
