"""A text in the user's own editor: the program that VISUAL or EDITOR names."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import tempfile
from pathlib import Path

from mentis_records.cli import output

_USUAL = ("nano", "vi", "notepad")
"""Editors that are taken where none is named, the first one that is there."""


def edit_text(text: str, name: str) -> str:
    """Return what has become of a text, lines ending in a line feed, or end with a usage error.

    Args:
        text: lone surrogates stand for bytes that are no UTF-8.
        name: what the file is called that the editor opens.
    """
    command = _command()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / name
        path.write_bytes(text.encode("utf-8", "surrogateescape"))
        try:
            done = subprocess.run([*command, str(path)], check=False)  # noqa: S603 - the user's own editor
        except OSError as error:
            output.fail(f"the editor {command[0]}: {error.strerror or error}; set EDITOR")
        if done.returncode:
            output.fail(f"the editor {command[0]} ended with code {done.returncode}")
        return as_lines(path.read_bytes())


def as_lines(data: bytes) -> str:
    """Return bytes as text whose lines end in a line feed; other bytes become lone surrogates."""
    text = data.removeprefix(b"\xef\xbb\xbf").decode("utf-8", "surrogateescape")
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _command() -> list[str]:
    """Return the words with which the editor is called, or end with a usage error."""
    for variable in ("VISUAL", "EDITOR"):
        words = shlex.split(os.environ.get(variable, ""), posix=os.name != "nt")
        if words:
            return words
    found = next(filter(None, map(shutil.which, _USUAL)), None)
    if found is None:
        output.fail("there is no editor: set EDITOR, or give the text with --text FILE")
    return [found]
