"""Arguments and options that several commands share, and how they become values."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from mentis_records.cli import output

if TYPE_CHECKING:
    from mentis_records.core.game import AnyGame
    from mentis_records.core.setting import Setting
    from mentis_records.notation.read import Reader
    from mentis_records.query.plan.question import Question
    from mentis_records.statistics.opening import Openings
    from mentis_records.store.selection import Selection

Paths = Annotated[
    list[str],
    typer.Argument(
        help="Files (.mgn, .txt, .json, .trl, also .gz, .zst, .zip of them), folders (their files "
        "of these kinds, and any text with moves), patterns, or - for standard input.",
        metavar="PATH...",
    ),
]
Strict = Annotated[bool, typer.Option("--strict", help="Treat warnings as errors.")]
Lenient = Annotated[
    bool,
    typer.Option(
        "--lenient", help="Read records whose move numbers contradict the plies, with a warning."
    ),
]
AsPlayed = Annotated[
    bool,
    typer.Option(
        "--as-played", help="Keep illegal plies that were played, where the board can follow."
    ),
]
Variant = Annotated[
    str, typer.Option("--variant", help="The variant of records that have no Variant tag.")
]
Settings = Annotated[
    list[str],
    typer.Option(
        "--setting",
        help="A setting of the game, or of records that lack its tag, such as Variant=Wolf; may be "
        "repeated.",
        metavar="TAG=VALUE",
    ),
]
Rules = Annotated[
    str,
    typer.Option(
        "--rules",
        help="The game, by its slug.",
        metavar="SLUG",
        show_default="what the records or the database say, else mentis",
    ),
]
View = Annotated[
    str,
    typer.Option(
        "--view",
        help="Show what this side sees, such as blue: what it cannot know lies face down.",
        metavar="SIDE",
        show_default="all that the record tells",
    ),
]
Encoding = Annotated[
    str,
    typer.Option(
        "--encoding",
        help="The encoding of the files, such as windows-1252, latin-1 or utf-16.",
        metavar="NAME",
        show_default="utf-8",
    ),
]
Jobs = Annotated[
    int,
    typer.Option(
        "--jobs", "-j", min=0, help="Reading threads; 0: one per core.", show_default="one per core"
    ),
]
DATABASE_VARIABLE = "MENTIS_DB"
"""The environment variable that names the database."""

DEFAULT_DATABASE = Path("mentis.duckdb")
DatabasePath = Annotated[
    Path,
    typer.Option(
        "--db", envvar=DATABASE_VARIABLE, help="The database file.", show_default="mentis.duckdb"
    ),
]


def parse_memory_limit(text: str) -> int:
    """Return the bytes that ``--memory-limit`` names, or end with a usage error."""
    from mentis_records.store.file.memory_limit import parse_size

    try:
        return parse_size(text)
    except ValueError as error:
        output.fail(f"--memory-limit {error}")


MemoryLimit = Annotated[
    int | None,
    typer.Option(
        "--memory-limit",
        envvar="MENTIS_MEMORY_LIMIT",
        parser=parse_memory_limit,
        metavar="SIZE",
        help="The most memory to use, such as 500MB; the rest goes to disk.",
    ),
]
Where = Annotated[
    list[str],
    typer.Option(
        "--where",
        help="Only games that pass, such as 'player = \"Ann\" and plies > 40'; may be repeated.",
        metavar="TEST",
    ),
]
Queries = Annotated[
    list[str],
    typer.Option(
        "--query",
        help="Only games in which a position matches, such as 'any K attacked'; may be repeated.",
        metavar="QUERY",
    ),
]
OpeningsFile = Annotated[
    Path | None,
    typer.Option(
        "--openings",
        envvar="MENTIS_OPENINGS",
        help="A file of more opening names: lines of game,moves,name.",
    ),
]
WithUnplayed = Annotated[
    bool, typer.Option("--with-unplayed", help="Also count games without a ply, such as forfeits.")
]
WithUnrated = Annotated[
    bool, typer.Option("--with-unrated", help="Also use games with the tag Unrated for ratings.")
]


def choose_game(rules: str) -> AnyGame:
    """Return the game that ``--rules`` names, by default the default one, or end with an error."""
    from mentis_records.games import DEFAULT_GAME, GAMES, find_game

    try:
        return find_game(rules.lower() or DEFAULT_GAME)
    except KeyError:
        slugs = ", ".join(game.description.slug for game in GAMES)
        output.fail(f"--rules {rules!r}: choose one of {slugs}")


def choose_view(game: AnyGame, view: str) -> int | None:
    """Return the index of the side that ``--view`` names, None without it, or end with an error."""
    from mentis_records.core.game import NotOfferedError
    from mentis_records.core.view import viewer

    try:
        return viewer(game.description, view) if view else None
    except (NotOfferedError, ValueError) as error:
        output.fail(f"--view {view}: {error}")


def choose_settings(
    game: AnyGame, variant: str, settings: Sequence[str], others: Sequence[AnyGame] = ()
) -> dict[str, str]:
    """Return the tags that ``--variant`` and ``--setting`` stand for, or end with a usage error.

    Settings may also be those of other games, where records may be of them.
    """
    facts = game.description
    chosen: dict[str, str] = {}
    if variant:
        values = {
            value.lower(): (each.tag, value)
            for each in facts.settings
            if each.tag == "Variant"
            for value in each.values
        }
        if variant.lower() not in values:
            choices = f"choose one of {', '.join(values)}"
            none = f"{facts.title} has no variants"
            output.fail(f"--variant {variant!r}: {choices if values else none}")
        chosen.update([values[variant.lower()]])
    known_settings = [each for one in (game, *others) for each in one.description.settings]
    for text in settings:
        tag, sign, value = (part.strip() for part in text.partition("="))
        if not sign:
            output.fail(f"--setting {text!r}: write TAG=VALUE")
        named = [each for each in known_settings if each.tag.lower() == tag.lower()]
        if not named:
            tags = ", ".join(dict.fromkeys(each.tag for each in known_settings)) or "no settings"
            whose = "there are" if others else f"{facts.title} has"
            output.fail(f"--setting {text!r}: {whose} {tags}")
        reasons: list[str] = []
        for setting in named:
            try:
                chosen[setting.tag] = _read_setting(setting, value)
                break
            except ValueError as error:
                reasons.append(str(error))
        else:
            output.fail(f"--setting {text!r}: {reasons[0]}")
    return chosen


def _read_setting(setting: Setting, value: str) -> str:
    """Return a value, in any case, in its canonical form.

    Raises:
        ValueError: it is none, with what is expected.
    """
    known = {each.lower(): each for each in setting.values}
    try:
        return setting.read(known.get(value.lower(), value))
    except ValueError as error:
        expected = setting.kind.expected
        words = f"choose one of {expected}" if known else f"expected {expected}"
        reason = f" ({error})" if str(error) else ""
        raise ValueError(f"{words}{reason}") from None


class Asked:
    """The game that a database is asked about; it is opened when its records must tell."""

    def __init__(self, db: Path, rules: str) -> None:
        """Ask the database at a path, of the game that ``--rules`` names if it does."""
        self._db = db
        self._rules = rules

    @cached_property
    def game(self) -> AnyGame:
        """Return the game that is meant, or end with a usage error if it could be several."""
        if self._rules:
            return choose_game(self._rules)
        from mentis_records.cli.collection_file import opened
        from mentis_records.store.game_tables import stored_games

        with opened(self._db) as database:
            stored = stored_games(database)
        if len(stored) > 1:
            slugs = " and ".join(stored)
            output.fail(f"{self._db} has games of {slugs}: choose one with --rules")
        return choose_game(stored[0] if stored else "")

    @cached_property
    def sole(self) -> str | None:
        """Return the slug of the only game that may be meant, or None of several."""
        if self._rules:
            return choose_game(self._rules).description.slug
        from mentis_records.cli.collection_file import opened
        from mentis_records.store.game_tables import sole_game

        with opened(self._db) as database:
            return sole_game(database)


def choose_selection(
    where: Sequence[str],
    db: Path,
    queries: Sequence[str] = (),
    *,
    asked: Asked | None = None,
    with_unplayed: bool = False,
    with_unrated: bool = False,
    is_seen: bool = False,
) -> Selection:
    """Return what ``--where`` and ``--query`` select, or end with a usage error at the place.

    Both may name queries that are saved in the database, and are about the game that is asked for
    there. Statistics on the selection are ``with_unplayed`` games, and ratings ``with_unrated``
    ones. What ``is_seen`` by a side must not be selected by what that side cannot see.
    """
    from dataclasses import replace

    from mentis_records.store.selection import EVERY_GAME

    everything = replace(EVERY_GAME, with_unplayed=with_unplayed, with_unrated=with_unrated)
    if not where and not queries:
        return everything
    from mentis_records.query.error import QueryError
    from mentis_records.query.plan.compile import check_seen, select, select_matching

    found = asked or Asked(db, "")

    def shelf() -> dict[str, str]:
        return open_shelf(db, is_asked=True)

    def replay(question: Question) -> list[int]:
        return _replay(db, question)

    option = "--where"
    try:
        selection = select(where, shelf, lambda: found.game, replay, lambda: found.sole)
        if is_seen:
            check_seen(where, found.game)
        option = "--query"
        for text in queries:
            selection &= select_matching(text, found.game, shelf(), replay)
    except QueryError as error:
        output.fail(f"{option}: {error.underlined()}")
    return selection & everything


def _replay(db: Path, question: Question) -> list[int]:
    """Return the games in some position of which a question is true that no index answers."""
    from mentis_records.cli.collection_file import opened
    from mentis_records.cli.progress import progress_bar
    from mentis_records.query.answer.match import find_replayed_games

    with opened(db) as database, progress_bar("replaying", "games") as advance:
        return find_replayed_games(database, question, advance)


def select_game(game: AnyGame) -> Selection:
    """Return the selection of a game's records."""
    from mentis_records.store.selection import select_rules

    return select_rules(game.description.slug)


def tell_left_out(unplayed: int, unrated: int = 0) -> None:
    """Say how many games were left out that an option would count."""
    from mentis_records.core.text import counted

    if unplayed:
        games = counted(unplayed, "game")
        output.talk(f"{games} without a ply left out; --with-unplayed counts unplayed games")
    if unrated:
        games = counted(unrated, "game")
        output.talk(f"{games} with the tag Unrated left out; --with-unrated rates by them")


def open_shelf(db: Path, is_asked: bool = False) -> dict[str, str]:
    """Return the saved queries of a database, or end with a usage error.

    That they are asked is an error, too, where games are not in the positions index.
    """
    from mentis_records.cli.collection_file import opened
    from mentis_records.store.saved_query import read_indexed_shelf, read_shelf

    with opened(db) as database:
        return read_indexed_shelf(database) if is_asked else read_shelf(database)


def count_cores() -> int:
    """Return how many processor cores this process may use."""
    import os

    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def make_reader(
    rules: str = "",
    variant: str = "",
    settings: Sequence[str] = (),
    strict: bool = False,
    as_played: bool = False,
    readings: bool = False,
    encoding: str = "",
    lenient: bool = False,
) -> Reader:
    """Return a reader for all games; records that name none are of the one that is chosen."""
    from mentis_records.games import games_first
    from mentis_records.notation.read import Reader

    game = choose_game(rules)
    games = games_first(game.description.slug)
    others = () if rules else games[1:]
    defaults = choose_settings(game, variant, settings, others)
    named = choose_encoding(encoding)
    return Reader(games, defaults, strict, as_played, readings, named, lenient)


def choose_encoding(name: str) -> str:
    """Return the encoding that ``--encoding`` names as Python does, or end with a usage error."""
    from mentis_records.notation.source.encoding import KNOWN, find_encoding

    try:
        return find_encoding(name) if name else ""
    except (LookupError, ValueError):
        output.fail(f"--encoding {name!r}: no such encoding; known are {', '.join(KNOWN)}")


MAX_IDS = 1_000_000
"""Numbers that one argument may name."""


_MOST_DIGITS = 9
"""Digits of a number of a game at most, zeros before it left out."""


def parse_ids(text: str) -> set[int]:
    """Return the numbers that a text such as ``1,4-9`` names, or end with a usage error."""
    found: set[int] = set()
    for part in map(str.strip, text.split(",")):
        first, dash, last = part.partition("-")
        begin, end = (_parse_id(one, part) for one in (first, last if dash else first))
        if end < begin:
            output.fail(f"{part!r}: {end} is less than {begin}")
        if end - begin >= MAX_IDS:
            output.fail(f"{part!r}: more than {MAX_IDS:,} numbers")
        found.update(range(begin, end + 1))
    return found


def _parse_id(text: str, part: str) -> int:
    if not (text.isascii() and text.isdigit()):
        output.fail(f"{part!r} is neither a game number nor a range such as 4-9")
    digits = text.lstrip("0") or "0"
    if len(digits) > _MOST_DIGITS:
        output.fail(f"there is no game {digits}: game numbers have at most {_MOST_DIGITS} digits")
    return int(digits)


def parse_position(game: AnyGame, text: str, settings: dict[str, str]) -> Any:
    """Return a position of a game, by default its start, or end with a usage error.

    The error has all reasons.
    """
    from mentis_records.core.start import beginning_settings, stored_position

    text = text.strip()
    try:
        if text:
            return stored_position(game, text, settings)
        return game.start_position(beginning_settings(game.description, settings))
    except ValueError as error:
        if text:
            output.fail(f"--position: {error}")
        output.fail(f"{game.description.title} has no start with these settings: {error}")


def parse_line(game: AnyGame, option: str, position: Any, text: str) -> list[Any]:
    """Return the moves of a line of plies from a position, or end with a usage error."""
    from mentis_records.core.text import printable
    from mentis_records.notation.line import LineError, read_line

    if not text:
        return []
    try:
        return read_line(game, position, text)
    except LineError as error:
        output.fail(f"{option}: {printable(str(error))}")


def choose_openings(path: Path | None) -> Openings:
    """Return the names of openings with those of a user's file, or end with a usage error."""
    from mentis_records.core.text import printable
    from mentis_records.statistics.opening import OpeningError, load_openings

    try:
        return load_openings(path)
    except OpeningError as error:
        output.fail(printable(str(error)))
