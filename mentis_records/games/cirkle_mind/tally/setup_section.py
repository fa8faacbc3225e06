"""The section on set-ups: where pieces stand at the start, and how that scores."""

from __future__ import annotations

from mentis_records.core.section import (
    HeatBoard,
    HeatBoards,
    OwnExhibit,
    OwnResults,
    OwnSection,
    ResultGroup,
)
from mentis_records.core.tally import Census
from mentis_records.core.text import counted
from mentis_records.games.cirkle_mind.rules.board import (
    COLUMNS,
    NAMES,
    ROWS,
    SIDES,
    ZONE_ROWS,
    ZONES,
)
from mentis_records.games.cirkle_mind.rules.piece import VICTORY_TARGETS, face_name
from mentis_records.games.cirkle_mind.rules.terms import LEVELS
from mentis_records.games.cirkle_mind.tally.by_level import Level, played_levels
from mentis_records.games.cirkle_mind.tally.sort import ROLES

_HUNDRED = 100
_FRONT_PIECES = 2
_PLACES = ("back", "second", "third", "front")
"""The rows of a zone, as its owner sees them."""


def setup_section(census: Census) -> OwnSection:
    """Return the section."""
    levels = list(played_levels(census, "set_up"))
    words = "; ".join(f"{level.name}: {_words(census, level)}" for level in levels)
    if not levels:
        return OwnSection("setups", "Set-ups", ("No game began from two known set-ups.",), ())
    maps = [_map(census, levels, role) for role in range(len(ROLES))]
    return OwnSection(
        "setups",
        "Set-ups",
        (f"Victory targets stood in the back row this often: {words}.",),
        (*maps, _target_rows(levels), _black_front(levels)),
    )


def _words(census: Census, level: Level) -> str:
    cells = census.tables["setups"].cells[level.at][0]
    back = int(cells[: len(COLUMNS)].sum() + cells[-len(COLUMNS) :].sum())
    return f"{level.part(back, int(cells.sum()))} in {counted(level.games, 'game')}"


def _map(census: Census, levels: list[Level], role: int) -> OwnExhibit:
    """Return boards with how often pieces of a role stand on each square, a level each."""
    cells = census.tables["setups"].cells
    name = f"{ROLES[role]}s"
    boards = [
        HeatBoard(
            level.name,
            {
                NAMES[at]: _HUNDRED * int(cells[level.at][role][at]) / level.games
                for zone in ZONES
                for at in zone
            },
        )
        for level in levels
    ]
    return OwnExhibit(
        f"setup-{name.replace(' ', '-')}",
        f"Where {name} are set up",
        f"A board for each level, with the share of {name} on each square of the two zones.",
        method=f"{name} on each square per 100 games, Green's in rows 1 to {ZONE_ROWS}, Mauve's in "
        f"rows {ROWS - ZONE_ROWS + 1} to {ROWS}, before the first turn.",
        drawing=HeatBoards(
            boards,
            COLUMNS,
            [str(row) for row in range(1, ROWS + 1)],
            f"{name.capitalize()} per 100 games",
        ),
    )


def _row(side: int, place: int) -> int:
    """Return the number of a row of a side's zone, 0 being its back row."""
    return 1 + place if side == 0 else ROWS - place


def _asked(level: Level, test: str) -> str:
    return f"level = {LEVELS[level.at]} and {test}"


def _target_rows(levels: list[Level]) -> OwnResults:
    return OwnResults(
        "target-rows",
        "Results by the row of the victory target",
        "games of each level by the row in which Green's victory target was set up, and by that of "
        "Mauve's, as its owner sees it: a game is in one row of each side. All are compared with "
        "the games of all levels.",
        ("row", "rows"),
        tuple(
            ResultGroup(
                f"{level.name}: {SIDES[side]}, {words}",
                _asked(
                    level,
                    f"setup {SIDES[side].lower()} {face_name(VICTORY_TARGETS[side])} "
                    f"on row {_row(side, place)}",
                ),
            )
            for level in levels
            for side in range(len(SIDES))
            for place, words in enumerate(_PLACES)
        ),
    )


def _black_front(levels: list[Level]) -> OwnResults:
    return OwnResults(
        "black-front",
        "Results by black pieces in the front row",
        f"games of each level in which a side had set up at least {_FRONT_PIECES} of its four "
        "black pieces in its front row.",
        ("set-up", "set-ups"),
        tuple(
            ResultGroup(
                f"{level.name}: {name}",
                _asked(
                    level,
                    f"start and count({name.lower()} K? on row {_row(side, ZONE_ROWS - 1)}) "
                    f">= {_FRONT_PIECES}",
                ),
            )
            for level in levels
            for side, name in enumerate(SIDES)
        ),
    )
