"""Results as bars: won by the first side, drawn, won by the second, with an interval."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from mentis_records.report.words.wording import share_words
from mentis_records.statistics.result import Results

_WIDTH, _HEIGHT = 200, 14


def result_bar(results: Results, longest: int = 0) -> str:
    """Return a bar of the decided games as SVG, which the words beside it tell as well.

    The line within it is the interval of the first side's share. With ``longest`` the bar is as
    long as the games are of so many.
    """
    counts = (results.first, results.draws, results.second)
    total = sum(counts)
    parts = []
    length = _WIDTH * total / longest if longest else _WIDTH
    start = 0.0
    for name, count in zip(("first", "draw", "second"), counts, strict=True):
        width = length * count / total if total else 0.0
        if count:
            parts.append(
                f'<rect class="{name}" x="{start:.1f}" y="0" width="{width:.1f}" '
                f'height="{_HEIGHT}"/>'
            )
        start += width
    share = results.score.first
    if total and not longest:
        low, high = (_WIDTH * bound for bound in (share.low, share.high))
        middle = _HEIGHT / 2
        parts += [
            f'<line class="{name}" x1="{low:.1f}" x2="{high:.1f}" y1="{middle:g}" y2="{middle:g}"/>'
            for name in ("halo", "interval")
        ]
    return (
        f'<svg class="results" viewBox="0 0 {_WIDTH} {_HEIGHT}" preserveAspectRatio="none" '
        f'aria-hidden="true" focusable="false">{"".join(parts)}</svg>'
    )


def share_line(results: Results, sides: Sequence[str]) -> str:
    """Return what came of games in words: counts, and the first side's share with its interval."""
    if not results.decided:
        return f"{results.unknown:,} unfinished" if results.unknown else "no games"
    parts = [f"{sides[0]} {share_words(results.score.first)}"]
    parts.append(f"{results.draws:,} drawn")
    parts.append(f"{sides[1]} {results.second:,}")
    if results.unknown:
        parts.append(f"{results.unknown:,} unfinished")
    return ", ".join(parts)


def year_chart(years: Sequence[tuple[str, Results]]) -> str:
    """Return games by year as columns in SVG, whose table stands beside it."""
    most = max((results.games for _, results in years), default=0)
    if not most:
        return ""
    pitch, top, height, foot = 46, 18, 130, 22
    width = max(len(years) * pitch, 8 * pitch)
    parts = []
    for at, (year, results) in enumerate(years):
        x, y = at * pitch + 6, float(top + height)
        for name, count in zip(
            ("first", "draw", "second", "open"),
            (results.first, results.draws, results.second, results.unknown),
            strict=True,
        ):
            tall = height * count / most
            y -= tall
            if count:
                parts.append(
                    f'<rect class="{name}" x="{x}" y="{y:.1f}" width="{pitch - 12}" '
                    f'height="{tall:.1f}"/>'
                )
        middle = x + (pitch - 12) / 2
        parts.append(f'<text x="{middle:g}" y="{y - 4:.1f}">{results.games:,}</text>')
        parts.append(f'<text x="{middle:g}" y="{top + height + 15}">{escape(year)}</text>')
    return (
        f'<svg class="years" viewBox="0 0 {width} {top + height + foot}" width="{width}" '
        f'height="{top + height + foot}" aria-hidden="true" focusable="false">'
        f"{''.join(parts)}</svg>"
    )
