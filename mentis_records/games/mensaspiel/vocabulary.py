"""What queries may say of MensaSpiel's squares and pieces, with examples of the common tests."""

from __future__ import annotations

from mentis_records.core.vocabulary import Area, PieceType, Pool, Vocabulary
from mentis_records.games.mensaspiel import scene
from mentis_records.games.mensaspiel.rules import board, move
from mentis_records.games.mensaspiel.rules.position import LETTERS

_HELD = tuple({letter: board.PIECES} for letter in LETTERS)
"""The most pieces of a side's own in a pool, for each side."""


def read_move(notation: str) -> str:
    """Return the canonical form of a written turn.

    Raises:
        ValueError: it is none in the notation.
    """
    text = notation.strip()
    if text not in move.BY_NOTATION:
        forms = "Sb3, Se3+, ESa3, a3-g3, a3-g3+, b3xg5, b3-d4:2, c5-d4=2 or --"
        raise ValueError(f"a turn is written as {forms}")
    return text


def _squares(places: int) -> Area:
    return frozenset(board.squares_of(places))


def _lines(at: int) -> dict[str, Area]:
    """Return the squares by the letter or digit at a place of their names."""
    return {
        line: frozenset(place for place, name in enumerate(board.NAMES) if name[at] == line)
        for line in sorted({name[at] for name in board.NAMES})
    }


VOCABULARY = Vocabulary(
    squares=board.NAMES,
    columns=_lines(0),
    rows=_lines(1),
    areas={
        "ring": tuple(map(_squares, board.RING_SETS)),
        "rings": (_squares(board.RINGS_SET),),
        "transmitter": (_squares(board.TRANSMITTER_SET),),
        **{
            colour: (frozenset(at for at, each in enumerate(board.COLOURS) if each == colour),)
            for colour in sorted(set(board.COLOURS))
        },
    },
    pieces=tuple(
        PieceType(letter, f"{name.lower()} piece", side=side)
        for side, (letter, name) in enumerate(zip(LETTERS, board.SIDES, strict=True))
    ),
    pools=(
        Pool(scene.BASE, most=_HELD),
        Pool(scene.RESERVE, most=_HELD),
        Pool(scene.PRISON, most=_HELD[::-1]),
    ),
    max_height=len(board.SIDES) * board.PIECES,
    scene=scene.see,
    turn=scene.describe,
    read_move=read_move,
    elsewhere={
        place: f"it is {side}'s {pool}: write {side.lower()} {pool} >= 1"
        for pool, places in (
            (scene.BASE, board.BASES),
            (scene.RESERVE, board.RESERVES),
            (scene.PRISON, board.PRISONS),
        )
        for side, place in zip(board.SIDES, places, strict=True)
    },
    forms={
        "piece_on": ("white W on a3", "black any on cyan", "any any on ring white"),
        "piece_in": ("any B in c3", "black B in ring white"),
        "stack": ("black stack WB on c3", "white stack ?*W on board", "any stack ?? on row 3"),
        "height": ("white height >= 2 on c3", "any height = 4 on board"),
        "empty": ("empty c3", "empty ring black"),
        "own_pool": ("white base >= 1", "black reserve = 0", "white prison >= 2"),
        "count": ("count(white any on board) >= 5", "count(white any on ring black) = 0"),
        "named_on": ("some x: white any on board and x on green and white height >= 3 on x",),
        "move_captures": ("move captures", "move captures W"),
        "move_by": ("move by W",),
        "move_from": ("move from b3",),
        "move_to": ("move to g5", "move to d4"),
        "move_is": ('move "b3xg5"',),
        "game": ("game(white prison >= 2)",),
        "square": ("c3",),
        "rectangle": ("a3:c4",),
        "row": ("row 3",),
        "column": ("column b",),
        "named": ("ring white",),
    },
)
