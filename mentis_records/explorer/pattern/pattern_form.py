"""A form to put terms of a query together: what stands where, in the words of the game.

The parameters of its fields begin with ``add-``. They are no part of a page: it is shown under the
address of the query that they make.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from mentis_records.core.game import AnyGame
from mentis_records.core.text import json_text
from mentis_records.core.vocabulary import PieceType, Vocabulary
from mentis_records.explorer.address import Address
from mentis_records.explorer.pattern.query_part import add_term
from mentis_records.fast.late_dataclass import dataclass
from mentis_records.query.area import areas_of

FIELDS = (
    *("add-side", "add-piece", "add-stack", "add-how", "add-area", "add-pool"),
    *("add-held", "add-sign", "add-number", "add"),
)
"""The parameters of the form."""

ANY = "any"
_SIGNS = (">=", "=", "<=")


@dataclass(frozen=True, slots=True)
class PatternForm:
    """What the form offers: words of queries, each with what it means.

    ``lines`` is JSON with the squares of each row and column, and the areas, for a script.
    """

    sides: Sequence[tuple[str, str]]
    pieces: Sequence[tuple[str, str]]
    ways: Sequence[tuple[str, str]]
    areas: Sequence[str]
    pools: Sequence[tuple[str, str]]
    signs: Sequence[str]
    has_stacks: bool
    stack_example: str
    lines: str


def pattern_form(game: AnyGame) -> PatternForm | None:
    """Return what a form offers for a game, or None if it has no scenes."""
    words = game.description.vocabulary
    if words is None:
        return None
    sides = [(side.lower(), side) for side in game.description.sides]
    pools = []
    for pool in words.pools:
        if pool.is_common:
            pools.append((pool.name, pool.name.capitalize()))
        else:
            pools += [(f"{word} {pool.name}", f"{name}'s {pool.name}") for word, name in sides]
    owners = [*sides, (ANY, "Any side")]
    if words.neutral:
        owners.append((words.neutral, words.neutral.capitalize()))
    has_stacks = words.max_height > 1
    return PatternForm(
        owners,
        [(ANY, f"any {words.piece_word}"), *((one.name, _piece(one)) for one in words.pieces)],
        _ways(words),
        list(_areas(game, words)),
        pools,
        _SIGNS,
        has_stacks,
        (words.forms.get("stack") or ("",))[0],
        json_text(_lines(words)),
    )


def _piece(piece: PieceType) -> str:
    return piece.name if piece.title in ("", piece.name) else f"{piece.name}: {piece.title}"


def _ways(words: Vocabulary) -> list[tuple[str, str]]:
    ways = [("on", "stands on" if words.max_height == 1 else "is on top of, or alone on")]
    if words.max_height > 1:
        ways += [("in", "is in the stack on"), ("stack", "is the whole stack on")]
    return [
        *ways,
        ("empty", "nothing stands on"),
        ("to", "has just moved to"),
        ("from", "has just left"),
    ]


def _areas(game: AnyGame, words: Vocabulary) -> Sequence[str]:
    found = [f"row {name}" for name in words.rows]
    found += [f"column {name}" for name in words.columns]
    for name, sets in areas_of(words).items():
        sides = game.description.sides if len(sets) > 1 else ("",)
        found += [f"{name} {side.lower()}".strip() for side in sides]
    return [*words.squares, *found]


def _lines(words: Vocabulary) -> Mapping[str, object]:
    names = words.squares
    return {
        "squares": [*names],
        "rows": {line: sorted(names[at] for at in area) for line, area in words.rows.items()},
        "columns": {line: sorted(names[at] for at in area) for line, area in words.columns.items()},
    }


def has_term(address: Address) -> bool:
    """Tell whether the form was sent."""
    return bool(address.get("add"))


def added(address: Address, game: AnyGame) -> Address:
    """Return the address of the query with the term of the form."""
    term = _pool_term(address) if address.get("add") == "pool" else _term(address)
    text = add_term(address.get("query"), term, game) if term else address.get("query")
    left = tuple(pair for pair in address.parameters if pair[0] not in (*FIELDS, "query"))
    others = address.all("query")[:-1]
    return Address(address.database, address.page, (), left).have(query=[*others, text])


def _term(address: Address) -> str:
    area = address.get("add-area").strip()
    side, piece = address.get("add-side", ANY), address.get("add-piece", ANY)
    match address.get("add-how", "on"):
        case "empty":
            return f"empty {area}"
        case "stack":
            pattern = address.get("add-stack").strip() or (piece if piece != ANY else "*")
            return f"{side} stack {pattern} on {area}"
        case "in":
            return f"{side} {piece} in {area}"
        case "to" | "from" as way:
            by = "" if piece == ANY else f"move by {piece} and "
            return f"{by}move {way} {area}"
    return f"{side} {piece} on {area}"


def _pool_term(address: Address) -> str:
    pool, piece = address.get("add-pool"), address.get("add-held", ANY)
    sign, number = address.get("add-sign", ">="), address.get("add-number", "1").strip()
    named = "" if piece == ANY else f" {piece}"
    return f"{pool}{named} {sign} {number}"
