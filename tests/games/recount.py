"""What is counted of games, counted again from the texts of their positions and turns.

Places in tables are indexes or labels; an index beyond the last class of an open axis is that
class.
"""

import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import naive_antipode
import naive_cirkle_mind
import naive_mensaspiel

from mentis_records.core.tally import Tally
from mentis_records.games import find_game

LEVELS = ("easy", "medium", "super")
OUTCOMES = {"+": "won", "=": "failed", "<": "lost"}


@dataclass
class Played:
    """A record that is replayed: its positions and turns, and their texts."""

    slug: str
    tags: Any
    termination: str
    result: str
    positions: list[Any]
    moves: list[Any]

    def __post_init__(self) -> None:
        game = find_game(self.slug)
        self.sides = [position.side for position in self.positions]
        self.texts = [move.notation for move in self.moves]
        self.strings = [game.format_position(position) for position in self.positions]
        self.states = [NAIVE[self.slug].read(text) for text in self.strings]
        self.legal = [
            [move.notation for move in game.legal_moves(position)]
            for position in self.positions[: len(self.moves)]
        ]

    @property
    def end(self) -> str:
        """Return how the game ended on the board."""
        outcome = find_game(self.slug).outcome(self.positions[-1])
        return outcome.termination if outcome else "not on the board"


def replayed(slug: str, record: Any) -> Played:
    game, tags = find_game(slug), record.tags
    is_stated = "Position" in tags
    start = game.parse_position(record.start, tags) if is_stated else game.start_position(tags)
    positions, moves = [start], [ply.move for ply in record.plies]
    for move in moves:
        positions.append(game.play(positions[-1], move))
    return Played(slug, tags, record.termination, record.result, positions, moves)


class Recount:
    """Tables of a game by name, of each the cells that are not 0."""

    def __init__(self, slug: str, games: Sequence[Played]) -> None:
        self._tallies: dict[str, Tally] = {
            each.slug: each for each in find_game(slug).description.tallies
        }
        self._cells: dict[str, Counter[tuple[int, ...]]] = {}
        for game in games:
            count_plies(self.add, game)
            COUNT[slug](self.add, game)

    def add(self, table: str, *place: int | str, number: int = 1) -> None:
        at = tuple(
            axis.labels.index(one) if isinstance(one, str) else min(one, len(axis) - 1)
            for axis, one in zip(self._tallies[table].axes, place, strict=True)
        )
        self._cells.setdefault(table, Counter())[at] += number

    def cells(self, table: str) -> dict[tuple[int, ...], int]:
        return {at: number for at, number in self._cells[table].items() if number}


Add = Callable[..., None]


def count_plies(add: Add, game: Played) -> None:
    """Count what is counted of every game."""
    plies, kind = len(game.texts), KIND[game.slug]
    for ply in range(plies + 1):
        add("positions", ply)
    turns = zip(game.sides, game.texts, game.legal, strict=False)
    for ply, (side, text, legal) in enumerate(turns, 1):
        add("choices", ply - 1, len(legal))
        add("turns", side, kind(text), (ply - 1) * 3 // plies)
        add("turn_plies", kind(text), ply)
    add("recurrence", min(max(Counter(game.strings).values()), 3) - 1)


# Antipode


def antipode_kind(text: str) -> str:
    turn = text.split(":")[-1]
    if re.fullmatch("..", turn) and turn != "--":
        return "placement"
    if re.fullmatch("..-..", turn) and naive_antipode.is_step(turn):
        return "step"
    if turn.startswith("A"):
        return "Antipode"
    return "jump" if re.fullmatch(r"[a-g]\d([-x~][a-g]\d)+", turn) else "pass or penalty"


def antipode_mode(game: Played) -> str:
    start = game.states[0]
    if start.is_tournament:
        return "round of a match"
    return "extra round" if start.floor == 7 else "basic game"


def count_antipode(add: Add, game: Played) -> None:
    mode, last = antipode_mode(game), game.states[-1]
    add("flips", sum(text.count("~") for text in game.texts))
    for ply, state in enumerate(game.states):
        for side, letter in enumerate("GS"):
            add("captures", side, ply, number=state.captured[letter])
            add("primes", side, ply, number=state.primes(letter))
    for side, text, state in zip(game.sides, game.texts, game.states, strict=False):
        turn = text.split(":")[-1]
        if antipode_kind(text) == "jump":
            add("jumps", len(turn) // 3 - 1, turn.count("x"))
        owns = state.turn.lower() in state.board.values()
        for at in range(turn.count("~")):
            add("flipped", side, owns if at % 2 == 0 else not owns)
    for side, text, state in zip(game.sides, [*game.texts, ""], game.states, strict=True):
        if state.is_infraction:
            answer = "cited" if text.startswith("P") else "not cited" if text else "last turn"
            add("infractions", 1 - side, answer)
    is_over = game.termination != "unterminated"
    add("ends", mode, game.termination if is_over else "not on the board", len(game.texts))
    if is_over:
        add("antipode", mode, "gs".index(last.board[last.antipode]), last.antipode)
    if (scores := antipode_scores(game)) is not None:
        ahead = scores[0] - scores[1]
        add("scored", "more" if ahead > 0 else "fewer" if ahead < 0 else "as many")


def antipode_scores(game: Played) -> tuple[int, int] | None:
    """Return the points of the winner and of the loser that a record tells."""
    told = game.tags.get("RoundScore", "-")
    if told == "-" or game.result not in ("1-0", "0-1"):
        return None
    gold, silver = map(int, told.split(":"))
    return (gold, silver) if game.result == "1-0" else (silver, gold)


# CirKle Mind


def cirkle_mind_kind(text: str) -> str:
    return "pass" if text == "--" else f"attack {OUTCOMES[text[-1]]}" if "x" in text else "step"


def sort_of(face: str) -> int:
    return 2 if face[1] == "c" else 1 if face[0] == "K" else 0


def role_of(face: str, side: str) -> int:
    is_victory_target = face == naive_cirkle_mind.TARGET[side]
    return 0 if is_victory_target else {2: 1, 1: 2, 0: 3}[sort_of(face)]


def count_cirkle_mind(add: Add, game: Played) -> None:
    level, plies = LEVELS.index(game.tags["Level"]), len(game.texts)
    first, last = game.states[0], game.states[-1]
    add("levels", level)
    add("set_up", level)
    for square, piece in first["board"].items():
        role = role_of(piece["face"], piece["side"])
        add("setups", level, role, square)
        if role < 2:
            add("targets", level, role)
    for ply, state in enumerate(game.states):
        for side, letter in enumerate("GM"):
            own = [each for each in state["board"].values() if each["side"] == letter]
            add("pieces", side, ply, number=len(own))
            add("shown", side, ply, number=sum(each["known"] for each in own))
    turns = zip(game.sides, game.texts, game.legal, strict=False)
    for ply, (side, text, legal) in enumerate(turns, 1):
        could = any("x" in each for each in legal)
        turn = "attacked" if "x" in text else "could attack" if could else "could not"
        add("attacks", level, (ply - 1) * 3 // plies, turn)
        for square, own, other, mark in re.findall(r"x(\w+):(..)(..)(.)", text):
            add("places", level, square)
            add("duels", level, sort_of(own), sort_of(other), OUTCOMES[mark])
            add("shields", level, OUTCOMES[naive_cirkle_mind.easy(own, other)], OUTCOMES[mark])
            face, loser = {"+": (other, 1 - side), "<": (own, side)}.get(mark, ("--", 0))
            if face[1] == "c":
                add("captures", level, role_of(face, "GM"[loser]), ply)
    add("ends", level, game.end, plies)
    if last["winner"]:
        loser = naive_cirkle_mind.OTHER[last["winner"]]
        own = [each for each in last["board"].values() if each["side"] == loser]
        add("knowledge", level, 24 - sum(not each["known"] for each in own))
        ((one, other, mark),) = re.findall(r":(..)(..)(.)", game.texts[-1])
        way = "as defender" if mark == "<" else "as attacker"
        add("captors", level, way, sort_of(other if mark == "<" else one))


# MensaSpiel


def mensaspiel_kind(text: str) -> int:
    tests = ("E?S.*", r"[a-g]\d-[a-g]\d\+?", "..x..", "..-d4:.", "..-d4=2|--")
    (found,) = [at for at, test in enumerate(tests) if re.fullmatch(test, text)]
    return found


def count_mensaspiel(add: Add, game: Played) -> None:
    for ply, state in enumerate(game.states):
        for side, letter in enumerate("WB"):
            add("steps", side, ply, number=naive_mensaspiel.length(state, letter))
            add("starters", side, ply, number=state["base"][letter])
            add("prisoners", side, ply, number=state["prison"][letter])
    for side, text, some in zip(game.sides, game.texts, game.legal, strict=False):
        if mensaspiel_kind(text) == 0:
            add("starts", side, text.lstrip("ES")[:2])
        add("chances", side, "all")
        add("chances", side, "without a choice", number=len(some) == 1)
        add("chances", side, "forced passes", number=text == "--")
    add("ends", game.end, len(game.texts))
    made = [*zip(game.sides, game.texts, strict=False)]
    could = [
        (side, text) for side, some in zip(game.sides, game.legal, strict=False) for text in some
    ]

    def count(turns: list[tuple[int, str]], side: int, test: str) -> int:
        return sum(mover == side and bool(re.fullmatch(test, text)) for mover, text in turns)

    for side, enemy in enumerate(("[e-g]", "[a-c]")):
        for doing, test in enumerate((r".*\+", "..-d4:.")):
            number = count(made, side, test)
            add("doings", doing, side, number)
            add("made", doing, side, number=number)
        # A counter-attack starts in the enemy's ring: White's on e to g, Black's on a to c.
        for turn, test in enumerate((f"E?S{enemy}.*", "..-d4=2", "ES.*")):
            use = 0 if count(made, side, test) else 1 if count(could, side, test) else 2
            add("rarities", turn, side, use)


NAIVE: dict[str, Any] = {
    "antipode": naive_antipode,
    "cirkle_mind": naive_cirkle_mind,
    "mensaspiel": naive_mensaspiel,
}
KIND: dict[str, Callable[[str], int | str]] = {
    "antipode": antipode_kind,
    "cirkle_mind": cirkle_mind_kind,
    "mensaspiel": mensaspiel_kind,
}
COUNT: dict[str, Callable[[Add, Played], None]] = {
    "antipode": count_antipode,
    "cirkle_mind": count_cirkle_mind,
    "mensaspiel": count_mensaspiel,
}
