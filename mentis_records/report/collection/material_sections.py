"""The sections on the pieces that sides own, of a game that tells its material."""

from __future__ import annotations

from collections.abc import Iterator

from mentis_records.report.collection.frame import Frame
from mentis_records.report.collection.lead_worth import lead_section
from mentis_records.report.collection.piece_share import decisive_section, unentered_section
from mentis_records.report.collection.setting_group import setting_groups
from mentis_records.report.document.page import Section
from mentis_records.store.count.material_games import fetch_material


def material_sections(frame: Frame) -> Iterator[Section]:
    """Yield what a lead is worth, what captures the decisive piece, and what stays in hand.

    Raises:
        StoreError: the database cannot be read, or has a start or a move that is none.
    """
    games = fetch_material(frame.study.database, frame.game, frame.study.played)
    if games is None:
        return
    groups = setting_groups(frame.game.description, games)
    yield lead_section(frame, groups)
    for section in (decisive_section(frame, groups), unentered_section(frame, groups)):
        if section is not None:
            yield section
