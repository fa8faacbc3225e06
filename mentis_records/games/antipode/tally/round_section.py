"""The section on rounds under tournament rules: their points, and missed mandatory moves."""

from __future__ import annotations

from mentis_records.core.number_table import NumberTable
from mentis_records.core.section import BarRow, Bars, OwnExhibit, OwnSection
from mentis_records.core.tally import Census
from mentis_records.core.text import counted


def round_section(census: Census) -> OwnSection:
    """Return the section; what is told is of these rounds alone."""
    return OwnSection(
        "rounds",
        "Points and penalties in rounds",
        (_point_words(census), _infraction_words(census)),
        (_points(census), _infractions(census)),
    )


def _scored(census: Census) -> int:
    """Return how many rounds were won and scored on the board."""
    return int(census.tables["scored"].cells.sum())


def _point_words(census: Census) -> str:
    scored = _scored(census)
    if not scored:
        return "No round was won and scored on the board."
    winner, loser = (int(sources.sum()) / scored for sources in census.tables["points"].cells)
    fewer = int(census.tables["scored"].cells[-1])
    return (
        f"In {counted(scored, 'round')} that one side won and that were scored, the winner got "
        f"{winner:.1f} points on average and the loser {loser:.1f}; "
        f"in {census.part(fewer, scored)} the winner of the round got fewer."
    )


def _infraction_words(census: Census) -> str:
    rounds = census.having("Rules", "tournament").games
    cited, ignored, last = census.tables["infractions"].cells.sum(axis=0).tolist()
    missed = cited + ignored + last
    if not missed:
        return f"No mandatory move was missed in {counted(rounds, 'round')}."
    told = "all of them" if cited == missed else f"{cited:,} of them"
    return (
        f"{counted(missed, 'mandatory move was', 'mandatory moves were')} missed in "
        f"{counted(rounds, 'round')}; the opponent cited {told}."
    )


def _points(census: Census) -> OwnExhibit:
    table = census.tables["points"]
    scored = max(_scored(census), 1)
    rows = [
        BarRow(party.capitalize(), tuple(map(int, cells)))
        for party, cells in zip(table.labels("party"), table.cells, strict=True)
    ]
    sources = table.labels("source")
    return OwnExhibit(
        "points",
        "What the points of rounds are for",
        "Two bars of points by what they were given for, of the winners and of the losers.",
        method=f"points in {counted(_scored(census), 'round')} under tournament rules that one "
        "side won on the board and that were scored, by who won the round; rounds that lost the "
        "match have none.",
        drawing=Bars(rows, sources),
        games=_scored(census),
        numbers=NumberTable(
            ("party", "rounds", "points", *sources),
            tuple((row.label, _scored(census), row.total, *row.parts) for row in rows),
        ),
        display=NumberTable(
            ("Points of", "Per round", *(f"For {source}" for source in sources)),
            tuple(
                (
                    row.label,
                    f"{row.total / scored:.2f}",
                    *(f"{part / scored:.2f}" for part in row.parts),
                )
                for row in rows
            ),
        ),
    )


def _infractions(census: Census) -> OwnExhibit:
    table = census.tables["infractions"]
    rows = [
        BarRow(side, tuple(map(int, cells)))
        for side, cells in zip(table.labels("side"), table.cells, strict=True)
    ]
    answers = table.labels("answer")
    return OwnExhibit(
        "infractions",
        "Mandatory moves missed, by what followed",
        "Two bars of missed mandatory moves, by side: cited, not cited, or no turn followed.",
        method="turns under tournament rules that missed a mandatory move, by the side that missed "
        "it, and whether the opponent's next turn took a stone as the penalty.",
        drawing=Bars(rows, answers),
        games=census.having("Rules", "tournament").games,
        numbers=NumberTable(
            ("side", "missed", *answers), tuple((row.label, row.total, *row.parts) for row in rows)
        ),
        display=NumberTable(
            ("Missed by", "Missed", *(answer.capitalize() for answer in answers)),
            tuple(
                (row.label, f"{row.total:,}", *(f"{part:,}" for part in row.parts)) for row in rows
            ),
        ),
    )
