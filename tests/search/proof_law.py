"""What is called proven is true: for every reply, citation and hidden face.

    python -m tests.search.proof_law --count 5000

Random positions of each game are searched for forced wins. Wins within three plies are confirmed
by a plain search over all replies; the longer ones, and all where faces are unknown, by playing
their certificates out against all replies, for 200 drawn assignments of the unknown faces.
"""

from __future__ import annotations

import argparse
import json
import random
import re
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent))

from mentis_records.core.capability import choices_of, find
from mentis_records.core.game import AnyGame
from mentis_records.core.outcome import WINNERS
from mentis_records.games import GAMES, find_game
from mentis_records.games.antipode.rules.square import INDEX
from mentis_records.games.cirkle_mind.rules.board import COUNT
from mentis_records.games.cirkle_mind.rules.piece import (
    FACE_BITS,
    PIECES,
    VICTORY_TARGETS,
    piece_of,
    side_of,
)
from mentis_records.games.cirkle_mind.rules.position import NOBODY, position_of
from mentis_records.games.search.analyser import Analyser
from mentis_records.games.search.analysis import Limits
from mentis_records.games.search.certificate import certify
from mentis_records.games.search.checker import find_flaw
from mentis_records.games.search.forced_win import WinSeeker
from mentis_records.games.search.prover import OutOfNodes
from mentis_records.notation.syntax.ply_reader import read_ply

_FACES = re.compile(r":(?:[A-Z?][a-z?]){2}")
SLUGS = ("mentis", "mensaspiel", "antipode", "cirkle_mind")
SETTINGS: dict[str, tuple[dict[str, str], ...]] = {
    "mentis": ({}, {"Variant": "Wolf"}),
    "mensaspiel": ({}, {"Prisoners": "1"}),
    "antipode": ({"Match": "2", "FirstPlayer": "G"}, {}),
    "cirkle_mind": ({"Level": "easy"}, {"Level": "medium"}, {"Level": "super"}),
}
PLIES, NODES, DRAWN, LONGEST = 5, 400, 200, 160
PLAIN = 3
"""Wins within this many plies are confirmed by plain search."""


def positions(game: AnyGame, draw: random.Random) -> Iterator[tuple[Any, dict[str, str]]]:
    """Yield random positions with their settings, most of them near the end of a random game."""
    slug = game.description.slug
    while True:
        settings = draw.choice(SETTINGS[slug])
        if slug == "cirkle_mind":
            terms = game.start_position({**game.description.usual_settings, **settings}).terms
            yield sparse_position(terms, draw), settings
            continue
        played = [game.start_position(settings)]
        while len(played) < LONGEST and game.outcome(played[-1]) is None:
            moves = [one for choice in choices_of(game, played[-1]) for one in choice]
            takes = [move for move in moves if "x" in move.notation]
            some = takes if takes and draw.random() < 0.5 else moves
            played.append(game.play(played[-1], draw.choice(some)))
        late = [one for one in played[-9:] if game.outcome(one) is None]
        citable = [one for one in late if "!" in game.format_position(one)]
        for position in draw.sample(late, min(3, len(late))) + citable:
            yield position, settings


def sparse_position(terms: Any, draw: random.Random) -> Any:
    """Return a position of CirKle Mind with few pieces near each other, some of unknown face."""
    while True:
        cells = bytearray(COUNT)
        for side in (0, 1):
            faces = draw.sample(range(1, PIECES + 1), draw.randint(1, 5))
            faces = list(dict.fromkeys([VICTORY_TARGETS[side], *faces]))
            for face in faces:
                place = draw.choice([at for at in range(40) if not cells[at]])
                is_known = draw.random() < 0.5
                cells[place] = piece_of(side, face if is_known else 0, draw.random() < 0.5)
        position = position_of(bytes(cells), draw.randint(0, 1), 0, NOBODY, terms)
        if find_game("cirkle_mind").legal_moves(position):
            return position


def replies(game: AnyGame, position: Any) -> list[Any]:
    """Return the legal moves and all citations, found by resolving what could be written."""
    found = list(game.legal_moves(position))
    if game.description.slug != "antipode" or not found:
        return found
    text = game.format_position(position)
    if "!" not in text:
        return found
    for place in (f"{column}{row}" for column in "abcdefg" for row in range(1, 8)):
        alone = verdict(game, position, f"P{place}")
        if alone is not None:
            found.append(alone)
            continue
        after = uncovered(game, position, place)
        turns = game.legal_moves(after) if after is not None else []
        for move in turns:
            cited = verdict(game, position, f"P{place}:{move.notation}")
            if cited is not None:
                found.append(cited)
    return found


def verdict(game: AnyGame, position: Any, text: str) -> Any:
    """Return the move that a text means if it is legal, or None."""
    ply = read_ply(text, game.description)
    assert ply is not None
    found = game.resolve(position, ply)
    is_refused = any(one.code.severity == "error" for one in found.findings)
    return None if is_refused else found.move


def uncovered(game: AnyGame, position: Any, place: str) -> Any:
    """Return a position of Antipode without the other side's stone on a square, or None."""
    enemy = 1 - position.side
    bit = 1 << INDEX[place]
    if not position.stones[enemy] & bit:
        return None
    stones = [*position.stones]
    stones[enemy] ^= bit
    return position._replace(stones=(stones[0], stones[1]))


def is_won(game: AnyGame, position: Any, winner: int, plies: int) -> bool:
    """Return True if a side wins within so many plies against all replies: a plain search."""
    outcome = game.outcome(position)
    if outcome is not None:
        return WINNERS[outcome.result] == winner
    if not plies:
        return False
    choose = any if position.side == winner else all
    moves = replies(game, position)
    return bool(moves) and choose(
        is_won(game, game.play(position, move), winner, plies - 1) for move in moves
    )


def is_played_out(
    game: AnyGame, stated: Any, true: Any, winner: int, moves: dict[str, str], plies: int
) -> bool:
    """Return True if the winner, playing the stated moves, wins a game against all replies.

    ``stated`` is the position as the certificate knows it, ``true`` the same with all faces.
    """
    outcome = game.outcome(true)
    if outcome is not None:
        return WINNERS[outcome.result] == winner
    if not plies:
        return False
    known = game.outcome(stated)
    if known is not None:
        return WINNERS[known.result] == winner
    options = replies(game, true)
    if true.side == winner:
        wanted = squares(moves[game.format_position(stated)])
        options = [move for move in options if squares(move.notation) == wanted]
        if not options:
            return False
    written = {without_faces(move.notation): move for move in replies(game, stated)}
    return all(
        is_played_out(
            game,
            game.play(stated, written.get(without_faces(move.notation), move)),
            game.play(true, move),
            winner,
            moves,
            plies - 1,
        )
        for move in options
    )


def squares(notation: str) -> str:
    """Return a move's notation without faces and the mark of its outcome."""
    return without_faces(notation).rstrip("+=<")


def without_faces(notation: str) -> str:
    """Return a move's notation without the faces of a duel, which the stated position may lack."""
    return _FACES.sub("", notation)


def with_faces(position: Any, draw: random.Random) -> Any:
    """Return a position of CirKle Mind with drawn faces for its unknown ones."""
    cells = bytearray(position.cells)
    for side in (0, 1):
        hidden = [
            at
            for at, one in enumerate(cells)
            if one and side_of(one) == side and not one & FACE_BITS
        ]
        free = [face for face in range(1, PIECES + 1) if not position.used[side] >> face & 1]
        target = VICTORY_TARGETS[side]
        drawn: list[int] = []
        if hidden and target in free:
            free.remove(target)
            drawn = [target]  # the game goes on, so the target is on the board
        drawn += draw.sample(free, len(hidden) - len(drawn))
        draw.shuffle(drawn)
        for at, face in zip(hidden, drawn, strict=True):
            cells[at] |= face
    made = position_of(
        bytes(cells), position.side, position.passes, position.winner, position.terms
    )
    return made._replace(move_number=position.move_number)


def faults(game: AnyGame, count: int, seed: int, told: Counter[str]) -> Iterator[str]:
    """Yield what is called proven and is not, over so many positions; count what is proven."""
    draw = random.Random(seed)
    seeker = WinSeeker(game, PLIES, NODES)
    analyser = Analyser(game)
    has_hidden = find(game, "choices", "claimed") is not None
    for number, (position, settings) in enumerate(positions(game, draw)):
        if number == count:
            break
        told["positions"] += 1
        win = seeker.seek(position).win
        mates = {win.mate} if win is not None else set()
        if number % 10 == 0:
            lines = analyser.analyse(position, Limits(nodes=300)).lines
            mates |= {line.mate for line in lines if line.mate is not None}
        for mate in mates:
            told["proven"] += 1
            winner = position.side if mate > 0 else 1 - position.side
            text = f"{game.format_position(position)} {settings}: {mate}"
            try:
                certificate = certify(game, position, mate, seeker.prover, settings, NODES)
            except OutOfNodes:
                told["without certificate"] += 1
                continue
            flaw = find_flaw(json.loads(certificate.line()), GAMES)
            if flaw is not None:
                yield f"{text}: the certificate is refused: {flaw}"
            if not has_hidden and abs(mate) <= PLAIN:
                if not is_won(game, position, winner, abs(mate)):
                    yield f"{text}: not won"
                continue
            is_open = has_hidden and "?" in game.format_position(position)
            for _ in range(DRAWN if is_open else 1):
                true = with_faces(position, draw) if is_open else position
                moves = dict(certificate.moves)
                if not is_played_out(game, position, true, winner, moves, abs(mate)):
                    yield f"{text}: not won in {game.format_position(true)}"
                    break


def main() -> int:
    """Print each fault and the sums of each game; return 1 if there is a fault."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--count", type=int, default=5_000, help="positions a game")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--game", choices=SLUGS, action="append")
    words = parser.parse_args()
    is_wrong = False
    for slug in words.game or SLUGS:
        told: Counter[str] = Counter()
        wrong = 0
        for text in faults(find_game(slug), words.count, words.seed, told):
            wrong += 1
            print(f"{slug}: {text}", flush=True)
        is_wrong |= wrong > 0
        print(f"{slug}: {dict(told)}, {wrong} false", flush=True)
    return int(is_wrong)


if __name__ == "__main__":
    raise SystemExit(main())
