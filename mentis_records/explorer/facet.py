"""Facets: what the selected games say of players, dates and the like, each value a test to add.

A value's link adds a test to the selection in the language of ``--where``. Texts that no test can
have, or that make an address too long, are told without a link.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial

from mentis_records.core.game import AnyGame
from mentis_records.core.outcome import RESULT_DRAW, RESULT_FIRST, RESULT_SECOND, RESULT_UNKNOWN
from mentis_records.core.setting import Setting, WholeNumber
from mentis_records.core.text import quoted
from mentis_records.explorer.address import MAX_PARAMETERS, Address, AddressError
from mentis_records.explorer.guard import MAX_ADDRESS
from mentis_records.explorer.visit import Visit
from mentis_records.fast.late_dataclass import dataclass
from mentis_records.games import find_game
from mentis_records.query.field import fields_of
from mentis_records.report.words.wording import capital, shorten
from mentis_records.store.count.value_games import ValueGames, fetch_player_games, fetch_value_games
from mentis_records.store.database import Database
from mentis_records.store.schema import PLAYER_COLUMNS, setting_sql
from mentis_records.store.schema.record_sql import YEAR
from mentis_records.store.selection import Selection

PAGE = "games"
"""The page that has all values of a facet."""

FIRST = 10
"""Values of a facet that stand beside a page."""

ALL = 200
"""Values on a page of a facet."""

LONGEST = 60
"""Characters of a value that are shown."""

Ask = Callable[[Database, Selection, int, int], ValueGames]
"""Gives values for a selection: so many, behind so many."""


@dataclass(frozen=True, slots=True)
class FacetKind:
    """Something that games say: how it is asked for, and the test of one of its values.

    ``test`` gives None for a value that no test can have. ``unsaid`` is the test of the games that
    say nothing of it, empty where there is none. ``labels`` are words for values, and ``option``
    the parameter that takes the test.
    """

    name: str
    title: str
    ask: Ask
    test: Callable[[str], str | None]
    unsaid: str = ""
    labels: Mapping[str, str] | None = None
    option: str = "where"


@dataclass(frozen=True, slots=True)
class FacetValue:
    """A value with its games: ``place`` is the address with its test, or without if it is chosen.

    It is None where there is no test, or no room for one.
    """

    label: str
    games: int
    test: str | None
    place: Address | None
    is_chosen: bool = False


@dataclass(frozen=True, slots=True)
class Facet:
    """Some values of what games say; ``different`` are there in all, ``whole`` has all of them."""

    name: str
    title: str
    values: Sequence[FacetValue]
    different: int
    whole: Address


def facets_of(visit: Visit, selection: Selection) -> list[Facet]:
    """Return the facets of a selection that tell games apart, or by which it is made.

    Raises:
        StoreError: the database cannot be read.
    """
    found = []
    for kind in facet_kinds(visit):
        facet = _facet(visit, kind, kind.ask(visit.database, selection, FIRST, 0))
        is_made_so = any(value.is_chosen for value in facet.values)
        if len(facet.values) > 1 or is_made_so:
            found.append(facet)
    return found


def read_facet(visit: Visit, selection: Selection, name: str, page: int) -> tuple[Facet, bool]:
    """Return a page of all values of a facet, and whether there are more.

    Raises:
        AddressError: there is no such facet.
        StoreError: the database cannot be read.
    """
    kinds = {kind.name: kind for kind in facet_kinds(visit)}
    if name not in kinds:
        raise AddressError(f"facet: no {name[:40]!r}; there are {', '.join(kinds)}")
    first = (page - 1) * ALL
    counted = kinds[name].ask(visit.database, selection, ALL, first)
    has_more = first + len(counted.values) < counted.different
    return _facet(visit, kinds[name], counted, is_last=not has_more), has_more


def facet_kinds(visit: Visit) -> list[FacetKind]:
    """Return what may be asked of the games that a visit is about."""
    game = None if visit.sole is None else find_game(visit.sole)
    return [*_common(visit, game), *(() if game is None else _settings(game))]


def _common(visit: Visit, game: AnyGame | None) -> Iterator[FacetKind]:
    if len(visit.games) > 1:
        titles = {each.description.slug: each.description.title for each in visit.games}
        yield FacetKind("rules", "Game", _column("game"), str, labels=titles, option="rules")
    yield FacetKind("player", "Player", _players(PLAYER_COLUMNS), partial(_equals, "player"))
    sides = () if game is None else game.description.sides[:2]
    for side, column in zip(sides, PLAYER_COLUMNS, strict=False):
        field = side_field(visit, side)
        test = partial(_equals, field)
        yield FacetKind(side.lower(), side, _players((column,)), test, f'not {field} ~ ""')
    years = _column(YEAR, "value desc")
    yield FacetKind("year", "Year", years, "Date = {}".format, "not Date >= 1000")
    yield _text("event", "Event")
    results = {RESULT_DRAW: "drawn", RESULT_UNKNOWN: "no result"}
    for result, side in zip((RESULT_FIRST, RESULT_SECOND), sides, strict=False):
        results[result] = f"{side} won"
    yield FacetKind("result", "Result", _column("result"), "Result = {}".format, labels=results)
    yield _text("termination", "Termination")


def side_field(visit: Visit, side: str) -> str:
    """Return what tests of the record call the player of a side: by the side alone if they can."""
    found = fields_of(visit.sole).get(side.lower())
    return side if found is not None and found.is_player else f"{side} player"


def _settings(game: AnyGame) -> Iterator[FacetKind]:
    for setting in game.description.settings:
        if setting.is_counted and not setting.is_secret:
            yield _setting(setting)


def _setting(setting: Setting) -> FacetKind:
    tag = setting.tag
    is_number = isinstance(setting.kind, WholeNumber)
    column = setting_sql(tag)
    return FacetKind(
        tag.lower(),
        capital(setting.title),
        _column(column, f"try_cast(value as bigint), {'' if is_number else 'games desc,'} value"),
        f"{tag} = {{}}".format if is_number else partial(_equals, tag),
        f"not {tag} >= 0" if is_number else "",
        {value: setting.name_of(value) for value in setting.values},
    )


def _text(field: str, title: str) -> FacetKind:
    ask = _column(field, is_text=True)
    return FacetKind(field, title, ask, partial(_equals, title), f'not {title} ~ ""')


def _column(sql: str, order: str = "games desc", *, is_text: bool = False) -> Ask:
    def ask(database: Database, selection: Selection, limit: int, offset: int) -> ValueGames:
        return fetch_value_games(database, sql, selection, limit, offset, order, is_text=is_text)

    return ask


def _players(columns: Sequence[str]) -> Ask:
    def ask(database: Database, selection: Selection, limit: int, offset: int) -> ValueGames:
        return fetch_player_games(database, columns, selection, limit, offset)

    return ask


def _equals(field: str, value: str) -> str | None:
    text = quoted(value)
    return None if text is None else f"{field} = {text}"


def _facet(visit: Visit, kind: FacetKind, found: ValueGames, *, is_last: bool = True) -> Facet:
    address = visit.address.have(page=None, facet=None)
    labels = kind.labels or {}
    values = [
        _value(address, kind.option, labels.get(value, value), games, kind.test(value))
        for value, games in found.values
    ]
    if found.unsaid and is_last:
        test = kind.unsaid or None
        values.append(_value(address, kind.option, "not known", found.unsaid, test))
    whole = address if address.page == PAGE else address.go(PAGE)
    return Facet(kind.name, kind.title, values, found.different, whole.have(facet=kind.name))


def _value(address: Address, option: str, label: str, games: int, test: str | None) -> FacetValue:
    shown = shorten(label, LONGEST) or "no text"
    if test is None:
        return FacetValue(shown, games, None, None)
    is_chosen = test in address.all(option)
    if is_chosen:
        return FacetValue(shown, games, test, address.lack(option, test), is_chosen)
    place = add(address, test) if option == "where" else address.have(**{option: test})
    return FacetValue(shown, games, test, place)


def add(address: Address, test: str) -> Address | None:
    """Return an address with one more test, or None if it has no room for it."""
    tests = address.all("where")
    place = address if test in tests else address.have(where=[*tests, test])
    return fitting(place)


def fitting(address: Address) -> Address | None:
    """Return an address that can be asked for, its JSON too, or None if it is too long."""
    is_short = len(str(address.as_json)) <= MAX_ADDRESS
    return address if is_short and len(address.parameters) <= MAX_PARAMETERS else None
