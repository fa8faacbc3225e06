"""Options of commands that list games, matches or moves of many games, and what they mean."""

from __future__ import annotations

from collections.abc import Collection
from typing import Annotated

import typer

from mentis_records.cli import output

_PAGE = 20
"""Games a page, unless it is said how many."""

ReachedPosition = Annotated[
    str, typer.Option("--position", help="Only games that reached this position.")
]
GamesOrder = Annotated[
    str,
    typer.Option(
        "--sort",
        help="Columns to sort by, such as date,-plies; - for greatest first. "
        "Rounds sort by their numbers.",
    ),
]
GamesLimit = Annotated[
    int | None,
    typer.Option(
        "--limit", min=0, help="Games per page; 0: all.", show_default="20; csv, json: all"
    ),
]
PageNumber = Annotated[
    int | None, typer.Option("--page", min=1, help="Which page.", show_default="1")
]
OnlyPositions = Annotated[bool, typer.Option("--positions", help="List positions.")]
OnlyCount = Annotated[bool, typer.Option("--count", help="Only count.")]
MatchesOrder = Annotated[
    str, typer.Option("--sort", help="Columns of mentis games, or matches; - for greatest first.")
]
RowsLimit = Annotated[
    int | None,
    typer.Option(
        "--limit", min=0, help="At most this many rows; 0: all.", show_default="20 in a table"
    ),
]
MatchesFormat = Annotated[
    str, typer.Option("--format", help="table, csv, json, or mgn: the records.")
]
MATCHES_FORMATS = ("table", "csv", "json", "mgn")
FirstMoves = Annotated[
    str, typer.Option("--moves", help="Plies to play first, such as 'TSNd2 TSNd6'.")
]
FirstPosition = Annotated[
    str, typer.Option("--position", help="A position string instead of the start.")
]
LeastGames = Annotated[
    int, typer.Option("--min-games", min=1, help="Hide moves played in fewer games.")
]
MostPositions = Annotated[
    int, typer.Option("--max-positions", min=1, help="Look up at most this many positions.")
]


def parse_order(sort: str) -> list[str]:
    """Return the names of columns that ``--sort`` has."""
    return [name.strip().lower() for name in sort.split(",") if name.strip()]


def check_order(order: Collection[str], known: Collection[str]) -> None:
    """End with a usage error at a name that no column has."""
    for name in order:
        if name.removeprefix("-") not in known:
            output.fail(f"--sort {name!r}: choose from {', '.join(known)}")


def matches_order(
    sort: str, slug: str, *, is_of_positions: bool, is_seen: bool = False
) -> list[str]:
    """Return in which order matches are listed, or end with a usage error.

    The order in which a side sees games must not depend on what it cannot see.
    """
    from mentis_records.store.game_list import list_columns
    from mentis_records.store.position.hits import MATCHES
    from mentis_records.store.schema import SECRET_SETTINGS

    secret = {tag.lower() for tag in SECRET_SETTINGS} if is_seen else ()
    columns = [name for name in list_columns(slug) if name not in secret]
    order = parse_order(sort)
    check_order(order, [*columns, *([] if is_of_positions else [MATCHES])])
    return order


def page_bounds(limit: int | None, page: int | None, format_name: str) -> tuple[int, int]:
    """Return how many games a page has, 0 for all, and how many stand before it."""
    if limit is None:
        limit = 0 if page is None and format_name != "table" else _PAGE
    return limit, ((page or 1) - 1) * limit


def tell_page(first: int, shown: int, total: int, hidden: Collection[str]) -> None:
    """Say which games of how many were listed, and which of their columns were not."""
    if shown:
        output.talk(f"games {first + 1:,} to {first + shown:,} of {total:,}")
    else:
        output.talk(f"no games on this page, {total:,} in all" if total else "no games")
    if shown and hidden:
        output.talk(f"left out: {', '.join(hidden)}; --format csv has all columns")
