"""Capabilities: what games may offer beyond the contract, asked for by the rooms around them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from mentis_records.core.game import AnyGame, GameDescription, NotOfferedError
from mentis_records.core.outcome import BIGGEST_POINTS, WINNERS, Outcome, Points, ending_words

if TYPE_CHECKING:
    from mentis_records.core.match import MatchRules, Round
    from mentis_records.core.material import MaterialModule
    from mentis_records.core.picture import BoardPicture
    from mentis_records.core.section import OwnSections
    from mentis_records.core.tally import Census
    from mentis_records.core.trial import TrialReader

KERNEL, PICTURE, SCORE, MATCH, SECTIONS = "kernel", "picture", "score", "match", "sections"
MATERIAL, CLAIMS, SEARCH, CHOICES = "material", "claims", "search", "choices"


def find(game: AnyGame, name: str, member: str = "") -> Any:
    """Return the function that is a capability of a game, of its name or another, or None.

    Raises:
        CapabilityError: it is declared, but cannot be had as declared.
    """
    return getattr(game.description.capability(name), member or name, None)


def choices_of(game: AnyGame, position: Any) -> list[tuple[Any, ...]]:
    """Return all that the side to move can choose, as a proof has to take it into account.

    Each choice is a tuple of moves: one move, or all those that it may turn out to be where hidden
    facts decide. There are none where the game is over.
    """
    choices = find(game, CHOICES)
    if choices is None:
        return [(move,) for move in game.legal_moves(position)]
    return list(choices(position))


def may_be_won(game: AnyGame, position: Any, side: int) -> bool:
    """Return True if hidden facts may have made a side win by the turn that led to a position."""
    claimed = find(game, CHOICES, "claimed")
    return claimed is not None and claimed(position) == side


def is_drawn(game: AnyGame) -> bool:
    """Tell whether a game's boards can be drawn."""
    return find(game, PICTURE) is not None


def picture_of(
    game: AnyGame, position: Any, last: Any, ended: Outcome | None = None
) -> BoardPicture:
    """Return a position as a picture, with the squares of the move that led to it.

    Args:
        game: whose rules hold.
        position: what stands on the board.
        last: the move that led to it, or None.
        ended: how the game ended here; what ends it on the board need not be given.

    Raises:
        NotOfferedError: the game's boards cannot be drawn.
    """
    draw = find(game, PICTURE)
    if draw is None:
        raise NotOfferedError(f"boards of {game.description.title} cannot be drawn")
    picture: BoardPicture = draw(position, last)
    outcome = game.outcome(position) or ended
    if outcome is None or outcome.result not in WINNERS:
        return picture
    ending = ending_words(picture.sides, outcome)
    return replace(picture, ending=ending, winner=WINNERS[outcome.result])


def is_claimable(game: GameDescription, position: Any, result: str, termination: str) -> bool:
    """Tell whether a game may have ended in a position in a way that its board does not show.

    Args:
        game: its facts.
        position: the last one.
        result: how it ended, as the record has it.
        termination: in which way: one of those that boards of the game show.
    """
    claims = game.capability(CLAIMS)
    return claims is not None and bool(claims.may_have_ended(position, result, termination))


def points_of(game: AnyGame, position: Any, result: str, termination: str | None) -> Points | None:
    """Return the points of a game that ended in a position, or None: as its board says, or else it.

    Args:
        game: whose rules hold.
        position: the last one.
        result: how it ended.
        termination: in which way, or None where that is not known.

    Raises:
        ValueError: what the game says are no points.
    """
    if not game.description.has_points:
        return None
    outcome = game.outcome(position)
    score = find(game, SCORE)
    points: Points | None = None
    if outcome is not None:
        points = outcome.points
    elif score is not None:
        points = score(position, result, termination)
    return None if points is None else checked_points(points)


def checked_points(points: Any) -> Points:
    """Return points that a game has given, which may be anything.

    Raises:
        ValueError: they are not two whole numbers of 32 bits.
    """
    if not (
        isinstance(points, tuple)
        and len(points) == 2
        and all(isinstance(each, int) and abs(each) <= BIGGEST_POINTS for each in points)
    ):
        raise ValueError(f"{points!r} are no points: two whole numbers")
    return int(points[0]), int(points[1])


def match_rules(game: AnyGame) -> MatchRules:
    """Return what a game that has matches says of them.

    Raises:
        CapabilityError: it cannot be had as declared.
    """
    rules: MatchRules = game.description.capability(MATCH)
    return rules


def is_round(game: AnyGame, tags: Mapping[str, str]) -> bool:
    """Tell whether a record is a round, and its game checks what it claims of its match."""
    tell = find(game, MATCH, "is_round")
    return tell is not None and bool(tell(tags))


def stones_of(game: AnyGame, start: Any) -> Points | None:
    """Return with how many pieces both sides begin a round, or None if the game does not say it."""
    count = find(game, MATCH, "stones")
    return None if count is None else checked_points(count(start))


def next_settings(game: AnyGame, rounds: Sequence[Round]) -> Mapping[str, str] | None:
    """Return all settings of the round that comes next in a match, or None if none does."""
    tell = find(game, MATCH, "next_settings")
    settings: Mapping[str, str] | None = None if tell is None else tell(rounds)
    return settings


def match_tags(game: AnyGame, rounds: Sequence[Round]) -> Mapping[str, str]:
    """Return the tags by which the last of some rounds says how its match stands."""
    tell = find(game, MATCH, "told")
    tags: Mapping[str, str] = {} if tell is None else tell(rounds)
    return tags


def has_families(game: AnyGame) -> bool:
    """Tell whether a game puts its openings into families."""
    return game.description.capability("families") is not None


def family_of(game: AnyGame, move: Any) -> str:
    """Return the name of the family of openings of a first ply: by default its notation."""
    family = find(game, "families", "family")
    return move.notation if family is None else str(family(move))


def trials_of(description: GameDescription) -> TrialReader | None:
    """Return what a game says of Ludii's trials, or None."""
    reader: TrialReader | None = description.capability("trials")
    return reader


def material_of(game: AnyGame) -> MaterialModule | None:
    """Return what a game says of the pieces that sides own, or None."""
    module: MaterialModule | None = game.description.capability(MATERIAL)
    return module


def about_families(game: AnyGame) -> str:
    """Return how the names of a game's families of openings read, or nothing."""
    return str(find(game, "families", "ABOUT") or "")


def sections_of(game: AnyGame, census: Census) -> OwnSections | None:
    """Return what a game adds to the collection report, or None.

    Raises:
        CensusError: the counts do not add up.
    """
    describe = find(game, SECTIONS)
    if describe is None:
        return None
    sections: OwnSections = describe(census)
    return sections
