"""The moves of an entry of Abstract Play's records: rounds of one a player, and how they end."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from mentis_records.fast.late_dataclass import dataclass
from mentis_records.notation.source.apgr_claim import EntryError, shown
from mentis_records.notation.source.apgr_tag import ENDINGS, MOVE_FIELD

_MOVE = re.compile(r"[\w#\u2010-\u2015\u2212\u00d7-]{1,200}")
_LOSING = frozenset(("resigned", "timeout"))
"""The types of what is told with a move that name a player who has lost by it."""


@dataclass(frozen=True, slots=True)
class Turn:
    """What stands in one place of one round, counted from 0, with the further fields it has."""

    row: int
    side: int
    written: str
    details: Mapping[str, Any]

    @property
    def word(self) -> str:
        """Return the word as those of ``ENDINGS`` are written."""
        return self.written.lower()

    @property
    def field(self) -> str:
        """Return where it stands."""
        return f"moves[{self.row}][{self.side}]"

    @property
    def results(self) -> Sequence[Mapping[str, Any]]:
        """Return what is told with the move, in Abstract Play's own terms."""
        found = self.details.get("result")
        return [each for each in found if isinstance(each, dict)] if isinstance(found, list) else []

    def loser(self, detail: Mapping[str, Any]) -> int | None:
        """Return the index of the player who lost by what is told, if it says that."""
        player = detail.get("player")
        if detail.get("type") not in _LOSING or not isinstance(player, int):
            return None
        return player - 1


def read_turns(rounds: Sequence[Any], sides: int) -> Iterator[Turn]:
    """Yield what stands in the rounds; a place without a move is left out.

    Raises:
        EntryError: a round is no list of so many moves at most, or has a move that is not a word.
    """
    for row, moves in enumerate(rounds):
        if not isinstance(moves, list) or len(moves) > sides:
            raise EntryError(f"round {row + 1} is not a list of at most {sides} moves")
        for side, move in enumerate(moves):
            if move is None:
                continue
            details = dict(move) if isinstance(move, dict) else {}
            written = details.pop(MOVE_FIELD, None) if isinstance(move, dict) else move
            if not isinstance(written, str) or not _MOVE.fullmatch(written.strip()):
                raise EntryError(f"round {row + 1} has a move that is not a word: {shown(written)}")
            yield Turn(row, side, written.strip(), details)


def split_ending(turns: Sequence[Turn]) -> tuple[list[Turn], list[Turn]]:
    """Return the plies, and behind them the word that ends the game, once or from each player.

    Raises:
        EntryError: such a word stands in front of a ply, or two of them differ.
    """
    count = len(turns)
    while count and turns[count - 1].word in ENDINGS:
        count -= 1
    plies, endings = list(turns[:count]), list(turns[count:])
    for turn in plies:
        if turn.word in ENDINGS:
            raise EntryError(f"{turn.field} is {shown(turn.written)}, and moves follow")
    words = {turn.word for turn in endings}
    if len(words) > 1 or (words & {"resign", "timeout"} and len(endings) > 1):
        told = " and ".join(shown(turn.written) for turn in endings)
        raise EntryError(f"it ends more than once, by {told}")
    return plies, endings
