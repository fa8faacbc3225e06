"""``mentis players``."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from mentis_records.cli import output
from mentis_records.cli.collection_file import Use, opened
from mentis_records.cli.command_hint import next_command
from mentis_records.cli.option import (
    DEFAULT_DATABASE,
    Asked,
    DatabasePath,
    MemoryLimit,
    Rules,
    Where,
    WithUnplayed,
    WithUnrated,
    choose_selection,
    select_game,
    tell_left_out,
)
from mentis_records.cli.progress import waiting_bar
from mentis_records.cli.table import check_format, tell_no_room, write_rows
from mentis_records.core.text import counted, printable

if TYPE_CHECKING:
    from pathlib import Path

    from mentis_records.core.game import GameDescription
    from mentis_records.statistics.rating.league import League
    from mentis_records.store.database import Database
    from mentis_records.store.player import Player

_ACTIONS = ("list", "rate", "merge", "split", "suggest")


def players(
    action: Annotated[
        str, typer.Argument(metavar="ACTION", help="list, rate, merge, split or suggest.")
    ] = "list",
    names: Annotated[
        list[str] | None,
        typer.Argument(metavar="NAME...", help="merge: the player, then other names."),
    ] = None,
    suggested: Annotated[
        bool, typer.Option("--suggested", help="merge: names that look alike, one by one.")
    ] = False,
    everything: Annotated[
        bool, typer.Option("--all", help="merge --suggested: all of them at once.")
    ] = False,
    force: Annotated[
        bool, typer.Option("--force", help="merge --suggested: also players who meet in a game.")
    ] = False,
    yes: Annotated[
        bool, typer.Option("--yes", "-y", help="merge --suggested: do not ask.")
    ] = False,
    db: DatabasePath = DEFAULT_DATABASE,
    memory_limit: MemoryLimit = None,
    rules: Rules = "",
    where: Where = [],  # noqa: B006 - typer reads it, nobody writes to it
    with_unplayed: WithUnplayed = False,
    with_unrated: WithUnrated = False,
    format_name: Annotated[str, typer.Option("--format", help="table, csv or json.")] = "table",
) -> None:
    """List the players, rate them, or say which names belong to one player.

    rate lists Elo ratings from all games at once (maximum likelihood, mean 1500) with standard
    errors, and why some players have none. merge makes the other names stand for the first, split
    undoes that; records keep the names as written. suggest lists similar names and changes nothing;
    merge --suggested asks of each pair whether it is one player. With --where, list, rate and
    suggest cover the players of the selected games. Games without a ply, such as forfeits, give no
    points and are not rated, nor are games with the tag Unrated, unless asked for.
    """
    output.check_choice("action", action, _ACTIONS)
    check_format(format_name)
    given = names or []
    if suggested or everything or force or yes:
        if action != "merge" or not suggested:
            output.fail("--suggested belongs to merge; --all, --force and --yes to both of them")
        if given or where or format_name != "table" or rules:
            output.fail("merge --suggested takes no names, --rules, --where or --format")
        from mentis_records.cli.player_merging import merge_suggested

        merge_suggested(db, memory_limit, everything, force, not yes)
        return
    needed = {"merge": 2, "split": 1}.get(action, 0)
    if len(given) < needed or (given and not needed):
        count = f"at least {needed}" if needed else "no"
        output.fail(f"{action} takes {count} name{'' if needed == 1 else 's'}")
    if needed and where:
        output.fail(f"{action} is about names, not games: --where does not apply")
    if action != "rate" and with_unrated:
        output.fail("--with-unrated is about ratings: it belongs to rate")
    if action not in ("list", "rate") and with_unplayed:
        output.fail("--with-unplayed is about points and ratings: it belongs to list and rate")
    if needed and format_name != "table":
        output.fail(f"{action} has no --format")
    asked = Asked(db, rules)
    selection = choose_selection(
        where, db, asked=asked, with_unplayed=with_unplayed, with_unrated=with_unrated
    )
    if rules:
        selection &= select_game(asked.game)
    from mentis_records.store.player import fetch_players, merge_players, split_players

    if needed:
        with opened(db, memory_limit, Use.CHANGE) as database:
            if action == "merge":
                from mentis_records.cli.player_merging import tell_clashes, tell_twice

                tell_clashes(database, given)
                player = merge_players(database, given[0], given[1:])
                _tell_names(database, db, player, given)
                tell_twice(database, db)
            else:
                split_players(database, given)
                output.talk(f"on their own again: {'; '.join(map(printable, given))}")
    elif action == "rate":
        from mentis_records.statistics.rating.league import rate_players

        with opened(db, memory_limit) as database, waiting_bar():
            league = rate_players(database, asked.game, selection)
        _rate(league, asked.game.description, format_name)
    else:
        from mentis_records.store.game_list import count_games

        with opened(db, memory_limit) as database, waiting_bar():
            found = fetch_players(database, selection)
            total, played = (count_games(database, each) for each in (selection, selection.played))
        if action == "suggest":
            _suggest(found, format_name)
        else:
            _list(found, format_name)
            tell_left_out(total - played)


def _tell_names(database: Database, db: Path, player: str, given: Sequence[str]) -> None:
    """Say which names stand for a player, and how those that were given now are taken away."""
    from mentis_records.core.text import folded
    from mentis_records.store.player import fetch_namesakes

    names = sorted(fetch_namesakes(database)[player] - {player})
    output.talk(f"names of {printable(player)} now: {'; '.join(map(printable, names))}")
    new = [printable(name) for name in given if folded(name) != player]
    output.talk(f"to undo it: {next_command(f'players split {shlex.join(new)}', db)}")


def _list(found: Sequence[Player], format_name: str) -> None:
    from mentis_records.export.player_row import PLAYER_COLUMNS, player_rows

    rows = list(player_rows(found, is_flat=format_name != "json"))
    if format_name == "table":
        at = PLAYER_COLUMNS.index("unplayed")
        rows = [[*row[:at], row[at] or None, *row[at + 1 :]] for row in rows]
    droppable = ("aliases", "elo", "first", "last", "unplayed", "lost", "drawn", "won")
    left_out = write_rows(format_name, PLAYER_COLUMNS, rows, droppable)
    if format_name == "table":
        tell_no_room(left_out)
        output.talk(counted(len(rows), "player"))


def _rate(league: League, game: GameDescription, format_name: str) -> None:
    from mentis_records.export.player_row import RATING_COLUMNS, RATING_DIGITS, rating_rows
    from mentis_records.report.words.wording import capital, first_move
    from mentis_records.statistics.rating.davidson import MAX_PLAYERS

    digits = 0 if format_name == "table" else RATING_DIGITS
    rows = list(rating_rows(league, digits))
    droppable = ("group", "lost", "drawn", "won", "points", "rating_games", "error")
    tell_no_room(write_rows(format_name, RATING_COLUMNS, rows, droppable))
    sifting = league.sifting
    if format_name != "table":
        tell_left_out(sifting.unplayed, sifting.unrated)
    else:
        output.talk(
            f"{len(league.rated):,} of {counted(len(rows), 'player')} rated, by "
            f"{counted(sum(league.group_games), 'game')}; left out: {league.unused:,} between "
            f"players who cannot be compared, {sifting.nameless:,} with an unknown player, "
            f"{sifting.same:,} with one player on both sides, {sifting.unfinished:,} without a "
            f"result, {sifting.stated:,} from a stated position, {sifting.unplayed:,} unplayed, "
            f"{sifting.unrated:,} with the tag Unrated"
        )
        if league.groups > 1:
            output.talk(
                f"{league.groups:,} groups with no chain of wins and draws leading both "
                "ways between them: ratings of different groups cannot be compared"
            )
        if league.rated and not league.has_errors:
            output.talk(
                f"no standard errors for more than {MAX_PLAYERS:,} players; mentis report player "
                "has those of the strongest"
            )
        if league.advantage is not None:
            value, error = league.advantage.value, league.advantage.error
            output.talk(f"{capital(first_move(game))}: {value:+.0f} Elo points, error {error:.0f}")
        elif league.unbounded_side is not None:
            output.talk(
                f"{capital(league.unbounded_side)}'s advantage: the games set no limit to its "
                "size; the ratings assume none"
            )


def _suggest(found: Sequence[Player], format_name: str) -> None:
    from mentis_records.cli.player_merging import tell_ambiguous
    from mentis_records.export.player_row import ALIKE_COLUMNS, alike_rows, compare_players

    compared = compare_players(found)
    write_rows(format_name, ALIKE_COLUMNS, alike_rows(found, compared))
    tell_ambiguous(compared)
