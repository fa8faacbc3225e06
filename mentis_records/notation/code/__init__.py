"""The catalogue entries of the notation: text, syntax, tags, movetext, consistency.

A module of them is imported when one of its names is used: a valid record needs none.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from mentis_records.notation.code.catalogue import *  # noqa: F403
else:
    _MODULES = ("consistency", "movetext", "syntax", "tag", "text", "trial")

    def __getattr__(name: str) -> Any:
        """Return what the first module with this name calls so."""
        if name.isupper():
            for module in (
                "consistency",
                "movetext",
                "syntax",
                "tag",
                "text",
                "trial",
                "catalogue",
            ):
                found = vars(import_module(f"{__name__}.{module}")).get(name)
                if found is not None:
                    globals()[name] = found
                    return found
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
