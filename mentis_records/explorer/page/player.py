"""One player: the results by side, year and opponent, and the ways to the games."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from mentis_records.core.text import folded, quoted
from mentis_records.explorer.address import Address
from mentis_records.explorer.content import Content
from mentis_records.explorer.facet import add, fitting, side_field
from mentis_records.explorer.visit import Visit
from mentis_records.fast.late_dataclass import dataclass
from mentis_records.report.words.rating_words import share_of_points
from mentis_records.report.words.wording import TOO_FEW, shorten
from mentis_records.statistics.lead import METHOD, lead_of
from mentis_records.statistics.player_results import games_of, opponents_of, own_results, results_by
from mentis_records.statistics.result import Results
from mentis_records.store.count.pairing_columns import Encounters, fetch_encounters
from mentis_records.store.player import fetch_namesakes
from mentis_records.store.selection import Selection

GROUP_COLUMNS = (
    *("by", "value", "games", "won", "drawn", "lost", "open"),
    *("points_share", "points_low", "points_high", "is_too_few"),
)

_FIRST = 20
"""Groups that are seen at once; the others are folded away."""

_LONGEST = 60


@dataclass(frozen=True, slots=True)
class Group:
    """Games that have something in common: what it is, and the player's results in them."""

    value: str
    results: Results


@dataclass(frozen=True, slots=True)
class Person:
    """A player: the name that stands for all others, and the results, all and in groups."""

    name: str
    aliases: Sequence[str]
    results: Results
    groups: Mapping[str, Sequence[Group]]


def read_person(visit: Visit, selection: Selection) -> Person:
    """Return the player that an address names.

    Raises:
        KeyError: none of the selected games has such a player.
        StoreError: the database cannot be read.
    """
    asked = visit.address.get("player")
    wanted = folded(asked)
    same = fetch_namesakes(visit.database).get(wanted, frozenset((wanted,)))
    text = quoted(asked)
    if text is not None:
        selection &= visit.select([f"player = {text}"])
    everything = fetch_encounters(visit.database, visit.game, (), selection.played)
    name = next((each for each in everything.names if each in {*same, wanted}), None)
    if name is None:
        raise KeyError(f"no selected game of {shorten(asked, _LONGEST)}")
    place = everything.names.index(name)
    own = games_of(everything, place)
    names = dict(enumerate(own.names))
    opponents = results_by(own, place, opponents_of(own, place))
    years = results_by(own, place, own.year)
    groups = {
        "side": _by_side(visit, own, place),
        "year": [Group(str(year), results) for year, results in sorted(years.items())],
        "opponent": sorted(
            (Group(names[at], results) for at, results in opponents.items()),
            key=lambda group: (-group.results.games, group.value),
        ),
    }
    return Person(name, sorted(same - {name}), own_results(own, place), groups)


def _by_side(visit: Visit, own: Encounters, place: int) -> list[Group]:
    sides = visit.game.description.sides[:2]
    flags = (own.first == place, own.second == place)
    return [
        Group(side, own_results(own.only(flag), place))
        for side, flag in zip(sides, flags, strict=True)
    ]


def group_rows(visit: Visit, selection: Selection) -> Iterator[list[Any]]:
    """Yield the player's results as rows: all of them, then those of each group."""
    person = read_person(visit, selection)
    yield _row("all", Group(person.name, person.results))
    for by, groups in person.groups.items():
        for group in groups:
            yield _row(by, group)


def _row(by: str, group: Group) -> list[Any]:
    results, lead = group.results, lead_of(group.results)
    bounds = (None, None, None) if lead is None else (round(each, 6) for each in lead.share)
    return [by, group.value, *results.counts, *bounds, results.is_small]


def show_player(visit: Visit, selection: Selection) -> Content:
    """Return the page of a player."""
    address, person = visit.address, read_person(visit, selection)
    text = quoted(person.name)
    games = None if text is None else add(address.go("games"), f"player = {text}")
    heads = {"side": "By side", "year": "By year", "opponent": "By opponent"}
    return Content(
        "player.html",
        {
            "name": shorten(person.name, _LONGEST),
            "is_cut": len(person.name) > _LONGEST,
            "aliases": [shorten(each, _LONGEST) for each in person.aliases],
            "line": _shown(Group("", person.results), None),
            "games": games,
            "tree": None if games is None else fitting(games.go("tree")),
            "players": address.have(player=None),
            "method": METHOD,
            "tables": [
                {
                    "slug": by,
                    "title": title,
                    "column": title.removeprefix("By ").capitalize(),
                    "rows": [
                        _shown(each, _place(visit, by, each, games, text))
                        for each in person.groups[by]
                    ],
                    "first": _FIRST,
                }
                for by, title in heads.items()
                if person.groups[by]
            ],
        },
    )


def _place(
    visit: Visit, by: str, group: Group, games: Address | None, text: str | None
) -> Address | None:
    """Return where the games of a group are."""
    if games is None or text is None or not group.results.games:
        return None
    if by == "year":
        return add(games, f"Date = {group.value}")
    if by == "side":
        return add(games, f"{side_field(visit, group.value)} = {text}")
    other = quoted(group.value)
    return None if other is None else add(games, f"player = {other}")


def _shown(group: Group, place: Address | None) -> dict[str, Any]:
    """Return a row for people: the counts, the share of points, and the widths of a bar."""
    results = group.results
    lead = lead_of(results)
    decided = results.decided or 1
    parts = (results.first, results.draws, results.second)
    ends = [100 * sum(parts[:at]) / decided for at in range(4)]
    if lead is None:
        share = "no result"
    elif results.is_small:
        share = TOO_FEW
    else:
        share = share_of_points(lead.share)
    return {
        "value": shorten(group.value, _LONGEST),
        "place": place,
        "results": results,
        "share": share,
        "bar": list(zip(("won", "drawn", "lost"), ends, ends[1:], strict=False)),
    }
