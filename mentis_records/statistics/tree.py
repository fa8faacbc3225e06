"""The opening tree: what was played in a position, and what came of it.

A position is found by its canonical key, so mirror images count together; moves are shown as
they stand in the position asked for. Moves that lead to one position, or to mirror images of
it, are one branch: its label is the notation most played, the others stand beside it. A position
that comes up on several lines goes on once, on the first and shortest of them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from mentis_records.core.game import AnyGame
from mentis_records.core.outcome import Outcome, ending_words
from mentis_records.core.progress import Progress
from mentis_records.fast.late_dataclass import dataclass
from mentis_records.statistics.grow import End, Grower, Limits, Seed, Twig
from mentis_records.statistics.interval import Score
from mentis_records.statistics.opening import NO_OPENINGS, Openings
from mentis_records.statistics.performance import Strength, strength_of
from mentis_records.statistics.result import Results
from mentis_records.store.count.continuation import Continuations, StoredContinuations
from mentis_records.store.database import Database
from mentis_records.store.selection import EVERY_GAME, Selection

MAX_POSITIONS = 10_000
"""Positions that a tree looks up unless it is asked for more."""


@dataclass(frozen=True, slots=True)
class Branch:
    """A move of a position.

    ``name`` is that of the opening, the last one on the line. ``played`` counts how often the
    move was played here, ``as_shown`` how often of these the position after it stood as
    ``position`` says; the other times it stood as a mirror image. ``reached`` counts how often
    that position came up, by whatever way. ``results`` are those of the games that played the
    move, each once, and so are the ``strength`` of those who played it, the dates, and the
    numbers of the ``best_games``. ``position`` is the string of the position after it.

    ``tree`` goes on from there; where it is None, ``end`` says why, and ``same_as`` is the line
    on which a position that transposes came first.
    """

    notation: str
    also: tuple[str, ...]
    name: str
    played: int
    as_shown: int
    reached: int
    results: Results
    strength: Strength
    first_date: str | None
    last_date: str | None
    best_games: tuple[int, ...]
    position: str
    tree: Tree | None = None
    end: End | None = None
    same_as: tuple[str, ...] = ()

    @property
    def score(self) -> Score:
        """Return the shares of the decided games with their intervals."""
        return self.results.score

    @property
    def replies(self) -> int | None:
        """Return how many moves were played after this one, or None if that was not looked up."""
        return None if self.tree is None else len(self.tree.branches) + self.tree.hidden


@dataclass(frozen=True, slots=True)
class Tree:
    """A position with its branches, the most played first.

    ``side`` is the name of the side to move and ``sides`` are all; ``name`` is that of the
    opening. ``reached`` counts how often the position came up, ``as_shown`` how often of these
    as ``position`` says and not as a mirror image; ``results`` are those of the games in which
    it did, each once. ``hidden`` counts the branches left out because fewer than ``min_games``
    games played them, and ``hidden_played`` how often they were played. ``outcome`` is how the
    board ends the game here, if it does.
    """

    position: str
    name: str
    side: str
    sides: tuple[str, ...]
    reached: int
    as_shown: int
    results: Results
    branches: tuple[Branch, ...]
    hidden: int
    hidden_played: int
    min_games: int
    outcome: Outcome | None = None

    @property
    def standing(self) -> str:
        """Return whose turn it is, or how the game ended here."""
        if self.outcome is not None:
            return ending_words(self.sides, self.outcome)
        return f"{self.side} to move"

    def walk(self, before: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Branch]]:
        """Yield all branches in reading order, each with the moves that lead to it, its own last.

        ``before`` are moves to put before them.
        """
        left = [(before, branch) for branch in reversed(self.branches)]
        while left:
            line, branch = left.pop()
            line = (*line, branch.notation)
            yield line, branch
            if branch.tree is not None:
                left += [(line, each) for each in reversed(branch.tree.branches)]


def opening_tree(
    database: Database,
    game: AnyGame,
    position: Any,
    *,
    depth: int = 1,
    min_games: int = 1,
    breadths: Sequence[int] = (),
    max_positions: int = MAX_POSITIONS,
    selection: Selection = EVERY_GAME,
    openings: Openings = NO_OPENINGS,
    name: str = "",
    at_start: bool = False,
    progress: Progress | None = None,
) -> Tree:
    """Return the moves played in a position, and those played after them, ``depth`` plies deep.

    Args:
        database: where the games are.
        game: whose position it is.
        position: a position of the game; one that never came up has a tree without branches.
        depth: how many plies.
        min_games: branches that fewer games played are counted, not shown.
        breadths: how many moves of a position are followed at each depth, by default all.
        max_positions: how many positions are looked up at most, those of most games first.
        selection: the games that count.
        openings: how positions are called.
        name: how the opening is called that led to the position, unless it has its own name.
        at_start: count in the position only the games that begin there, each with its first ply;
            else a game counts with each move that it played there, whenever it came there.
        progress: is told how far the work has come.

    Raises:
        ValueError: the depth or the number of positions is less than 1.
        StoreError: the database cannot be read.
    """
    continuations = StoredContinuations(database, game.description.slug, selection)
    return grow_tree(
        continuations,
        game,
        position,
        depth=depth,
        min_games=min_games,
        breadths=breadths,
        max_positions=max_positions,
        openings=openings,
        name=name,
        at_start=at_start,
        progress=progress,
    )


def grow_tree(
    continuations: Continuations,
    game: AnyGame,
    position: Any,
    *,
    depth: int = 1,
    min_games: int = 1,
    breadths: Sequence[int] = (),
    max_positions: int = MAX_POSITIONS,
    openings: Openings = NO_OPENINGS,
    name: str = "",
    at_start: bool = False,
    progress: Progress | None = None,
) -> Tree:
    """Return the same of what tells of continuations (``opening_tree``).

    Raises:
        ValueError: the depth or the number of positions is less than 1.
        StoreError: what is stored cannot be read.
    """
    if depth < 1:
        raise ValueError(f"a tree is at least one ply deep, not {depth}")
    if max_positions < 1:
        raise ValueError(f"a tree has at least one position, not {max_positions}")
    limits = Limits(depth, min_games, breadths, max_positions)
    grower = Grower(continuations, game, openings, limits, progress, at_start=at_start)
    seeds = grower.grow(position, name)
    trees: dict[int, Tree] = {}
    for seed in reversed(seeds):
        branches = tuple(
            _branch(game, twig, trees.pop(id(twig.child), None)) for twig in seed.twigs
        )
        trees[id(seed)] = _tree(game, seed, branches, min_games)
    return trees[id(seeds[0])]


def _tree(game: AnyGame, seed: Seed, branches: tuple[Branch, ...], min_games: int) -> Tree:
    sides = game.description.sides
    return Tree(
        game.format_position(seed.position),
        seed.name,
        sides[seed.position.side],
        sides,
        sum(seed.reach.times.values()),
        seed.reach.times.get(seed.position.key, 0),
        Results.of(seed.reach.results),
        branches,
        seed.hidden,
        seed.hidden_played,
        min_games,
        game.outcome(seed.position),
    )


def _branch(game: AnyGame, twig: Twig, tree: Tree | None) -> Branch:
    games = twig.games
    return Branch(
        twig.notation,
        twig.also,
        twig.name,
        twig.played,
        twig.as_shown,
        sum(twig.reach.times.values()),
        twig.results,
        strength_of(
            games.rated, games.rating_sum, games.met, games.opponent_sum, games.half_points
        ),
        games.first_date,
        games.last_date,
        games.best,
        game.format_position(twig.after),
        tree,
        twig.end,
        twig.same_as,
    )
