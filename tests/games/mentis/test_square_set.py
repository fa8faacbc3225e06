"""Sets of squares in SQL against the stacks themselves, on boards as crowded as games never are."""

import random
from collections.abc import Callable, Iterator, Sequence

import duckdb
import pytest
from size_kit import sampled

from mentis_records.games.mentis.index.board_row import PACKED
from mentis_records.games.mentis.predicate.derived import DERIVED
from mentis_records.games.mentis.predicate.expression import EMPTY, heights, holders, stacks, tops
from mentis_records.games.mentis.predicate.square_condition import SquareTest
from mentis_records.games.mentis.predicate.tested_set import SquareSet
from mentis_records.games.mentis.rules.square import BOARD_SET, COUNT, HILL_SET, SIZE
from mentis_records.games.mentis.rules.stack import pack
from mentis_records.games.mentis.rules.tile import CODE

BOARDS = 60
LETTERS = "STN"

Board = Sequence[tuple[int, str] | None]
"""For each square a side and its tiles from bottom to top, or nothing."""

Passes = Callable[[int, str], bool]
"""Tells whether a stack passes, by its side and its tiles."""


def make_board(source: random.Random) -> Board:
    """Return a board that has the same stack on many squares, or any, or nothing on many."""
    crowd = source.random()
    usual = (source.randrange(2), make_stack(source))
    board: list[tuple[int, str] | None] = []
    for place in range(COUNT):
        if source.random() > crowd:
            board.append(None)
        elif HILL_SET >> place & 1:
            board.append((place >= COUNT // 2, "K"))
        elif source.random() < 0.7:
            board.append(usual)
        else:
            board.append((source.randrange(2), make_stack(source)))
    return board


def make_stack(source: random.Random) -> str:
    if source.random() < 0.05:
        return "W"
    return "".join(source.choice(LETTERS) for _ in range(source.randint(1, 3)))


def row_of(board: Board) -> dict[str, int]:
    """Return the features of the board, without state, attacks and blocks."""
    found = {f"row{row + 1}": 0 for row in range(SIZE)}
    found |= dict.fromkeys(("blue", "red", "top_s", "top_t", "top_n"), 0)
    for place, stack in enumerate(board):
        if stack is not None:
            side, letters = stack
            cell = pack(tuple(CODE[letter] for letter in letters), side)
            found[f"row{place // SIZE + 1}"] |= PACKED[cell] << 8 * (place % SIZE)
            found[("blue", "red")[side]] |= 1 << place
            if letters[-1] in LETTERS:
                found[f"top_{letters[-1].lower()}"] |= 1 << place
    return found


@pytest.fixture(scope="module")
def boards() -> list[Board]:
    source = random.Random(11)
    full: list[Board] = [
        [None if HILL_SET >> place & 1 else (0, 3 * letter) for place in range(COUNT)]
        for letter in LETTERS
    ]
    return full + [make_board(source) for _ in range(BOARDS)]


@pytest.fixture(scope="module")
def table(boards: list[Board]) -> Iterator[duckdb.DuckDBPyConnection]:
    rows = [row_of(board) for board in boards]
    with duckdb.connect() as connection:
        columns = ", ".join(f"{name} bigint" for name in rows[0])
        connection.execute(f"create table boards ({columns})")
        marks = ", ".join("?" * len(rows[0]))
        connection.executemany(
            f"insert into boards values ({marks})", [[*row.values()] for row in rows]
        )
        yield connection


def areas(source: random.Random) -> Iterator[int]:
    """Yield a square, some, a row, a part of one, a column, and the board."""
    row, column = source.randrange(SIZE), source.randrange(SIZE)
    yield 1 << source.randrange(COUNT)
    yield sum(1 << place for place in source.sample(range(COUNT), source.randint(2, 6)))
    yield 127 << SIZE * row
    yield source.randint(1, 127) << SIZE * row
    yield sum(1 << place for place in range(column, COUNT, SIZE))
    yield BOARD_SET


def forms(source: random.Random) -> Iterator[tuple[SquareSet, Passes]]:
    """Yield sets, each with what a stack of it is."""
    side = source.choice([0, 1, None])
    letter = source.choice([*LETTERS, "K", "W", None])
    wanted = source.sample([1, 2, 3], source.randint(1, 3))
    height = source.randint(1, 3)
    pattern = tuple(source.choice([*LETTERS, None]) for _ in range(height))
    more = tuple((*[None] * extra, *pattern) for extra in range(4 - height))

    def is_own(owner: int) -> bool:
        return side in (None, owner)

    def is_like(letters: str, one: Sequence[str | None]) -> bool:
        pairs = zip(one, letters, strict=False)
        return len(one) == len(letters) and all(want in (None, has) for want, has in pairs)

    yield tops(side, letter), lambda owner, tiles: is_own(owner) and letter in (None, tiles[-1])
    yield (
        holders(side, letter),
        lambda owner, tiles: is_own(owner) and (letter is None or letter in tiles),
    )
    yield heights(side, wanted), lambda owner, tiles: is_own(owner) and len(tiles) in wanted
    yield stacks(side, [pattern]), lambda owner, tiles: is_own(owner) and is_like(tiles, pattern)
    yield (
        stacks(side, more),
        lambda owner, tiles: is_own(owner) and any(is_like(tiles, one) for one in more),
    )


@sampled("seed", ((seed,) for seed in range(40)), 4)
def test_sets_are_what_they_say(
    table: duckdb.DuckDBPyConnection, boards: list[Board], seed: int
) -> None:
    source = random.Random(seed)
    for found, passes in forms(source):
        # What is asked of the whole board is answered by the state, which is not in the table.
        found = SquareSet(found.tests)
        for area in areas(source):
            rows = table.execute(
                f"select {found.some_of(area)}, {found.count_of(area)} from boards"
            )
            counts = [count(board, area, passes) for board in boards]
            assert rows.fetchall() == [(number > 0, number) for number in counts]


def count(board: Board, area: int, passes: Passes) -> int:
    return sum(
        stack is not None and passes(*stack)
        for place, stack in enumerate(board)
        if area >> place & 1
    )


def test_empty_squares(table: duckdb.DuckDBPyConnection, boards: list[Board]) -> None:
    source = random.Random(3)
    for area in areas(source):
        rows = table.execute(f"select {EMPTY.some_of(area)}, {EMPTY.count_of(area)} from boards")
        filled = [count(board, area, lambda *_: True) for board in boards]
        empty = [area.bit_count() - number for number in filled]
        assert rows.fetchall() == [(number > 0, number) for number in empty]


@pytest.mark.parametrize("letter", LETTERS)
@pytest.mark.parametrize(("level", "depth"), [("second", 2), ("third", 3)])
def test_derived_sets(
    table: duckdb.DuckDBPyConnection, boards: list[Board], level: str, depth: int, letter: str
) -> None:
    name = f"{level}_{letter.lower()}"
    expression = next(feature.expression for feature in DERIVED if feature.name == name)
    found = table.execute(f"select {expression} from boards").fetchall()
    assert found == [
        (
            sum(
                1 << place
                for place, stack in enumerate(board)
                if stack is not None and stack[1][::-1][depth - 1 : depth] == letter
            ),
        )
        for board in boards
    ]
    assert any(127 << SIZE * row & ~number == 0 for (number,) in found for row in range(SIZE))


def test_the_census_answers_only_where_it_can() -> None:
    first, second = (SquareTest(where=where) for where in (1, 2))
    both = SquareSet((first, second), "census")
    assert both.some_of(3) == both.some_of(BOARD_SET) == "census"
    assert "census" not in both.some_of(1) + both.some_of(2)
