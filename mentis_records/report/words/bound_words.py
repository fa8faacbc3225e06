"""Numbers with the bounds of their intervals, differences, and the names of settings, in words."""

from __future__ import annotations

from mentis_records.core.setting import Choice, Setting
from mentis_records.core.tally import MIN_SAMPLE
from mentis_records.core.text import one_line, percent
from mentis_records.report.words.rating_words import Bounds, share_of_points
from mentis_records.report.words.wording import capital
from mentis_records.statistics.interval import Share

_SPACE = "\N{NO-BREAK SPACE}"
_LITTLE = 0.1
"""Shares below this have a decimal."""

_LEAST = 0.0005
"""Shares below this would be nothing with a decimal."""


def bound_words(bounds: Bounds) -> str:
    """Return a share with its interval: ``61 % (57 to 65 %)``, little ones with a decimal."""
    value, low, high = bounds
    if 0 < value < _LEAST:
        return f"<0.1{_SPACE}% ({100 * low:.1f} to {100 * high:.1f}{_SPACE}%)"
    if value < _LITTLE:
        return share_of_points(bounds)
    return f"{percent(value)} ({round(100 * low)} to {round(100 * high)}{_SPACE}%)"


def short_bounds(bounds: Bounds) -> str:
    """Return a share with its interval for a figure: ``61 (57–65)``, little ones with a decimal."""
    digits = 1 if bounds[0] < _LITTLE else 0
    value, low, high = (f"{100 * each:.{digits}f}" for each in bounds)
    if 0 < bounds[0] < _LEAST:
        value = "<0.1"
    return f"{value} ({low}–{high})"


def counted_share(share: Share) -> str:
    """Return a share with its interval in a sentence; of few, the counts alone."""
    if share.value is None or share.n < MIN_SAMPLE:
        return f"{share.count:,} of {share.n:,}"
    return bound_words((share.value, share.low, share.high))


def short_counted(share: Share) -> str:
    """Return a share with its interval for a figure; of few, the counts alone."""
    if share.value is None or share.n < MIN_SAMPLE:
        return f"{share.count:,} of {share.n:,}"
    return short_bounds((share.value, share.low, share.high))


def signed(value: float) -> str:
    """Return a difference with one decimal and its sign, if it has one: ``+1.2``, ``−0.4``."""
    words = f"{abs(value):.1f}"
    sign = "" if words == "0.0" else "+" if value > 0 else "\N{MINUS SIGN}"
    return sign + words


def setting_words(setting: Setting, value: str) -> str:
    """Return a value of a setting as it is named in a sentence: ``Wolf``, ``Most 3``."""
    if isinstance(setting.kind, Choice):
        return one_line(setting.name_of(value))
    return f"{setting.title} {one_line(value)}"


def under(label: str, sentence: str) -> str:
    """Return a sentence that begins with a small letter, said of a group with a label or none."""
    return f"In {label}, {sentence}" if label else capital(sentence)
