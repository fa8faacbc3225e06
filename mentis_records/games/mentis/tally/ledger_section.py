"""The section with the tile ledger: where tiles come from, what they do, what becomes of them."""

from __future__ import annotations

from collections.abc import Sequence

from mentis_records.core.number_table import NumberTable
from mentis_records.core.section import BarRow, Bars, Matrices, MatrixPanel, OwnExhibit, OwnSection
from mentis_records.core.tally import PHASES, Census
from mentis_records.core.text import counted
from mentis_records.games.mentis.rules.tile import IMMUNE_TO, KING, NAMES, TYPES
from mentis_records.games.mentis.tally.ledger import Account, Ledger, tile_ledger

_HUNDRED = 100


def ledger_section(census: Census) -> OwnSection:
    """Return the section.

    Raises:
        CensusError: the tiles do not add up.
    """
    ledger = tile_ledger(census)
    accounts = [account for account in ledger.accounts if account.supply]
    supply = sum(account.supply for account in accounts)
    captured = sum(account.captured for account in accounts)
    in_hand = sum(account.in_hand for account in accounts)
    paragraphs = (
        f"There were {_count(supply, 'tile')} at the start of {_count(ledger.games, 'game')}, "
        f"Kings included. At the end {census.part(in_hand, supply)} were still in hand and "
        f"{census.part(captured, supply)} had been captured. This was checked in every game: each "
        "starting tile ends up in hand, on the board or captured.",
    )
    exhibits = [_fate(accounts)]
    missing = []
    if any(account.begun_in_hand for account in accounts):
        exhibits.append(_deployed_when(accounts))
    if any(sum(account.deployed) for account in accounts):
        exhibits.append(_deployed_where(ledger, accounts))
    else:
        missing.append("No tile was deployed.")
    if captured:
        exhibits.append(_captures(ledger, accounts))
    else:
        missing.append("No tile was captured.")
    if any(account.blocked_captures for account in accounts):
        exhibits.append(_blocks(accounts))
    else:
        missing.append("No capture was blocked.")
    return OwnSection(
        "ledger",
        "The tile ledger",
        (*paragraphs, *([" ".join(missing)] if missing else [])),
        tuple(exhibits),
    )


def _count(number: int, noun: str) -> str:
    return counted(number, noun, space="\N{NO-BREAK SPACE}")


def _name(account: Account) -> str:
    return f"{account.side} {account.tile}"


def _median_words(account: Account) -> str:
    """Return the ply of the median deployment in words."""
    if account.median_deployment is None:
        return "none"
    return f"{account.median_deployment:,}{' and more' if account.is_median_open else ''}"


def _fate(accounts: list[Account]) -> OwnExhibit:
    rows = [
        BarRow(_name(account), (account.on_board, account.in_hand, account.captured))
        for account in accounts
    ]
    columns = (
        "side",
        "tile",
        "begun_in_hand",
        "begun_on_board",
        "deployed",
        "in_hand",
        "on_board",
        "captured",
        "led",
        "carried",
        "squares",
        "made",
        "blocking_turns",
        "blocked_captures",
    )
    cells = [
        (
            each.side,
            each.tile,
            each.begun_in_hand,
            each.begun_on_board,
            sum(each.deployed),
            each.in_hand,
            each.on_board,
            each.captured,
            each.led,
            each.carried,
            each.squares,
            sum(each.made),
            each.blocking_turns,
            each.blocked_captures,
        )
        for each in accounts
    ]
    return OwnExhibit(
        "ledger",
        "What becomes of the tiles",
        f"Bars of {len(rows)} kinds of tiles: on the board, in hand or captured at the end.",
        method=(
            "tiles by side and type, at the end of each game. A tile leads a move if it is on top, "
            "and is carried if it goes along below; squares are those that either went. Blocks are "
            "captures that the side to move could have made without this one top tile."
        ),
        drawing=Bars(rows, ("on the board at the end", "left in hand", "captured"), is_share=True),
        numbers=NumberTable(columns, tuple(cells)),
        display=NumberTable(
            (
                "Tile",
                "At the start",
                "Deployed",
                "Left in hand",
                "On board",
                "Captured",
                "Moves led",
                "Carried",
                "Squares",
                "Captures made",
                "Blocks",
            ),
            tuple(
                (
                    _name(each),
                    f"{each.supply:,}",
                    f"{sum(each.deployed):,}",
                    f"{each.in_hand:,}",
                    f"{each.on_board:,}",
                    f"{each.captured:,}",
                    f"{each.led:,}",
                    f"{each.carried:,}",
                    f"{each.squares:,}",
                    f"{sum(each.made):,}",
                    f"{each.blocked_captures:,}",
                )
                for each in accounts
            ),
        ),
    )


def _deployed_when(accounts: list[Account]) -> OwnExhibit:
    held = [each for each in accounts if each.begun_in_hand]
    rows = [BarRow(_name(each), (*each.deployed, each.in_hand)) for each in held]
    names = (*(f"{phase}" for phase in PHASES), "never")
    return OwnExhibit(
        "deployed-when",
        "When tiles are deployed",
        f"Bars of {len(rows)} kinds of tiles: deployed in which third of the game, or never.",
        method=(
            "tiles that were in hand at the start, by the third of the game's plies in which they "
            "were deployed; of unfinished games, of the plies that were played."
        ),
        drawing=Bars(rows, names, is_share=True),
        numbers=NumberTable(
            (
                "side",
                "tile",
                *(phase.replace(" ", "_") for phase in PHASES),
                "never",
                "median_ply",
                "is_median_open",
            ),
            tuple(
                (
                    each.side,
                    each.tile,
                    *each.deployed,
                    each.in_hand,
                    each.median_deployment,
                    each.is_median_open,
                )
                for each in held
            ),
        ),
        display=NumberTable(
            ("Tile", *(name.capitalize() for name in names), "Median ply"),
            tuple(
                (row.label, *(f"{part:,}" for part in row.parts), _median_words(each))
                for row, each in zip(rows, held, strict=True)
            ),
        ),
    )


def _deployed_where(ledger: Ledger, accounts: list[Account]) -> OwnExhibit:
    held = {(each.side, each.tile) for each in accounts if each.begun_in_hand}
    cells = [
        (each.side, each.tile, square, number)
        for each, row in zip(ledger.accounts, ledger.deployments, strict=True)
        for square, number in zip(ledger.squares, row, strict=True)
        if (each.side, each.tile) in held
    ]
    used = {(side, square) for side, _, square, number in cells if number}
    shown = [cell for cell in cells if (cell[0], cell[2]) in used]
    panels = []
    for side in ledger.sides:
        tiles = [tile for tile in ledger.tiles if (side, tile) in held]
        squares = [square for square in ledger.squares if (side, square) in used]
        numbers = {(tile, square): number for own, tile, square, number in shown if own == side}
        panels.append(
            MatrixPanel(
                side,
                tiles,
                squares,
                [
                    [_HUNDRED * numbers[tile, square] / ledger.games_of(tile) for square in squares]
                    for tile in tiles
                ],
            )
        )
    return OwnExhibit(
        "deployed-where",
        "Where tiles are deployed",
        f"A matrix for each side: deployments by type and square, {len(used)} squares in all.",
        method="tiles deployed on each square per 100 games that have such tiles, each tile "
        "of a stack counted separately.",
        drawing=Matrices(panels, "tile", "onto the square", "Tiles deployed per 100 games"),
        numbers=NumberTable(("side", "tile", "square", "deployed"), tuple(shown)),
        display=_matrix("Tile", shown),
    )


def _captures(ledger: Ledger, accounts: list[Account]) -> OwnExhibit:
    kept = [tile for tile in ledger.tiles if any(each.tile == tile for each in accounts)]
    places = [ledger.tiles.index(tile) for tile in kept]
    rows = [
        (each.side, each.tile, ledger.tiles[place], each.made[place])
        for each in ledger.accounts
        if each.tile in kept
        for place in places
    ]
    made = sum(row[3] for row in rows)
    barred = _barred_captures()
    return OwnExhibit(
        "captures",
        "What captures what",
        f"A matrix for each side: {made:,} captures by attacker and captured tile.",
        method=(
            "captures by the types of the attacker (rows) and of the captured tile (columns), per "
            "100 games that have tiles of both. A hatched cell is a capture that the rules forbid, "
            "an empty one a capture that never occurred."
        ),
        drawing=Matrices(
            [
                MatrixPanel(
                    f"{side} captures",
                    kept,
                    kept,
                    [
                        [
                            _HUNDRED
                            * each.made[place]
                            / ledger.games_of(each.tile, ledger.tiles[place])
                            for place in places
                        ]
                        for each in ledger.of(side)
                        if each.tile in kept
                    ],
                    barred,
                )
                for side in ledger.sides
            ],
            "attacker",
            "captured tile",
            "Captures per 100 games",
        ),
        numbers=NumberTable(("side", "attacker", "captured", "captures"), tuple(rows)),
        display=_matrix("Attacker", rows),
    )


def _barred_captures() -> frozenset[tuple[str, str]]:
    """Return what captures no tile of which type: the immune ones, and Kings one another.

    Kings never leave their own hills, which are further apart than a King reaches.
    """
    immune = {(NAMES[IMMUNE_TO[tile]], NAMES[tile]) for tile in TYPES if IMMUNE_TO[tile]}
    return frozenset({*immune, (NAMES[KING], NAMES[KING])})


def _blocks(accounts: list[Account]) -> OwnExhibit:
    return OwnExhibit(
        "blocks",
        "Blocks that mattered",
        "Bars of the captures that tiles prevented, by side and type.",
        method=(
            "at each turn, the captures of the side to move that were illegal only because of one "
            "blocking tile, counted for that tile; what is blocked for several turns counts once a "
            "turn."
        ),
        drawing=Bars(
            [BarRow(_name(each), (each.blocked_captures,)) for each in accounts],
            ("captures prevented",),
        ),
        numbers=NumberTable(
            ("side", "tile", "blocking_turns", "blocked_captures"),
            tuple(
                (each.side, each.tile, each.blocking_turns, each.blocked_captures)
                for each in accounts
            ),
        ),
        display=NumberTable(
            ("Tile", "Turns at which it blocked", "Captures prevented"),
            tuple(
                (_name(each), f"{each.blocking_turns:,}", f"{each.blocked_captures:,}")
                for each in accounts
            ),
        ),
    )


def _matrix(heading: str, cells: Sequence[tuple[str, str, str, int]]) -> NumberTable:
    """Return the numbers with a row a side and tile, and a column for what they are about."""
    abouts = dict.fromkeys(about for _, _, about, _ in cells)
    rows: dict[str, dict[str, int]] = {}
    for side, tile, about, number in cells:
        rows.setdefault(f"{side} {tile}", {})[about] = number
    return NumberTable(
        (heading, *abouts),
        tuple(
            (name, *(f"{found[about]:,}" if about in found else "" for about in abouts))
            for name, found in rows.items()
        ),
    )
