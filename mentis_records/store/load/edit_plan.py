"""What an edit of tags would change in games: each is written out with its tags, and read again."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import field, replace
from types import MappingProxyType

from mentis_records.core.outcome import RESULT_UNKNOWN
from mentis_records.core.record import Record
from mentis_records.core.setting import all_settings
from mentis_records.core.text import folded, printable
from mentis_records.fast.late_dataclass import dataclass
from mentis_records.games import DEFAULT_GAME, find_game, games_first
from mentis_records.notation.code import TAGS_MISSING
from mentis_records.notation.explain.reading import Reading
from mentis_records.notation.read import Reader
from mentis_records.notation.reread import read_again
from mentis_records.notation.tag.known_tag import common_tags
from mentis_records.notation.tag.result_word import read_score
from mentis_records.notation.write import WriteError, format_record
from mentis_records.store.database import Database, asking
from mentis_records.store.load.edit import RESULT, TERMINATION, TagChange
from mentis_records.store.player import fetch_namesakes
from mentis_records.store.record import iterate_records
from mentis_records.store.schema import NOBODY

RENAMED = "player:"
"""Before a name in the place of a tag: the player of this name, on whichever side."""

Advance = Callable[[int, int], None]
"""Told how many games of how many have been looked at."""


@dataclass(slots=True)
class EditPlan:
    """What an edit would change; it is not to be made if any game is ``refused``.

    ``refused`` has the reasons by game, ``warnings`` what would be warned of that was not before.
    ``same`` games say all of it already. ``left`` has by game the tags that are left as they are,
    as the player who is meant does not have that side.
    """

    changes: list[TagChange] = field(default_factory=list)
    refused: dict[int, str] = field(default_factory=dict)
    warnings: dict[int, list[str]] = field(default_factory=dict)
    same: int = 0
    left: dict[int, list[str]] = field(default_factory=dict)

    @property
    def games(self) -> list[int]:
        """Return the numbers of the games that would change."""
        return list(dict.fromkeys(change.game_id for change in self.changes))


def plan_edit(
    database: Database,
    game_ids: Sequence[int],
    tags: Mapping[str, str | None],
    is_strict: bool = False,
    advance: Advance | None = None,
    only: Mapping[str, Collection[int]] = MappingProxyType({}),
) -> EditPlan:
    """Return what would change if games had some tags.

    Args:
        database: where they are.
        game_ids: their numbers.
        tags: the values by tag, None for a tag that is to go; known tags in any case. The tag
            ``player:NAME`` is that of the side which this player has.
        is_strict: whether warnings refuse an edit.
        advance: is told how far the work has come.
        only: the games in which some of the tags change, by tag; the others change in all.

    Raises:
        KeyError: there is no such game.
        StoreError: the database cannot be read.
    """
    reader = Reader(games_first(DEFAULT_GAME), is_as_played=True)
    plan = EditPlan()
    namesakes = fetch_namesakes(database)
    with asking(database) as connection:
        records = iterate_records(connection, game_ids)
        for number, (game_id, record) in enumerate(zip(game_ids, records, strict=True), 1):
            own = {tag: value for tag, value in tags.items() if game_id in only.get(tag, game_ids)}
            if len(own) < len(tags):
                plan.left[game_id] = [tag for tag in tags if tag not in own]
            if own:
                _plan(plan, reader, game_id, record, own, namesakes)
            if is_strict and game_id in plan.warnings:
                plan.refused[game_id] = plan.warnings[game_id][0]
            if advance is not None:
                advance(number, len(game_ids))
    return plan


def _plan(
    plan: EditPlan,
    reader: Reader,
    game_id: int,
    record: Record,
    tags: Mapping[str, str | None],
    namesakes: Mapping[str, frozenset[str]],
) -> None:
    """Add to a plan what would change in a game, or why it cannot."""
    named = _named(record, tags)
    if not named:
        plan.left[game_id] = list(tags)
        return
    try:
        reading = _read(reader, _edited(record, named))
        if RESULT in named and TERMINATION not in named and reading.record is None:
            # How the game ended may have said no more than the result did.
            other = _read(reader, _edited(record, {**named, TERMINATION: None}))
            reading = reading if other.record is None else other
    except WriteError as error:
        plan.refused[game_id] = str(error)
        return
    new = reading.record
    if new is None:
        reason = _reason(reading)
    else:
        reason = _difference(record, new) or _both_sides(record, new, namesakes)
    if new is None or reason:
        plan.refused[game_id] = reason
        return
    before, after = _stated(record), _stated(new)
    settings = {setting.tag for setting in find_game(record.game).description.settings}
    changed = [
        TagChange(game_id, tag, before.get(tag), after.get(tag))
        for tag in dict.fromkeys((*named, RESULT, TERMINATION))
        if before.get(tag) != after.get(tag) and tag not in settings and tag != "Game"
    ]
    plan.changes += changed
    plan.same += not changed
    if reading.diagnostics:
        known = _warnings(_read(reader, record)) if _warnings(reading) else []
        told = [found[1] or found[0] for found in _warnings(reading) if found not in known]
        if told:
            plan.warnings[game_id] = told


def _both_sides(record: Record, new: Record, namesakes: Mapping[str, frozenset[str]]) -> str:
    """Return why a record would be of one player against himself that was not, or nothing."""
    people = [_people(each, namesakes) for each in (record, new)]
    if len(set(people[1])) == len(people[1]) or len(set(people[0])) < len(people[0]):
        return ""
    sides = find_game(new.game).description.sides
    names = " and ".join(printable(new.tags[side]) for side in sides if side in new.tags)
    return f"{names} are one player, who would be on both sides"


def _people(record: Record, namesakes: Mapping[str, frozenset[str]]) -> list[frozenset[str]]:
    """Return the known players of a record, each as all names of that player."""
    sides = find_game(record.game).description.sides
    names = [folded(record.tags.get(side, "")) for side in sides]
    return [namesakes.get(name, frozenset((name,))) for name in names if name.lower() not in NOBODY]


def _named(record: Record, tags: Mapping[str, str | None]) -> dict[str, str | None]:
    """Return tags by the names that they have in a record, or that its game knows."""
    game = find_game(record.game).description
    renamed = {
        folded(tag.removeprefix(RENAMED)): value
        for tag, value in tags.items()
        if tag.startswith(RENAMED)
    }
    tags = {tag: value for tag, value in tags.items() if not tag.startswith(RENAMED)}
    for side in game.sides:
        if (name := folded(record.tags.get(side, ""))) in renamed:
            tags[side] = renamed[name]
    settings = (setting.tag for setting in game.settings)
    names = {name.lower(): name for name in (*common_tags(game.sides), *settings, *record.tags)}
    return {names.get(tag.lower(), tag): value for tag, value in tags.items()}


def _edited(record: Record, tags: Mapping[str, str | None]) -> Record:
    """Return a record with some tags; without a result it is unknown."""
    edited = dict(record.tags)
    for tag, value in tags.items():
        if value is None:
            edited.pop(tag, None)
        else:
            edited[tag] = value
    result = record.result
    if RESULT in tags:
        value = tags[RESULT]
        result = RESULT_UNKNOWN if value is None else read_score(value) or value
    return replace(record, tags=edited, result=result)


def _read(reader: Reader, record: Record) -> Reading:
    """Return the reading of a record as a record file has it.

    Raises:
        WriteError: none can have it.
    """
    game = find_game(record.game).description
    return read_again(reader, "", format_record(record, game, is_literal=True), 1, 1)


def _reason(reading: Reading) -> str:
    """Return why a record is refused."""
    errors = [found for found in reading.diagnostics if found.is_error]
    found = (errors or list(reading.diagnostics))[0]
    expected = f"; expected {found.expected}" if found.expected else ""
    return f"{printable(found.message)}{expected}"


def _warnings(reading: Reading) -> list[tuple[str, str]]:
    """Return what is said of a sound reading; which tags are missing does not matter."""
    return [
        (found.code.slug, "" if found.code is TAGS_MISSING else printable(found.message))
        for found in reading.diagnostics
    ]


def _difference(old: Record, new: Record) -> str:
    """Return why two records are not of the same game from the same start, or nothing."""
    if new.game != old.game:
        title = find_game(new.game).description.title
        return f"it would be a game of {title} then; tags cannot change the rules"
    game = find_game(old.game).description
    one, other = (
        all_settings(game.settings, record.tags, {}, game.settled) for record in (old, new)
    )
    for tag, value in one.items():
        if other[tag] != value:
            return (
                f"{tag} would be {other[tag]!r} in place of {value!r}: tags cannot change the rules"
            )
    if new.start_key != old.start_key:
        return "it would begin from another position"
    if [ply.move.code for ply in new.plies] != [ply.move.code for ply in old.plies]:
        return "its plies would mean something else"
    return ""


def _stated(record: Record) -> dict[str, str]:
    """Return the tags of a record, its result and how it ended among them."""
    ends = {RESULT: record.result}
    if record.termination is not None:
        ends[TERMINATION] = record.termination
    return {**record.tags, **ends}
