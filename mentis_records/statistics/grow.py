"""Grow an opening tree from a database: level by level, a few questions each.

All positions of one depth are asked about together, so that the work grows with the depth and
the number of games, not with the number of positions. What becomes of it is the tree's matter.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import field
from enum import StrEnum
from typing import Any

from mentis_records.core.game import AnyGame, canonical
from mentis_records.core.progress import Progress
from mentis_records.fast.late_dataclass import dataclass
from mentis_records.statistics.image import Images, notations
from mentis_records.statistics.opening import Openings
from mentis_records.statistics.result import Results
from mentis_records.store.count.continuation import BranchGames, Continuations, Play, Reach

_QUESTIONS = 2
"""Questions to the database for each ply of depth."""


class End(StrEnum):
    """Why a tree does not go on after a move."""

    DEPTH = "depth"
    """It is as deep as was asked for."""

    BREADTH = "breadth"
    """Only the most played moves of a position are followed."""

    LIMIT = "limit"
    """As many positions as were asked for have been looked up."""

    TRANSPOSITION = "transposition"
    """The position is on another line, where the tree goes on."""


@dataclass(slots=True)
class Twig:
    """A move to be a branch; ``after`` is the position after it, and ``child`` grows from there."""

    notation: str
    also: tuple[str, ...]
    played: int
    as_shown: int
    games: BranchGames
    results: Results
    after: Any
    name: str
    reach: Reach = field(default_factory=Reach)
    end: End | None = None
    same_as: tuple[str, ...] = ()
    child: Seed | None = None

    @property
    def canonical_key(self) -> int:
        """Return the canonical key of the position after the move."""
        key: int = self.after.canonical_key
        return key


@dataclass(slots=True)
class Seed:
    """A position to be a tree, the line that leads to it, and what was played there.

    ``hidden`` moves are left out, which were played ``hidden_played`` times.
    """

    position: Any
    line: tuple[str, ...]
    name: str
    reach: Reach
    twigs: list[Twig] = field(default_factory=list)
    hidden: int = 0
    hidden_played: int = 0


@dataclass(frozen=True, slots=True)
class Limits:
    """How far a tree goes.

    ``breadths`` say of each depth how many moves of a position are followed; where they end, or
    without any, all are. At most ``positions`` are looked up, those of the most games first.
    """

    depth: int
    min_games: int
    breadths: Sequence[int]
    positions: int


class Grower:
    """Gathers one tree."""

    def __init__(
        self,
        continuations: Continuations,
        game: AnyGame,
        openings: Openings,
        limits: Limits,
        progress: Progress | None,
        *,
        at_start: bool = False,
    ) -> None:
        """Take where to ask, what counts, how openings are called, and how far to go."""
        self._continuations, self._game = continuations, game
        self._openings, self._limits, self._progress = openings, limits, progress
        self._at_start = at_start
        self._slug = game.description.slug
        self._lines: dict[int, tuple[str, ...]] = {}
        self._answered = 0

    def grow(self, position: Any, name: str) -> list[Seed]:
        """Return all positions of the tree, each before those that follow it, the root first.

        Raises:
            StoreError: the database cannot be read.
        """
        key = position.canonical_key
        reach = self._continuations.reach([key], at_start=self._at_start)[key]
        root = Seed(position, (), self._openings.name_of(self._slug, key) or name, reach)
        self._lines[key] = ()
        seeds = [root]
        level = [root] if reach.times else []
        for depth in range(self._limits.depth):
            if not level:
                break
            self._sprout(level, at_start=self._at_start and depth == 0)
            level = self._choose(level, depth, self._limits.positions - len(seeds))
            seeds += level
        self._tell(finished=True)
        return seeds

    def _tell(self, finished: bool = False) -> None:
        total = self._limits.depth * _QUESTIONS
        if self._progress is not None:
            self._progress(total if finished else self._answered, total)
        self._answered += 1

    def _sprout(self, level: Sequence[Seed], *, at_start: bool) -> None:
        """Find the moves of the positions of one depth."""
        keys = [seed.position.canonical_key for seed in level]
        self._tell()
        found, games = self._continuations.branches(keys, at_start=at_start)
        plays: dict[int, list[Play]] = {}
        for play in found:
            plays.setdefault(canonical(play.before), []).append(play)
        for seed, key in zip(level, keys, strict=True):
            self._sprout_one(seed, plays.get(key, ()), games)
        self._tell()
        ends = {twig.canonical_key for seed in level for twig in seed.twigs}
        if ends:
            reaches = self._continuations.reach(ends)
            for seed in level:
                for twig in seed.twigs:
                    twig.reach = reaches[twig.canonical_key]

    def _sprout_one(
        self, seed: Seed, plays: Sequence[Play], games: Mapping[tuple[int, int], BranchGames]
    ) -> None:
        """Find the moves of a position, the most played first."""
        position = seed.position
        images = Images(self._game, position)
        moves: dict[int, list[Any]] = {}
        ends: dict[int, Counter[int]] = {}
        written: Counter[str] = Counter()
        for play in plays:
            after = canonical(play.after)
            move = images.orient(play.move_code, after, play.before == position.key)
            if move is not None:
                moves.setdefault(after, []).extend([move, *images.images(move, after)])
                ends.setdefault(after, Counter())[play.after] += play.times
                written[move.notation] += play.times
        for after, together in moves.items():
            found = games[position.canonical_key, after]
            results = Results.of(found.results)
            played = ends[after].total()
            if results.games < self._limits.min_games:
                seed.hidden += 1
                seed.hidden_played += played
                continue
            label, *also = notations(together, written)
            move = next(move for move in together if move.notation == label)
            following = self._game.play(position, move)
            as_shown = ends[after][following.key]
            name = self._openings.name_of(self._slug, after) or seed.name
            seed.twigs.append(
                Twig(label, tuple(also), played, as_shown, found, results, following, name)
            )
        seed.twigs.sort(key=lambda twig: (-twig.played, twig.notation))

    def _choose(self, level: Sequence[Seed], depth: int, room: int) -> list[Seed]:
        """Return the positions of the next depth; say of every other move why it ends there."""
        breadths = self._limits.breadths
        breadth = breadths[depth] if depth < len(breadths) else None
        wanted: dict[int, tuple[Seed, Twig]] = {}
        for seed in level:
            for place, twig in enumerate(seed.twigs):
                key = twig.canonical_key
                if key in self._lines:
                    twig.end, twig.same_as = End.TRANSPOSITION, self._lines[key]
                    continue
                self._lines[key] = (*seed.line, twig.notation)
                if depth + 1 == self._limits.depth:
                    twig.end = End.DEPTH
                elif breadth is not None and place >= breadth:
                    twig.end = End.BREADTH
                else:
                    wanted[key] = seed, twig
        if len(wanted) > room:
            most = sorted(wanted, key=lambda key: -wanted[key][1].results.games)
            for key in most[max(room, 0) :]:
                wanted.pop(key)[1].end = End.LIMIT
        chosen = []
        for seed, twig in wanted.values():
            twig.child = Seed(twig.after, (*seed.line, twig.notation), twig.name, twig.reach)
            chosen.append(twig.child)
        return chosen
