"""What a game without a kernel of its own says of its positions becomes numbers, or a sentence."""

from array import array
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

from mentis_records.core.capability_module import CapabilityError
from mentis_records.core.feature import Excerpt, ExcerptPart, Feature
from mentis_records.fast.kernel import fill_columns
from mentis_records.games import GAMES
from mentis_records.notation.bulk.plain_kernel import PlainKernel

FEATURES = (Feature("number", 3, "the number of the move"), Feature("side", 1, "who is to move"))
EXCERPT = Excerpt(
    *("later", "positions of Red's", "side", (ExcerptPart("laters", "all", 1),)),
    *((Feature("square", 8, "the number by itself"),), ("number",)),
)
SIGHTINGS = (Feature("seen", 63, "a bit for each number"),)


def describe(position: Any) -> tuple[int, ...]:
    return position.move_number, position.side, position.move_number**2


def see(position: Any) -> tuple[int, ...]:
    return (1 << position.move_number,)


def kernel_with(**index: Any) -> PlainKernel:
    """Return a plain kernel of the first game with an index, with its start in a slot."""
    members = {"FEATURES": FEATURES, "EXCERPT": EXCERPT, "SIGHTINGS": SIGHTINGS} | index
    facts = replace(GAMES[0].description, capabilities={"index": SimpleNamespace(**members)})
    members = {name: getattr(GAMES[0], name) for name in dir(GAMES[0]) if name[0] != "_"}
    game: Any = SimpleNamespace(**members | {"description": facts})
    kernel = PlainKernel(game)
    kernel.reserve(1)
    kernel.fill(0, game.start_position({}))
    return kernel


def filled(kernel: PlainKernel) -> tuple[list[int], list[int]]:
    """Return the columns, and what is seen, of a game of two plies."""
    kernel.restore_slot(0)
    turns = array("q", [-1])
    for side in (0, 1):
        turns.append(min(kernel.legal_codes()) << 3 | side)
        kernel.play_anyway(turns[-1] >> 3)
    columns, seen = array("q", bytes(8 * 9)), array("q", bytes(8 * 3))
    fill_columns(kernel, array("i", [0]), turns, columns, seen)
    return columns.tolist(), seen.tolist()


def test_features_excerpt_and_sightings() -> None:
    kernel = kernel_with(describe=describe, see=see)
    assert (kernel.feature_count, kernel.excerpt_count, kernel.sighting_count) == (2, 1, 1)
    assert filled(kernel) == ([1, 1, 2, 0, 1, 0, 1, 1, 4], [3, 1, 6])
    assert kernel.fault is None
    kernel.restore_slot(0)
    assert kernel.features().tolist() == [1, 0, 1]


FAULTS = {
    "too great": ({"describe": lambda _: (8, 0, 0)}, "describe gives 8 for number, which has 3"),
    "negative": ({"describe": lambda _: (-1, 0, 0)}, "describe gives -1 for number"),
    "too few": ({"describe": lambda _: (1, 0)}, "describe gives 2 numbers in place of 3"),
    "no numbers": ({"describe": lambda _: ("a", 0, 0)}, "describe: TypeError: 'str' object"),
    "raised": ({"describe": lambda _: 1 // 0}, "describe: ZeroDivisionError: integer"),
    "seen": ({"see": lambda _: (1 << 63,)}, "see gives 9223372036854775808 for seen"),
}


@pytest.mark.parametrize("name", FAULTS)
def test_what_does_not_fit_is_kept_as_a_fault(name: str) -> None:
    wrong, words = FAULTS[name]
    kernel = kernel_with(**{"describe": describe, "see": see} | wrong)
    filled(kernel)
    with pytest.raises(CapabilityError, match=f"^Mentis lacks its index: {words}"):
        raise kernel.fault


@pytest.mark.parametrize(("name", "given"), [("describe", {}), ("see", {"describe": describe})])
def test_an_index_is_filled_by_someone(name: str, given: dict[str, Any]) -> None:
    with pytest.raises(
        CapabilityError,
        match=f"^Mentis lacks its index: without a kernel of its own it needs a function {name}$",
    ):
        kernel_with(**given)
