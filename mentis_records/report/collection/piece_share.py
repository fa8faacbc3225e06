"""The sections on kinds of pieces: which captured the decisive one, and which stayed in hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from mentis_records.core.number_table import NumberTable
from mentis_records.core.tally import MIN_SAMPLE
from mentis_records.report.collection.frame import Frame
from mentis_records.report.collection.setting_group import SettingGroups
from mentis_records.report.document.exhibit import Exhibit
from mentis_records.report.document.page import Section
from mentis_records.report.figure.figure_interval import IntervalPlot, IntervalRow, Panel, Point
from mentis_records.report.words.bound_words import counted_share, short_counted, under
from mentis_records.report.words.rating_words import percent_tick
from mentis_records.report.words.wording import enumerated
from mentis_records.statistics.interval import METHOD, Share
from mentis_records.statistics.material_share import decisive_captures, never_entered

_Found = Mapping[tuple[str, str, int], Share]
"""Shares by group, kind and panel."""


def decisive_section(frame: Frame, groups: SettingGroups) -> Section | None:
    """Return the section on what captures the piece whose capture wins, or None of no such game."""
    material = groups.shown[0].games.material
    if material.decisive is None:
        return None
    name = material.kinds[material.decisive]
    shares = {group.label: decisive_captures(group.games) for group in groups.shown}
    title, slug = f"What captures the {name}", "decisive-captures"
    words = " ".join(
        under(group.label, _decisive_words(name, shares[group.label])) for group in groups.shown
    )
    if not any(shares.values()):
        return Section(slug, title, (f"No {name} was captured.",))
    found = {
        (label, kind, 0): share for label, each in shares.items() for kind, share in each.items()
    }
    exhibit = _exhibit(
        frame,
        groups,
        found,
        slug=slug,
        title=f"Captures of the {name}, by what made them",
        alternative=f"Share of the captures of the {name} by kind of {material.piece[0]}, with "
        "intervals.",
        method=f"captures of either side's {name}, at most one per game, by the "
        f"{material.piece[0]} that made them. Kinds that do not occur in a setting are left out.",
        unit="Captures",
        n=sum(next(iter(each.values())).n for each in shares.values() if each),
        n_words=f"games in which the {name} was captured",
        headings=("Share of captures, %",),
    )
    return Section(slug, title, (words,), (exhibit,))


def _decisive_words(name: str, shares: Mapping[str, Share]) -> str:
    """Return how often each kind captured it, the most frequent first."""
    if not shares:
        return f"no {name} was captured."
    total = next(iter(shares.values())).n
    ordered = sorted(shares.items(), key=lambda each: -each[1].count)
    if total < MIN_SAMPLE:
        parts = [f"{share.count:,} by {kind}" for kind, share in ordered if share.count]
    else:
        parts = [f"{counted_share(share)} by {kind}" for kind, share in ordered]
    return f"the {name} was captured {_times(total)}: {enumerated(parts, len(parts))}."


def _times(number: int) -> str:
    return "once" if number == 1 else f"{number:,}\N{NO-BREAK SPACE}times"


def unentered_section(frame: Frame, groups: SettingGroups) -> Section | None:
    """Return the section on kinds that never came onto the board.

    There is none where no hand had anything, or where all pieces are of one kind.
    """
    material = groups.shown[0].games.material
    sides = frame.game.description.sides[:2]
    found = {
        (group.label, kind, side): share
        for group in groups.shown
        for side in range(len(sides))
        for kind, share in never_entered(group.games, side).items()
    }
    if not found or len(material.kinds) == 1:
        return None
    words = [
        under(group.label, sentence)
        for group in groups.shown
        if (sentence := _unentered_words(material.entered, sides, group.label, found))
    ]
    slug, title = f"never-{material.entered}", f"What is never {material.entered}"
    exhibit = _exhibit(
        frame,
        groups,
        found,
        slug=slug,
        title=f"Games in which a side {material.entered} none of a kind",
        alternative=f"Share of games in which a side {material.entered} none, by kind and side, "
        "with intervals.",
        method=f"games in which the side had such {material.piece[1]} in hand at the start and "
        f"{material.entered} none of them, however short the game was.",
        unit="Games",
        n=frame.games,
        n_words="games; the table gives the number behind each share",
        headings=[f"{side}, % of games" for side in sides],
        sides=sides,
    )
    return Section(slug, title, (" ".join(words),), (exhibit,))


def _unentered_words(entered: str, sides: Sequence[str], label: str, found: _Found) -> str:
    """Return the kinds that were left in hand most often and least often."""
    own = [
        (share, f"{sides[side]}'s {kind}")
        for (group, kind, side), share in found.items()
        if group == label
    ]
    if not own:
        return ""
    ordered = sorted(own, key=lambda each: -each[0].count / each[0].n)
    (most, what), (least, other) = ordered[0], ordered[-1]
    if not most.count:
        return f"each side {entered} some of every kind in all games."
    words = f"most often left out: {what}, in {counted_share(most)} of the games"
    if len(ordered) < 2:
        return f"{words}."
    return f"{words}; least often: {other}, in {counted_share(least)}."


def _exhibit(
    frame: Frame,
    groups: SettingGroups,
    found: _Found,
    *,
    slug: str,
    title: str,
    alternative: str,
    method: str,
    unit: str,
    n: int,
    n_words: str,
    headings: Sequence[str],
    sides: Sequence[str] = (),
) -> Exhibit:
    """Return a figure with a row a kind and a point a group, in panels of headings.

    ``unit`` is what is counted, of the ``n`` games that ``n_words`` says;
    ``sides`` are what the panels are of, where there is more than one.
    """
    known = groups.shown[0].games.material.kinds
    kinds = [kind for kind in known if any(kind == each for _, each, _ in found)]
    told = [
        (group, kind, at, found[group.label, kind, at])
        for group in groups.shown
        for kind in kinds
        for at in range(len(headings))
        if (group.label, kind, at) in found
    ]

    def points(kind: str, panel: int) -> tuple[Point, ...]:
        return tuple(
            Point(*bounds, short_counted(share), group.mark, share.n < MIN_SAMPLE)
            for group, each, at, share in told
            for bounds in [(share.count / share.n, share.low, share.high)]
            if (each, at) == (kind, panel)
        )

    def names(group: str, kind: str, at: int) -> tuple[str, ...]:
        return (group, kind, sides[at]) if sides else (group, kind)

    return frame.exhibit(
        slug,
        title,
        alternative,
        method=f"{method} {METHOD}.{groups.left_out}",
        n=n,
        n_words=n_words,
        plot=IntervalPlot(
            [
                IntervalRow(kind, "", tuple(points(kind, at) for at in range(len(headings))))
                for kind in kinds
            ],
            tuple(
                Panel(heading, percent_tick, values=100, key=() if at else groups.key)
                for at, heading in enumerate(headings)
            ),
            are_alike=True,
        ),
        numbers=NumberTable(
            (
                *("group", "kind", *(["side"] if sides else [])),
                *("count", "of", "share", "low", "high"),
            ),
            tuple(
                (
                    *names(group.name, kind, at),
                    *(share.count, share.n, share.value, share.low, share.high),
                )
                for group, kind, at, share in told
            ),
        ),
        display=NumberTable(
            (*groups.heading, "Kind", *(["Side"] if sides else []), unit, "Of", "Share"),
            tuple(
                (
                    *names(group.name, kind, at)[0 if groups.key else 1 :],
                    *(f"{share.count:,}", f"{share.n:,}", counted_share(share)),
                )
                for group, kind, at, share in told
            ),
        ),
    )
