"""What does not add up in an event, and what a reader of its table should know, in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations

from mentis_records.core.text import counted
from mentis_records.fast.late_dataclass import dataclass
from mentis_records.statistics.event.entry import Entry, Kind
from mentis_records.statistics.event.event import Event

_MOST_APART = 2
"""Games more with one side than with the other, from which that is told, if a tenth of all."""

_MOST_GAPS = 12
"""Missing rounds that are listed one by one."""

_MOST_PAIRS = 1_000
"""Missing pairs that are listed one by one."""


@dataclass(frozen=True, slots=True)
class Finding:
    """What is found of some games: of which kind it is, and in words what.

    ``is_fault`` says that the table may be wrong or will change. ``players`` are those of a pair,
    or the one, whose game is missing; ``games`` the numbers of the games that it is about.
    """

    kind: str
    words: str
    is_fault: bool
    players: tuple[str, ...] = ()
    games: tuple[int, ...] = ()


def findings(event: Event, sides: Sequence[str]) -> list[Finding]:
    """Return what is found: what may be wrong first."""
    faults = (
        *_nobodys(event),
        *_doubled(event),
        *_twice(event),
        *_open(event),
        *_missing(event),
        *_gaps(event),
    )
    return [*faults, *_absent(event), *_unplayed(event), *_unbalanced(event, sides)]


def _nobodys(event: Event) -> Iterator[Finding]:
    for game in event.left_out:
        names = " – ".join(name or "?" for name in game.players)
        place = f"{_round_words(game.round)}: " if game.round.strip("?-") else ""
        same = game.players[0] == game.players[1] != ""
        reason = "one player on both sides" if same else "a player is unknown"
        words = f"{place}{names}: {reason}, so the game is not counted"
        yield Finding("unknown", words, True, games=(game.number,))


def _doubled(event: Event) -> Iterator[Finding]:
    """Yield pairs that met too often: in one round, or more often than others did."""
    if event.is_series:
        return
    most = 1 if event.is_swiss else event.cycles
    for (first, second), met in event.met.items():
        if len(met) == 1:
            continue
        entries = [each for each in met if not (event.is_swiss and each.kind is Kind.FORFEIT)]
        rounds = Counter(each.round for each in met if each.round is not None)
        again = [number for number, times in rounds.items() if times > 1]
        for number in again:
            times = counted(rounds[number], "game")
            words = f"round {number}: {first} – {second}: {times}"
            games = _games(each for each in met if each.round == number)
            yield Finding("doubled", words, True, games=games)
        if len(entries) > most and not again:
            places = _places(entries)
            where = f" ({places})" if places else ""
            words = f"{first} – {second}: {counted(len(entries), 'game')}{where}"
            yield Finding("doubled", words, True, games=_games(entries))


def _twice(event: Event) -> Iterator[Finding]:
    """Yield players who have several games, with different opponents, in one round."""
    for name, entries in event.cards.items():
        if len({each.round for each in entries}) == len(entries):
            continue
        by_round: dict[int, set[str]] = {}
        for each in entries:
            if each.round is not None:
                by_round.setdefault(each.round, set()).add(each.opponent or "bye")
        for number, opponents in by_round.items():
            if len(opponents) > 1:
                words = f"round {number}: {name} plays {', '.join(sorted(opponents))}"
                games = _games(each for each in entries if each.round == number)
                yield Finding("doubled", words, True, games=games)


def _open(event: Event) -> Iterator[Finding]:
    for name, each in _first_views(event):
        if each.kind is Kind.OPEN:
            words = f"{_place(each)}{name} – {each.opponent}: no result"
            yield Finding("open", words, True, games=_games([each]))


def _missing(event: Event) -> Iterator[Finding]:
    """Yield pairs of an all-play-all that have not met as often as others did."""
    if event.is_swiss or event.is_series:
        return
    pairs = len(event.cards) * (len(event.cards) - 1) // 2
    lacking_pairs = pairs - sum(len(met) >= event.cycles for met in event.met.values())
    if lacking_pairs > _MOST_PAIRS:
        words = f"{lacking_pairs:,} of {pairs:,} pairs have not met as often as planned: too many"
        yield Finding("missing", f"{words} to be listed", True)
        return
    for pair in combinations(event.players, 2):
        lacking = event.cycles - len(event.met.get(pair, ()))
        if lacking > 0:
            games = "not met" if lacking == event.cycles else f"{counted(lacking, 'game')} missing"
            yield Finding("missing", f"{pair[0]} – {pair[1]}: {games}", True, players=pair)


def _gaps(event: Event) -> Iterator[Finding]:
    if event.rounds:
        gaps = sorted(set(range(1, event.rounds[-1])) - set(event.rounds))
        if len(gaps) > _MOST_GAPS:
            words = f"no game of {len(gaps):,} rounds before round {event.rounds[-1]}"
            yield Finding("missing", words, True)
            return
        if gaps:
            yield Finding("missing", f"no game of {_rounds(gaps)}", True)


def _absent(event: Event) -> Iterator[Finding]:
    for name, entries in event.cards.items():
        numbers = [each.round for each in entries if each.kind is Kind.ABSENT if each.round]
        if numbers:
            byes = "a bye" if len(numbers) == 1 else "byes"
            words = f"{name}: no game in {_rounds(numbers)}, taken as {byes} without points"
            yield Finding("absent", words, False, players=(name,))


def _unplayed(event: Event) -> Iterator[Finding]:
    for name, each in _first_views(event):
        if each.kind is Kind.FORFEIT:
            other = _points_against(event, each)
            score = f"{_points(each.points)}:{_points(other)}"
            words = f"{_place(each)}{name} – {each.opponent}: {score}, not played"
            yield Finding("unplayed", words, False)
        elif each.kind is Kind.BYE:
            points = f"{_points(each.points)} {'points' if each.points == 0 else 'point'}"
            yield Finding("unplayed", f"{_place(each)}{name}: bye, {points}", False)


def _unbalanced(event: Event, sides: Sequence[str]) -> Iterator[Finding]:
    for name, entries in event.cards.items():
        played = [each.side for each in entries if each.kind is Kind.PLAYED]
        counts = [played.count(side) for side in (0, 1)]
        apart = abs(counts[0] - counts[1])
        if apart >= max(_MOST_APART, sum(counts) / 10):
            words = ", ".join(f"{side} {times}" for side, times in zip(sides, counts, strict=False))
            yield Finding("sides", f"{name}: {words}", False)


def _first_views(event: Event) -> list[tuple[str, Entry]]:
    """Return each game once, as its first side has it, and byes, in the order of rounds."""
    found = [
        (name, each)
        for name, entries in event.cards.items()
        for each in entries
        if not each.side and each.kind is not Kind.ABSENT
    ]
    return sorted(found, key=lambda pair: (pair[1].round or 0, pair[0]))


def _points_against(event: Event, entry: Entry) -> float:
    """Return the points of the opponent from the same game."""
    cards = event.cards.get(entry.opponent or "", ())
    return next((each.points for each in cards if each.game == entry.game), 0.0)


def _games(entries: Iterable[Entry]) -> tuple[int, ...]:
    """Return the numbers of the games, each once."""
    return tuple(sorted({each.game for each in entries if each.game is not None}))


def _place(entry: Entry) -> str:
    return "" if entry.round is None else f"round {entry.round}: "


def _places(entries: Sequence[Entry]) -> str:
    return _rounds([each.round for each in entries if each.round is not None])


def _rounds(numbers: Sequence[int]) -> str:
    """Return numbers of rounds in words: ``rounds 1, 2 and 5``, or nothing."""
    if not numbers:
        return ""
    *first, last = map(str, numbers)
    return f"rounds {', '.join(first)} and {last}" if first else f"round {last}"


def _round_words(text: str) -> str:
    return text if "round" in text.lower() else f"round {text}"


def _points(points: float) -> str:
    return "½" if points == 0.5 else f"{points:g}"
