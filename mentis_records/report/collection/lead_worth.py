"""The section on what a lead in pieces is worth: after some plies, by kind, and once it is won."""

from __future__ import annotations

from mentis_records.core.material import Material
from mentis_records.core.number_table import Cell, NumberTable
from mentis_records.core.tally import MIN_SAMPLE
from mentis_records.report.collection.frame import Frame
from mentis_records.report.collection.lead_words import (
    MOST,
    Firsts,
    Leads,
    first_words,
    lead_label,
    lead_words,
    worth_words,
)
from mentis_records.report.collection.setting_group import SettingGroups
from mentis_records.report.document.exhibit import Exhibit
from mentis_records.report.document.page import Section
from mentis_records.report.figure.figure_interval import IntervalPlot, IntervalRow, Panel, Point
from mentis_records.report.words.bound_words import (
    bound_words,
    counted_share,
    short_bounds,
    short_counted,
    under,
)
from mentis_records.report.words.rating_words import percent_tick
from mentis_records.report.words.wording import capital, count
from mentis_records.statistics.lead import lead_of
from mentis_records.statistics.material_lead import first_lead_results, lead_results
from mentis_records.statistics.piece_worth import METHOD as WORTH_METHOD
from mentis_records.statistics.piece_worth import PieceWorth, decided_after, piece_worths

_PLIES = (20, 30, 40, 60)
"""Plies after which leads are looked at; the sentence is on the first with enough games."""

_STRENGTH = (
    "Games are treated as independent; stronger players get ahead more often, and these numbers do "
    "not correct for that."
)


def lead_section(frame: Frame, groups: SettingGroups) -> Section:
    """Return the section; of games that never had a lead, words alone."""
    material = groups.shown[0].games.material
    many = material.piece[1]
    leads = {
        (group.label, ply, size): lead_results(
            group.games, ply, size, None if size == MOST else size
        )
        for group in groups.shown
        for ply in _PLIES
        for size in range(1, MOST + 1)
    }
    firsts = {
        (group.label, size): first_lead_results(group.games, size)
        for group in groups.shown
        for size in range(1, MOST + 1)
    }
    title = f"What a lead in {many} is worth"
    if not any(results.games for results in firsts.values()):
        return Section("lead", title, (f"In no game was a side {material.counted(1)} ahead.",))
    ply = next(
        (
            ply
            for ply in _PLIES
            if any(not leads[group.label, ply, 1].is_small for group in groups.shown)
        ),
        _PLIES[0],
    )
    has_kinds = len(material.kinds) > 1
    worths = {
        group.label: piece_worths(group.games, ply) if has_kinds else () for group in groups.shown
    }
    words = [
        " ".join(
            under(group.label, lead_words(material, ply, leads, group.label))
            for group in groups.shown
        ),
        " ".join(
            under(group.label, worth_words(material, ply, worths[group.label]))
            for group in groups.shown
            if worths[group.label]
        ),
        " ".join(
            under(group.label, first_words(material, firsts, group.label)) for group in groups.shown
        ),
    ]
    exhibits = [_leads(frame, groups, ply, leads)]
    if any(worths.values()):
        exhibits.append(_worths(frame, groups, ply, worths))
    exhibits.append(_firsts(frame, groups, firsts))
    return Section("lead", title, tuple(filter(None, words)), tuple(exhibits))


def _leads(frame: Frame, groups: SettingGroups, ply: int, leads: Leads) -> Exhibit:
    material = groups.shown[0].games.material
    cells: list[tuple[Cell, ...]] = []
    display = []
    for (label, after, size), results in leads.items():
        lead = lead_of(results)
        share = (None, None, None) if lead is None else lead.share
        cells.append((label or "all", after, size, *results.counts, *share, results.is_small))
        if results.decided:
            words = "" if lead is None else bound_words(lead.share)
            display.append(
                (
                    *([label] if label else []),
                    f"{after}",
                    lead_label(material, size),
                    *(f"{number:,}" for number in results.counts),
                    "too few to tell" if results.is_small else words,
                )
            )
    rows = []
    for size in range(1, MOST + 1):
        points = []
        found = [leads[group.label, ply, size] for group in groups.shown]
        note = "" if groups.key else count(found[0].decided, "game")
        for group, results in zip(groups.shown, found, strict=True):
            lead = lead_of(results)
            if lead is not None:
                words = "too few" if results.is_small else short_bounds(lead.share)
                points.append(Point(*lead.share, words, group.mark, results.is_small))
        rows.append(IntervalRow(lead_label(material, size), note, (tuple(points),)))
    return frame.exhibit(
        "lead",
        f"Points of the side that is ahead after {ply} plies",
        f"Share of the points by lead in {material.piece[1]}, with intervals.",
        method=(
            f"{_lead_method(material)} One position per game, the one after the ply, in games that "
            "went on; points: 1 for a win, a half for a draw, in games with a result. "
            f"Bonett-Price interval, 95\N{NO-BREAK SPACE}%. {_STRENGTH}{groups.left_out}"
        ),
        n=sum(results.decided for (_, after, _), results in leads.items() if after == ply),
        n_words=(
            f"games with a result in which a side was ahead after {ply} plies; the table's numbers "
            "of games include unfinished ones"
        ),
        plot=IntervalPlot(
            rows, (Panel("Share of the points, %", percent_tick, 0.5, "half", 110, groups.key),)
        ),
        numbers=NumberTable(
            (
                *("group", "ply", "ahead", "games", "won", "drawn", "lost", "unfinished"),
                *("points_share", "points_low", "points_high", "is_too_few"),
            ),
            tuple(cells),
        ),
        display=NumberTable(
            (
                *groups.heading,
                *("After ply", "Lead", "Games", "Won", "Drawn", "Lost", "Unfinished"),
                "Points of the side ahead",
            ),
            tuple(display),
        ),
    )


def _lead_method(material: Material) -> str:
    """Return what a lead is."""
    many = material.piece[1]
    apart = (
        "" if material.decisive is None else f", without the {material.kinds[material.decisive]}"
    )
    return f"Lead: {many} that a side has more than the other, {material.places}{apart}."


def _worths(
    frame: Frame, groups: SettingGroups, ply: int, worths: dict[str, tuple[PieceWorth, ...]]
) -> Exhibit:
    material = groups.shown[0].games.material
    one = material.piece[0]
    found = {
        (group.label, each.kind): (group, each)
        for group in groups.shown
        for each in worths[group.label]
    }
    kinds = [kind for kind in material.kinds if any(kind == known for _, known in found)]
    rows = [
        IntervalRow(
            f"One more {kind} {one}",
            "",
            (
                tuple(
                    Point(*bounds, short_bounds(bounds), group.mark)
                    for (_, known), (group, each) in found.items()
                    for bounds in [(each.value, each.low, each.high)]
                    if known == kind
                ),
            ),
        )
        for kind in kinds
    ]
    return frame.exhibit(
        "worth",
        f"What one more {one} of a kind is worth after {ply} plies",
        f"Share of the points of a side with one more {one}, by kind, with intervals.",
        method=(
            f"{WORTH_METHOD}: points of the first side by its lead in each kind, and a constant "
            f"for the side; one position per game, the one after ply {ply}, in games that went on "
            f"and have a result. Kinds in which the sides differ in fewer than {MIN_SAMPLE} games "
            f"are left out. {_STRENGTH}{groups.left_out}"
        ),
        n=sum(len(decided_after(group.games, ply)) for group in groups.shown),
        n_words=f"games with a result that went on after {ply} plies",
        plot=IntervalPlot(
            rows, (Panel("Share of the points, %", percent_tick, 0.5, "half", 110, groups.key),)
        ),
        numbers=NumberTable(
            ("group", "ply", "kind", "games", "points_share", "points_low", "points_high"),
            tuple(
                (group.name, ply, kind, each.games, each.value, each.low, each.high)
                for (_, kind), (group, each) in found.items()
            ),
        ),
        display=NumberTable(
            (
                *groups.heading,
                *(f"One more {one}", "Games with a difference", "Share of the points"),
            ),
            tuple(
                (
                    *([group.label] if group.label else []),
                    kind,
                    f"{each.games:,}",
                    bound_words((each.value, each.low, each.high)),
                )
                for (_, kind), (group, each) in found.items()
            ),
        ),
    )


def _firsts(frame: Frame, groups: SettingGroups, firsts: Firsts) -> Exhibit:
    material = groups.shown[0].games.material
    cells: list[tuple[Cell, ...]] = []
    display, rows = [], []
    for size in range(1, MOST + 1):
        points: list[list[Point]] = [[], [], []]
        for group in groups.shown:
            results = firsts[group.label, size]
            score = results.score
            shares = (score.first, score.draw, score.second)
            bounds = [
                (None, None, None) if share.value is None else (share.value, share.low, share.high)
                for share in shares
            ]
            cells.append((group.name, size, *results.counts, *(n for each in bounds for n in each)))
            for share, panel in zip(shares, points, strict=True):
                if share.value is not None:
                    own = share.value, share.low, share.high
                    panel.append(Point(*own, short_counted(share), group.mark, results.is_small))
            display.append(
                (
                    *([group.label] if group.label else []),
                    capital(f"{material.counted(size)} ahead"),
                    f"{results.games:,}",
                    *(counted_share(share) for share in shares),
                    f"{results.unknown:,}",
                )
            )
        rows.append(
            IntervalRow(
                capital(f"{material.counted(size)} ahead"),
                "",
                (tuple(points[0]), tuple(points[1]), tuple(points[2])),
            )
        )
    panels = tuple(
        Panel(f"{title}, %", percent_tick, values=80, key=() if at else groups.key)
        for at, title in enumerate(("Won", "Drawn", "Lost"))
    )
    return frame.exhibit(
        "conversion",
        "What became of the first lead",
        "Shares of games that the side first ahead won, drew and lost, with intervals.",
        method=(
            f"{_lead_method(material)} A game counts once for each size of lead, for the side that "
            "first had one of at least that size, whatever came later. Shares of the games with a "
            f"result: Wilson score interval, 95\N{NO-BREAK SPACE}%. {_STRENGTH}{groups.left_out}"
        ),
        n=sum(firsts[group.label, 1].decided for group in groups.shown),
        n_words=(
            "games with a result in which a side came to be ahead; the table's numbers of games "
            "include unfinished ones"
        ),
        plot=IntervalPlot(rows, panels),
        numbers=NumberTable(
            (
                *("group", "ahead", "games", "won", "drawn", "lost", "unfinished"),
                *(
                    f"{name}_{part}"
                    for name in ("won", "drawn", "lost")
                    for part in ("share", "low", "high")
                ),
            ),
            tuple(cells),
        ),
        display=NumberTable(
            (*groups.heading, *("First lead", "Games", "Won", "Drawn", "Lost", "Unfinished")),
            tuple(display),
        ),
    )
