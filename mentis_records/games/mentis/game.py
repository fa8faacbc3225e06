"""Mentis as a plug-in: the contract of ``core.game``, filled from this package's modules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from mentis_records.core.game import GameDescription, Option, Symmetry
from mentis_records.core.outcome import Outcome, Termination
from mentis_records.core.ply_syntax import PlySyntax
from mentis_records.core.verdict import Verdict
from mentis_records.games.mentis import code
from mentis_records.games.mentis.index.feature import EXCERPT, FEATURES, SIGHTINGS
from mentis_records.games.mentis.kernel.kernel import MentisKernel
from mentis_records.games.mentis.rules import move, move_generator, play, resolve, setup_string
from mentis_records.games.mentis.rules.ending import BLUE_WON, KING_CAPTURED, RED_WON
from mentis_records.games.mentis.rules.move import Move
from mentis_records.games.mentis.rules.position import Position, start
from mentis_records.games.mentis.tally.tally import TALLIES

if TYPE_CHECKING:
    from mentis_records.core.diagnostic import Example
    from mentis_records.core.feature import DerivedFeature
    from mentis_records.core.picture import BoardPicture
    from mentis_records.core.policy import Policy
    from mentis_records.core.query.predicate import Predicate
    from mentis_records.core.query.scene_sql import SceneSql
    from mentis_records.core.vocabulary import Vocabulary

STANDARD, WOLF = "Standard", "Wolf"


def _derived_features() -> tuple[DerivedFeature, ...]:
    from mentis_records.games.mentis.predicate.derived import DERIVED

    return DERIVED


def _examples() -> Mapping[str, tuple[Example, ...]]:
    from mentis_records.games.mentis.code.malformed import EXAMPLES

    return EXAMPLES


def _policies() -> tuple[Policy, ...]:
    from mentis_records.games.mentis.selfplay.policy import POLICIES

    return POLICIES


def _vocabulary() -> Vocabulary:
    from mentis_records.games.mentis.vocabulary import VOCABULARY

    return VOCABULARY


def _scene_sql() -> SceneSql:
    from mentis_records.games.mentis.predicate.scene_sql import MENTIS_SQL

    return MENTIS_SQL


def _predicates() -> tuple[type[Predicate], ...]:
    from mentis_records.games.mentis.predicate.registry import PREDICATES

    return PREDICATES


def _mirrored(of: Move) -> Move:
    return of.mirrored()


class Mentis:
    """The game of Mentis (rulebook; rulings R1 to R14)."""

    description = GameDescription(
        slug="mentis",
        title="Mentis",
        rules_version="1",
        grammar="mentis.lark",
        sides=("Blue", "Red"),
        options=(Option("Variant", (STANDARD, WOLF)),),
        repetitions=3,
        opener=0,
        kinds=move.KINDS,
        symmetries=(Symmetry("mirror", _mirrored),),
        codes=code.CODES,
        malformations=resolve.MALFORMATIONS,
        terminal_words=resolve.TERMINAL_WORDS,
        terminations=(KING_CAPTURED, Termination.REPETITION.value),
        features=FEATURES,
        excerpt=EXCERPT,
        sightings=SIGHTINGS,
        tallies=TALLIES,
        load_derived_features=_derived_features,
        load_examples=_examples,
        load_policies=_policies,
        load_vocabulary=_vocabulary,
        load_scene_sql=_scene_sql,
        load_predicates=_predicates,
    )

    def start_position(self, options: Mapping[str, str]) -> Position:
        """Return the start of the base game, or with ``Variant`` Wolf that of the expansion.

        Raises:
            ValueError: there is no such variant.
        """
        variant = options.get("Variant", STANDARD)
        if variant not in (STANDARD, WOLF):
            raise ValueError(f"no variant {variant!r}")
        return start(variant == WOLF)

    def parse_position(self, text: str, options: Mapping[str, str]) -> Position:
        """Return the position that a string states (notation, Position string).

        Raises:
            PositionError: it cannot be, or has a Wolf though the options say Standard.
        """
        return setup_string.parse_setup(text, has_wolf=options.get("Variant") != STANDARD)

    def format_position(self, position: Position) -> str:
        """Return the canonical position string."""
        return setup_string.format_setup(position)

    def legal_moves(self, position: Position) -> list[Move]:
        """Return the legal moves, sorted by notation; none when a King is missing."""
        listed = sorted(map(move.list_move, move_generator.legal_codes(position)))
        return [found for _, found in listed]

    def resolve(self, position: Position, ply: PlySyntax) -> Verdict[Move]:
        """Return what a written ply means here and whether it is legal."""
        return resolve.resolve(position, ply)

    def play(self, position: Position, move: Move) -> Position:
        """Return the position after a move that the board can follow."""
        return play.play_unchecked(position, move)

    def outcome(self, position: Position) -> Outcome | None:
        """Return the outcome when a King has been captured (rulebook, Ending the Game)."""
        if position.king_square(0) < 0:
            return RED_WON
        if position.king_square(1) < 0:
            return BLUE_WON
        return None

    def decode_move(self, code: int) -> Move:
        """Return the move with a packed code.

        Raises:
            ValueError: no move has this code.
        """
        return move.list_move(code)[1]

    def kernel(self, terminals: Sequence[str]) -> MentisKernel:
        """Return a kernel for plies in the tokens of a grammar with these terminals."""
        return MentisKernel(terminals)

    def picture(self, position: Position, last: Move | None) -> BoardPicture:
        """Return the position as a picture, with the squares of the ply that led to it."""
        from mentis_records.games.mentis.picture import picture

        return picture(position, last)


GAME = Mentis()
