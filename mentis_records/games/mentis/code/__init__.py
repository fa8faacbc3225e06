"""The catalogue entries of Mentis: what can be wrong with a ply.

A module of them is imported when one of its names is used: a valid record needs none.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from mentis_records.games.mentis.code.catalogue import *  # noqa: F403
else:

    def __getattr__(name: str) -> Any:
        """Return what the first module with this name calls so."""
        if name.isupper():
            for module in ("capture", "deployment", "movement", "writing", "catalogue"):
                found = vars(import_module(f"{__name__}.{module}")).get(name)
                if found is not None:
                    globals()[name] = found
                    return found
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
