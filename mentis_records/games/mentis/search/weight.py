"""The weights of the features, read from the bundled file ``mentis-evaluation.json``.

The file says, too, among which games the points hold that follow from them (``games``), and how
well they do (``calibration``).
"""

from __future__ import annotations

import json
from array import array
from collections.abc import Mapping
from functools import cache
from typing import Any

from mentis_records.core.resource import resource_folder
from mentis_records.games.mentis.search.board import FEATURES

FILE = "mentis-evaluation.json"

COUNT_OF_TILES = {name: 1000 for name in FEATURES if name.endswith(("_on_board", "_in_hand"))}
"""The weights of plain tile counting, all tiles being worth the same."""


@cache
def evaluation() -> Mapping[str, Any]:
    """Return what the bundled file says."""
    found: dict[str, Any] = json.loads((resource_folder("bundled") / FILE).read_text("utf-8"))
    return found


def weights() -> Mapping[str, int]:
    """Return the fitted weights by feature, in thousandths of a logit."""
    found: dict[str, int] = evaluation()["features"]
    return found


def weight_row(chosen: Mapping[str, int]) -> array[int]:
    """Return weights in the order of the features; those that are not named are 0.

    Raises:
        ValueError: there is no such feature.
    """
    for name in chosen:
        if name not in FEATURES:
            raise ValueError(f"no feature {name!r}")
    return array("i", [chosen.get(name, 0) for name in FEATURES])
