"""The key of a plot of intervals: beside the title where there is room, else on its own line."""

import pytest

from mentis_records.report.figure.figure_interval import IntervalPlot, IntervalRow, Panel, Point
from mentis_records.report.figure.figure_mark import Mark


def height(width: int, title: str, *names: str) -> int:
    """Return the height of a plot of one row in three panels, the first with a key."""
    marks = tuple(Mark(name, "#000000", "o", "") for name in names)
    point = Point(0.5, 0.4, 0.6, "50", Mark("x", "#000000", "o", ""))
    panels = [Panel(title, str, 0.5, "half", key=marks), Panel("b", str), Panel("c", str)]
    return IntervalPlot([IntervalRow("row", "", ((point,),) * 3)], panels).height(width)


@pytest.mark.parametrize(
    ("title", "names"),
    [
        ("Won, %", ("a long name of a group", "another")),
        ("A title that is long, %", ("one", "two")),
    ],
)
def test_a_key_without_room_has_a_line(title: str, names: tuple[str, str]) -> None:
    assert height(900, title, *names) == height(900, "Won, %", "a", "b") + 18
    assert height(2_000, title, *names) == height(2_000, "Won, %", "a", "b")


def test_on_a_narrow_sheet_every_key_has_a_line() -> None:
    assert height(400, "Won, %", "a", "b") == height(400, "A title that is long, %", "one", "two")
