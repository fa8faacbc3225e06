"""Random queries of every form, well-typed, for checks against replay."""

import random
from collections.abc import Callable

COLUMNS, ROWS = "abcdefg", "1234567"
SQUARES = [column + row for column in COLUMNS for row in ROWS]
MIDDLE = [square for square in SQUARES if square[1] in "234567" and square[0] in "bcdef"]
TILES = ("S", "T", "N", "K", "W", "any")
LETTERS = "STN"
ORDER = ("=", "!=", "<", "<=", ">", ">=")
START = "3k3/7/7/7/7/7/3K3 b S3T3N3/s3t3n3"
MOVES = ("d2-d3", "TSNd2", "Nd2", "Sc6", "d2#-d3", "c2-c3-c4", "d6-d5-d4", "d4xd5", "e2-e3")
RECORD_TESTS = (
    *("result = 1-0", "result != 0-1", 'tag "Result" = "0-1"', 'player = "Ann"'),
    *('blue player = "Ann"', 'Red = "Bob"', 'red player != "Ann"', 'tag "Blue" ~ "a*"'),
    *("blue elo > 1500", "Date >= 2024.01", "Date = 2024", "plies > 30", "plies <= 12"),
    *('variant = "Wolf"', 'termination = "king captured"', 'Event ~ "1"', 'tag "Mood" = "good"'),
    *("game != 3", 'source ~ "random"'),
)


class RandomQuery:
    """Writes queries; what it knows of a collection makes some of them true somewhere."""

    def __init__(self, seed: int, positions: list[str], moves: list[str]) -> None:
        self.chance = random.Random(seed)
        self.positions = [*positions, START]
        self.moves = [*moves, *MOVES]

    def query(self, depth: int) -> str:
        chance = self.chance
        if depth == 0 or chance.random() < 0.25:
            return self.test()
        kind = chance.choice(
            ("and", "and", "or", "or", "not", "then", "then", "within", "for", "game", "image")
        )
        first = self.query(depth - 1)
        if kind == "not":
            return f"not ({first})"
        if kind == "for":
            return f"({first}) for {chance.choice((1, 2, 2, 3, 6))}"
        if kind == "game":
            return f"game({first})"
        if kind == "image":
            return f"{chance.choice(('mirror', 'flip', 'FLIP'))}({first})"
        second = self.query(depth - 1)
        if kind == "within":
            return f"({first}) then within {chance.choice((1, 2, 4, 7, 40))} ({second})"
        return f"({first}) {kind} ({second})"

    def test(self) -> str:
        makers: tuple[Callable[[], str], ...] = (
            *(self.square_test, self.square_test, self.square_test, self.attacks, self.some),
            *(self.count, self.number, self.number, self.move, self.move, self.place, self.record),
        )
        return self.chance.choice(makers)()

    def side(self) -> str:
        return self.chance.choice(("blue", "red", "Blue"))

    def any_side(self) -> str:
        return self.chance.choice(("blue", "red", "any"))

    def area(self) -> str:
        chance = self.chance
        kind = chance.randrange(9)
        if kind < 2:
            return chance.choice(MIDDLE)
        if kind == 2:
            return "{" + ", ".join(chance.sample(SQUARES, chance.randint(1, 6))) + "}"
        if kind == 3:
            return ":".join(chance.sample(SQUARES, 2))
        if kind == 4:
            return f"row {chance.choice(ROWS)}"
        if kind == 5:
            return f"column {chance.choice(COLUMNS)}"
        if kind == 6:
            return f"{chance.choice(('hill', 'deployment'))} {self.side()}"
        return "board" if kind == 7 else f"{{row {chance.choice(ROWS)}, {chance.choice(SQUARES)}}}"

    def located(self) -> str:
        where = f" on {self.area()}" if self.chance.random() < 0.5 else ""
        return f"{self.any_side()} {self.chance.choice(TILES)}{where}"

    def pattern(self) -> str:
        size = self.chance.choice((1, 2, 2, 3, 3))
        signs = [self.chance.choice("STN?*") for _ in range(size)]
        return "".join(signs) if self.chance.random() < 0.9 else self.chance.choice("KW*?")

    def square_test(self) -> str:
        chance = self.chance
        kind = chance.randrange(8)
        if kind == 0:
            return f"{self.any_side()} {chance.choice(TILES)} in {self.area()}"
        if kind == 1:
            return f"{self.any_side()} stack {self.pattern()} on {self.area()}"
        if kind == 2:
            sign, height = chance.choice(
                ((">=", 2), (">", 2), ("=", 1), ("=", 2), ("=", 3), ("!=", 2), ("<=", 2), ("<", 2))
            )
            return f"{self.any_side()} height {sign} {height} on {self.area()}"
        if kind == 3:
            return f"empty {self.area()}"
        if kind == 4:
            return f"{self.located()} attacked"
        if kind == 5:
            return f"{self.located()} blocks"
        if kind == 6:
            return f"{self.located()} attacked by {self.located()}"
        return f"{self.any_side()} {chance.choice(TILES)} on {self.area()}"

    def attacks(self) -> str:
        return f"{self.located()} attacks {self.located()}"

    def some(self) -> str:
        """Return a test of a named piece, in parentheses."""
        chance = self.chance
        about = chance.choice(
            (
                f"x attacks {self.located()}",
                f"{self.located()} attacks x",
                "x attacked",
                f"not x on {self.area()}",
                f"(x blocks or {self.any_side()} {chance.choice(TILES)} in x)",
                f"count({self.located()} attacked by x) {chance.choice(('>=', '=', '<'))} 1",
                f"some y: {self.square_test()} and y attacks x",
            )
        )
        no = chance.choice(("", "", "not "))
        return f"({no}some x: {self.square_test()} and {about})"

    def count(self) -> str:
        sign, number = self.chance.choice(
            ((">=", 1), ("=", 0), ("<=", 1), ("!=", 1), (">", 0), ("<", 1), ("=", 1))
        )
        return f"count({self.square_test()}) {sign} {number}"

    def number(self) -> str:
        chance = self.chance
        kind = chance.randrange(3)
        if kind == 0:
            tile = chance.choice(("S", "T", "N", "any", ""))
            return f"{self.side()} hand {tile} {chance.choice(ORDER[:2])} {chance.randrange(4)}"
        if kind == 1:
            tile = chance.choice(("S", "T", "N", "K", "W", "any", ""))
            sign = chance.choice(("=", "!=", "<="))
            return f"{self.side()} lost {tile} {sign} {chance.choice((0, 1))}"
        sign, tiles = chance.choice((("<", 6), (">=", 5), ("=", 4), ("!=", 3), (">", 0), ("<=", 2)))
        return f"{self.side()} tiles {sign} {tiles}"

    def move(self) -> str:
        chance = self.chance
        kind = chance.randrange(8)
        if kind == 0:
            return f"move captures {chance.choice(TILES)}"
        if kind == 1:
            return f"move by {chance.choice(TILES)}"
        if kind == 2:
            at = f" at {self.area()}" if chance.random() < 0.5 else ""
            return f"move deploys {self.pattern().replace('K', 'W')}{at}"
        if kind == 3:
            return f"move from {self.area()}"
        if kind == 4:
            return f"move to {self.area()}"
        if kind == 5:
            return "move drops"
        if kind == 6:
            return f"to move {self.side()}"
        return f'move "{chance.choice(self.moves)}"'

    def place(self) -> str:
        chance = self.chance
        kind = chance.randrange(5)
        if kind == 0:
            return "start"
        if kind == 1:
            return "end"
        if kind == 2:
            return f'position "{chance.choice(self.positions)}"'
        return f"ply {chance.choice(ORDER)} {chance.choice((1, 2, 5, 10, 20, 33))}"

    def record(self) -> str:
        return self.chance.choice(RECORD_TESTS)
