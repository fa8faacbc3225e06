"""Random games of both variants, some from stated positions; and records with every kind of tag."""

import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from mentis_records.games import GAMES
from mentis_records.store.database import Database

GAME = GAMES[0]
STATED = (
    "3k3/5w1/1(nts)5/3(SNT)3/2W4/7/3K3 r -/t1 9",
    "2k4/2s1t2/3N3/1T1n1S1/2t1(TS)2/3S3/3K3 b N1/s1 20",
    "3k3/3T3/2n1s2/1S1(tn)1t1/1N1T3/2s4/2K4 r S1/t1n1 12",
)


@dataclass(frozen=True)
class Collection:
    """An open database, and what occurs in its games."""

    database: Database
    positions: list[str]
    moves: list[str]


def play(
    chance: random.Random, options: dict[str, str], start: str
) -> tuple[list[str], str, list[str]]:
    """Play at random, captures first now and then; return moves, result and positions."""
    position: Any = GAME.parse_position(start, {}) if start else GAME.start_position(options)
    written, seen, keys = [], [], [position.key]
    for _ in range(chance.choice((0, 1, 6, 30, 45, 60))):
        moves = GAME.legal_moves(position)
        if not moves:
            break
        captures = [move for move in moves if move.kind == "capture"]
        kinds = sorted({move.kind for move in moves})
        kind = chance.choice(kinds)
        some = (
            captures
            if captures and chance.random() < 0.5
            else [move for move in moves if move.kind == kind]
        )
        move = chance.choice(some)
        position = GAME.play(position, move)
        if keys.count(position.key) == 2:
            break
        keys.append(position.key)
        written.append(move.notation)
        seen.append(GAME.format_position(position).rpartition(" ")[0])
    outcome = GAME.outcome(position)
    return written, outcome.result if outcome else "*", seen


def write_game(chance: random.Random, number: int) -> tuple[str, list[str], list[str]]:
    """Return a record, its moves and its positions."""
    options = {"Variant": "Wolf"} if number % 3 == 0 else {}
    start = STATED[number // 4 % 3] if number % 4 == 1 else ""
    if "w" in start.lower():
        options = {"Variant": "Wolf"}
    moves, result, positions = play(chance, options, start)
    tags = {
        "Event": f"Random {number}",
        "Date": chance.choice(("2023.??.??", "2024.01.05", "2024.02.??", "????.??.??")),
        "Round": "-",
        "Blue": chance.choice(("Ann", "Bob", "?")),
        "Red": chance.choice(("Ann", "Bob", "Cid")),
        "Result": chance.choice(("1-0", "0-1", "1/2-1/2", "*")) if result == "*" else result,
        **options,
    }
    if chance.random() < 0.5:
        tags["BlueElo"] = chance.choice(("1400", "1600"))
    if chance.random() < 0.3:
        tags["Mood"] = chance.choice(("good", "bad"))
    if start:
        tags["Position"] = start
    lines = [f'[{name} "{value}"]' for name, value in tags.items()]
    return "\n".join([*lines, "", " ".join([*moves, tags["Result"]]), "", ""]), moves, positions


NAMES = ("Ann", "Bob", "A. Smith", 'He said "x"', "Größe", "%_*?", "'; drop table games; --", "?")
DATES = (
    *("2023.12.31", "2024.01.01", "2024.01.31", "2024.01.??", "2024.02.??", "2024.02.29"),
    *("2024.??.??", "2023.??.??", "????.??.??"),
)
SHORT_GAME = ("TSNd2", "TSNd6", "TNNc2", "TSTc6", "Se2", "Se6", "Sb1", "Nf7")


def write_records(count: int, seed: int) -> str:
    """Return a file of so many different records, some with few tags."""
    chance = random.Random(seed)
    return "\n\n".join(_record(chance, 1_000 * seed + number) for number in range(count)) + "\n"


def _record(chance: random.Random, number: int) -> str:
    lines = [f'[{name} "{_escape(value)}"]' for name, value in _tags(chance, number)]
    plies = SHORT_GAME[: chance.choice((0, 1, 2, 3, 5, 8))]
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
