"""``mentis new``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from mentis_records.cli import output
from mentis_records.cli.option import Rules, Settings, choose_game, choose_settings
from mentis_records.core.outcome import RESULT_UNKNOWN

if TYPE_CHECKING:
    from mentis_records.cli.entry_desk import Desk
    from mentis_records.cli.entry_file import EntryFile
    from mentis_records.cli.entry_voice import Voice
    from mentis_records.notation.entry.entered_game import EnteredGame

DEFAULT_FILE = Path("games.mgn")


def new(
    path: Annotated[
        Path,
        typer.Argument(
            metavar="[FILE]", help="The record file that takes the game.", show_default="games.mgn"
        ),
    ] = DEFAULT_FILE,
    game: Annotated[
        int | None, typer.Option("--game", min=1, help="Go on with this record of the file.")
    ] = None,
    add: Annotated[
        bool, typer.Option("--add", help="Begin another game, even if the last is unfinished.")
    ] = False,
    tags: Annotated[
        list[str],
        typer.Option(
            "--tag",
            help="A tag of the record, such as Blue=Ann; may be repeated.",
            metavar="TAG=VALUE",
        ),
    ] = [],  # noqa: B006 - typer reads it, nobody writes to it
    position: Annotated[
        str, typer.Option("--position", help="Start from this position string.")
    ] = "",
    rules: Rules = "",
    variant: Annotated[str, typer.Option("--variant", help="The variant of the game.")] = "",
    settings: Settings = [],  # noqa: B006 - typer reads it, nobody writes to it
) -> None:
    """Enter a game, turn by turn, into a record file.

    Turns are checked as they are typed, and the file is written after every one of them. help
    lists what else may be typed: undo, comments, variations, tags, the result. A last record
    without an end is gone on with; otherwise the game becomes a new record behind the others.

    From a pipe, turns and words are read line by line; the exit code is 1 if some were refused.
    """
    from mentis_records.cli.entry_desk import Desk
    from mentis_records.cli.entry_file import EntryFile
    from mentis_records.cli.entry_question import finish
    from mentis_records.cli.entry_voice import make_voice
    from mentis_records.games import GAMES
    from mentis_records.notation.entry.entry_error import EntryError
    from mentis_records.notation.read import Reader

    voice = make_voice()
    file = EntryFile(path, Reader(GAMES))
    has_start = bool(variant or settings or position)
    if game is not None and (add or has_start):
        output.fail("--game goes on with a record: leave out --add and what chooses the start")
    number = game or (None if add or has_start else _unfinished(file, rules))
    try:
        if number is None:
            entered = _begin(voice, rules, variant, settings, position)
        else:
            entered = _go_on(file, number)
        desk = Desk(entered, file, voice)
        if number is not None:
            desk.say(f"going on with record {number}: --add begins another game")
        elif voice.is_terminal:
            side = desk.entered.game.description.sides[0]
            desk.say(f"type a turn; {side}: Ann says who plays {side}; help lists the rest")
        before = dict(entered.tags)
        for text in tags:
            _give(desk, text)
        if number is not None and entered.tags != before:
            _keep(desk)
    except EOFError:
        raise SystemExit(output.CLEAN) from None
    try:
        if desk.run():
            finish(desk, [each for each in file.readings if each.index != file.number])
    except EOFError:
        pass
    try:
        file.check(entered.text)
    except EntryError as error:
        output.talk(str(error))
    _tell_end(desk)
    is_refused = desk.refused and not voice.is_terminal
    raise SystemExit(output.FINDINGS if is_refused else output.CLEAN)


def _unfinished(file: EntryFile, rules: str) -> int | None:
    """Return the record to go on with: the last if it is unfinished, and of the game asked for."""
    number = file.unfinished()
    if number is None or not rules:
        return number
    slug = choose_game(rules).description.slug
    return number if file.readings[number - 1].game == slug else None


def _begin(
    voice: Voice, rules: str, variant: str, settings: list[str], position: str
) -> EnteredGame:
    """Return a game without a turn, or end with a usage error."""
    from mentis_records.cli.entry_question import ask_game, ask_settings
    from mentis_records.core.start import beginning_settings
    from mentis_records.games import GAMES
    from mentis_records.notation.entry.entered_game import EnteredGame
    from mentis_records.notation.entry.entry_error import EntryError

    is_asked = voice.is_terminal and not (variant or settings or position)
    game = ask_game(voice) if is_asked and not rules else choose_game(rules)
    chosen = choose_settings(game, variant, settings)
    if is_asked:
        chosen = ask_settings(voice, game)
    if position:
        chosen["Position"] = position.strip()
    else:
        chosen = beginning_settings(game.description, chosen)
    try:
        return EnteredGame.begun(game, GAMES, chosen)
    except EntryError as error:
        output.fail("\n".join(error.lines))
    except ValueError as error:
        what = "--position" if position else f"{game.description.title} cannot start so"
        output.fail(f"{what}: {error}")


def _go_on(file: EntryFile, number: int) -> EnteredGame:
    from mentis_records.games import GAMES, find_game
    from mentis_records.notation.entry.entered_game import EnteredGame

    record = file.take_up(number)
    return EnteredGame.resumed(find_game(record.game), GAMES, record)


def _give(desk: Desk, text: str) -> None:
    """Give the record a tag of the command line, or end with a usage error."""
    from mentis_records.cli.entry_tag import known_tag, meant_tag
    from mentis_records.notation.entry.entry_error import EntryError

    name, sign, value = (part.strip() for part in text.partition("="))
    if not sign:
        output.fail(f"--tag {text!r}: write TAG=VALUE")
    name = known_tag(desk.entered.game.description, name) or name
    try:
        desk.entered.set_tag(name, meant_tag(name, value))
    except EntryError as error:
        output.fail(f"--tag {text!r}: {error}")


def _keep(desk: Desk) -> None:
    """Write the record with the tags of the command line, or end with a usage error."""
    from mentis_records.notation.entry.entry_error import EntryError

    try:
        desk.keep()
    except EntryError as error:
        output.fail(f"--tag: {error}")


def _tell_end(desk: Desk) -> None:
    """Say what has been written, and how to go on with a game that is unfinished."""
    from mentis_records.core.text import counted, printable

    entered, file = desk.entered, desk.file
    if not file.is_written:
        output.talk(f"{printable(str(file.path))}: nothing entered, nothing written")
        return
    record = entered.record
    plies = counted(len(record.plies), "ply", "plies")
    end = f" ({printable(record.termination)})" if record.termination else ""
    place = f"{printable(str(file.path))}: record {file.number}"
    output.talk(f"{place}: {plies}, {record.result}{end}")
    if record.result == RESULT_UNKNOWN and record.termination is None:
        which = "" if file.number >= len(file.readings) else f" --game {file.number}"
        output.talk(f"unfinished: mentis new {printable(str(file.path))}{which} goes on with it")
