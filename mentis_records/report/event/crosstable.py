"""The crosstable of an event: a matrix of an all-play-all, else the rounds of each player."""

from __future__ import annotations

from collections.abc import Sequence

from mentis_records.core.number_table import NumberTable
from mentis_records.core.text import one_line
from mentis_records.report.document.exhibit import Exhibit
from mentis_records.report.event.points import cell_text, points_text, side_letters
from mentis_records.report.figure.figure_table import TableColumn, TablePlot
from mentis_records.report.section.survey import Collection
from mentis_records.report.words.wording import count
from mentis_records.statistics.event.entry import Entry, Kind
from mentis_records.statistics.event.event import Event
from mentis_records.statistics.event.ranking import Standing

_BYE = "bye"
"""The head of the column of rounds without an opponent."""

_MOST_SHOWN = 3
"""Games of two players whose results stand one by one in a cell."""


def crosstable(event: Event, rows: Sequence[Standing], collection: Collection) -> Exhibit:
    """Return the crosstable, players in the order of the standings."""
    is_matrix = is_pairwise(event)
    heads, cells = crosstable_cells(event, rows, collection.sides)
    blank = frozenset((at, at + 2) for at in range(len(rows))) if is_matrix else frozenset()
    table = [
        (str(place), one_line(row.player), *line, points_text(row.points))
        for place, (row, line) in enumerate(zip(rows, cells, strict=True), 1)
    ]
    columns = (
        TableColumn("#"),
        TableColumn("Player", "left", is_name=True),
        *(TableColumn(head, "center", is_spare=True) for head in heads),
        TableColumn("Points", is_bold=True),
    )
    method = crosstable_words(event, collection.sides)
    return Exhibit(
        slug="crosstable",
        title="Crosstable",
        alternative=(
            f"Table of {count(len(rows), 'player')} with their results. "
            "All numbers are in the table below."
        ),
        n=len(event.games),
        n_words="games, forfeits and byes included",
        method=method,
        selection=collection.provenance.selection,
        plot=TablePlot(columns, table, blank),
        numbers=_pairs(event, rows) if event.is_series else _entries(event, rows, collection),
        display=NumberTable(tuple(column.title for column in columns), tuple(table)),
    )


def is_pairwise(event: Event) -> bool:
    """Tell whether the crosstable has players against players, not against rounds."""
    return not event.is_swiss or not event.rounds


def crosstable_cells(
    event: Event, rows: Sequence[Standing], sides: Sequence[str]
) -> tuple[list[str], list[list[str]]]:
    """Return the heads of the crosstable, and the cells of each player in that order."""
    if is_pairwise(event):
        return _matrix(event, rows)
    ranks = {row.player: place for place, row in enumerate(rows, 1)}
    return _by_round(event, rows, ranks, side_letters(sides))


def crosstable_words(event: Event, sides: Sequence[str]) -> str:
    """Return what a cell says."""
    if is_pairwise(event):
        return (
            "each cell has the points of the row's player against the player of the column's "
            "number; + and - are a win and a loss without a game, * is a game without a result."
        )
    letters = zip(side_letters(sides), sides, strict=False)
    named = " and ".join(f"{letter} {side}" for letter, side in letters)
    return (
        f"each cell has the opponent's number, the side, and the points; {named}; + and - are a "
        "win and a loss without a game, * is a game without a result, – is no game."
    )


def _entries(event: Event, rows: Sequence[Standing], collection: Collection) -> NumberTable:
    """Return all rounds of all players."""
    return NumberTable(
        ("player", "round", "opponent", "side", "points", "kind"),
        tuple(
            (
                row.player,
                each.round,
                each.opponent,
                None if each.side is None else collection.sides[each.side],
                each.points,
                each.kind.value,
            )
            for row in rows
            for each in sorted(event.cards[row.player], key=_order)
        ),
    )


def _pairs(event: Event, rows: Sequence[Standing]) -> NumberTable:
    """Return the points of all players against one another."""
    cells = []
    for row in rows:
        for other in rows:
            met = [each for each in event.cards[row.player] if each.opponent == other.player]
            if met:
                points = sum((each.points for each in met), 0.0)
                cells.append((row.player, other.player, len(met), points))
    return NumberTable(("player", "opponent", "games", "points"), tuple(cells))


def _order(entry: Entry) -> tuple[int, str, int, float]:
    """Return by what rounds are in an order that does not depend on that of loading."""
    number = -1 if entry.round is None else entry.round
    return number, entry.opponent or "", entry.side or 0, entry.points


def _matrix(event: Event, rows: Sequence[Standing]) -> tuple[list[str], list[list[str]]]:
    heads = [str(place) for place in range(1, len(rows) + 1)]
    lines = [[_met(event, row.player, other.player) for other in rows] for row in rows]
    byes = [_byes(event, row.player) for row in rows]
    if any(byes):
        heads.append(_BYE)
        for line, text in zip(lines, byes, strict=True):
            line.append(text)
    return heads, lines


def _byes(event: Event, name: str) -> str:
    """Return the points of a player's byes: ``1``, ``½0``."""
    entries = sorted((each for each in event.cards[name] if each.kind is Kind.BYE), key=_order)
    return "".join(points_text(each.points) for each in entries)


def _met(event: Event, name: str, other: str) -> str:
    """Return a player's results against another: ``1``, ``½0``, or of many games the points."""
    entries = sorted((each for each in event.cards[name] if each.opponent == other), key=_order)
    if len(entries) > _MOST_SHOWN:
        return points_text(sum(each.points for each in entries))
    return "".join(map(_sign, entries))


def _sign(entry: Entry) -> str:
    if entry.kind is Kind.OPEN:
        return "*"
    if entry.kind is Kind.FORFEIT and entry.points in (0.0, 1.0):
        return "+" if entry.points else "-"
    return points_text(entry.points)


def _by_round(
    event: Event, rows: Sequence[Standing], ranks: dict[str, int], letters: tuple[str, str]
) -> tuple[list[str], list[list[str]]]:
    heads = [str(number) for number in event.rounds]
    lines = []
    for row in rows:
        by_round: dict[int | None, list[str]] = {}
        for each in event.cards[row.player]:
            text = cell_text(each, ranks.get(each.opponent or ""), letters)
            by_round.setdefault(each.round, []).append(text)
        lines.append([" ".join(by_round.get(number, [""])) for number in event.rounds])
    return heads, lines
