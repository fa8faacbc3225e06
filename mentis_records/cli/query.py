"""``mentis query``."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from mentis_records.cli import output
from mentis_records.cli.answer import Answer, find_match
from mentis_records.cli.collection_file import Use, opened
from mentis_records.cli.list_option import (
    MATCHES_FORMATS,
    MatchesFormat,
    MatchesOrder,
    OnlyCount,
    OnlyPositions,
    RowsLimit,
    matches_order,
)
from mentis_records.cli.option import (
    DEFAULT_DATABASE,
    Asked,
    DatabasePath,
    MemoryLimit,
    Rules,
    View,
    Where,
    choose_selection,
    choose_view,
    open_shelf,
)
from mentis_records.cli.table import write_rows
from mentis_records.cli.target import check_target

if TYPE_CHECKING:
    from mentis_records.core.game import AnyGame
    from mentis_records.query.plan.question import Question


def query(
    text: Annotated[str, typer.Argument(metavar="QUERY", help="What to find.")] = "",
    db: DatabasePath = DEFAULT_DATABASE,
    memory_limit: MemoryLimit = None,
    rules: Rules = "",
    where: Where = [],  # noqa: B006 - typer reads it, nobody writes to it
    positions: OnlyPositions = False,
    count: OnlyCount = False,
    show: Annotated[
        bool, typer.Option("--show", help="Show the board where each game first matches.")
    ] = False,
    page: Annotated[
        Path | None, typer.Option("--page", help="Draw these boards on a page (.html).")
    ] = None,
    view: View = "",
    explain: Annotated[bool, typer.Option("--explain", help="Show the SQL and its plan.")] = False,
    verify: Annotated[
        bool, typer.Option("--verify", help="Replay all games and compare the answers.")
    ] = False,
    sort: MatchesOrder = "",
    limit: RowsLimit = None,
    format_name: MatchesFormat = "table",
    save: Annotated[
        str | None, typer.Option("--save", help="Save the query under this name.")
    ] = None,
    forget: Annotated[str | None, typer.Option("--forget", help="Delete a saved query.")] = None,
    saved: Annotated[bool, typer.Option("--saved", help="List the saved queries.")] = False,
) -> None:
    """Find positions by what stands there, attacks, moves, sequences and records.

    A game is listed with the plies at which it matches: how many were played before. Squares
    and tiles are written as in the notation; docs/reference/query-language.md lists everything
    that a query can say.
    With --view, the query is about what that side sees, and so are the boards; --where and
    --sort ask for nothing that it cannot see.

    \b
    Blue's Nobles on d4, alone or on top:
      blue N on d4
    A stack of Red's with Nobles beneath other tiles, anywhere:
      red stack N?* on board
    Blue's King could be captured:
      blue K attacked
    Spears that could capture Nobles, whoever is to move:
      any S attacks any N
    Nobles of Blue that attack two tiles at once, a fork:
      some x: blue N on board and count(red any attacked by x) >= 2
    Trenchmen of Red block a capture on their third row:
      red T on row 5 blocks
    Blue is crowded: three squares or more of row 4:
      count(blue any on row 4) >= 3
    Blue captures in a game that Red wins:
      result = 0-1 and move captures any and to move red
    An attack on the King is answered by a deployment within two plies:
      blue K attacked then within 2 (move deploys * and to move red)
    The same opening on either wing:
      mirror(move deploys TSN at c2) and ply <= 3
    The ends of the games that Blue won without once having the King attacked:
      end and result = 1-0 and not game(blue K attacked)
    """  # noqa: D301 - a backspace tells that lines stay as they are
    output.check_choice("--format", format_name, MATCHES_FORMATS)
    if _choose({"--save": save is not None, "--forget": forget is not None, "--saved": saved}):
        _keep(text, db, Asked(db, rules), memory_limit, save, forget, format_name)
        return
    kinds = {"--positions": positions, "--count": count, "--show": show, "--page": page is not None}
    kind = _choose({**kinds, "--explain": explain, "--verify": verify})
    if kind in ("--show", "--page", "--explain") and format_name != "table":
        output.fail(f"{kind} has no --format")
    if kind == "--verify" and format_name not in ("table", "json"):
        output.fail(f"--verify has no --format {format_name}: choose table or json")
    if format_name == "mgn" and (positions or count):
        output.fail("--format mgn is for games, not for --positions or --count")
    if view and kind not in ("--show", "--page"):
        output.fail("--view is for the boards of --show and --page; to ask, write: seen by ...")
    check_target(page, "--page", [db])
    with opened(db, memory_limit) as database:
        asked = Asked(db, rules)
        order = matches_order(
            sort, asked.game.description.slug, is_of_positions=positions, is_seen=bool(view)
        )
        viewer = choose_view(asked.game, view)
        selection = choose_selection(where, db, asked=asked, is_seen=bool(view))
        question = _ask(f"seen by {view}: ({text})" if view else text, asked.game, db)
        find = question.match if explain else partial(find_match, database, question)
        match = find(selection)
        answer = Answer(database, question, match, order, limit, format_name)
        if explain:
            answer.explain()
        elif verify:
            answer.verify()
        elif count:
            answer.count()
        elif show or page is not None:
            answer.show(page, viewer)
        elif positions:
            answer.positions()
        else:
            answer.games()


def _ask(text: str, game: AnyGame, db: Path) -> Question:
    """Return the question, or end with a usage error that shows the place."""
    from mentis_records.query.error import QueryError
    from mentis_records.query.plan.question import ask

    try:
        return ask(text, game, open_shelf(db))
    except QueryError as error:
        output.fail(f"query: {error.underlined()}")


def _choose(options: dict[str, bool]) -> str:
    """Return the one option that is given, or nothing; end with a usage error at several."""
    given = [name for name, is_given in options.items() if is_given]
    if len(given) > 1:
        output.fail(f"choose {' or '.join(given)}")
    return "".join(given)


def _keep(
    text: str,
    db: Path,
    asked: Asked,
    memory_limit: int | None,
    save: str | None,
    forget: str | None,
    format_name: str,
) -> None:
    """Save, forget or list queries."""
    from mentis_records.query.error import QueryError
    from mentis_records.query.plan.saved_query import check_saving
    from mentis_records.store.saved_query import forget_query, save_query

    shelf = open_shelf(db)
    if save is None and forget is None:
        if format_name == "mgn":
            output.fail("--format mgn is for games, not for --saved")
        write_rows(format_name, ("name", "query"), shelf.items())
        return
    if forget is not None and forget.lower() not in shelf:
        output.fail(f"--forget {forget}: there are {', '.join(shelf) or 'no saved queries'}")
    try:
        if save is not None:
            check_saving(save, text, asked.game, shelf)
        with opened(db, memory_limit, Use.CHANGE) as database:
            if save is not None:
                save_query(database, save.lower(), text)
                output.talk(f"{save.lower()}: saved")
            if forget is not None:
                forget_query(database, forget.lower())
                output.talk(f"{forget.lower()}: forgotten")
    except QueryError as error:
        output.fail(f"query: {error.underlined()}")
