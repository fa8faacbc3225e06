"""The section with the maps of the board: where tiles stand, and what they attack."""

from __future__ import annotations

from collections.abc import Sequence

from mentis_records.core.number_table import NumberTable
from mentis_records.core.section import HeatBoard, HeatBoards, OwnExhibit, OwnSection
from mentis_records.core.tally import Census
from mentis_records.core.text import counted
from mentis_records.games.mentis.rules import square
from mentis_records.games.mentis.tally.board_map import ATTACKS, OCCUPANCY, BoardMap, board_maps

_HUNDRED, _THOUSAND = 100, 1_000


def map_section(census: Census) -> OwnSection:
    """Return the section."""
    exhibits = [
        _exhibit(
            board_maps(census, OCCUPANCY),
            "occupancy",
            "Where tiles stand",
            _HUNDRED,
            "Tiles per 100 positions",
            "tiles on each square per 100 positions, wherever they are in the stack there",
        )
    ]
    attacks = board_maps(census, ATTACKS)
    has_attack = any(each.total for each in attacks)
    if has_attack:
        exhibits.append(
            _exhibit(
                attacks,
                "attacks",
                "Where tiles could capture",
                _THOUSAND,
                "Tiles that could capture per 1,000 positions",
                "top tiles that could capture an enemy tile on the square, whoever is to move, "
                "per 1,000 positions",
            )
        )
    words = () if has_attack else ("In no position could a tile capture another.",)
    return OwnSection("maps", "Maps of the board", words, tuple(exhibits))


def _exhibit(
    maps: Sequence[BoardMap], slug: str, title: str, per: int, unit: str, what: str
) -> OwnExhibit:
    boards = [
        HeatBoard(
            f"{each.side} {each.tile}",
            dict(zip(each.squares, each.rates(per), strict=True)),
            each.barred,
        )
        for each in maps
    ]
    rows = [
        (each.side, each.tile, name, number, rate)
        for each in maps
        for name, number, rate in zip(each.squares, each.counts, each.rates(per), strict=True)
    ]
    tops = "; ".join(
        f"{board.title} most on {max(board.values, key=lambda name: board.values[name])}"
        for board in boards
        if board.highest
    )
    positions = max((each.positions for each in maps), default=0)
    fewer = {each.tile: each.positions for each in maps if each.positions < positions}
    of_some = "".join(f", {number:,} of them with a {tile}" for tile, number in fewer.items())
    return OwnExhibit(
        slug,
        title,
        f"{_count(len(boards), 'board')} with a number on each square. {tops}.",
        method=(
            f"{what}, over {_count(positions, 'position')}{of_some}: all of each game that has "
            "such tiles, start and end included. All boards share one scale; 0 means less than "
            "half of the last digit."
        ),
        drawing=HeatBoards(boards, square.COLUMNS, square.ROWS, unit),
        numbers=NumberTable(("side", "tile", "square", "count", f"per_{per}"), tuple(rows)),
        display=NumberTable(
            ("Square", *(board.title for board in boards)),
            tuple(
                (name, *(f"{board.values[name]:.2f}" for board in boards))
                for name in (maps[0].squares if maps else ())
            ),
        ),
    )


def _count(number: int, noun: str) -> str:
    return counted(number, noun, space="\N{NO-BREAK SPACE}")
