"""The section on which games tell of strength, and why the others do not."""

from __future__ import annotations

from mentis_records.core.number_table import NumberTable
from mentis_records.report.document.exhibit import Exhibit
from mentis_records.report.document.page import Section
from mentis_records.report.figure.figure_mark import Mark
from mentis_records.report.figure.figure_style import INK, MUTED
from mentis_records.report.figure.figure_tally import TallyPlot
from mentis_records.report.section.survey import Collection
from mentis_records.report.words.wording import TOO_FEW, count
from mentis_records.statistics.rating.league import League
from mentis_records.statistics.result import Results


def games_section(league: League, collection: Collection) -> Section:
    """Return the section on which games tell of strength."""
    sifting = league.sifting
    used = Mark("counted", INK, "o", "")
    left = Mark("left out", MUTED, "o", "////", is_open=True)
    without = [
        ("Without a ply", sifting.unplayed, left),
        ("With the tag Unrated", sifting.unrated, left),
    ]
    rows = [
        ("Known players and result, from start", sifting.counted, used),
        *(row for row in without if row[1]),
        ("A player unknown (? or -)", sifting.nameless, left),
        ("The same player on both sides", sifting.same, left),
        ("No result", sifting.unfinished, left),
        ("From a stated position", sifting.stated, left),
    ]
    say = "says" if sifting.counted == 1 else "say"
    words = (
        f"{sifting.counted:,} of {count(sifting.games, 'game')} {say} something about strength: "
        "two different players, both known, a result, and the start position."
    )
    parts = [
        (sifting.unplayed, "without a ply"),
        (sifting.unrated, "with the tag Unrated"),
        (sifting.nameless, "with an unknown player"),
        (sifting.same, "with the same player on both sides"),
        (sifting.unfinished, "without a result"),
        (sifting.stated, "from a stated position"),
    ]
    out = ", ".join(f"{number:,} {reason}" for number, reason in parts if number)
    words += f" Left out: {out}." if out else ""
    cells = tuple((name, number, mark is used) for name, number, mark in rows)
    exhibit = Exhibit(
        slug="games",
        title="Which games say something about strength",
        alternative=f"{len(rows)} bars. {words}",
        n=sifting.games,
        n_words="games, with or without a result",
        method=(
            "each game is counted once, under the first reason that leaves it out. Names that were "
            "merged are one player."
        ),
        selection=collection.provenance.selection,
        plot=TallyPlot(rows, _warning(collection.results)),
        numbers=NumberTable(("games_with", "games", "is_counted"), cells),
        display=NumberTable(
            ("Games", "Number", "Counted"),
            tuple(
                (name, f"{number:,}", "yes" if is_used else "no") for name, number, is_used in cells
            ),
        ),
    )
    return Section("games", "Which games count", (words,), (exhibit,))


def _warning(results: Results) -> str:
    return f"{TOO_FEW.capitalize()} ({count(results.decided, 'game')})" if results.is_small else ""
