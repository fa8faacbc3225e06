"""Values that an option or argument may have: files, names of the database, games, codes."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from mentis_records.cli.command_line import DATABASES, FILES, Suggestion, choices_of
from mentis_records.cli.option import DEFAULT_DATABASE

if TYPE_CHECKING:
    from mentis_records.cli.command_line import Line
    from mentis_records.core.game import AnyGame

MOST = 100
"""Names of a database that are offered at once."""

_PLACES = frozenset(("FILE", "PATH...", "PATH|POSITION..."))
"""Arguments, by what their help calls them, that are files."""

_FIELD = re.compile(r"([A-Za-z_]+)(?: +player)?\s*!?=\s*$")
_OTHER_FIELDS = frozenset(("site", "round", "result", "termination", "source", "date", "variant"))
"""Fields whose values are neither players, as those of sides are, nor events."""

_BEGINNING = re.compile(r"(?s)(.*(?:^|[\s(]))([\w-]*)$")


def values_of(line: Line) -> list[Suggestion] | None:
    """Return what may stand at a place of a command line, or None where its help has it."""
    name, metavar = line.slot.opts[0], re.sub(r"[][]", "", line.slot.metavar or "")
    if name == "--db":
        return [DATABASES]
    if metavar in _PLACES or type(line.slot.type).__name__ in ("TyperPath", "Path"):
        return [FILES]
    for key in (f"{line.command} {name}", name, metavar):
        if key in _SOURCES:
            return list(_SOURCES[key](line))
    return None


def _held(line: Line, what: str, typed: str) -> list[str]:
    """Return names that the database of the command line holds; none if it cannot be read.

    All begin alike, as shells expect it: as is typed if names do so, else as the first does.
    """
    place = line.options.get("--db") or os.environ.get("MENTIS_DB") or str(DEFAULT_DATABASE)
    path = Path(place).expanduser()
    if not path.is_file():
        return []
    from mentis_records.store.error import StoreError
    from mentis_records.store.file.glance import glance

    try:
        found = glance(path, what, typed, MOST)
    except StoreError:
        return []
    if not found:
        return []
    start = typed if any(name.startswith(typed) for name in found) else found[0][: len(typed)]
    return [name for name in found if name.isprintable() and name.startswith(start)]


def _names(what: str) -> Callable[[Line], Iterator[Suggestion]]:
    """Return what yields names of a kind that the database holds."""

    def names(line: Line) -> Iterator[Suggestion]:
        yield from map(Suggestion, _held(line, what, line.last))

    return names


def _players(line: Line) -> Iterator[Suggestion]:
    """Yield players, without those that the line has already."""
    for name in _held(line, "players", line.last):
        if name not in line.words:
            yield Suggestion(name)


def _test(line: Line) -> Iterator[Suggestion]:
    """Yield how a test of games may go on: the name in open quotes, a saved query, a field."""
    opening = _open_quote(line.last)
    text = line.last
    if opening is None and _FIELD.search(text):
        opening = len(text.rstrip()) + 1
        text = f'{text.rstrip()} "'
    if opening is None:
        yield from _words(line)
        return
    before, sign, typed = text[:opening], text[opening], text[opening + 1 :]
    field = _FIELD.search(before)
    if field is None:
        return
    if field[1].lower() in _OTHER_FIELDS:
        return
    what = "events" if field[1].lower() == "event" else "players"
    for name in _held(line, what, re.sub(r"\\(.)", r"\1", typed)):
        text = name.replace("\\", "\\\\").replace(sign, f"\\{sign}")
        yield Suggestion(f"{before}{sign}{text}{sign}")


def _words(line: Line) -> Iterator[Suggestion]:
    """Yield saved queries and the beginnings of tests."""
    found = _BEGINNING.fullmatch(line.last)
    if found is None:
        return
    before, typed = found.groups()
    if before and not re.search(r"(?i)(?:\b(?:and|or|not|then)\s+|\(\s*)$", before):
        return
    for name in _held(line, "queries", typed):
        yield Suggestion(before + name, "a saved query")
    for field in ("player", "event"):
        if field.startswith(typed):
            yield Suggestion(f'{before}{field} = "', is_open=True)


def _open_quote(text: str) -> int | None:
    """Return where the quotes begin that are not closed, if there are such."""
    opening: int | None = None
    is_escaped = False
    for at, sign in enumerate(text):
        if is_escaped:
            is_escaped = False
        elif opening is None and sign in "\"'":
            opening = at
        elif opening is not None and sign == "\\":
            is_escaped = True
        elif opening is not None and sign == text[opening]:
            opening = None
    return opening


def _games(line: Line) -> tuple[AnyGame, ...]:
    """Return the game that ``--rules`` names, or all."""
    from mentis_records.games import GAMES

    slug = line.options.get("--rules", "").lower()
    return tuple(game for game in GAMES if game.description.slug == slug) or GAMES


def _rules(line: Line) -> Iterator[Suggestion]:
    from mentis_records.games import GAMES

    for game in GAMES:
        if game.description.slug.startswith(line.last):
            yield Suggestion(game.description.slug, game.description.title)


def _settings(line: Line) -> Iterator[Suggestion]:
    """Yield settings of the games with their values, or the beginning of one that has none."""
    for game in _games(line):
        for setting in game.description.settings:
            for value in setting.values or ("",):
                word = f"{setting.tag}={value}"
                if word.lower().startswith(line.last.lower()):
                    yield Suggestion(word, game.description.title, is_open=not value)


def _tags(line: Line) -> Iterator[Suggestion]:
    """Yield tags, and behind the sign the events or players that the database holds."""
    tag, sign, typed = line.last.partition("=")
    sides = dict.fromkeys(side for game in _games(line) for side in game.description.sides)
    if not sign:
        for known in ("Event", "Site", "Date", "Round", *sides):
            if known.lower().startswith(tag.lower()):
                yield Suggestion(f"{known}=", is_open=True)
    elif tag == "Event" or tag in sides:
        for name in _held(line, "events" if tag == "Event" else "players", typed):
            yield Suggestion(f"{tag}={name}")


def _variants(line: Line) -> Iterator[Suggestion]:
    for game in _games(line):
        for setting in game.description.settings:
            for value in setting.values if setting.tag == "Variant" else ():
                if value.lower().startswith(line.last.lower()):
                    yield Suggestion(value.lower(), game.description.title)


def _sides(line: Line) -> Iterator[Suggestion]:
    """Yield the sides of games in which one cannot see all."""
    from mentis_records.core.view import has_views

    for game in _games(line):
        for side in game.description.sides if has_views(game.description) else ():
            if side.lower().startswith(line.last.lower()):
                yield Suggestion(side.lower(), game.description.title)


def _strengths(line: Line) -> Iterator[Suggestion]:
    """Yield the strengths of the policy that the line names."""
    from mentis_records.cli.option import choose_game
    from mentis_records.games.selfplay import policies_of, search_policy

    slug = line.options.get("--policy", "greedy")
    game = choose_game(line.options.get("--rules", ""))
    policies = (*policies_of(game), *([search_policy(game)] if slug == "search" else []))
    for policy in policies:
        for player in policy.players if policy.slug == slug else ():
            if player.name.startswith(line.last):
                yield Suggestion(player.name)


def _codes(line: Line) -> Iterator[Suggestion]:
    """Yield diagnostics: ids where a capital is typed, else their names."""
    from mentis_records.games import GAMES
    from mentis_records.notation.code import CODES

    is_id = line.last[:1].isupper()
    for code in (*CODES, *(each for game in GAMES for each in game.description.codes)):
        word = code.id if is_id else code.slug
        if word.startswith(line.last):
            yield Suggestion(word, code.meaning)


def _kinds(line: Line) -> Iterator[Suggestion]:
    """Yield the kinds of reports that are not asked for yet; behind ``verify``, a folder."""
    if line.words[:1] == ["verify"]:
        yield FILES
        return
    kinds = [*choices_of(line.slot.help), "all", *([] if line.words else ["verify"])]
    for kind in kinds:
        if kind.startswith(line.last) and kind not in line.words:
            yield Suggestion(kind)


_SOURCES: dict[str, Callable[[Line], Iterator[Suggestion]]] = {
    "NAME...": _players,
    "NAME": _players,
    "--player": _players,
    "generate --player": _strengths,
    "EVENT": _names("events"),
    "--event": _names("events"),
    "--where": _test,
    "--query": _test,
    "query text": _test,
    "--forget": _names("queries"),
    "--source": _names("sources"),
    "quarantine ids": _names("refused"),
    "--code": _codes,
    "explain codes": _codes,
    "--rules": _rules,
    "--setting": _settings,
    "--tag": _tags,
    "--set": _tags,
    "--variant": _variants,
    "--view": _sides,
    "KIND...": _kinds,
}
"""What yields values, by the option, by the command and option, or by what the help calls it."""
