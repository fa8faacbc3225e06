"""A record that may repeat a game or be repeated: what it says, and what it has learned."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from mentis_records.core.date import is_date
from mentis_records.core.outcome import RESULT_UNKNOWN
from mentis_records.notation.record_field import OPENING
from mentis_records.store.identity import (
    UNKNOWN,
    Content,
    Occasion,
    is_agreeing,
    occasion_of,
    opening_keys,
    without_result,
)
from mentis_records.store.row import Place
from mentis_records.store.schema import DESCRIPTION_OF, OPTION_COLUMNS

_OWN_TAGS = frozenset(
    {"Game", "Position", "PlyCount", "Result", "Termination", "Source", *OPTION_COLUMNS}
)
"""Tags that speak of the record itself: no other one has them from it."""


@dataclass(slots=True, eq=False)
class Candidate:
    """A record with its place; ``text`` is it where it says more than tags and plies.

    ``game_id`` is the number of the game that it is or becomes, 0 while it has none. ``keeper``
    is the record that is kept in its place. ``tags``, ``result`` and ``termination`` begin as
    those of the record and learn from its duplicates what they leave open. One that ``is_open`` has
    no result at its end: it may have been cut short, perhaps within a ply, and nobody learns of it
    until it learns of a duplicate that is not open. ``held`` is what such records say of the
    occasion, by its place there.
    """

    content: Content
    said: Mapping[str, str]
    said_result: str
    termination: str | None
    place: Place
    text: str | None = None
    game_id: int = 0
    keeper: Candidate | None = None
    is_changed: bool = False
    is_open: bool = False
    held: dict[int, str] = field(default_factory=dict)
    tags: dict[str, str] = field(init=False)
    result: str = field(init=False)
    _occasion: Occasion | None = field(init=False, default=None)

    def __post_init__(self) -> None:
        """Begin with what the record says."""
        self.tags = dict(self.said)
        self.result = self.said_result

    @property
    def occasion(self) -> Occasion:
        """Return who played when and where and how it ended, as far as it is known."""
        if self._occasion is None:
            game = DESCRIPTION_OF[self.content.game]
            self._occasion = occasion_of(game, self.tags, self.result)
        return self._occasion

    @property
    def openings(self) -> list[int]:
        """Return the hashes of its openings (``identity.opening_keys``)."""
        sides = DESCRIPTION_OF[self.content.game].sides
        return opening_keys(self.content, [self.tags.get(side) for side in sides])

    @property
    def is_short(self) -> bool:
        """Tell whether it has fewer than ``OPENING`` plies, and it is known who played."""
        return 0 < len(self.openings) < OPENING

    @property
    def has_new_players(self) -> bool:
        """Tell whether all players are known since it has learned, and were not before."""
        sides = DESCRIPTION_OF[self.content.game].sides
        said, known = (
            [tags.get(side, "") in UNKNOWN for side in sides] for tags in (self.said, self.tags)
        )
        return any(said) and not any(known)

    @property
    def root(self) -> Candidate:
        """Return the record that is kept at last."""
        found = self
        while found.keeper is not None:
            found = found.keeper
        return found

    @property
    def bounds(self) -> Occasion:
        """Return the occasion, and of what it leaves open what duplicates say of whom none learns.

        What contradicts one of them is another game.
        """
        if not self.held:
            return self.occasion
        return tuple(
            self.held.get(at) if value is None else value for at, value in enumerate(self.occasion)
        )

    def is_same(self, other: Candidate) -> bool:
        """Tell whether both are one game, whole in both."""
        return self.content == other.content and is_agreeing(self.bounds, other.bounds)

    def has_same_occasion(self, other: Candidate) -> bool:
        """Tell whether known players agree, and all the rest but the result."""
        sides = DESCRIPTION_OF[self.content.game].sides
        players = self.occasion[: len(sides)]
        return (
            None not in players
            and players == other.occasion[: len(sides)]
            and is_agreeing(without_result(self.bounds), without_result(other.bounds))
        )

    def hold(self, bounds: Occasion) -> None:
        """Let nothing that contradicts a duplicate be taken for this game."""
        for at, (value, known) in enumerate(zip(bounds, self.bounds, strict=True)):
            if value is not None and known is None:
                self.held[at] = value

    def learn(self, other: Candidate, has_whole_game: bool) -> None:
        """Take over what another record of the game knows and this one does not.

        ``has_whole_game`` tells that the other has all its plies, so that its result counts.
        """
        self.hold(other.bounds if has_whole_game else (*without_result(other.bounds), None))
        if other.is_open:
            return
        if has_whole_game and self.is_open:
            self.is_open, self.is_changed = False, True
        for tag, value in other.tags.items():
            if tag in _OWN_TAGS or value in UNKNOWN or (tag == "Date" and not is_date(value)):
                continue
            if self.tags.get(tag, "") in UNKNOWN:
                self.tags[tag] = value
                self.is_changed, self._occasion = True, None
        if has_whole_game and other.result != RESULT_UNKNOWN:
            is_new = self.result == RESULT_UNKNOWN
            if is_new or (self.termination is None and other.termination is not None):
                self.result, self.termination = other.result, other.termination
                self.is_changed, self._occasion = True, None
