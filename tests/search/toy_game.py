"""Toy games by the contract: places, moves between them, and what a place is worth."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any

from mentis_records.core.game import GameDescription
from mentis_records.core.material import Change, Material
from mentis_records.core.outcome import Outcome


@dataclass(frozen=True, slots=True)
class Place:
    """A position: its name, who is to move, and how many pieces the first side has more."""

    name: str
    side: int
    lead: int
    key: int
    move_number: int = 1


@dataclass(frozen=True, slots=True)
class Step:
    """A move to a place, by its number among the places."""

    code: int
    notation: str
    kind: str = "step"


@dataclass
class ToyGame:
    """A game of the places that it is given; ``ends`` are results by the names of places."""

    places: Mapping[str, tuple[Place, tuple[str, ...]]]
    ends: Mapping[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Describe the game."""
        self.names = list(self.places)
        material = SimpleNamespace(
            MATERIAL=Material(("piece", "pieces"), ("piece",), "entered"),
            held=lambda position: ((0,), (0,)),
            owned=lambda position: ((max(position.lead, 0),), (max(-position.lead, 0),)),
            change=lambda code: Change(),
        )
        self.description = GameDescription(
            slug="toy",
            title="Toy",
            rules_version="1",
            grammar="",
            sides=("First", "Second"),
            kinds=("step",),
            terminations=("end",),
            capabilities={"material": material},
        )

    def place(self, name: str) -> Place:
        """Return a position by its name."""
        return self.places[name][0]

    def legal_moves(self, position: Place) -> list[Step]:
        """Return a step to each place that comes next."""
        if position.name in self.ends:
            return []
        return [Step(self.names.index(name), name) for name in self.places[position.name][1]]

    def play(self, position: Place, move: Step) -> Place:
        """Return the place that a step leads to."""
        return self.places[move.notation][0]

    def outcome(self, position: Place) -> Outcome | None:
        """Return the end that a place is."""
        result = self.ends.get(position.name)
        return None if result is None else Outcome(result, "end")

    def decode_move(self, code: int) -> Step:
        """Return the step to a place by its number."""
        return Step(code, self.names[code])


def toy(rows: Mapping[str, tuple[Any, ...]], ends: Mapping[str, str] | None = None) -> Any:
    """Return a game: by the letter of each place its side, lead, and the places that come next."""
    places = {
        name: (Place(name, side, lead, ord(name) << 3), tuple(following))
        for name, (side, lead, *following) in rows.items()
    }
    return ToyGame(places, ends or {})
