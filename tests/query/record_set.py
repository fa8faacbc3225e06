"""Games with every kind of tag, and what they say, for tests of selections."""

import random
from collections.abc import Iterator

NAMES = ("Ann", "Bob", "A. Smith", 'He said "x"', "Größe", "%_*?", "'; drop table games; --", "?")
DATES = (
    *("2023.12.31", "2024.01.01", "2024.01.31", "2024.01.??", "2024.02.??", "2024.02.29"),
    *("2024.??.??", "2023.??.??", "????.??.??"),
)
MOVES = ("TSNd2", "TSNd6", "TNNc2", "TSTc6", "Se2", "Se6", "Sb1", "Nf7")


def write_records(count: int, seed: int) -> str:
    """Return a file of so many different records, some with few tags."""
    chance = random.Random(seed)
    return "\n\n".join(_record(chance, 1_000 * seed + number) for number in range(count)) + "\n"


def _record(chance: random.Random, number: int) -> str:
    lines = [f'[{name} "{_escape(value)}"]' for name, value in _tags(chance, number)]
    plies = MOVES[: chance.choice((0, 1, 2, 3, 5, 8))]
    moves = " ".join(
        f"{at // 2 + 1}. {ply}" if at % 2 == 0 else ply for at, ply in enumerate(plies)
    )
    result = next(line for line in lines if line.startswith("[Result"))[9:-2]
    return "\n".join([*lines, "", f"{moves} {result}".strip()])


def _tags(chance: random.Random, number: int) -> Iterator[tuple[str, str]]:
    yield "Event", f"Event {number % 3}"
    if chance.random() < 0.7:
        yield "Site", chance.choice(("Oslo", "oslo", "Paris"))
    if chance.random() < 0.9:
        yield "Date", chance.choice(DATES)
    yield "Round", str(number)
    for side in ("Blue", "Red"):
        if chance.random() < 0.9:
            yield side, chance.choice(NAMES)
    result = chance.choice(("1-0", "0-1", "1/2-1/2", "*"))
    yield "Result", result
    if result in ("1-0", "0-1") and chance.random() < 0.7:
        yield "Termination", chance.choice(("resignation", "time forfeit", "adjudication"))
    if chance.random() < 0.3:
        yield "Variant", chance.choice(("Standard", "Wolf"))
    for side in ("Blue", "Red"):
        if chance.random() < 0.5:
            yield f"{side}Elo", chance.choice(("1400", "1500", "1600", "unrated"))
    if chance.random() < 0.3:
        yield "Mood", chance.choice(("good", "bad", "1400"))


def _escape(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"')
