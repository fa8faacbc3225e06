"""``mentis lake query``."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Annotated, Any

import typer

from mentis_records.cli import output
from mentis_records.cli.lake_option import (
    DEFAULT_LAKE,
    DEFAULT_TIME_LIMIT,
    LakeFolder,
    Scheduler,
    TimeLimit,
    Workers,
    asked_lake,
    choose_games,
    open_manifest,
)
from mentis_records.cli.list_option import (
    MATCHES_FORMATS,
    MatchesFormat,
    MatchesOrder,
    OnlyCount,
    OnlyPositions,
    RowsLimit,
    matches_order,
)
from mentis_records.cli.option import Rules, Where
from mentis_records.cli.table import write_rows

if TYPE_CHECKING:
    from mentis_records.core.game import AnyGame
    from mentis_records.lake.merged_answer import LakeQuestion
    from mentis_records.store.position.hits import MatchCount

_TABLE_ROWS = 20


def lake_query(
    text: Annotated[str, typer.Argument(metavar="QUERY", help="What to find.")],
    folder: LakeFolder = DEFAULT_LAKE,
    workers: Workers = 0,
    scheduler: Scheduler = "",
    time_limit: TimeLimit = DEFAULT_TIME_LIMIT,
    rules: Rules = "",
    where: Where = [],  # noqa: B006 - typer reads it, nobody writes to it
    positions: OnlyPositions = False,
    count: OnlyCount = False,
    sort: MatchesOrder = "",
    limit: RowsLimit = None,
    format_name: MatchesFormat = "table",
) -> None:
    """Find positions by what stands there, attacks, moves, sequences and records.

    The language is that of mentis query. A game is listed with its shard, its number there, and the
    plies at which it matches: how many were played before.
    """
    output.check_choice("--format", format_name, MATCHES_FORMATS)
    if positions and count:
        output.fail("choose --positions or --count")
    if format_name == "mgn" and (positions or count):
        output.fail("--format mgn is for games, not for --positions or --count")
    from mentis_records.games import find_game
    from mentis_records.query.error import QueryError
    from mentis_records.query.plan.question import ask

    manifest = open_manifest(folder)
    chosen = choose_games(manifest, folder, rules, where, is_of_one=True)
    game = find_game(chosen.slug)
    try:
        ask(text, game)
    except QueryError as error:
        output.fail(f"query: {error.underlined()}")
    order = matches_order(sort, chosen.slug, is_of_positions=positions)
    rows = limit or None
    if limit is None:
        rows = _TABLE_ROWS if format_name == "table" else None
    with asked_lake(folder, manifest, chosen, workers, scheduler, time_limit) as question:
        if count:
            _write_count(question, text, game, format_name)
        elif positions:
            _write_positions(question, text, order, rows, format_name)
        else:
            _write_games(question, text, order, rows, format_name)


def _write_count(question: LakeQuestion, text: str, game: AnyGame, format_name: str) -> None:
    from mentis_records.lake.merged_answer import count_matches

    found = count_matches(question, text)
    sides = [side.lower() for side in game.description.sides]
    first, *others = zip(sides, found.wins, strict=True)
    value = {
        "games": found.games,
        "positions": found.positions,
        **dict([first]),
        "draws": found.draws,
        **dict(others),
    }
    if format_name == "json":
        output.write_json(value)
    else:
        write_rows(format_name, list(value), [list(value.values())])


def _write_positions(
    question: LakeQuestion, text: str, order: Sequence[str], rows: int | None, format_name: str
) -> None:
    from mentis_records.lake.merged_answer import count_matches, list_positions
    from mentis_records.store.game_list import list_columns

    columns = list(list_columns(question.chosen.slug))
    found = list_positions(question, text, columns, order, rows)
    names = ["shard", "game", "ply", "move"]
    if format_name != "table":
        write_rows(format_name, names, found)
        return
    body = list(found)
    if body:
        write_rows("table", names, body)
    _talk(count_matches(question, text))


def _write_games(
    question: LakeQuestion, text: str, order: Sequence[str], rows: int | None, format_name: str
) -> None:
    from mentis_records.games import find_game
    from mentis_records.lake.merged_answer import count_matches, list_matches
    from mentis_records.store.game_list import list_columns

    slug = question.chosen.slug
    columns = [*list_columns(slug), "matches", "at"]
    found = list_matches(question, text, columns, order, rows)
    names = ["shard", *columns]
    if format_name == "mgn":
        _write_records(question, [(row[0], row[1]) for row in found])
    elif format_name == "json":
        write_rows("json", names, found)
    elif format_name == "csv":
        write_rows("csv", names, ((*row[:-1], " ".join(map(str, row[-1]))) for row in found))
    else:
        sides = [side.lower() for side in find_game(slug).description.sides]
        shown = [
            names.index(name)
            for name in ("shard", "game", "date", *sides, "result", "plies", "matches")
        ]
        body = [[*(row[at] for at in shown), _spans(row[-1])] for row in found]
        if body:
            write_rows("table", [*(names[at] for at in shown), "at"], body)
        _talk(count_matches(question, text), len(body))


def _write_records(question: LakeQuestion, games: Iterable[tuple[Any, Any]]) -> None:
    """Write the records of some games in the order of the shards."""
    from mentis_records.cli.lake_export import tell_refused
    from mentis_records.lake.exported_text import export_text

    wanted: dict[str, list[int]] = {}
    for shard, game_id in games:
        wanted.setdefault(shard, []).append(game_id)
    done = export_text(question, "mgn", output.write_text, wanted=wanted)
    if tell_refused(done):
        raise SystemExit(output.FINDINGS)


def _talk(found: MatchCount, shown: int | None = None) -> None:
    from mentis_records.core.text import counted

    left = "" if shown in (None, found.games) else f", {shown:,} of them listed"
    positions = counted(found.positions, "position")
    output.talk(f"{positions} in {counted(found.games, 'game')}{left}")


def _spans(plies: Sequence[int]) -> str:
    from mentis_records.cli.answer import spans

    return spans(plies)
