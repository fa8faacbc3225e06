"""Positions of Corona as they are drawn: points on a ring, and the stones in hand beside it."""

from corona.board import POINTS, RING
from corona.game import SIDES
from mentis_records.core.picture import BoardPicture, Ground, Piece, Pool, SquarePicture

STONES = (Piece("W", "stone", 0, text="w"), Piece("B", "stone", 1))
_READING = sorted(range(8), key=lambda point: (-int(POINTS[point][1]), POINTS[point][0]))


def picture(position, last):
    def square(point):
        stone, name = position.stones[point], POINTS[point]
        pieces = () if stone == "." else (STONES["wb".index(stone)],)
        place = ("abc".index(name[0]), "123".index(name[1]))
        ground = Ground("corner", weight=1) if name[0] in "ac" and name[1] in "13" else Ground()
        return SquarePicture(name, *place, ground, pieces)

    return BoardPicture(
        columns=("a", "b", "c"),
        rows=("1", "2", "3"),
        sides=SIDES,
        colours=("#ffffff", "#222222"),
        squares=tuple(map(square, _READING)),
        pools=tuple(Pool("hand", side, (STONES[side],) * position.hands[side]) for side in (0, 1)),
        side_to_move=position.side,
        last_path=tuple(last.notation.split("-")) if last else (),
        lines=(tuple(POINTS[point] for point in (*RING, RING[0])),),
    )
