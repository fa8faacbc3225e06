"""Ludii's trials: the parts of one, and the account that a game gives of it.

A trial is a text that Ludii writes of a played game. Its form is the same for all games; what
sites, pieces and actions mean is a game's own (the capability ``trials``).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field
from enum import StrEnum
from typing import NamedTuple, Protocol

from mentis_records.core.outcome import Outcome
from mentis_records.fast.late_dataclass import dataclass

Offsets = tuple[int, int]
"""Where something stands in a trial's text: its first character, and the one behind its last."""


class Told(NamedTuple):
    """A value that a line of a trial tells, and its place."""

    value: str
    place: Offsets


class Action(NamedTuple):
    """One action of a move: its name, and its values by key, both as written."""

    name: str
    values: Mapping[str, str]
    place: Offsets

    @property
    def written(self) -> str:
        """Return it as a trial has it."""
        values = ",".join(f"{key}={value}" for key, value in self.values.items())
        return f"[{self.name}:{values}]" if values else f"[{self.name}]"


@dataclass(frozen=True, slots=True)
class TrialMove:
    """A line of a move: who made it, from where to where, and the actions that it consists of.

    ``values`` are the numbers before the actions by key: ``mover`` (0 for what the rules of the
    start place, else a player), and but for a pass the sites ``from`` and ``to``. ``head`` is
    their place, ``mover_place`` that of the mover.
    """

    values: Mapping[str, int]
    actions: tuple[Action, ...]
    head: Offsets
    mover_place: Offsets

    @property
    def mover(self) -> int:
        """Return who made it."""
        return self.values["mover"]

    @property
    def start(self) -> int | None:
        """Return the site from where it goes, or None in a pass."""
        return self.values.get("from")

    @property
    def target(self) -> int | None:
        """Return the site to where it goes, or None in a pass."""
        return self.values.get("to")

    @property
    def written(self) -> str:
        """Return the numbers before the actions as a trial has them."""
        return ",".join(f"{key}={value}" for key, value in self.values.items())


@dataclass(frozen=True, slots=True)
class Trial:
    """What a trial says of a game, up to its end.

    ``placements`` are the moves of the rules of the start, ``moves`` those of players. ``sizes``
    are the numbers of legal moves before each of these, or empty where they are not told.
    """

    options: tuple[Told, ...]
    placements: tuple[TrialMove, ...]
    moves: tuple[TrialMove, ...]
    sizes: tuple[Told, ...]


class FaultKind(StrEnum):
    """In what a trial may differ from a game's rules; all but a size are errors."""

    OPTION = "option"
    PLACEMENT = "placement"
    MOVER = "mover"
    MOVE = "move"
    CONSEQUENCE = "consequence"
    SIZE = "size"


class TrialFault(NamedTuple):
    """One difference: where it stands, what was found there, and what the rules say, in words.

    ``ply`` counts from 1, or is None where it is about none.
    """

    kind: FaultKind
    place: Offsets
    found: str
    expected: str
    ply: int | None = None


class TrialPly(NamedTuple):
    """A ply as a record has it: its side, its move number, its notation, and its place."""

    side: int
    number: int
    notation: str
    place: Offsets


@dataclass(frozen=True, slots=True)
class TrialAccount:
    """What a trial means by a game's rules.

    ``settings`` are tags, each with the option that chooses it. ``sides`` are those of the first
    and the second player. ``plies`` go up to the first that the board cannot follow; it
    ``is_whole`` if there is none, and ``outcome`` then is the end that the board shows, if any.
    """

    settings: Mapping[str, Told] = field(default_factory=dict)
    sides: tuple[int, int] = (0, 1)
    plies: Sequence[TrialPly] = ()
    faults: Sequence[TrialFault] = ()
    outcome: Outcome | None = None
    is_whole: bool = True


class TrialReader(Protocol):
    """The capability ``trials``: a module or object that knows a game as Ludii does."""

    LUD: str
    """The name of the file with the game's rules in Ludii, such as ``Chess.lud``."""

    def read(self, trial: Trial) -> TrialAccount:
        """Return what a trial means; it may say anything."""
