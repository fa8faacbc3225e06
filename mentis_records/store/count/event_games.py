"""Ask the database for the games of events: who met whom in which round, and what came of it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import date, timedelta

from mentis_records.core.date import Period, period_of
from mentis_records.core.game import AnyGame
from mentis_records.core.text import folded, quoted
from mentis_records.fast.late_dataclass import dataclass
from mentis_records.store.count.ask import fetch_rows
from mentis_records.store.database import Database
from mentis_records.store.schema import GAME_PLAYERS
from mentis_records.store.schema.record_sql import folded_sql
from mentis_records.store.selection import EVERY_GAME, Selection

NO_EVENT = ("", "?", "-")
"""Texts of the tag Event that name none."""


_GAP = timedelta(days=60)
"""Years without games of an event for so long at their turn are two events of one name."""


@dataclass(frozen=True, slots=True)
class EventPart:
    """One event of those that may have the same name.

    ``differences`` are the tests that tell it from the others of its name, empty if it is alone.
    """

    name: str
    games: int
    differences: tuple[str, ...]

    @property
    def filter(self) -> str | None:
        """Return the filter for its games, or None if no filter can have its name."""
        name = quoted(self.name)
        return None if name is None else self.distinguished(f"Event = {name}")

    def distinguished(self, name: str) -> str:
        """Return its name, as it is given, with what distinguishes it from others of that name."""
        return " and ".join((name, *self.differences))


@dataclass(frozen=True, slots=True)
class EventGame:
    """A game or a match of an event, with the players of the first two sides, empty where unknown.

    A match is one pairing: its first round, with the result of the match and the plies of all.

    ``round`` and ``termination`` are the texts of the record, empty where it has none.
    """

    number: int
    round: str
    date: str
    players: tuple[str, str]
    result: str
    termination: str
    plies: int


def fetch_events(
    database: Database, game: AnyGame, selection: Selection = EVERY_GAME
) -> list[EventPart]:
    """Return the events of the selected games of a kind, those of one name told apart.

    Events of one name are several if they have different values of Site, EventDate or Section, or
    are of different years, unless games at the turn of the year connect these.

    Raises:
        StoreError: the database cannot be read.
    """
    rows = fetch_rows(
        database,
        f"""
        select coalesce(event, ''), coalesce(site, ''),
            coalesce(map_extract(tags, 'EventDate')[1], ''),
            coalesce(map_extract(tags, 'Section')[1], ''), coalesce(date, ''), count(*)
        from {selection.games} where game = $game group by all order by all
        """,  # noqa: S608 - a selection's SQL
        {"game": game.description.slug, **selection.parameters},
    )
    by_name: defaultdict[str, list[_Occasion]] = defaultdict(list)
    for name, site, begun, section, day, games in rows:
        # An address of a game in the place of the site is no site.
        place = "" if "://" in site else site
        # A value that no filter can have distinguishes nothing.
        values = tuple(
            "" if quoted(text) is None else _known(text) for text in (place, begun, section)
        )
        by_name[_known(name)].append(_Occasion(values, period_of(day), games))
    return [
        EventPart(name, sum(each.games for each in part), differences)
        for name, occasions in by_name.items()
        for differences, part in (_parts(occasions, 0) if name else [((), occasions)])
    ]


def _known(text: str) -> str:
    """Return a text as filters compare it, empty if it names nothing."""
    words = folded(text)
    return "" if words in NO_EVENT else words


@dataclass(frozen=True, slots=True)
class _Occasion:
    """Games of an event with the same Site, EventDate, Section and Date."""

    values: tuple[str, ...]
    days: Period | None
    games: int


_Part = tuple[tuple[str, ...], Sequence[_Occasion]]


def _parts(occasions: Sequence[_Occasion], at: int) -> Iterator[_Part]:
    """Yield occasions parted by what is known of them, each with the tests of it."""
    tests = ("Site", 'tag "EventDate"', 'tag "Section"')
    if at == len(tests):
        # An event with a date of its own may last as long as it likes.
        yield from [((), occasions)] if occasions[0].values[1] else _years(occasions)
        return
    groups: defaultdict[str, list[_Occasion]] = defaultdict(list)
    for each in occasions:
        groups[each.values[at]].append(each)
    known = [value for value in groups if value]
    if len(known) < 2:
        yield from _parts(occasions, at + 1)
        return
    equal = {value: f"{tests[at]} = {quoted(value)}" for value in known}
    for value, group in groups.items():
        test = equal[value] if value else f"not ({' or '.join(equal.values())})"
        for further, part in _parts(group, at + 1):
            yield (test, *further), part


def _years(occasions: Sequence[_Occasion]) -> Iterator[_Part]:
    """Yield occasions parted by their years, but not those that games at their turn connect."""
    dated = sorted(
        (each for each in occasions if each.days is not None),
        key=lambda each: (each.days.begin, each.days.end) if each.days else (date.min, date.min),
    )
    runs: list[tuple[int, int, list[_Occasion]]] = []
    last = date.min
    for each in dated:
        if each.days is None:
            continue
        first, end = each.days.begin, each.days.end
        is_near = runs and first.year > runs[-1][1] and end - last <= _GAP
        if runs and (first.year <= runs[-1][1] or is_near):
            begun, _, members = runs[-1]
            runs[-1] = (begun, max(runs[-1][1], end.year), [*members, each])
        else:
            runs.append((first.year, end.year, [each]))
        last = max(last, end)
    if len(runs) < 2:
        yield (), occasions
        return
    spans = []
    for first_year, last_year, members in runs:
        test = f"Date = {first_year}"
        if last_year > first_year:
            test = f"Date >= {first_year} and Date <= {last_year}"
        spans.append(test)
        yield (test,), members
    undated = [each for each in occasions if each.days is None]
    if undated:
        yield (f"not ({' or '.join(f'({test})' for test in spans)})",), undated


def fetch_event_games(
    database: Database, game: AnyGame, selection: Selection = EVERY_GAME
) -> list[EventGame]:
    """Return the selected games of a kind, unplayed ones too; merged names are one player.

    They are in an order that does not depend on that of loading, so far as records tell.

    Raises:
        StoreError: the database cannot be read.
    """
    sides = game.description.sides[:2]
    rows = fetch_rows(
        database,
        f"""
        with chosen as (from {selection.games} where game = $game),
        seats as (
            select game_id, side, player from {GAME_PLAYERS.name}
            where game_id in (select game_id from chosen)
        )
        select chosen.game_id, coalesce(round, ''), coalesce(date, ''),
            coalesce(one.player, ''), coalesce(two.player, ''),
            coalesce(matches.result, chosen.result), coalesce(termination, ''), ply_count,
            match_id
        from chosen
        left join matches using (match_id)
        left join seats as one on one.game_id = chosen.game_id and one.side = $first_side
        left join seats as two on two.game_id = chosen.game_id and two.side = $second_side
        order by 3, 2, 4, 5, round_number nulls first, chosen.game_id
        """,  # noqa: S608 - the schema's names, a selection's SQL
        {
            "game": game.description.slug,
            "first_side": sides[0],
            "second_side": sides[1],
            **selection.parameters,
        },
    )
    games: dict[tuple[str, int], EventGame] = {}
    for number, turn, day, first, second, result, termination, plies, match_id in rows:
        key = ("game", number) if match_id is None else ("match", match_id)
        known = games.get(key)
        if known is not None:
            games[key] = replace(known, plies=known.plies + plies)
        else:
            players = (first, second)
            games[key] = EventGame(number, turn, day, players, result, termination, plies)
    return list(games.values())


def fetch_stray_games(database: Database, game: AnyGame, event: str) -> list[EventGame]:
    """Return the games of a kind that may be of an event, but are not.

    They name no event, or this one in other letters, such as ``autumn cup``.

    Raises:
        StoreError: the database cannot be read.
    """
    name = folded_sql("coalesce(event, '')")
    condition = f"""{name} <> $selected_0 and (
        {name} in (select unnest($selected_1::varchar[])) or lower({name}) = lower($selected_0))"""
    parameters = {"selected_0": event, "selected_1": list(NO_EVENT)}
    return fetch_event_games(database, game, Selection(condition, parameters))
