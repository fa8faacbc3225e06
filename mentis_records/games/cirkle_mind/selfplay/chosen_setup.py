"""Set-ups that players choose: by chance alone, or by rank, from which they stray."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from mentis_records.core.policy import Player
from mentis_records.fast.mix import Stream, derive_seed
from mentis_records.games.cirkle_mind.rules.board import (
    COLUMNS,
    DEFAULT_LAYOUT,
    GREEN,
    LETTERS,
    SIDES,
    ZONE,
    ZONE_ROWS,
    ZONES,
)
from mentis_records.games.cirkle_mind.rules.piece import (
    BLACK,
    FACES,
    NUMBER,
    TARGET,
    VICTORY_TARGETS,
    face_name,
)
from mentis_records.games.cirkle_mind.rules.setup import NONE, TAGS
from mentis_records.games.cirkle_mind.rules.terms import EASY, SUPER_MIND, Terms, terms_of
from mentis_records.games.cirkle_mind.selfplay.greedy_rank import PIECE
from mentis_records.games.selfplay.noisy_choice import choose_noisily

_WIDTH = len(COLUMNS)

PLACES = tuple(
    tuple(
        ZONES[side][(row if side == GREEN else ZONE_ROWS - 1 - row) * _WIDTH + column]
        for row in range(ZONE_ROWS)
        for column in range(_WIDTH)
    )
    for side in range(len(SIDES))
)
"""The squares of each side's zone as set-ups have them: from the own back row to the front."""

_BACK, _EDGE, _SHIELD, _BLACK, _FRONT = 40, 20, 40, 30, 10
"""What a row further back is worth to a target, the edge to a victory target, a level of the shield
to all, a row further ahead to a black piece, and to a coloured one."""

_SET_BY = tuple(f"{side}SetBy" for side in SIDES)


def begin_randomly(
    asked: Mapping[str, str], players: Sequence[Player], seed: int
) -> dict[str, str]:
    """Return set-ups that are uniform over all, as tags."""
    found = _set_by(asked, players)
    for side, tag in enumerate(TAGS):
        stream = Stream(derive_seed(seed, side + 1))
        squares = sorted((stream.draw(), place) for place in range(ZONE))
        found[tag] = setup_text(
            {place: face for face, (_, place) in zip(NUMBER.values(), squares, strict=False)}
        )
    return found


def begin_greedily(
    asked: Mapping[str, str], players: Sequence[Player], seed: int
) -> dict[str, str]:
    """Return set-ups that rank well, noise apart, as tags.

    In Super Mind each player sets up for the other, so what ranks worst is best (ruling R17).
    """
    terms = terms_of(
        LETTERS.index(asked.get("FirstPlayer", LETTERS[GREEN])),
        asked.get("Level", EASY),
        asked.get("Shield", ""),
        asked.get("Layout", DEFAULT_LAYOUT),
    )
    found = _set_by(asked, players)
    is_turned = terms.level == SUPER_MIND
    for side, tag in enumerate(TAGS):
        heat = round(players[1 - side if is_turned else side].temperature * PIECE)
        stream = Stream(derive_seed(seed, side + 1))
        found[tag] = setup_text(_greedy_setup(terms, side, -1 if is_turned else 1, heat, stream))
    return found


def _set_by(asked: Mapping[str, str], players: Sequence[Player]) -> dict[str, str]:
    """Return who has set up each side, where that is not its own player."""
    if asked.get("Level") != SUPER_MIND:
        return {}
    return {tag: players[1 - side].name for side, tag in enumerate(_SET_BY)}


def _greedy_setup(terms: Terms, side: int, sign: int, heat: int, stream: Stream) -> dict[int, int]:
    """Return the faces by place of a set-up, the pieces placed one by one: targets first."""
    faces = range(1, len(FACES) + 1)
    order = sorted(faces, key=lambda face: (face != VICTORY_TARGETS[side], FACES[face - 1][::-1]))
    free = dict.fromkeys(range(ZONE))
    placed: dict[int, int] = {}
    for face in order:
        ranked = [
            (place, sign * (_worth(face, side, place) + _shield(terms, face, side, place)))
            for place in free
        ]
        place = choose_noisily(ranked, heat, stream)
        placed[place] = face
        del free[place]
    return placed


def _worth(face: int, side: int, place: int) -> int:
    """Return what a place in a zone is worth to a face, its shield apart."""
    row, column = divmod(place, _WIDTH)
    name = FACES[face - 1]
    if name[1] == TARGET:
        is_edge = face == VICTORY_TARGETS[side] and column in (0, _WIDTH - 1)
        return _EDGE * is_edge - _BACK * row
    return (_BLACK if name[0] == BLACK else _FRONT) * row


def _shield(terms: Terms, face: int, side: int, place: int) -> int:
    return _SHIELD * terms.levels[PLACES[side][place]][face]


def setup_text(placed: Mapping[int, int]) -> str:
    """Return a set-up as a tag has it, of faces by place from the own back row to the front."""
    cells = [face_name(placed[place]) if place in placed else NONE for place in range(ZONE)]
    return "/".join("".join(cells[at : at + _WIDTH]) for at in range(0, ZONE, _WIDTH))
