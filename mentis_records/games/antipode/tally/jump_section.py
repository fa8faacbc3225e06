"""The section on jumps by their length and captures, and on flips of the Antipode."""

from __future__ import annotations

from mentis_records.core.number_table import NumberTable
from mentis_records.core.section import BarRow, Bars, Matrices, MatrixPanel, OwnExhibit, OwnSection
from mentis_records.core.tally import Census
from mentis_records.core.text import counted

_HUNDRED = 100


def jump_section(census: Census) -> OwnSection:
    """Return the section."""
    jumps = census.tables["jumps"].cells
    total = int(jumps.sum())
    long, taking = int(jumps[1:].sum()), int(jumps[:, 1:].sum())
    words = (
        f"{counted(total, 'jump')} were made, {total / max(census.games, 1):.1f} a game. "
        f"{census.part(taking, total)} captured, and {census.part(long, total)} had more than one "
        "leg.",
        _flip_words(census),
    )
    return OwnSection("jumps", "Jumps and flips", words, (_jumps(census), _flips(census)))


def _flip_words(census: Census) -> str:
    never = int(census.tables["flips"].cells[0])
    won, given = census.tables["flipped"].cells.sum(axis=0).tolist()
    flips = won + given
    return (
        f"The Antipode was flipped {flips / max(census.games, 1):.1f} times a game, and never in "
        f"{census.part(never, census.games)} of {counted(census.games, 'game')}. "
        f"{census.part(won, flips)} of {counted(flips, 'flip')} won it for the side that jumped."
    )


def _jumps(census: Census) -> OwnExhibit:
    table = census.tables["jumps"]
    games = max(census.games, 1)
    panel = MatrixPanel(
        "All jumps",
        table.labels("legs"),
        table.labels("captures"),
        (_HUNDRED * table.cells / games).tolist(),
    )
    legs = zip(table.labels("legs"), table.cells.tolist(), strict=True)
    return OwnExhibit(
        "jumps",
        "Jumps by legs and captures",
        "A matrix of jumps with a row for each number of legs, a column for each of captures.",
        method="jumps of both sides per 100 games; a leg goes over one piece, whosever it is.",
        drawing=Matrices((panel,), "Legs", "Captures", "Jumps per 100 games"),
        numbers=NumberTable(
            ("legs", *(f"captures {label}" for label in table.labels("captures"))),
            tuple((label, *cells) for label, cells in legs),
        ),
        display=NumberTable(
            ("Legs", "Jumps", *(f"Captures: {label}" for label in table.labels("captures"))),
            tuple(
                (label, f"{sum(cells):,}", *(f"{cell:,}" for cell in cells))
                for label, cells in zip(table.labels("legs"), table.cells.tolist(), strict=True)
            ),
        ),
    )


def _flips(census: Census) -> OwnExhibit:
    table = census.tables["flips"]
    rows = [
        BarRow(label, (int(games),))
        for label, games in zip(table.labels("flips"), table.cells, strict=True)
    ]
    return OwnExhibit(
        "flips",
        "Flips of the Antipode in a game",
        "Bars of games by how often the Antipode was flipped.",
        method="games by how many legs went over the Antipode, those of both sides.",
        drawing=Bars(rows, ("games",)),
        numbers=NumberTable(("flips", "games"), tuple((row.label, row.total) for row in rows)),
        display=NumberTable(
            ("Flips", "Games"),
            tuple((row.label, census.part(row.total, census.games)) for row in rows),
        ),
    )
