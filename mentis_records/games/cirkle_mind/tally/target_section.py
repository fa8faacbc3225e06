"""The section on targets: how long they live, what captures them, and what a winner knew."""

from __future__ import annotations

from mentis_records.core.number_table import NumberTable
from mentis_records.core.section import BarRow, Bars, OwnExhibit, OwnSection
from mentis_records.core.tally import Census, quantile
from mentis_records.games.cirkle_mind.rules.piece import PIECES
from mentis_records.games.cirkle_mind.tally.by_level import Level, played_levels
from mentis_records.games.cirkle_mind.tally.sort import ROLES
from mentis_records.games.cirkle_mind.tally.tally import AIM

_BOUNDS = (25, 50, 100, 150)
"""The last plies of all classes of captures but the last."""

_KNOWN = (5, 10, 15, 20)
"""The first numbers of known pieces of all classes but the first."""


def target_section(census: Census) -> OwnSection:
    """Return the section."""
    levels = list(played_levels(census))
    return OwnSection(
        "targets",
        "Targets",
        (
            " ".join(_life_words(census, level) for level in levels),
            " ".join(_known_words(census, level) for level in levels),
        ),
        (_lives(census, levels), _captors(census, levels), _knowledge(census, levels)),
    )


def _life_words(census: Census, level: Level) -> str:
    """Return how many targets were captured, and when."""
    parts = []
    for aim, name in enumerate(AIM.labels):
        captures = census.tables["captures"].cells[level.at][aim]
        total = int(census.tables["targets"].cells[level.at][aim])
        taken = int(captures.sum())
        middle = quantile(captures, 0.5)
        when = "" if middle is None else f", half of them by ply {middle:,}"
        parts.append(f"{level.part(taken, total)} of {total:,} {name}s were captured{when}")
    return f"{level.name}: {'; '.join(parts)}."


def _known_words(census: Census, level: Level) -> str:
    known = census.tables["knowledge"].cells[level.at]
    middle = quantile(known, 0.5)
    if middle is None:
        return f"{level.name}: no game was won on the board."
    return (
        f"{level.name}: when a side won, {middle} of the other's {PIECES} pieces had been shown "
        f"(median of {int(known.sum()):,} games)."
    )


def _lives(census: Census, levels: list[Level]) -> OwnExhibit:
    firsts = (0, *(bound + 1 for bound in _BOUNDS))
    parts = (
        f"by ply {_BOUNDS[0]}",
        *(f"{low} to {high}" for low, high in zip(firsts[1:], _BOUNDS[1:], strict=False)),
        "later",
        "not captured",
    )
    rows = []
    for level in levels:
        for aim, name in enumerate(ROLES[: len(AIM)]):
            captures = census.tables["captures"].cells[level.at][aim]
            total = int(census.tables["targets"].cells[level.at][aim])
            classes = [
                int(captures[low:high].sum())
                for low, high in zip(firsts, (*firsts[1:], None), strict=True)
            ]
            rows.append((level, name, (*classes, max(total - sum(classes), 0))))
    return _by_row(
        "target-lives",
        "How long targets live",
        "targets by the ply with which they were captured.",
        ("target", parts),
        rows,
    )


def _captors(census: Census, levels: list[Level]) -> OwnExhibit:
    table = census.tables["captors"]
    rows = [
        (level, way, tuple(cells))
        for level in levels
        for way, cells in zip(table.labels("way"), table.cells[level.at].tolist(), strict=True)
    ]
    return _by_row(
        "captors",
        "What captures the victory target",
        "games that the capture of a victory target decides, by the piece that made it: as "
        "attacker, or as a defender that the victory target attacked and lost to.",
        ("captor", table.labels("captor")),
        rows,
    )


def _knowledge(census: Census, levels: list[Level]) -> OwnExhibit:
    firsts = (0, *_KNOWN)
    lasts = (*(low - 1 for low in _KNOWN), PIECES)
    rows = []
    for level in levels:
        known = census.tables["knowledge"].cells[level.at]
        classes = tuple(
            int(known[low : high + 1].sum()) for low, high in zip(firsts, lasts, strict=True)
        )
        rows.append((level, "winner", classes))
    return _by_row(
        "knowledge",
        "How much of the enemy a side knew when it won",
        f"games that the board decides, by how many of the loser's {PIECES} pieces an attack had "
        "shown, captured ones included.",
        ("side", tuple(f"{low} to {high}" for low, high in zip(firsts, lasts, strict=True))),
        rows,
    )


def _by_row(
    slug: str,
    title: str,
    method: str,
    heads: tuple[str, tuple[str, ...]],
    rows: list[tuple[Level, str, tuple[int, ...]]],
) -> OwnExhibit:
    """Return bars with a row for each level and name; ``heads`` are what names and parts are."""
    what, parts = heads
    return OwnExhibit(
        slug,
        title,
        f"Bars for {len(rows)} rows, each of a level.",
        method=method,
        drawing=Bars(
            [BarRow(f"{level.name}: {name}", cells) for level, name, cells in rows],
            parts,
            is_share=True,
        ),
        numbers=NumberTable(
            ("level", what, *(part.replace(" ", "_") for part in parts)),
            tuple((level.name, name, *cells) for level, name, cells in rows),
        ),
        display=NumberTable(
            ("Level", what.capitalize(), "In all", *(part.capitalize() for part in parts)),
            tuple(
                (
                    *(level.name, name, f"{sum(cells):,}"),
                    *(level.part(number, sum(cells)) for number in cells),
                )
                for level, name, cells in rows
            ),
        ),
    )
