"""The data folders shipped with the package: inside it when installed, else in the checkout."""

from __future__ import annotations

from pathlib import Path

_CHECKOUT_NAMES = {"grammar": "grammar", "bundled": "data"}


def resource_folder(name: str) -> Path:
    """Return the folder of the grammars (``grammar``) or of the bundled records (``bundled``)."""
    package = Path(__file__).resolve().parent.parent
    installed = package / name
    return installed if installed.is_dir() else package.parent / _CHECKOUT_NAMES[name]
