"""A record that may repeat a game or be repeated: what it says, and what it has learned."""

from __future__ import annotations

from dataclasses import field

from mentis_records.core.outcome import RESULT_UNKNOWN
from mentis_records.fast.late_dataclass import dataclass
from mentis_records.notation.bulk.record_field import OPENING
from mentis_records.store.identity import (
    Content,
    Occasion,
    is_agreeing,
    is_one_occasion,
    is_unknown,
    occasion_of,
    opening_keys,
    players_of,
)
from mentis_records.store.row.place import Place
from mentis_records.store.row.said import Said
from mentis_records.store.schema import DESCRIPTION_OF, setting_tags

_OWN_TAGS = ("Game", "Position", "PlyCount", "Result", "Termination")
"""Tags that speak of the record itself, as its settings do: no other one has them from it."""


@dataclass(slots=True, eq=False)
class Candidate:
    """A record with its place; ``text`` is it where it says more than a game's tags and plies.

    ``game_id`` is the number of the game that it is or becomes, 0 while it has none, and
    ``former_id`` one that it has had as a game before, or 0. ``keeper`` is the record that is
    kept in its place. ``tags``, ``result``, ``termination`` and ``is_open`` begin as those of the
    record, or as what it has learned before, and learn from its duplicates what they leave open.
    """

    content: Content
    said: Said
    place: Place
    text: str | None = None
    game_id: int = 0
    former_id: int = 0
    known: Said | None = None
    keeper: Candidate | None = None
    is_changed: bool = False
    tags: dict[str, str] = field(init=False)
    result: str = field(init=False)
    termination: str | None = field(init=False)
    is_open: bool = field(init=False)
    _had_players: bool = field(init=False)
    _occasion: Occasion | None = field(init=False, default=None)

    def __post_init__(self) -> None:
        """Begin with what is known of the record."""
        known = self.said if self.known is None else self.known
        self.tags = dict(known.tags)
        self.result, self.termination = known.result, known.termination
        self.is_open = known.is_open
        self._had_players = self.has_players

    @property
    def occasion(self) -> Occasion:
        """Return who played when and where and how it ended, as far as it is known."""
        if self._occasion is None:
            self._occasion = occasion_of(self.content.game, self.tags, self.result)
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
    def has_players(self) -> bool:
        """Tell whether all players are known."""
        sides = DESCRIPTION_OF[self.content.game].sides
        return not any(is_unknown(self.tags.get(side)) for side in sides)

    @property
    def has_new_players(self) -> bool:
        """Tell whether all players are known since it has learned, and were not before."""
        return self.has_players and not self._had_players

    @property
    def root(self) -> Candidate:
        """Return the record that is kept at last."""
        found = self
        while found.keeper is not None:
            found = found.keeper
        return found

    def is_same(self, other: Candidate) -> bool:
        """Tell whether both are one game, whole in both."""
        game = DESCRIPTION_OF[self.content.game]
        return self.content == other.content and is_one_occasion(
            game, self.occasion, other.occasion
        )

    def has_same_occasion(self, other: Candidate) -> bool:
        """Tell whether all players are known and agree, and all the rest as far as it is known."""
        game = DESCRIPTION_OF[self.content.game]
        players = players_of(game, self.occasion)
        return (
            len(players) == len(game.sides)
            and players == players_of(game, other.occasion)
            and is_agreeing(self.occasion, other.occasion)
        )

    def learn(self, other: Candidate, has_whole_game: bool) -> None:
        """Take over what another record of the game knows and this one does not.

        ``has_whole_game`` tells that the other has all its plies.
        """
        if has_whole_game and self.is_open and not other.is_open:
            self.is_open, self.is_changed = False, True
        own = {*_OWN_TAGS, *setting_tags(self.content.game)}
        for tag, value in other.tags.items():
            if tag in own or is_unknown(value):
                continue
            if is_unknown(self.tags.get(tag)):
                self.tags[tag] = value
                self.is_changed, self._occasion = True, None
        if other.result != RESULT_UNKNOWN:
            is_new = self.result == RESULT_UNKNOWN
            if is_new or (self.termination is None and other.termination is not None):
                self.result, self.termination = other.result, other.termination
                self.is_changed, self._occasion = True, None
