"""A text in the user's own editor: the program that VISUAL or EDITOR names."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import tempfile
from pathlib import Path

from mentis_records.cli import output

_VARIABLES = ("VISUAL", "EDITOR")

_SILENT = "vi"
"""An editor that does not tell on its screen how it is left."""

_USUAL = ("nano", _SILENT, "notepad")
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


def editor_help() -> str:
    """Return how to leave an editor that nobody has chosen and that does not tell, or nothing."""
    is_chosen = any(os.environ.get(variable, "").strip() for variable in _VARIABLES)
    if is_chosen or not _found().endswith(_SILENT):
        return ""
    return "in vi: i to write; Esc and :wq to save and leave; EDITOR names another editor"


def as_lines(data: bytes) -> str:
    """Return bytes as text whose lines end in a line feed; other bytes become lone surrogates."""
    text = data.removeprefix(b"\xef\xbb\xbf").decode("utf-8", "surrogateescape")
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _command() -> list[str]:
    """Return the words with which the editor is called, or end with a usage error."""
    for variable in _VARIABLES:
        words = shlex.split(os.environ.get(variable, ""), posix=os.name != "nt")
        if words:
            return words
    found = _found()
    if not found:
        output.fail("there is no editor: set EDITOR, or give the text with --text FILE")
    return [found]


def _found() -> str:
    """Return the first usual editor that is there, or nothing."""
    return next(filter(None, map(shutil.which, _USUAL)), None) or ""
