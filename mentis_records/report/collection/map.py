"""The section with the maps of the board: where tiles stand, and what they attack."""

from __future__ import annotations

from collections.abc import Sequence

from mentis_records.core.game import NotOfferedError
from mentis_records.report.collection.frame import Frame
from mentis_records.report.document.exhibit import Exhibit
from mentis_records.report.document.page import Section
from mentis_records.report.figure.figure_heatmap import HeatBoard, HeatmapPlot
from mentis_records.report.number_table import NumberTable
from mentis_records.report.words.wording import count
from mentis_records.statistics.map import ATTACKS, OCCUPANCY, BoardMap, board_maps

_HUNDRED, _THOUSAND = 100, 1_000


def map_section(frame: Frame) -> Section:
    """Return the section."""
    exhibits = [
        _exhibit(
            frame,
            board_maps(frame.census, frame.game, OCCUPANCY),
            "occupancy",
            "Where tiles stand",
            _HUNDRED,
            "Tiles per 100 positions",
            "tiles on each square per 100 positions, wherever they are in the stack there",
        )
    ]
    attacks = board_maps(frame.census, frame.game, ATTACKS)
    has_attack = any(each.total for each in attacks)
    if has_attack:
        exhibits.append(
            _exhibit(
                frame,
                attacks,
                "attacks",
                "Where tiles could capture",
                _THOUSAND,
                "Tiles that could capture per 1,000 positions",
                "top tiles that could capture an enemy tile on the square, whoever is to move, "
                "per 1,000 positions",
            )
        )
    words = () if has_attack else ("In no position a tile could capture another.",)
    return Section("maps", "Maps of the board", words, tuple(exhibits))


def _exhibit(
    frame: Frame, maps: Sequence[BoardMap], slug: str, title: str, per: int, unit: str, what: str
) -> Exhibit:
    words = frame.game.description.vocabulary
    if words is None:
        raise NotOfferedError(f"boards of {frame.game.description.title} have no rows and columns")
    boards = [
        HeatBoard(f"{each.side} {each.tile}", dict(zip(each.squares, each.rates(per), strict=True)))
        for each in maps
    ]
    rows = [
        (each.side, each.tile, square, number, rate)
        for each in maps
        for square, number, rate in zip(each.squares, each.counts, each.rates(per), strict=True)
    ]
    tops = "; ".join(
        f"{board.title} most on {max(board.values, key=lambda square: board.values[square])}"
        for board in boards
        if board.highest
    )
    positions = maps[0].positions if maps else 0
    return frame.exhibit(
        slug,
        title,
        f"{count(len(boards), 'board')} with a number on each square. {tops}.",
        method=(
            f"{what}, over {count(positions, 'position')}: all of each game, start and end "
            "included. Shades are of each board for itself; 0 is less than half of the last digit, "
            "an empty square none at all."
        ),
        plot=HeatmapPlot(boards, tuple(words.columns), tuple(words.rows), unit),
        numbers=NumberTable(("side", "tile", "square", "count", f"per_{per}"), tuple(rows)),
        display=NumberTable(
            ("Square", *(board.title for board in boards)),
            tuple(
                (square, *(f"{board.values[square]:.2f}" for board in boards))
                for square in (maps[0].squares if maps else ())
            ),
        ),
    )
