"""Laws of what a side sees, for every game that hides something."""

import random
import re
from typing import Any

import pytest

from mentis_records.core.game import NotOfferedError
from mentis_records.core.start import starts_of
from mentis_records.core.view import has_views, known_squares, view_key, view_of, viewer
from mentis_records.games import GAMES, find_game

pytestmark = pytest.mark.one_build

HIDING = [game for game in GAMES if has_views(game.description)]
OPEN = [game for game in GAMES if not has_views(game.description)]
_GAMES, _PLIES = 3, 30


def _positions(game: Any) -> list[Any]:
    """Return the positions of some games played at random."""
    chance = random.Random(41)
    found = []
    for _ in range(_GAMES):
        position = starts_of(game)[0].position
        for _ in range(_PLIES):
            found.append(position)
            moves = game.legal_moves(position)
            if not moves:
                break
            position = game.play(position, chance.choice(moves))
    return found


def _text(game: Any, position: Any) -> str:
    """Return a position as it is written, without the number of the move."""
    return re.sub(r" \d+$", "", game.format_position(position))


@pytest.mark.parametrize("game", HIDING, ids=lambda game: game.description.slug)
def test_views_that_look_the_same_have_one_key(game: Any) -> None:
    positions = _positions(game)
    for side in (0, 1):
        keys: dict[str, set[int]] = {}
        for position in positions:
            view = view_of(game, position, side)
            assert view_of(game, view, side) == view
            assert known_squares(game, view, side) == known_squares(game, position, side)
            key = view_key(game, position, side)
            assert 0 <= key < 1 << 63
            keys.setdefault(_text(game, view), set()).add(key)
        assert len(keys) > len(positions) // 3
        assert {len(found) for found in keys.values()} == {1}
        assert len({key for found in keys.values() for key in found}) == len(keys)


@pytest.mark.parametrize("game", HIDING, ids=lambda game: game.description.slug)
def test_each_side_sees_something_of_its_own(game: Any) -> None:
    for position in _positions(game)[::10]:
        first, second = (_text(game, view_of(game, position, side)) for side in (0, 1))
        assert len({first, second, _text(game, position)}) == 3
        assert view_of(game, position, None) is position


def test_games_say_which_sides_there_are() -> None:
    assert viewer(find_game("mentis").description, "RED") == 1
    with pytest.raises(ValueError, match=r"^choose one of green, mauve$"):
        viewer(find_game("cirkle_mind").description, "red")


@pytest.mark.parametrize("game", OPEN, ids=lambda game: game.description.slug)
def test_other_games_hide_nothing(game: Any) -> None:
    title = re.escape(game.description.title)
    with pytest.raises(NotOfferedError, match=f"^{title} has no hidden information: "):
        viewer(game.description, game.description.sides[0])
