"""The section on duels: what became of attacks beside what the rules say, and what shields change.

What the rules say is what becomes of all pairs of faces of two sorts, each once; of shields it
tells nothing, as they depend on the square.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from mentis_records.core.number_table import Cell, NumberTable
from mentis_records.core.section import BarRow, Bars, OwnExhibit, OwnSection
from mentis_records.core.tally import Census
from mentis_records.core.text import percent
from mentis_records.games.cirkle_mind.rules.duel import outcome_of
from mentis_records.games.cirkle_mind.rules.piece import PIECES
from mentis_records.games.cirkle_mind.rules.terms import EASY, LEVELS
from mentis_records.games.cirkle_mind.tally.by_level import Level, played_levels
from mentis_records.games.cirkle_mind.tally.sort import SORT_OF, SORTS
from mentis_records.games.cirkle_mind.tally.tally import OUTCOME, OUTCOME_OF

_WON, _FAILED, _LOST = range(len(OUTCOME))


def duel_section(census: Census) -> OwnSection:
    """Return the section."""
    duels = census.tables["duels"].cells
    levels = [level for level in played_levels(census) if duels[level.at].any()]
    if not levels:
        return OwnSection("duels", "Duels", ("No duel between known faces was fought.",), ())
    words = [f"{level.name}: {_words(level, duels[level.at].sum(axis=(0, 1)))}" for level in levels]
    shielded = [level for level in levels if LEVELS[level.at] != EASY]
    paragraphs = [f"Attacks, by what became of the attacker. {' '.join(words)}"]
    exhibits = [_duels(census, level) for level in levels]
    if shielded:
        paragraphs.append(" ".join(_shield_words(census, level) for level in shielded))
        exhibits.append(_shields(census, shielded))
    return OwnSection("duels", "Duels", tuple(paragraphs), tuple(exhibits))


def _words(level: Level, cells: Any) -> str:
    won, failed, lost = (int(each) for each in cells)
    total = won + failed + lost
    parts = ", ".join(
        f"{level.part(number, total)} {name}"
        for name, number in (("won", won), ("failed", failed), ("lost", lost))
    )
    return f"{total:,} duels, {parts}."


def _by_rules() -> Counter[tuple[int, int, int]]:
    """Return how many pairs of faces end each way without shields, by sorts and outcome."""
    faces = range(1, PIECES + 1)
    return Counter(
        (SORT_OF[own], SORT_OF[other], OUTCOME_OF[outcome_of(own, other)])
        for own in faces
        for other in faces
    )


def _duels(census: Census, level: Level) -> OwnExhibit:
    """Return the duels of a level by the sorts of attacker and defender."""
    cells = census.tables["duels"].cells[level.at].tolist()
    by_rules = _by_rules()
    ruling = "by the rules" if LEVELS[level.at] == EASY else "by the rules without shields"
    bars, rows = [], []
    for attacker, own in enumerate(SORTS):
        for defender, other in enumerate(SORTS):
            found = cells[attacker][defender]
            ruled = [by_rules[attacker, defender, outcome] for outcome in range(len(OUTCOME))]
            bars += [BarRow(f"{own} on {other}", tuple(found)), BarRow(ruling, tuple(ruled))]
            rows.append((own, other, found, [each / sum(ruled) for each in ruled]))
    numbers: list[tuple[Cell, ...]] = [
        (own, other, sum(found), *found, *ruled) for own, other, found, ruled in rows
    ]
    return OwnExhibit(
        f"duels-{LEVELS[level.at]}",
        f"Duels in {level.name}, by attacker and defender",
        f"Bars of duels for {len(rows)} pairs of attacker and defender: won, failed or lost; below "
        f"each, all pairs of such faces {ruling}.",
        method=f"attacks between known faces. Below them, {ruling}: what becomes of all pairs of "
        "such faces, each pair once; the number beside the bar is that of the pairs.",
        games=level.games,
        drawing=Bars(bars, OUTCOME.labels, is_share=True),
        numbers=NumberTable(
            (
                *("attacker", "defender", "duels", *OUTCOME.labels),
                *(f"rules_{name}" for name in OUTCOME.labels),
            ),
            tuple(numbers),
        ),
        display=NumberTable(
            (
                *("Attacker", "Defender", "Duels"),
                *(name.capitalize() for name in OUTCOME.labels),
                f"{ruling.capitalize()}: won, failed, lost",
            ),
            tuple(
                (
                    *(own.capitalize(), other, f"{sum(found):,}"),
                    *(level.part(number, sum(found)) for number in found),
                    ", ".join(map(percent, ruled)),
                )
                for own, other, found, ruled in rows
            ),
        ),
    )


def _shield_words(census: Census, level: Level) -> str:
    """Return how many duels shields have turned, and which way."""
    cells = census.tables["shields"].cells[level.at]
    total = int(cells.sum())
    changed = total - sum(int(cells[at][at]) for at in range(len(OUTCOME)))
    return (
        f"{level.name}: without shields {level.part(changed, total)} of {total:,} duels would have "
        f"ended otherwise; of {int(cells[_WON].sum()):,} that would have been won, "
        f"{int(cells[_WON][_FAILED]):,} failed and {int(cells[_WON][_LOST]):,} were lost, and of "
        f"{int(cells[_FAILED].sum()):,} that would have failed, {int(cells[_FAILED][_WON]):,} were "
        "won."
    )


def _shields(census: Census, levels: list[Level]) -> OwnExhibit:
    table = census.tables["shields"]
    rows = [
        (level, without, cells)
        for level in levels
        for without, cells in zip(OUTCOME.labels, table.cells[level.at].tolist(), strict=True)
    ]
    return OwnExhibit(
        "shields",
        "What shields change",
        f"Bars of duels for {len(rows)} rows, a level and an outcome without shields each.",
        method="attacks between known faces, by what the rules of Easy make of the same faces, and "
        "what became of them.",
        games=sum(level.games for level in levels),
        drawing=Bars(
            [
                BarRow(f"{level.name}: {without} without shields", tuple(cells))
                for level, without, cells in rows
            ],
            OUTCOME.labels,
            is_share=True,
        ),
        numbers=NumberTable(
            ("level", "without_shields", *OUTCOME.labels),
            tuple((level.name, without, *cells) for level, without, cells in rows),
        ),
        display=NumberTable(
            ("Level", "Without shields", *(name.capitalize() for name in OUTCOME.labels)),
            tuple(
                (*(level.name, without), *(level.part(number, sum(cells)) for number in cells))
                for level, without, cells in rows
            ),
        ),
    )
