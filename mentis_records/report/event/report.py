"""The event report: standings, crosstable, rounds, sides, and what does not add up."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from mentis_records.core.progress import steps_of
from mentis_records.core.text import one_line
from mentis_records.report.document.page import Section
from mentis_records.report.event.crosstable import crosstable
from mentis_records.report.event.points import points_text
from mentis_records.report.event.standings_table import (
    course_exhibit,
    sides_exhibit,
    standings_exhibit,
)
from mentis_records.report.section.body import Body
from mentis_records.report.section.study import Study
from mentis_records.report.words.wording import count, enumerated, shorten
from mentis_records.statistics.event.entry import is_bye_name, round_number
from mentis_records.statistics.event.event import Event, System, event_of
from mentis_records.statistics.event.finding import Finding, findings
from mentis_records.statistics.event.ranking import Standing, standings
from mentis_records.store.count.event_games import (
    EventGame,
    EventPart,
    fetch_event_games,
    fetch_events,
)

_MOST_NAME = 40
"""Characters of a name in the title."""

_MOST_NAMED = 6
_MOST_PLAYERS = 80
"""Players of an event that has a crosstable, and in the first figure: no tie is cut there."""

_MOST_GAMES = 400
"""Games of an event whose rounds are listed."""

_MOST_FINDINGS = 20

_HEADINGS = {
    "unknown": "Not counted",
    "doubled": "Twice",
    "open": "Without a result",
    "missing": "Missing",
    "absent": "Absent",
    "unplayed": "Not played",
    "sides": "One side more often",
}


_FAULTS = {
    "unknown": ("game not counted", "games not counted"),
    "doubled": ("game or pairing too many", "games or pairings too many"),
    "open": ("game without a result", "games without a result"),
    "missing": ("pairing or round missing", "pairings or rounds missing"),
}


def compose(study: Study) -> Body:
    """Return the table of an event; of several events, which they are.

    Raises:
        StoreError: the database cannot be read.
    """
    step = steps_of(study.progress, 2)
    step()
    events = fetch_events(study.database, study.game, study.selection)
    if len(events) > 1:
        return _several(events)
    event = event_of(fetch_event_games(study.database, study.game, study.selection))
    rows = standings(event)
    step()
    if not rows:
        return Body("No game has two known players", ["There is nothing to count."], [])
    found = findings(event, study.description.sides)
    collection = study.collection
    sections, absent = [], []
    has_first = len(rows) > _MOST_PLAYERS
    table = standings_exhibit(event, rows, collection)
    if has_first:
        sections.append(Section("standings", "Standings", (), (table,)))
    if len(rows) <= _MOST_PLAYERS:
        cross = crosstable(event, rows, collection)
        sections.append(Section("crosstable", "Crosstable", (), (cross,)))
    else:
        absent.append(f"the crosstable ({count(len(rows), 'player')})")
    course = course_exhibit(event, rows, collection)
    if course is not None:
        sections.append(Section("course", "The course", (), (course,)))
    if event.rounds and len(event.games) <= _MOST_GAMES:
        sections.append(Section("rounds", "Rounds", tuple(_rounds(event))))
    else:
        why = f"{len(event.games):,} games" if event.rounds else "not all games tell theirs"
        absent.append(f"the rounds one by one ({why})")
    if len(rows) <= _MOST_PLAYERS:
        words = tuple(_told(found, ("sides",)))
        sections.append(Section("sides", "Sides", words, (sides_exhibit(event, rows, collection),)))
    others = tuple(_told(found, [kind for kind in _HEADINGS if kind != "sides"]))
    if others:
        sections.append(Section("findings", "What to look at", others))
    return Body(
        _title(events[0].name, event, rows, found),
        _lede(event, rows, found),
        sections,
        standings_exhibit(event, rows, collection, _first(rows)) if has_first else table,
        _facts(event, rows),
        absent,
        is_list=True,
    )


def _first(rows: Sequence[Standing]) -> int:
    """Return how many players the first figure has, all of the last rank among them."""
    last = rows[_MOST_PLAYERS - 1].rank
    return sum(row.rank <= last for row in rows)


def _several(events: Sequence[EventPart]) -> Body:
    """Return which events there are, for the reader to choose one."""
    named = [
        f"{each.distinguished(one_line(each.name))} ({count(each.games, 'game')})"
        for each in events
        if each.name
    ]
    words = [
        f"The games are of {count(len(named), 'event')}: {enumerated(named, _MOST_NAMED)}.",
        "A table is made of one of them: mentis report event --where 'Event = \"...\"'.",
    ]
    nameless = sum(each.games for each in events if not each.name)
    if nameless:
        words.insert(1, f"{count(nameless, 'game names', 'games name')} no event.")
    return Body("Choose an event", words, [])


def _title(name: str, event: Event, rows: Sequence[Standing], found: Sequence[Finding]) -> str:
    """Return who is first, and with how many points of how many games."""
    top = [row for row in rows if row.rank == 1]
    title = f" {shorten(name, _MOST_NAME)}" if name else ""
    is_over = not any(each.kind in ("open", "missing") for each in found)
    best = one_line(top[0].player)
    if len(top) == 1:
        place = "wins" if is_over else "leads"
        if not title:
            place = "is first" if is_over else "leads"
        level = sum(row.points == top[0].points for row in rows) > 1
        how = " on tie-breaks," if level else ""
        points = f"{points_text(top[0].points)} {_unit(top[0].points)}"
        return f"{best} {place}{title}{how} with {points}"
    where = f"are level at the top of{title or ' the table'}"
    if len(top) <= _MOST_NAMED:
        return f"{enumerated([row.player for row in top], _MOST_NAMED)} {where}"
    return f"{len(top)} players {where}"


def _lede(event: Event, rows: Sequence[Standing], found: Sequence[Finding]) -> list[str]:
    equal = [row for row in rows if row.points == rows[0].points]
    words = []
    if len(equal) > 1:
        names = enumerated([row.player for row in equal], _MOST_NAMED)
        how = "tie-breaks part them" if len({row.rank for row in equal}) > 1 else "they are equal"
        words.append(f"{names} have {points_text(rows[0].points)} points each; {how}.")
    elif len(rows) > 1:
        behind = [row.player for row in rows if row.points == rows[1].points]
        points = f"{points_text(rows[1].points)} {_unit(rows[1].points)}"
        follow = f"follow with {points} each" if len(behind) > 1 else f"follows with {points}"
        words.append(f"{enumerated(behind, _MOST_NAMED)} {follow}.")
    faults = Counter(each.kind for each in found if each.is_fault)
    if faults:
        told = [count(number, *_FAULTS[kind]) for kind, number in faults.items()]
        words.append(f"The table may change: {enumerated(told, len(told))}, listed at the end.")
    return words


def _facts(event: Event, rows: Sequence[Standing]) -> list[tuple[str, str]]:
    system = "Swiss" if event.system is System.SWISS else "All-play-all"
    facts = [("System", system), ("Players", f"{len(rows):,}")]
    if event.rounds:
        facts.append(("Rounds", f"{len(event.rounds):,}"))
    return facts


def _rounds(event: Event) -> Iterator[str]:
    """Yield the games of each round in a paragraph."""
    for number in event.rounds:
        games = [game for game in event.games if round_number(game.round) == number]
        lines = sorted(map(_game, games))
        yield f"Round {number}: {'; '.join(lines)}."


def _game(game: EventGame) -> str:
    names = [one_line(name) for name in game.players]
    result = game.result.replace("1/2", "½").replace("-", ":")
    idle = [name for name in names if not is_bye_name(name)]
    if len(idle) < 2:
        return f"{idle[0]} bye"
    unplayed = "" if game.plies else ", not played"
    return f"{names[0]} – {names[1]} {result}{unplayed}"


def _told(found: Sequence[Finding], kinds: Sequence[str]) -> Iterator[str]:
    """Yield the findings of some kinds, a paragraph each."""
    for kind in kinds:
        words = [each.words for each in found if each.kind == kind]
        if words:
            more = len(words) - _MOST_FINDINGS
            rest = f"; and {more:,} more" if more > 0 else ""
            yield f"{_HEADINGS[kind]}: {'; '.join(words[:_MOST_FINDINGS])}{rest}."


def _unit(points: float) -> str:
    return "point" if 0 < points <= 1 else "points"
