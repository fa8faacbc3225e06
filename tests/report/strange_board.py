"""Pictures of a made-up game that has all that a picture can hold."""

from mentis_records.core.picture import BoardPicture, Ground, Piece, Pool, SquarePicture, face_down

SIDES = ("Gold", "Mauve")
COLOURS = ("#c99a1e", "#6d3a78")
ARROW = ((0.5, 1.0), (0.95, 0.1), (0.5, 0.3), (0.05, 0.1))

_HOLES = {"d1", "d5", "c2", "e2"}


def stone(side: int | None, sign: str = "") -> Piece:
    return Piece(sign or ("Neutral" if side is None else SIDES[side])[0], "stone", side)


def rider(side: int) -> Piece:
    return Piece("R", "rider", side, ARROW, (((0.45, 0.4), (0.55, 0.4), (0.5, 0.7)),))


def man(side: int) -> Piece:
    return Piece("WB"[side], "man", side, text="WB"[side])


def face(side: int, sign: str) -> Piece:
    return Piece(sign, f"piece {sign}", side)


TOKEN = Piece("T", "token", None, text="t*")


def place(
    name: str, ground: Ground, pieces: tuple[Piece, ...], is_pool: bool = False
) -> SquarePicture:
    """Return the square of a name, such as ``a1``."""
    column, row = "abcdefg".index(name[0]), int(name[1]) - 1
    return SquarePicture(name, column, row, ground, pieces, is_pool=is_pool)


def squares() -> BoardPicture:
    """Return a board of 7 columns and 5 rows with four holes."""
    stacks: dict[str, tuple[Piece, ...]] = {
        "a5": (stone(0),),
        "b5": (stone(0), stone(1)),
        "c5": (rider(1), rider(0), rider(1)),
        "e5": (stone(1), stone(0), stone(1), stone(0), stone(1), stone(1), stone(0)),
        "f5": (face_down(0),),
        "g5": (face_down(1),),
        "a4": (face(0, "Yc"),),
        "b4": (face(1, "Bt"),),
        "d4": (TOKEN,),
        "f4": (face_down(0), face(1, "Kx")),
        "g4": (rider(0),),
        "a3": (rider(1),),
        "g3": (stone(0),),
        "b1": (stone(1),),
        "f2": (face_down(None),),
    }
    grounds = {
        "d4": Ground("centre", None, 2),
        "a1": Ground("home", 0, 2, sign="g"),
        "b1": Ground("home", 0, 1),
        "g4": Ground("home", 1, 2, sign="m"),
        "a4": Ground("field", None, 1, "#1b7f4b", "Gt"),
        "b2": Ground("field", None, 1, "#b02a2a", "Ro"),
    }
    places = (
        place(name, grounds.get(name, Ground()), stacks.get(name, ()))
        for name in (f"{column}{row}" for row in "54321" for column in "abcdefg")
        if name not in _HOLES
    )
    return BoardPicture(
        columns=tuple("abcdefg"),
        rows=tuple("12345"),
        sides=SIDES,
        colours=COLOURS,
        squares=tuple(places),
        pools=(
            Pool("base", 0, (stone(0),) * 2, 1),
            Pool("reserve", 0, (stone(0),) * 6, 1),
            Pool("prison", 0, (stone(1), stone(1), face(1, "Ko")), 2),
            Pool("base", 1, (), 1),
            Pool("hidden", 1, (face_down(1),) * 4, 1),
            Pool("supply", None, (stone(None),) * 12, 1),
            Pool("lost", None, tuple(face(0, sign) for sign in ("Yt", "Ys", "Yx", "Yo", "Gt")), 9),
        ),
        side_to_move=0,
        last_path=("c3", "e3", "e1"),
        last_targets=("d3", "b1", "g3"),
    )


def points() -> BoardPicture:
    """Return a board of points: nine men's morris without its middle ring, with a diagonal."""
    names = ("a5", "c5", "e5", "b4", "d4", "a3", "e3", "b2", "d2", "a1", "c1", "e1")
    stones = {"a5": 0, "c5": 1, "d4": 0, "e3": 1}
    return BoardPicture(
        columns=tuple("abcde"),
        rows=tuple("12345"),
        sides=("White", "Black"),
        colours=("#ffffff", "#222222"),
        squares=tuple(
            place(
                name,
                Ground("gate", None, 1) if name == "c1" else Ground(),
                (man(stones[name]),) if name in stones else (),
            )
            for name in names
        ),
        pools=(Pool("hand", 0, (man(0),) * 7), Pool("hand", 1, (man(1),) * 7)),
        side_to_move=1,
        last_path=("b2", "d4"),
        last_targets=("b4",),
        lines=(
            ("a5", "c5", "e5", "e3", "e1", "c1", "a1", "a3", "a5"),
            ("b4", "d4", "d2", "b2", "b4"),
            ("a5", "b4"),
            ("e1", "d2"),
            ("b2", "d4"),
        ),
    )


def coloured() -> BoardPicture:
    """Return a board of coloured squares with pips, and of pools, after a way over all of it."""
    grounds = {
        "a2": Ground("red", None, 2, "#d8342c", "Re", (3, 1)),
        "b2": Ground("yellow", None, 2, "#f7d731", "Ye", (0, 4)),
        "c2": Ground("red", None, 2, "#d8342c", "Re", (2, 2)),
        "a1": Ground("prison", 0, 1, sign="prison"),
        "b1": Ground("base", 1, 1, sign="base"),
        "c1": Ground("supply", sign="supply"),
    }
    man = Piece("M", "man", 0, plural="men")
    pieces = {
        "a2": (stone(0), stone(1)),
        "a1": (stone(1), man, stone(1), man),
        "c1": (stone(None),),
    }
    return BoardPicture(
        columns=tuple("abc"),
        rows=tuple("12"),
        sides=SIDES,
        colours=COLOURS,
        squares=tuple(
            place(name, ground, pieces.get(name, ()), name[1] == "1")
            for name, ground in grounds.items()
        ),
        pools=(),
        side_to_move=0,
        last_path=("b1", "b2", "c2"),
        last_targets=("a2",),
        last_stops=("b1", "c2"),
        notes=("3 points", ""),
    )
