"""Where a game leads in the explorer: positions in the tree, players, event, match, source."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from mentis_records.core.start import beginning_settings
from mentis_records.core.text import one_line, quoted
from mentis_records.explorer.address import MAX_PARAMETERS, Address
from mentis_records.explorer.played.asked_game import AskedGame
from mentis_records.explorer.visit import Visit
from mentis_records.explorer.walk.branch_list import LONGEST
from mentis_records.store.record import Origin

_UNKNOWN = ("", "?", "-")


class TreePlaces:
    """The addresses of a game's positions in the opening tree."""

    def __init__(self, visit: Visit, asked: AskedGame, positions: Sequence[Any], last: int) -> None:
        """Check whether the game begins where its settings say.

        Positions 0 to ``last`` are those of the mainline, others of variations may follow. A game
        as one side sees it has no places in the tree: its settings may tell what is hidden.
        """
        game, record = asked.game, asked.record
        description = game.description
        self.positions = [game.format_position(position) for position in positions]
        self._last = last
        self.base: Address | None = None
        self.is_usual = False
        self._line: list[str] = []
        if asked.side is not None:
            return
        self._line = [ply.move.notation for ply in record.plies[:last]]
        settings = {
            setting.tag: record.tags[setting.tag]
            for setting in description.settings
            if record.tags.get(setting.tag)
        }
        base = visit.address.go("tree")
        if visit.sole != description.slug:
            base = base.have(rules=description.slug)
        self.base = base.have(setting=[f"{tag}={value}" for tag, value in settings.items()])
        try:
            start = game.start_position(beginning_settings(description, settings))
            self.is_usual = game.format_position(start) == record.start
        except ValueError:
            self.is_usual = False

    def at(self, index: int) -> Address | None:
        """Return the address of a position, None if it has none or one that is too long."""
        if self.base is None:
            return None
        if self.is_usual and index <= self._last:
            moves = " ".join(self._line[:index])
            place = self.base.have(moves=moves or None)
            if len(str(place)) <= LONGEST:
                return place
        return _fitting(self.base.have(position=self.positions[index]))

    def data(self) -> dict[str, Any]:
        """Return what a script needs to make these addresses."""
        return {
            "tree": None if self.base is None else str(self.base),
            "moves": self._line if self.is_usual else None,
            "positions": self.positions,
            "last": self._last,
            "longest": LONGEST,
        }


def player_places(asked: AskedGame) -> list[Address | None]:
    """Return the addresses of the games of each player, None of one who is not known."""
    names = [asked.seen.tags.get(side, "") for side in asked.game.description.sides]
    return [_games(asked, "player", name) for name in names]


def event_place(asked: AskedGame) -> Address | None:
    """Return the address of the games of the same event, None of a game of none."""
    return _games(asked, "Event", asked.seen.tags.get("Event", ""))


def source_place(asked: AskedGame, origin: Origin) -> Address | None:
    """Return the address of the games from the same source."""
    return _games(asked, "source", origin.source)


def source_words(origin: Origin) -> str:
    """Return where a record stands: ``club.mgn, record 3 (line 41)``."""
    member = f" ({one_line(origin.member)})" if origin.member else ""
    return f"{one_line(origin.source)}{member}, record {origin.index:,}, line {origin.line:,}"


def view_places(visit: Visit, sides: Sequence[str]) -> list[tuple[str, Address]]:
    """Return the addresses of the same game as all see it and as each side does, with words."""
    address = visit.address.have(at=None)
    both = [("All pieces", address.have(view=None))]
    return both + [(f"As {side} sees it", address.have(view=side.lower())) for side in sides]


def _games(asked: AskedGame, field: str, value: str) -> Address | None:
    text = None if value.strip() in _UNKNOWN else quoted(value)
    if text is None:
        return None
    rules = [pair for pair in asked.address.parameters if pair[0] == "rules"]
    tests = (*rules, ("where", f"{field} = {text}"))
    return _fitting(Address(asked.address.database, "games", (), tests))


def _fitting(address: Address) -> Address | None:
    is_short = len(str(address)) <= LONGEST and len(address.parameters) <= MAX_PARAMETERS
    return address if is_short else None
