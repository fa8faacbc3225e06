"""Cases of a test module, in a TOML file of the same name next to it."""

import tomllib
from pathlib import Path
from typing import Any


def cases_of(module: str) -> dict[str, Any]:
    """Return the tables and texts of a module, which is given as its ``__file__``."""
    return tomllib.loads(Path(module).with_suffix(".toml").read_text(encoding="utf-8"))
