"""Collections of games that a policy's players play; knows no game and no file.

A game depends on the collection's seed and its own number alone, so it is the same whatever
the number of threads, and a collection begins like every longer one. Where a game is a round of a
match, the rounds that follow are played, too: the number is the match's.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import field

from mentis_records.core.capability import (
    is_round,
    match_rules,
    match_tags,
    next_settings,
    points_of,
)
from mentis_records.core.game import AnyGame
from mentis_records.core.match import Round
from mentis_records.core.outcome import RESULT_UNKNOWN, Outcome, Termination
from mentis_records.core.policy import SOURCE, PlayedGame, Player, Policy
from mentis_records.core.start import beginning_settings
from mentis_records.fast.late_dataclass import dataclass
from mentis_records.fast.mix import derive_seed
from mentis_records.games.selfplay.seating import seatings
from mentis_records.notation.write import format_game

_UNTERMINATED = Outcome(RESULT_UNKNOWN, Termination.UNTERMINATED)
_BATCH = 8
"""Games that a thread plays at a time."""

_AHEAD = 4
"""Batches a thread that are under way or wait to be taken."""


class _Notations(dict[int, str]):
    """The notation of every move that has been asked for, by code."""

    def __init__(self, game: AnyGame) -> None:
        super().__init__()
        self._game = game

    def __missing__(self, code: int) -> str:
        notation: str = self._game.decode_move(code).notation
        self[code] = notation
        return notation


@dataclass(frozen=True, slots=True)
class Collection:
    """What determines the games: who plays, how they start, when they stop, and chance.

    ``options`` are the settings that are asked for, by tag, ``max_plies`` the most plies of a game,
    ``seed`` is in 0 to 2**64 - 1.
    """

    game: AnyGame
    policy: Policy
    players: tuple[Player, ...]
    options: Mapping[str, str]
    max_plies: int
    seed: int
    notations: _Notations = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        """Begin without notations."""
        object.__setattr__(self, "notations", _Notations(self.game))

    @property
    def has_matches(self) -> bool:
        """Tell whether these games are first rounds of matches."""
        return is_round(self.game, self.options)

    def records(self, numbers: Iterable[int]) -> list[str]:
        """Return the texts with these numbers (from 1): the record of a game, or all of a match."""
        seats = seatings(self.players)
        texts: list[str] = []
        for number in numbers:
            seating = seats[(number - 1) % len(seats)]
            seed = derive_seed(self.seed, number)
            texts.append("\n".join(self._match(number, seating, seed)))
        return texts

    def _match(self, number: int, seating: tuple[Player, Player], seed: int) -> Iterator[str]:
        """Yield the record of a game, or those of all rounds of a match."""
        facts = self.game.description
        event = f"Self-play, {self.policy.slug}, seed {self.seed}"
        if not self.has_matches:
            begun = self._beginning(seating, seed)
            tags, played = self._play(event, str(number), seating, begun, seed)
            yield self._written(tags, played)
            return
        rounds: list[Round] = []
        settled = facts.settled
        coming: Mapping[str, str] | None = (
            self.options if settled is None else settled(self.options)
        )
        of_match = f"{event}, match {number}"
        names = {side: each.name for side, each in zip(facts.sides, seating, strict=True)}
        while coming is not None:
            place = match_rules(self.game).place({"Event": of_match, **names, **coming})
            at = len(rounds) + 1 if place is None else place.number
            chance = derive_seed(seed, at) if rounds else seed
            tags, played = self._play(of_match, f"{number}.{at}", seating, coming, chance)
            rounds.append(self._round(at, tags, coming, played))
            yield self._written({**tags, **match_tags(self.game, rounds)}, played)
            coming = next_settings(self.game, rounds)

    def _play(
        self,
        event: str,
        name: str,
        seating: tuple[Player, Player],
        settings: Mapping[str, str],
        seed: int,
    ) -> tuple[dict[str, str], PlayedGame]:
        """Play a game; return it with its tags."""
        facts = self.game.description
        start = self.game.start_position(settings)
        temperatures = tuple(player.temperature for player in seating)
        played = self.policy.play(start, temperatures, seed, self.max_plies)
        outcome = played.outcome or _UNTERMINATED
        tags = {
            "Event": event,
            "Round": name,
            **{side: player.name for side, player in zip(facts.sides, seating, strict=True)},
            "Result": outcome.result,
            "Game": facts.title,
            **self._told(settings),
            "Termination": outcome.termination,
            "PlyCount": str(len(played.codes)),
            "Source": SOURCE,
        }
        return tags, played

    def _round(
        self, number: int, tags: Mapping[str, str], settings: Mapping[str, str], played: PlayedGame
    ) -> Round:
        """Return a played game as a round."""
        start = final = self.game.start_position(settings)
        for code in played.codes:
            final = self.game.play(final, self.game.decode_move(code))
        result, termination = tags["Result"], tags["Termination"]
        points = points_of(self.game, final, result, termination)
        return Round(number, tags, start, final, result, termination, points)

    def _written(self, tags: Mapping[str, str], played: PlayedGame) -> str:
        notations = map(self.notations.__getitem__, played.codes)
        return format_game(tags, played.sides, played.numbers, notations, self.game.description)

    def _beginning(self, seating: Sequence[Player], seed: int) -> dict[str, str]:
        """Return the tags with which a game begins: asked for, chosen by players, or usual."""
        begin = self.policy.begin
        chosen = {} if begin is None else begin(self.options, seating, seed)
        return {**beginning_settings(self.game.description, chosen), **self.options}

    def _told(self, beginning: Mapping[str, str]) -> dict[str, str]:
        """Return the tags that say how a game begins: all settings, unless some decide others."""
        facts = self.game.description
        told = dict(beginning)
        if facts.settled is None:
            told = {each.tag: each.chosen(beginning) for each in facts.settings} | told
        return {tag: value for tag, value in told.items() if value}


def generate(collection: Collection, games: int, jobs: int) -> Iterator[list[str]]:
    """Yield the texts of games or matches 1 to ``games`` in order, some at a time.

    ``jobs`` threads play; compiled policies run side by side. Nothing is played far ahead of
    what has been taken.
    """
    numbers = range(1, games + 1)
    batches = (numbers[first : first + _BATCH] for first in range(0, games, _BATCH))
    if jobs == 1:
        with _giving_up(collection.policy):
            yield from map(collection.records, batches)
        return
    with ThreadPoolExecutor(jobs) as pool, _giving_up(collection.policy):
        pending: deque[Future[list[str]]] = deque()
        try:
            for some in batches:
                pending.append(pool.submit(collection.records, some))
                if len(pending) == _AHEAD * jobs:
                    yield pending.popleft().result()
            while pending:
                yield pending.popleft().result()
        finally:
            for waiting in pending:
                waiting.cancel()


@contextmanager
def _giving_up(policy: Policy) -> Iterator[None]:
    """Give up the games that are being played when nobody waits for them any more."""
    try:
        yield
    except BaseException:
        if policy.stop is not None:
            policy.stop()
        raise
