"""The section on attacks: how often a side attacks when it may, and where duels are fought."""

from __future__ import annotations

from mentis_records.core.number_table import NumberTable
from mentis_records.core.section import BarRow, Bars, HeatBoard, HeatBoards, OwnExhibit, OwnSection
from mentis_records.core.tally import Census
from mentis_records.games.cirkle_mind.rules.board import COLUMNS, NAMES, ROWS
from mentis_records.games.cirkle_mind.tally.by_level import Level, played_levels
from mentis_records.games.cirkle_mind.tally.tally import ATTACKED, COULD


def attack_section(census: Census) -> OwnSection:
    """Return the section."""
    levels = list(played_levels(census))
    words = "; ".join(f"{level.name}: {_words(census, level)}" for level in levels)
    return OwnSection(
        "attacks",
        "Attacks",
        (f"Attacks where one was legal, {words}.",),
        (_rates(census, levels), _places(census, levels)),
    )


def _words(census: Census, level: Level) -> str:
    attacked, could, _ = census.tables["attacks"].cells[level.at].sum(axis=0).tolist()
    mean = attacked / level.games
    return f"{level.part(attacked, attacked + could)} of {attacked + could:,}, {mean:.1f} a game"


def _rates(census: Census, levels: list[Level]) -> OwnExhibit:
    table = census.tables["attacks"]
    rows = [
        (level, phase, cells)
        for level in levels
        for phase, cells in zip(table.labels("phase"), table.cells[level.at].tolist(), strict=True)
    ]
    return OwnExhibit(
        "attack-rate",
        "How often a side attacks",
        f"Bars of turns for {len(rows)} rows, a level and a third of the games each.",
        method="turns by whether the side attacked, or could have with another turn, in each third "
        "of the games.",
        drawing=Bars(
            [BarRow(f"{level.name}: {phase}", tuple(cells)) for level, phase, cells in rows],
            table.labels("turn"),
            is_share=True,
        ),
        numbers=NumberTable(
            ("level", "phase", "attacked", "could_attack", "could_not"),
            tuple((level.name, phase, *cells) for level, phase, cells in rows),
        ),
        display=NumberTable(
            ("Level", "Turns of the", "Attacked", "Could attack, did not", "Could not", "Rate"),
            tuple(
                (
                    *(level.name, phase, *(f"{number:,}" for number in cells)),
                    level.part(cells[ATTACKED], cells[ATTACKED] + cells[COULD]),
                )
                for level, phase, cells in rows
            ),
        ),
    )


def _places(census: Census, levels: list[Level]) -> OwnExhibit:
    cells = census.tables["places"].cells
    return OwnExhibit(
        "duel-squares",
        "Where duels are fought",
        "A board for each level, with the number of attacks on each square.",
        method="attacks per game, by the square of the piece that is attacked.",
        drawing=HeatBoards(
            [
                HeatBoard(
                    level.name,
                    dict(zip(NAMES, (cells[level.at] / level.games).tolist(), strict=True)),
                )
                for level in levels
            ],
            COLUMNS,
            [str(row) for row in range(1, ROWS + 1)],
            "Attacks per game",
        ),
    )
