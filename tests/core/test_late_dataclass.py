"""Data classes that compile their methods late do what those of ``dataclasses`` do."""

from __future__ import annotations

import copy
import dataclasses
import pickle
from collections.abc import Callable
from dataclasses import field
from typing import Any

import pytest

from mentis_records.fast.late_dataclass import dataclass


def declare(decorate: Callable[..., Any], **options: bool) -> Any:
    @decorate(**options)
    class Pair:
        """A pair."""

        one: int
        other: str = "x"
        many: list[int] = field(default_factory=list, compare=False)
        made: int = field(default=3, init=False, repr=False)
        last: bool = field(default=False, kw_only=True)

    return Pair


OPTIONS: list[dict[str, bool]] = [
    {},
    {"slots": True},
    {"frozen": True},
    {"frozen": True, "slots": True},
    {"frozen": True, "eq": False},
    {"frozen": True, "slots": True, "repr": False},
    {"kw_only": True, "frozen": True},
]


def tried(make: Any, *values: Any, **named: Any) -> Any:
    """Return what is made, as a mapping, or the type of what is raised."""
    try:
        return dataclasses.asdict(make(*values, **named))
    except TypeError:
        return TypeError


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_values(options: dict[str, bool]) -> None:
    late, usual = declare(dataclass, **options), declare(dataclasses.dataclass, **options)
    calls: list[tuple[tuple[Any, ...], dict[str, Any]]] = [
        ((1,), {}),
        ((1, "y"), {"last": True}),
        ((), {"one": 2, "many": [4]}),
        ((), {}),
        ((1, "y", [], True), {}),
        ((1,), {"made": 4}),
    ]
    for values, named in calls:
        assert tried(late, *values, **named) == tried(usual, *values, **named)
    first, second, other = (late(one=number, many=[number]) for number in (1, 1, 2))
    assert (first == second) == options.get("eq", True)
    assert first != other
    assert first != (1, "x", [1], 3, False)
    assert first.many is not late(one=1).many
    again = usual(one=1, many=[1])
    assert type(first).__match_args__ == usual.__match_args__
    if options.get("repr", True):
        assert repr(first).split("(", 1)[1] == repr(again).split("(", 1)[1]
    if options.get("frozen"):
        assert (hash(first) == hash(second)) == options.get("eq", True)
        with pytest.raises(dataclasses.FrozenInstanceError):
            first.one = 2
        with pytest.raises(dataclasses.FrozenInstanceError):
            del first.one
    else:
        first.one = 5
        assert first.one == 5
        assert late.__hash__ is None
    assert dataclasses.replace(other, one=7).one == 7
    assert copy.deepcopy(other).many == [2]


@dataclass(frozen=True, slots=True)
class Kept:
    """One that a module has, as pickling wants it; it computes what it is to have."""

    one: int
    twice: int = 0

    def __post_init__(self) -> None:
        object.__setattr__(self, "twice", 2 * self.one)

    def __repr__(self) -> str:
        return f"<{self.one}>"


@dataclass(frozen=True, slots=True)
class Longer(Kept):
    """One with a field more."""

    more: str = "m"


def test_own_methods_and_subclasses() -> None:
    assert (Kept(4).twice, repr(Kept(4))) == (8, "<4>")
    assert pickle.loads(pickle.dumps(Kept(4))) == Kept(4)
    longer = Longer(1, more="z")
    assert (longer.one, longer.twice, longer.more) == (1, 2, "z")
    assert longer != Kept(1)
    assert longer == Longer(1, 9, "z")
