"""What commands ask of a database or of files, as functions that open it, ask, and close it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from mentis_records.collection.audit import NODES, PLIES, AuditRow, audit_games
from mentis_records.collection.collection import Collection, Tests, open_collection
from mentis_records.collection.file_record import read
from mentis_records.collection.load import DATABASE, load
from mentis_records.collection.rate import Ratings
from mentis_records.collection.record_reader import AnyPath, Paths, find_files
from mentis_records.collection.report import FOLDER, Reports
from mentis_records.collection.rows import Rows
from mentis_records.collection.standings import Standings
from mentis_records.games import DEFAULT_GAME


def report(
    kinds: str | Sequence[str],
    db: AnyPath = DATABASE,
    out: AnyPath = FOLDER,
    *,
    where: Tests = (),
    query: Tests = (),
    player: str = "",
    rules: str = "",
    openings: AnyPath | None = None,
    formats: str | Sequence[str] = (),
    with_unplayed: bool = False,
    with_unrated: bool = False,
) -> Reports:
    """Write reports on the games of a database into a folder, as ``mentis report`` does.

    >>> import mentis_records
    >>> done = mentis_records.report("winrate", "club.duckdb", "club-pages", formats="html")
    >>> done.page.name, done[0].title
    ('winrate.html', 'Blue won 0, Red 1')

    Args:
        kinds: ``opening``, ``winrate``, ``player``, ``balance``, ``collection`` or ``event``,
            several of them, or ``all``.
        db: the file of the database.
        out: the folder, made if there is none; files of other origin in it stay.
        where: tests that the games pass.
        query: queries, each of which some position of the games matches.
        player: only games of this player; the report ``player`` is on him or her.
        rules: the slug of the game, if the records are of several.
        openings: a file of names of openings, beside the bundled ones.
        formats: some of html, pdf, png, svg, csv and json; by default all.
        with_unplayed: also counts games without a ply.
        with_unrated: also rates by games with the tag Unrated.

    Returns:
        What was written, a ``ReportFiles`` a report.

    Raises:
        OSError: a file cannot be written.
        QueryError: a test or query cannot be read.
        StoreError: the database cannot be read.
        ValueError: there is no such report, format or file of openings, or the records are of
            several games and ``rules`` names none.
    """
    with open_collection(db) as club:
        return club.report(
            kinds,
            out,
            where=where,
            query=query,
            player=player,
            rules=rules,
            openings=openings,
            formats=formats,
            with_unplayed=with_unplayed,
            with_unrated=with_unrated,
        )


def rate(
    db: AnyPath = DATABASE,
    *,
    where: Tests = (),
    rules: str = "",
    with_unplayed: bool = False,
    with_unrated: bool = False,
) -> Ratings:
    """Rate the players of a database, as ``mentis players rate`` does.

    >>> import mentis_records
    >>> ratings = mentis_records.rate("club.duckdb")
    >>> len(ratings), ratings.left_out["unknown player"]
    (0, 2)

    Args:
        db: the file of the database.
        where: tests that the games pass.
        rules: the slug of the game, if the records are of several.
        with_unplayed: also counts games without a ply.
        with_unrated: also rates by games with the tag Unrated.

    Returns:
        The players, the best first, with ratings in Elo points of mean 1500 (``Rating``).

    Raises:
        QueryError: a test cannot be read.
        StoreError: the database cannot be read.
        ValueError: the records are of several games, and ``rules`` names none.
    """
    with open_collection(db) as club:
        return club.rate(where, rules=rules, with_unplayed=with_unplayed, with_unrated=with_unrated)


def standings(
    paths: Paths = (),
    *,
    db: AnyPath | None = None,
    where: Tests = (),
    tie_breaks: str | Sequence[str] = (),
    system: str = "",
    rules: str = "",
) -> Standings:
    r"""Return the table of an event, of files or of a database, as ``mentis standings`` does.

    >>> import mentis_records
    >>> from pathlib import Path
    >>> record = '[Blue "{}"]\n[Red "{}"]\n[Result "{}"]\n\n1. TSNd2 TSNd6 {}\n'
    >>> games = [("Ann", "Bob", "1-0"), ("Bob", "Cleo", "1/2-1/2"), ("Cleo", "Ann", "0-1")]
    >>> texts = [record.format(*game, game[2]) for game in games]
    >>> _ = Path("evening.mgn").write_text("\n".join(texts))
    >>> [(row.rank, row.player, row.points) for row in mentis_records.standings("evening.mgn")]
    [(1, 'Ann', 2.0), (2, 'Bob', 0.5), (2, 'Cleo', 0.5)]

    Args:
        paths: record files, folders or patterns; records with errors are left out.
        db: the file of a database, if no paths are given.
        where: tests that the games pass.
        tie_breaks: their names in order, as a sequence or parted by commas; by default those of
            the system.
        system: ``all-play-all`` or ``swiss``; by default what the pairings tell.
        rules: the slug of the game, if the records are of several.

    Raises:
        OSError: a file cannot be read.
        QueryError: a test cannot be read.
        StoreError: the database cannot be read.
        ValueError: the games are of several events, there is no such tie-break or system, or both
            paths and a database are given.
    """
    with _opened(paths, db, rules) as club:
        return club.standings(where, tie_breaks=tie_breaks, system=system, rules=rules)


def audit(
    paths: Paths = (),
    *,
    db: AnyPath | None = None,
    where: Tests = (),
    plies: int = PLIES,
    nodes: int = NODES,
    options: Mapping[str, str] | None = None,
    rules: str = "",
) -> Rows[AuditRow]:
    """Audit games that ended by a claim: was the result forced, and which wins were missed?

    It is what ``mentis audit`` does. Games that ended on the board are passed over, and so are
    records with errors (see ``read``).

    >>> import mentis_records
    >>> for row in mentis_records.audit("data/rulebook.mgn", plies=3):
    ...     print(row.result, row.verdict, [(win.ply, win.best) for win in row.missed])
    0-1 proven []
    1/2-1/2 unknown [(37, 'g7-g6-f6-e6'), (41, 'g7-g6-f6-e6')]

    Args:
        paths: record files, folders or patterns.
        db: the file of a database, if no paths are given.
        where: tests that the games of the database pass.
        plies: the longest win that is looked for.
        nodes: positions that are looked at for each at most.
        options: settings of records in files without their tags.
        rules: the slug of the game: of records in files that name none, or of those of the
            database that are meant.

    Raises:
        KeyError: there is no such game.
        OSError: a file cannot be read.
        QueryError: a test cannot be read.
        StoreError: the database cannot be read.
        ValueError: both paths and a database are given, or neither.
    """
    if db is not None:
        with _opened(paths, db, rules) as club:
            return club.audit(where, plies=plies, nodes=nodes, rules=rules)
    files = find_files(paths).files
    _check_given(files, db)
    found = (each for path in files for each in read(path, options, rules=rules or DEFAULT_GAME))
    valid = (each.game for each in found if each.game is not None)
    return Rows(AuditRow, audit_games(valid, plies, nodes))


@contextmanager
def _opened(paths: Paths, db: AnyPath | None, rules: str) -> Iterator[Collection]:
    """Give the database, or one of the records of files alone."""
    files = find_files(paths).files
    _check_given(files, db)
    if db is not None:
        with open_collection(db) as club:
            yield club
        return
    with TemporaryDirectory(prefix="mentis-") as folder:
        place = Path(folder) / DATABASE
        load(files, place, rules=rules or DEFAULT_GAME, with_index=False)
        with open_collection(place) as club:
            yield club


def _check_given(files: Sequence[str], db: AnyPath | None) -> None:
    """Check that files are given or a database.

    Raises:
        ValueError: it is neither, or both.
    """
    if bool(files) == (db is not None):
        raise ValueError("name record files, or a database with db, not both")
