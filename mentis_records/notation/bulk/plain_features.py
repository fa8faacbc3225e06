"""The features of a position as a game tells them that has no kernel of its own."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from operator import index as whole
from typing import Any

from mentis_records.core.capability_module import CapabilityError
from mentis_records.core.feature import Feature
from mentis_records.core.game import AnyGame

Numbers = Callable[[Any], Iterable[int]]

_MOST_BITS = 63
"""What a column of signed numbers has room for."""


class PlainFeatures:
    """What a game's index says of positions: its features, its excerpt's, and its sightings."""

    def __init__(self, game: AnyGame) -> None:
        """Take a game, with or without an index.

        Raises:
            CapabilityError: it has an index, but no function that fills it.
        """
        facts = game.description
        index, excerpt = facts.capability("index"), facts.excerpt
        self._title = facts.title
        self.features = facts.features
        self.excerpted = excerpt.features if excerpt else ()
        self.sightings = facts.sightings
        self._describe: Numbers | None = getattr(index, "describe", None)
        self._see: Numbers | None = getattr(index, "see", None)
        for name, function, told in (
            ("describe", self._describe, (*self.features, *self.excerpted)),
            ("see", self._see, self.sightings),
        ):
            if told and function is None:
                raise self._fault(f"without a kernel of its own it needs a function {name}")

    def describe(self, position: Any) -> list[int]:
        """Return the features of a position, and those of the excerpt behind them.

        Raises:
            CapabilityError: the game gives none, too many, or numbers that do not fit.
        """
        features = (*self.features, *self.excerpted)
        return self._asked("describe", self._describe, position, features)

    def see(self, position: Any) -> list[int]:
        """Return what is to be seen in a position, a set of bits for each sighting.

        Raises:
            CapabilityError: as for ``describe``.
        """
        return self._asked("see", self._see, position, self.sightings)

    def _asked(
        self, name: str, function: Numbers | None, position: Any, features: Sequence[Feature]
    ) -> list[int]:
        if function is None:
            return []
        try:
            values = [whole(value) for value in function(position)]
        except Exception as error:
            text = str(error).split("\n", 1)[0]
            raise self._fault(f"{name}: {type(error).__name__}: {text}") from error
        if len(values) != len(features):
            raise self._fault(f"{name} gives {len(values)} numbers in place of {len(features)}")
        for feature, value in zip(features, values, strict=True):
            if not 0 <= value < 1 << min(feature.bits, _MOST_BITS):
                words = f"{name} gives {value} for {feature.name}, which has {feature.bits} bits"
                raise self._fault(words)
        return values

    def _fault(self, words: str) -> CapabilityError:
        return CapabilityError(f"{self._title} lacks its index: {words}")
