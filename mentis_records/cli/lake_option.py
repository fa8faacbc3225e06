"""Options that the commands of a lake share, and the lake that they open."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from mentis_records.cli import output
from mentis_records.cli.option import choose_game, count_cores

if TYPE_CHECKING:
    from mentis_records.core.game import AnyGame
    from mentis_records.lake.lake_manifest import Manifest
    from mentis_records.lake.merged_answer import LakeQuestion
    from mentis_records.lake.shard_task import ChosenGames
    from mentis_records.lake.worker_pool import WorkerPool

LakeFolder = Annotated[
    Path,
    typer.Option("--lake", envvar="MENTIS_LAKE", help="The folder.", show_default="mentis.lake"),
]
DEFAULT_LAKE = Path("mentis.lake")
Workers = Annotated[
    int,
    typer.Option(
        "--workers", min=0, help="Worker processes; 0: one per core.", show_default="one per core"
    ),
]
Scheduler = Annotated[
    str,
    typer.Option(
        "--scheduler",
        envvar="MENTIS_SCHEDULER",
        help="The scheduler of a cluster, such as tcp://10.0.0.1:8786, in place of processes of "
        "this machine.",
        metavar="ADDRESS",
    ),
]
TimeLimit = Annotated[
    float,
    typer.Option(
        "--time-limit", min=1, help="Seconds after which a worker at one task is replaced."
    ),
]
DEFAULT_TIME_LIMIT = 600.0


@contextmanager
def worker_pool(workers: int, scheduler: str, time_limit: float) -> Iterator[WorkerPool]:
    """Give workers; what goes wrong with them or with a lake ends the command in one line."""
    from mentis_records.lake.lake_error import LakeError
    from mentis_records.lake.worker_pool import WorkerPool
    from mentis_records.query.error import QueryError
    from mentis_records.store.error import StoreError

    try:
        with WorkerPool(workers or count_cores(), scheduler, time_limit) as pool:
            yield pool
    except (LakeError, StoreError) as error:
        output.fail(str(error))
    except QueryError as error:
        output.fail(error.underlined())


def open_manifest(folder: Path) -> Manifest:
    """Return what a lake holds, or end with a usage error."""
    from mentis_records.lake.lake_error import LakeError
    from mentis_records.lake.lake_manifest import read_manifest

    try:
        return read_manifest(folder)
    except LakeError as error:
        output.fail(str(error))


def stored_slugs(manifest: Manifest) -> list[str]:
    """Return the installed games that a lake has records of."""
    from mentis_records.games import GAMES
    from mentis_records.store.schema import feature_table

    slugs = (game.description.slug for game in GAMES)
    return [slug for slug in slugs if manifest.rows(feature_table(slug).name)]


def asked_game(manifest: Manifest, folder: Path, rules: str) -> AnyGame:
    """Return the game that is meant, or end with a usage error if it could be several."""
    slugs = stored_slugs(manifest)
    if not rules and len(slugs) > 1:
        output.fail(f"{folder} has games of {' and '.join(slugs)}: choose one with --rules")
    return choose_game(rules or (slugs[0] if slugs else ""))


def choose_games(
    manifest: Manifest,
    folder: Path,
    rules: str,
    where: Sequence[str] = (),
    queries: Sequence[str] = (),
    *,
    is_of_one: bool = False,
    is_played: bool = False,
    with_foreign: bool = False,
    reached: int | None = None,
) -> ChosenGames:
    """Return which games are meant, or end with a usage error at the place.

    Args:
        manifest: of the lake.
        folder: of the lake.
        rules: what ``--rules`` says.
        where: tests of the record.
        queries: queries that games match.
        is_of_one: whether it must be of one game.
        is_played: whether only games with a ply count.
        with_foreign: whether records of games that are not installed count.
        reached: the canonical key of a position that games have reached.
    """
    from mentis_records.lake.shard_task import ChosenGames, select_in
    from mentis_records.query.error import QueryError

    slugs = stored_slugs(manifest)
    is_needed = is_of_one or bool(queries) or reached is not None
    game = asked_game(manifest, folder, rules) if is_needed else choose_game(rules or slugs[0])
    sole = game.description.slug if rules or len(slugs) == 1 else None
    chosen = ChosenGames(
        game.description.slug,
        sole,
        tuple(where),
        tuple(queries),
        bool(rules),
        reached,
        is_played,
        with_foreign,
    )
    try:
        select_in(None, chosen)
    except QueryError as error:
        output.fail(f"{'--query' if queries and not where else '--where'}: {error.underlined()}")
    return chosen


@contextmanager
def asked_lake(
    folder: Path,
    manifest: Manifest,
    chosen: ChosenGames,
    workers: int,
    scheduler: str,
    time_limit: float,
) -> Iterator[LakeQuestion]:
    """Give a lake that may be asked, and show how many shards have answered."""
    from mentis_records.cli.progress import progress_bar
    from mentis_records.lake.merged_answer import LakeQuestion

    size = max(1, min(workers or count_cores(), len(manifest.shards)))
    with (
        worker_pool(size, scheduler, time_limit) as pool,
        progress_bar("asking shards", "shards", is_writing=True) as advance,
    ):
        yield LakeQuestion(folder.absolute(), manifest, pool, chosen, advance)
