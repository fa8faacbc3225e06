"""The section on what a setting changes: points, draws, winners and lengths, with differences."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from mentis_records.core.number_table import Cell, NumberTable
from mentis_records.core.setting import Setting
from mentis_records.core.tally import MIN_SAMPLE
from mentis_records.fast.late_dataclass import dataclass
from mentis_records.report.document.exhibit import Exhibit
from mentis_records.report.document.page import Section
from mentis_records.report.figure.figure_group import MOST_GROUPS, group_marks
from mentis_records.report.figure.figure_interval import IntervalPlot, IntervalRow, Panel, Point
from mentis_records.report.figure.figure_mark import Mark
from mentis_records.report.section.study import Study
from mentis_records.report.words.bound_words import setting_words, signed
from mentis_records.report.words.rating_words import Bounds, short_share
from mentis_records.report.words.wording import (
    INDEPENDENCE_NOTE,
    capital,
    count,
    enumerated,
    shorten,
)
from mentis_records.statistics.correction import joint_confidence
from mentis_records.statistics.difference import (
    METHOD,
    Bounded,
    Measures,
    contrast_of,
    measures_of,
    results_of,
)
from mentis_records.store.count.setting_games import SettingGames, fetch_setting_games

_SPACE = "\N{NO-BREAK SPACE}"
_LONGEST = 12
"""Characters of a value in the title of a panel."""


@dataclass(frozen=True, slots=True)
class _Group:
    """A value with its name and mark, its numbers, and its differences from the first one.

    ``where`` stands behind "in" in a sentence.
    """

    label: str
    where: str
    games: SettingGames
    mark: Mark
    measures: Measures
    contrast: Measures | None


def contrast_section(study: Study, slug: str) -> Section | None:
    """Return the section on the setting with a slug, or None where there is nothing to compare.

    That is if it is no setting, or fewer than two of its values have enough games.

    Raises:
        StoreError: the database cannot be read.
    """
    settings = [each for each in study.description.settings if each.is_counted]
    setting = next((each for each in settings if each.tag.lower() == slug), None)
    if setting is None:
        return None
    found = fetch_setting_games(study.database, study.game, setting, study.played)
    enough = [each for each in found if results_of(each).decided >= MIN_SAMPLE]
    if len(enough) < 2:
        return None
    groups = _groups(setting, enough)
    shown = {each.games.value for each in groups}
    left = [
        f"{setting_words(setting, each.value)} ({count(results_of(each).games, 'game')})"
        for each in found
        if each.value not in shown
    ]
    mover = study.description.movers[0]
    return Section(
        slug,
        f"By {setting.title.lower()}",
        (
            *_words(mover, groups),
            *([f"Not compared: {enumerated(left, MOST_GROUPS)}."] if left else []),
        ),
        (_shares(study, setting, mover, groups), _lengths(study, setting, groups)),
    )


def _groups(setting: Setting, games: Sequence[SettingGames]) -> list[_Group]:
    """Return the usual value, or else the one of most games, and then the others of most games."""
    ordered = sorted(games, key=lambda each: -results_of(each).decided)
    first = next((each for each in ordered if each.value == setting.default), ordered[0])
    others = [each for each in ordered if each is not first][: MOST_GROUPS - 1]
    kept = [first, *(each for each in games if each in others)]
    labels = [setting_words(setting, each.value) for each in kept]
    confidence = joint_confidence(len(others))
    return [
        _Group(
            label,
            f"games with {label}" if setting.name_of(each.value) != each.value else label,
            each,
            mark,
            measures_of(each),
            None if each is first else contrast_of(first, each, confidence),
        )
        for label, each, mark in zip(labels, kept, group_marks(labels), strict=True)
    ]


def _compared(groups: Sequence[_Group]) -> list[tuple[_Group, Measures]]:
    """Return the groups that are compared with the first one, with their differences."""
    return [(each, each.contrast) for each in groups if each.contrast is not None]


def _difference(found: Bounded, unit: str, words: tuple[str, str], scale: float = 100.0) -> str:
    """Return a difference in words, and whether it is more than chance explains."""
    value, low, high = (scale * each for each in (found.value, found.low, found.high))
    if not found.is_different:
        return (
            f"a difference that chance can explain ({signed(value)}{_SPACE}{unit}, {signed(low)} "
            f"to {signed(high)})"
        )
    low, high = sorted((abs(low), abs(high)))
    more = words[0] if value > 0 else words[1]
    return (
        f"{abs(value):.1f}{_SPACE}{unit} {more} ({low:.1f} to {high:.1f}), which chance does not "
        "explain"
    )


def _sentence(
    groups: Sequence[_Group],
    frame: str,
    measure: Callable[[Measures], Bounded],
    unit: str,
    words: tuple[str, str],
    scale: float = 100.0,
) -> str:
    """Return a sentence on a measure: the first value's number in its frame, then the others."""
    sign = f"{_SPACE}%" if scale > 1 else ""
    own, *others = (f"{scale * measure(each.measures).value:.1f}{sign}" for each in groups)
    parts = [
        f"{number} in {each.where}, {_difference(measure(found), unit, words, scale)}"
        for number, (each, found) in zip(others, _compared(groups), strict=True)
    ]
    return f"{frame.format(own)} in {groups[0].where} and {'; '.join(parts)}."


def _words(mover: str, groups: Sequence[_Group]) -> tuple[str, str]:
    """Return the answer on points and lengths, and that on draws and winners."""
    share, more = "percentage points", ("more", "less")
    return (
        _sentence(groups, f"{capital(mover)} scored {{}} of the points", _points, share, more)
        + " "
        + _sentence(
            groups, "A game took {} plies on average", _length, "plies", ("more", "fewer"), 1.0
        ),
        _sentence(groups, "Of the games with a result, {} were drawn", _drawn, share, more)
        + " "
        + _sentence(groups, "Of all games, {} had a winner", _won, share, more),
    )


def _points(found: Measures) -> Bounded:
    return found.points


def _drawn(found: Measures) -> Bounded:
    return found.drawn


def _won(found: Measures) -> Bounded:
    return found.won


def _length(found: Measures) -> Bounded:
    return found.length


def _bounds(found: Bounded) -> Bounds:
    return found.value, found.low, found.high


def _shares(study: Study, setting: Setting, mover: str, groups: Sequence[_Group]) -> Exhibit:
    decided = "of games with a result"
    measured = (
        (f"{capital(mover)}'s points", decided, _points),
        ("Draws", decided, _drawn),
        ("Games with a winner", "of all games", _won),
    )
    rows = [_row(groups, *each, short_share) for each in measured]
    return _exhibit(
        study,
        setting,
        groups,
        slug=setting.tag.lower(),
        title=f"{_against(groups)}: results",
        plot=IntervalPlot(rows, _panels(groups, "Percent", "percentage points", 100.0)),
        measures={"points": _points, "draws": _drawn, "winner": _won},
    )


def _lengths(study: Study, setting: Setting, groups: Sequence[_Group]) -> Exhibit:
    row = _row(groups, "Mean length", "of games with a result", _length, _plain_bounds, 1.0)
    return _exhibit(
        study,
        setting,
        groups,
        slug=f"{setting.tag.lower()}-length",
        title=f"{_against(groups)}: mean length of games",
        plot=IntervalPlot([row], _panels(groups, "Plies", "plies", 1.0)),
        measures={"length": _length},
    )


def _row(
    groups: Sequence[_Group],
    label: str,
    note: str,
    measure: Callable[[Measures], Bounded],
    words: Callable[[Bounds], str],
    scale: float = 100.0,
) -> IntervalRow:
    """Return a row with the number of each value and the differences from the first one."""
    own = ((each.mark, _bounds(measure(each.measures))) for each in groups)
    more = ((each.mark, _bounds(measure(found))) for each, found in _compared(groups))
    return IntervalRow(
        label,
        note,
        (
            tuple(Point(*bounds, words(bounds), mark) for mark, bounds in own),
            tuple(Point(*bounds, _signed_bounds(bounds, scale), mark) for mark, bounds in more),
        ),
    )


def _panels(groups: Sequence[_Group], title: str, unit: str, scale: float) -> tuple[Panel, Panel]:
    def tick(number: float) -> str:
        return f"{scale * number:g}".replace("-", "\N{MINUS SIGN}")

    key = tuple(each.mark for each in groups)
    first = shorten(groups[0].label, _LONGEST)
    which = (
        f"{shorten(groups[1].label, _LONGEST)} minus {first}"
        if len(key) == 2
        else (f"Minus {first}")
    )
    return (
        Panel(title, tick, values=120, key=key),
        Panel(f"{which}, {unit}", tick, 0.0, "no difference", 130, key[1:] if key[2:] else ()),
    )


def _plain_bounds(bounds: Bounds) -> str:
    value, low, high = bounds
    return f"{value:.1f} ({low:.1f}–{high:.1f})"


def _signed_bounds(bounds: Bounds, scale: float) -> str:
    value, low, high = (signed(scale * each) for each in bounds)
    return f"{value} ({low} to {high})"


def _against(groups: Sequence[_Group]) -> str:
    return " against ".join(each.label for each in groups)


def _exhibit(
    study: Study,
    setting: Setting,
    groups: Sequence[_Group],
    *,
    slug: str,
    title: str,
    plot: IntervalPlot,
    measures: Mapping[str, Callable[[Measures], Bounded]],
) -> Exhibit:
    others = [each.label for each, _ in _compared(groups)]
    each_at = f"{100 * joint_confidence(len(others)):.2f}{_SPACE}%"
    note = f" Differences at {each_at} each, so that all hold at once." if others[1:] else ""
    ends = ("", "_low", "_high")
    return Exhibit(
        slug=slug,
        title=title,
        alternative=f"Numbers with their intervals for {count(len(groups), 'value')} of "
        f"{setting.title}, and the differences. All numbers are in the table below.",
        n=sum(results_of(each.games).decided for each in groups),
        n_words="games with a result",
        method=f"{METHOD}; 95{_SPACE}%.{note} {INDEPENDENCE_NOTE}",
        selection=study.collection.provenance.selection,
        plot=plot,
        numbers=NumberTable(
            (
                *("value", "games", "won", "drawn", "lost", "unfinished"),
                *(f"{name}{end}" for name in measures for end in ends),
                *(f"{name}_difference{end}" for name in measures for end in ends),
            ),
            tuple(
                (
                    *(each.games.value, results_of(each.games).games, each.games.won),
                    *(each.games.drawn, each.games.lost, each.games.unfinished),
                    *(_cells(each.measures, measures.values())),
                    *(_cells(each.contrast, measures.values())),
                )
                for each in groups
            ),
        ),
        display=NumberTable(
            (
                "Of",
                *(each.label for each in groups),
                *(f"{label} minus {groups[0].label}" for label in others),
            ),
            tuple(
                (row.label, *(point.words for points in row.points for point in points))
                for row in plot.rows
            ),
        ),
    )


def _cells(
    found: Measures | None, measures: Iterable[Callable[[Measures], Bounded]]
) -> Iterator[Cell]:
    for measure in measures:
        yield from (None,) * 3 if found is None else _bounds(measure(found))
