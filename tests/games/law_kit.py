"""Positions of three games, played at random and thrown together, and turns to be tried there."""

import random
from collections.abc import Iterator
from functools import cache
from typing import Any

import naive_antipode
import naive_cirkle_mind
import naive_mensaspiel
from plain_cirkle_mind import set_ups

from mentis_records.core.game import PositionError
from mentis_records.games import find_game
from mentis_records.games.antipode.rules.move import Move, parse_move
from mentis_records.games.antipode.rules.position import Position
from mentis_records.games.antipode.rules.square import COUNT
from mentis_records.games.mensaspiel.rules.move import BY_NOTATION
from mentis_records.notation.syntax.ply_reader import read_ply

ANTIPODE, MIND, MENSASPIEL = map(find_game, ("antipode", "cirkle_mind", "mensaspiel"))
NAIVE: dict[str, Any] = {
    "antipode": naive_antipode,
    "cirkle_mind": naive_cirkle_mind,
    "mensaspiel": naive_mensaspiel,
}
MAX_PLIES = 160

START = "7/7/7/3s3/7/7/7 G 13/13 0/0 -,- sb 0"
ROUND = "7/7/7/3g3/7/7/7 S 9/15 0/0 -,- st 7"
CODED = "".join("YGBM"[at % 4] + "tsxo"[at // 3 % 4] for at in range(64))
"""A layout of CirKle Mind other than the default."""

Drawn = tuple[Any, Any, list[Any]]
"""A position, the naive game's state, and the legal turns."""


@cache
def drawn(slug: str, size: int) -> tuple[Drawn, ...]:
    """Return positions of random play, and as many that are stated, where play has no starts."""
    if slug == "antipode":
        positions = walk_antipode(random.Random(39), size)
        return tuple(
            (each, naive_antipode.read(ANTIPODE.format_position(each)), ANTIPODE.legal_moves(each))
            for each in positions
        )
    play, state_one = {
        "cirkle_mind": (games_of_mind, state_mind),
        "mensaspiel": (games_of_mensaspiel, state_mensaspiel),
    }[slug]
    played = random.Random(3).sample(list(play(36, 11)), size // 2)
    chooser, stated = random.Random(5), list[Drawn]()
    while len(stated) < size // 2:
        try:
            position, state = state_one(chooser)
        except PositionError:
            continue
        stated.append((position, state, find_game(slug).legal_moves(position)))
    return (*played, *stated)


@cache
def syntaxes(slug: str) -> dict[str, Any]:
    """Return turns that may be tried, as they are written and as they are read."""
    texts = {
        "antipode": lambda: {
            move.notation for *_, moves in drawn("antipode", 600) for move in moves[::9]
        },
        "cirkle_mind": every_turn_of_mind,
        "mensaspiel": lambda: BY_NOTATION,
    }[slug]()
    found = {text: read_ply(text, find_game(slug).description) for text in sorted(texts)}
    assert None not in found.values()
    return found


# Antipode


def walk_antipode(source: random.Random, left: int) -> Iterator[Position]:
    while True:
        position = start_antipode(source)
        for _ in range(60):
            yield position
            left -= 1
            if not left:
                return
            moves = choices_antipode(source, position)
            if not moves:
                break
            position = ANTIPODE.play(position, source.choice(moves))


def start_antipode(source: random.Random) -> Position:
    kind = source.randrange(4)
    if kind < 2:
        return ANTIPODE.parse_position((START, ROUND)[kind], {})
    while True:
        try:
            return ANTIPODE.parse_position(setup_antipode(source), {})
        except ValueError:
            continue


def choices_antipode(source: random.Random, position: Position) -> list[Move]:
    """Return turns to choose from: citations or jumps more often than they would come up."""
    shown = naive_antipode.read(ANTIPODE.format_position(position))
    cited = sorted(naive_antipode.citations(shown)) if source.random() < 0.5 else []
    if cited:
        return [parse_move(text) for text in cited]
    moves = ANTIPODE.legal_moves(position)
    jumps = [move for move in moves if move.kind == "jump"]
    return jumps if jumps and source.random() < 0.6 else moves


def setup_antipode(source: random.Random) -> str:
    """Return the string of a random position in play."""
    weights = (source.uniform(0.5, 3), source.uniform(0.5, 3), 8)
    cells = source.choices("GS.", weights, k=COUNT)
    cells[source.randrange(COUNT)] = source.choice("gs")
    board = "/".join("".join(cells[at : at + 7]) for at in range(0, COUNT, 7))
    for digit in range(7, 0, -1):
        board = board.replace("." * digit, str(digit))
    rules, floor = source.choice((("b", 0), ("t", 7), ("b", 7), ("t", 7)))
    hands = f"{source.randint(0, 6)}/{source.randint(0, 6)}"
    taken = f"{source.randint(0, 6)}/{source.randint(0, 6)}"
    mark = "!" if rules == "t" and source.random() < 0.3 else ""
    return f"{board} {source.choice('GS')} {hands} {taken} -,- p{rules}{mark} {floor}"


# CirKle Mind


def has_shields(settings: dict[str, str]) -> bool:
    return settings.get("Level", "easy") != "easy" and settings.get("Shield") != "off"


def random_settings(chooser: random.Random, number: int) -> dict[str, str]:
    level = ("easy", "medium", "super")[number % 3]
    return {
        "Level": level,
        **({"Shield": chooser.choice(("on", "off"))} if level == "super" else {}),
        "FirstPlayer": "GM"[number // 2 % 2],
        **({"Layout": CODED} if number % 5 == 0 else {}),
        **set_ups(chooser, (0, 7, 24)[number // 3 % 3]),
        "MauveSetup": set_ups(chooser, (0, 7)[number // 4 % 2])["MauveSetup"],
    }


def games_of_mind(games: int, seed: int) -> Iterator[Drawn]:
    """Yield the positions of random games: ours, the naive one's state, and the legal turns.

    Attacks come often, and sides go forward, so that games get somewhere.
    """
    chooser = random.Random(seed)
    for number in range(games):
        settings = random_settings(chooser, number)
        position = MIND.start_position(settings)
        state = naive_cirkle_mind.start(
            settings["GreenSetup"],
            settings["MauveSetup"],
            settings["FirstPlayer"],
            has_shields(settings),
            naive_cirkle_mind.coded_layout(CODED) if "Layout" in settings else None,
        )
        for _ in range(MAX_PLIES):
            moves = MIND.legal_moves(position)
            yield position, state, moves
            if not moves:
                break
            attacks = [each for each in moves if each.kind == "attack"]
            forward = 8 if position.side == 0 else -8
            ahead = [each for each in moves if each.target - each.origin == forward]
            turn = chooser.choice(
                chooser.choice((attacks or ahead or moves, ahead or moves, moves))
            )
            text = turn.notation
            if turn.kind == "attack" and ":" not in text and chooser.random() < 0.5:
                text = claimed(chooser, position, state, turn) or text
            ply = read_ply(text, MIND.description)
            verdict = MIND.resolve(position, ply)
            assert verdict.is_legal
            position, state = MIND.play(position, verdict.move), naive_cirkle_mind.play(state, text)


def claimed(chooser: random.Random, position: Any, state: Any, turn: Any) -> str:
    """Return an attack with faces that may be, if some tries find any."""
    for _ in range(20):
        text = with_faces(chooser, state, turn.notation)
        if naive_cirkle_mind.is_claim_legal(state, text):
            return text
    return ""


def with_faces(chooser: random.Random, state: Any, notation: str) -> str:
    """Return an attack without faces with some, those that are known where they are."""
    words, mark = notation[:-1], notation[-1]
    origin, target = notation.split("-")[0], words.split("x")[-1]
    faces = [
        state["board"][square]["face"] or chooser.choice(naive_cirkle_mind.FACES)
        for square in (origin, target)
    ]
    return f"{words}:{''.join(faces)}{mark}"


def text_of_mind(chooser: random.Random) -> str:
    """Return a position string, often sound: pieces close to each other."""
    state = naive_cirkle_mind.start()
    rows = chooser.sample(range(1, 12), chooser.randint(1, 5))
    squares = [square for square in naive_cirkle_mind.SQUARES if int(square[1:]) in rows]
    board = {}
    for side in "GM":
        for face in chooser.sample(naive_cirkle_mind.FACES, chooser.randint(1, 16)):
            shown = None if chooser.random() < 0.15 else face
            known = chooser.random() < 0.3
            board[chooser.choice(squares)] = {"side": side, "face": shown, "known": known}
    state["turn"] = chooser.choice("GM")
    if chooser.random() < 0.1:
        wall_in(chooser, board, state["turn"])
    state["board"] = board
    state["winner"] = chooser.choice([None] * 8 + ["G", "M"])
    state["passes"] = int(chooser.random() < 0.1 and state["winner"] is None)
    return naive_cirkle_mind.write(state)


def wall_in(chooser: random.Random, board: dict[str, Any], side: str) -> None:
    """Leave a side one piece, in a corner without a way out."""
    for square in [square for square, piece in board.items() if piece["side"] == side]:
        del board[square]
    corner = chooser.choice(("a1", "h1", "a11", "h11"))
    ways = ("forward", "backward", "left", "right")
    near = [square for way in ways if (square := naive_cirkle_mind.beside(corner, "G", way))]
    board[corner] = {"side": side, "face": chooser.choice(naive_cirkle_mind.FACES), "known": True}
    for square in near:
        board[square] = {"side": naive_cirkle_mind.OTHER[side], "face": None, "known": False}


def state_mind(chooser: random.Random) -> tuple[Any, Any]:
    text, level = text_of_mind(chooser), chooser.choice(("easy", "medium"))
    position = MIND.parse_position(text, {"Level": level})
    return position, naive_cirkle_mind.read(text, shield=level == "medium")


def every_turn_of_mind() -> Iterator[str]:
    """Yield every turn that shows no face, and steps that none can make."""
    yield "--"
    for here in naive_cirkle_mind.SQUARES:
        for way in ("forward", "backward", "left", "right"):
            there = naive_cirkle_mind.beside(here, "G", way)
            if there is None:
                continue
            yield f"{here}-{there}"
            for aim in ("forward", "backward", "left", "right"):
                target = naive_cirkle_mind.beside(there, "G", aim)
                if target is not None:
                    yield from (f"{here}-{there}x{target}{mark}" for mark in "+=<")
        yield f"{here}-{here}"
        yield f"{here}-{'a1' if here != 'a1' else 'h11'}"


# MensaSpiel


def games_of_mensaspiel(games: int, seed: int) -> Iterator[Drawn]:
    """Yield the positions of random games, the naive one's states, and the legal turns."""
    chooser = random.Random(seed)
    for number in range(games):
        settings = {"FirstPlayer": "WB"[number % 2], "Prisoners": str(1 + number % 7)}
        position = MENSASPIEL.start_position(settings)
        for _ in range(MAX_PLIES):
            moves = MENSASPIEL.legal_moves(position)
            state = naive_mensaspiel.read(MENSASPIEL.format_position(position), position.goal)
            state["passes"] = position.passes
            yield position, state, moves
            if not moves:
                break
            position = MENSASPIEL.play(position, chooser.choice(moves))


def text_of_mensaspiel(chooser: random.Random) -> str:
    """Return a position string, often sound: nine pieces a side, thrown about."""
    stacks: dict[str, str] = {}
    pools = {side: [0, 0, 0] for side in "WB"}
    squares = chooser.sample([*naive_mensaspiel.COLOUR], chooser.randint(1, 9))
    for side in chooser.sample([*"WWWWWWWWWBBBBBBBBB"], 18):
        where = chooser.choice((0, 1, 1, 2, 3, 3, 3, 3))
        if where == 3:
            square = chooser.choice(squares)
            stacks[square] = stacks.get(square, "") + side
        elif where < 2:
            pools[side][where] += 1
        elif chooser.random() < 0.2:
            pools[naive_mensaspiel.OTHER[side]][2] += 1
    digit = chooser.choice("012333333") if stacks else "0"
    opening = digit
    opening += "c" if digit == "2" and chooser.random() < 0.5 else ""
    opening += "x" if chooser.random() < 0.1 else ""
    opening += "p" if chooser.random() < 0.1 else ""
    opening += f"@{chooser.choice(squares)}" if digit in "12" else ""
    board_text = ",".join(f"{square}:{stacks[square]}" for square in sorted(stacks)) or "-"
    counts = "/".join(f"{side}{'.'.join(map(str, pools[side]))}" for side in "WB")
    return f"{board_text} {counts} {chooser.choice('WB')} {opening}"


def state_mensaspiel(chooser: random.Random) -> tuple[Any, Any]:
    text = text_of_mensaspiel(chooser)
    return MENSASPIEL.parse_position(text, {}), naive_mensaspiel.read(text)
