"""How MensaSpiel looks: coloured squares with pips, bases, prisons, reserves, and a turn's walk.

The rules name the colours and pips of the squares; the shades are this program's own. Squares of
one colour have the same two letters.
"""

from __future__ import annotations

from mentis_records.core.picture import BoardPicture, Ground, Piece, SquarePicture
from mentis_records.games.mensaspiel.rules import board
from mentis_records.games.mensaspiel.rules.board import SAME, SIDES, TRANSMITTER
from mentis_records.games.mensaspiel.rules.move import CAPTURE, EXCHANGE, PASS, START, Move
from mentis_records.games.mensaspiel.rules.position import LETTERS, Position
from mentis_records.games.mensaspiel.rules.walk import walk_of

COLOURS = ("#ffffff", "#222222")

SHADES = {
    "red": "#d8342c",
    "purple": "#8a45b5",
    "cyan": "#3cc8dc",
    "orange": "#f08019",
    "blue": "#2b5fc4",
    "yellow": "#f7d731",
    "green": "#2f9e48",
    "olive": "#85822b",
}
"""The shade of each colour of the board."""

PIECES = tuple(
    Piece(letter, "piece", side, text=letter, plural="pieces")
    for side, letter in enumerate(LETTERS)
)
"""How a side's piece looks."""

_COLUMNS, _ROWS = "abcdefg", "12345"


def picture(position: Position, last: Move | None) -> BoardPicture:
    """Return a position as a picture, with the way of the turn that led to it.

    A start comes from the base, after an exchange from the prison by way of the base. A move, a
    capture, a transport and the last man walk as ``walk_of`` tells, a capture to the square of
    the same colour, from which it takes its target. If no walk is as long as the rules want, the
    way is a straight line. Whether ``last`` can have led to the position is not checked.
    """
    path = _way(position, last)
    is_walk = last is not None and last.kind not in (START, EXCHANGE)
    is_capture = last is not None and last.kind == CAPTURE
    return BoardPicture(
        columns=tuple(_COLUMNS),
        rows=tuple(_ROWS),
        sides=SIDES,
        colours=COLOURS,
        squares=tuple(_square(name, position) for name in _READING),
        pools=(),
        side_to_move=position.side,
        last_path=path,
        last_targets=(board.NAMES[last.target],) if last and is_capture else (),
        last_stops=tuple(dict.fromkeys((path[0], path[-1]))) if is_walk and path else (),
        notes=tuple(_note(position, side) for side in range(len(SIDES))),
    )


def _way(position: Position, last: Move | None) -> tuple[str, ...]:
    """Return the squares over which the pieces of a turn went, in order."""
    if last is None or last.kind == PASS:
        return ()
    side = 1 - position.side
    if last.origin < 0:
        way = (board.BASES[side], board.NAMES[last.target])
        return (board.PRISONS[side], *way) if last.kind == EXCHANGE else way
    here, there = last.origin, last.target
    length = position.lengths[side] + board.PIPS[side][here]
    if there != TRANSMITTER:
        length -= board.PIPS[side][there]
    end = SAME[there] if last.kind == CAPTURE else there
    return tuple(board.NAMES[at] for at in walk_of(here, end, length) or (here, end))


def _note(position: Position, side: int) -> str:
    """Return a side's step length, and whether it may counter-attack."""
    length = f"step length {position.lengths[side]}"
    if side == position.side and position.has_counter:
        return f"{length}, may start anywhere"
    return length


def _square(name: str, position: Position) -> SquarePicture:
    place = (name, _COLUMNS.index(name[0]), _ROWS.index(name[1]))
    if name in _POOLS:
        pool, side = _POOLS[name]
        count = getattr(position, pool)[side]
        owner = 1 - side if pool == "prison" else side
        return SquarePicture(*place, _GROUNDS[name], (PIECES[owner],) * count, is_pool=True)
    at = board.INDEX.get(name, TRANSMITTER)
    stack = "" if at == TRANSMITTER else position.stacks[at]
    return SquarePicture(
        *place, _GROUNDS[name], tuple(PIECES[LETTERS.index(letter)] for letter in stack)
    )


_POOLS = {
    name: (pool, side)
    for pool, names in (
        ("base", board.BASES),
        ("prison", board.PRISONS),
        ("reserve", board.RESERVES),
    )
    for side, name in enumerate(names)
}
"""What lies on the squares beside the track: the field of the position, and whose it is."""

_TRANSMITTER = board.NAMES[TRANSMITTER]


def _ground(name: str) -> Ground:
    if name in _POOLS:
        pool, side = _POOLS[name]
        return Ground(pool, side, 1, "", pool)
    if name == _TRANSMITTER:
        return Ground("Transmitter", None, 2, "", "Transm.")
    if name in board.UNUSED:
        return Ground()
    at = board.INDEX[name]
    colour = board.COLOURS[at]
    pips = tuple(pips[at] for pips in board.PIPS)
    return Ground(colour, None, 2, SHADES[colour], colour[:2].capitalize(), pips)


_GROUNDS = {name: _ground(name) for name in (*board.NAMES, *_POOLS, *board.UNUSED)}
_READING = sorted(_GROUNDS, key=lambda name: (-int(name[1]), name[0]))
"""All squares, the top row first, each from the left."""
