"""What a report says of its own: its finding, the figure that shows it, and its sections."""

from __future__ import annotations

from collections.abc import Sequence

from mentis_records.fast.late_dataclass import dataclass
from mentis_records.report.document.exhibit import Exhibit
from mentis_records.report.document.page import Section


@dataclass(frozen=True, slots=True)
class Body:
    """What a report says of its own.

    ``title`` states what was found, ``lede`` says it in sentences, of which the first screen has
    room for three with that on who played, and ``figure`` shows it. ``absent`` names what is not
    on the page, each with the reason; ``facts`` are further ones for the top. What
    ``is_list`` tells what happened, and no trend: no number of games is too small for it.
    """

    title: str
    lede: Sequence[str]
    sections: Sequence[Section]
    figure: Exhibit | None = None
    facts: Sequence[tuple[str, str]] = ()
    absent: Sequence[str] = ()
    is_list: bool = False
