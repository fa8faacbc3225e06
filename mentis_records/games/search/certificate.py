"""Certificates of forced wins: the winner's moves against all replies, as files have them.

A certificate says by itself what it proves. How wins are found is the prover's business, and
whether a certificate holds is the checker's (``checker``), which knows nothing of this module.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import asdict
from typing import Any, Protocol

from mentis_records.core.capability import choices_of, may_be_won
from mentis_records.core.game import AnyGame
from mentis_records.core.outcome import WINNERS
from mentis_records.core.setting import lasting_settings
from mentis_records.fast.late_dataclass import dataclass


class CertificateError(Exception):
    """There is no such win to be certified, in one line."""


class WinFinder(Protocol):
    """Finds wins that can be forced, and leaves none out."""

    def forget(self) -> None:
        """Forget what was found, as it may not hold with other settings."""

    def prove(self, position: Any, plies: int, nodes: int | None = None) -> Any:
        """Return the move with which the side to move wins soonest, or None.

        None also if that takes more than so many plies.

        Raises:
            OutOfNodes: so many nodes do not tell.
        """


@dataclass(frozen=True, slots=True)
class Certificate:
    """A forced win with its proof.

    ``game`` is the game's slug; ``settings`` are those that hold beside ``position``, a position
    string. The side named ``winner`` wins within ``distance`` plies, and the longest line takes all
    of them. ``moves`` has its move, in notation, in every position of its turn that can arise if it
    plays like that, by position string; where hidden facts decide what a choice turns out to be,
    one of the moves that it may be.
    """

    game: str
    settings: Mapping[str, str]
    position: str
    winner: str
    distance: int
    moves: Mapping[str, str]

    def line(self) -> str:
        """Return the certificate as a line of JSON."""
        return json.dumps(asdict(self), ensure_ascii=False) + "\n"


def certify(
    game: AnyGame,
    position: Any,
    mate: int,
    prover: WinFinder,
    settings: Mapping[str, str] | None = None,
    nodes: int | None = None,
) -> Certificate:
    """Return the certificate of a forced win.

    Args:
        game: whose rules hold.
        position: where the win begins.
        mate: the plies until the game is won, as ``games.search.analysis.Line`` has them: negative
            if the side to move loses.
        prover: finds the moves.
        settings: values of settings by tag, such as a record's tags; those that hold beside a
            position are kept.
        nodes: the most that the prover may look at for one move.

    Raises:
        CertificateError: the win cannot be forced within so many plies.
        OutOfNodes: so many nodes do not tell.
    """
    facts = game.description
    winner = position.side if mate > 0 else 1 - position.side
    prover.forget()
    proof = _Proof(game, winner, prover, nodes)
    distance = proof.build(position, abs(mate))
    return Certificate(
        facts.slug,
        lasting_settings(facts.settings, settings or {}),
        game.format_position(position),
        facts.sides[winner],
        distance,
        proof.moves,
    )


class _Proof:
    """The winner's moves, each a win as soon as can be: no position is looked at twice."""

    def __init__(self, game: AnyGame, winner: int, prover: WinFinder, nodes: int | None) -> None:
        self.moves: dict[str, str] = {}
        self._game = game
        self._winner = winner
        self._prover = prover
        self._nodes = nodes
        self._lengths: dict[str, int] = {}

    def build(self, position: Any, plies: int) -> int:
        """Keep the winner's moves from a position on; return the plies of the longest line."""
        outcome = self._game.outcome(position)
        if outcome is not None and WINNERS[outcome.result] == self._winner:
            return 0
        text = self._game.format_position(position)
        is_open = may_be_won(self._game, position, 1 - self._winner)
        if outcome is not None or not plies or is_open:
            raise CertificateError(f"the game is not won in {text}")
        if text not in self._lengths:
            if position.side == self._winner:
                move = self._prover.prove(position, plies, self._nodes)
                if move is None:
                    raise CertificateError(f"no win within {plies} plies in {text}")
                self.moves[text] = move.notation
                moves = next(
                    choice for choice in choices_of(self._game, position) if move in choice
                )
            else:
                moves = sum(choices_of(self._game, position), ())
                if not moves:
                    raise CertificateError(f"there is no legal move in {text}")
            self._lengths[text] = 1 + max(
                self.build(self._game.play(position, move), plies - 1) for move in moves
            )
        return self._lengths[text]


class CertificateWriter:
    """Writes certificates, a line of JSON each; a position that comes again is not written again.

    ``count`` is how many were written.
    """

    def __init__(self, write: Callable[[str], object]) -> None:
        """Write with a function that takes texts."""
        self.count = 0
        self._write = write
        self._written: set[tuple[str, ...]] = set()

    def add(
        self,
        game: AnyGame,
        position: Any,
        mate: int,
        prover: WinFinder,
        settings: Mapping[str, str] | None = None,
        nodes: int | None = None,
    ) -> None:
        """Write the certificate of a forced win (``certify``) unless it has been written.

        Raises:
            CertificateError: the win cannot be forced within so many plies.
            OutOfNodes: so many nodes do not tell.
        """
        lasting = lasting_settings(game.description.settings, settings or {})
        name = (game.description.slug, game.format_position(position), *lasting.values())
        if name not in self._written:
            certificate = certify(game, position, mate, prover, settings, nodes)
            self._written.add(name)
            self._write(certificate.line())
            self.count += 1
