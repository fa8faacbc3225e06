"""The play that a certificate states, line by line and by the rules: nothing is remembered.

What the tests hold against the checker. It takes what ``certify`` would write; types and settings
are the checker's business.
"""

from typing import Any

from mentis_records.core.outcome import WINNERS
from mentis_records.games import find_game


class NotWonError(Exception):
    """A line does not end with the winner's win on the board."""


def play_out(certificate: dict[str, Any]) -> tuple[int, set[str]]:
    """Return the plies of the longest line, and where the winner moves; all lines are won.

    Raises:
        NotWonError: some are not won, or have more than the stated plies.
    """
    game = find_game(certificate["game"])
    winner = game.description.sides.index(certificate["winner"])
    stated = certificate["moves"]
    needed = set()

    def plies_from(position: Any, left: int) -> int:
        outcome = game.outcome(position)
        if outcome is not None:
            if WINNERS[outcome.result] != winner:
                raise NotWonError
            return 0
        moves = {move.notation: move for move in game.legal_moves(position)}
        if position.side == winner:
            needed.add(game.format_position(position))
            chosen = stated.get(game.format_position(position))
            moves = {chosen: moves[chosen]} if chosen in moves else {}
        if not moves or not left:
            raise NotWonError
        return 1 + max(plies_from(game.play(position, move), left - 1) for move in moves.values())

    start = game.parse_position(certificate["position"], certificate["settings"])
    return plies_from(start, certificate["distance"]), needed
