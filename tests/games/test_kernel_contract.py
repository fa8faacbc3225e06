"""Every game's kernel defines what the base, which compiled cannot be abstract, leaves open."""

from array import array

import pytest

from mentis_records.core.game import AnyGame
from mentis_records.core.start import starts_of
from mentis_records.fast.kernel import Kernel, fill_columns
from mentis_records.games import GAMES
from mentis_records.notation.bulk import make_kernel

OPEN = {
    "reserve": (1,),
    "fill": (0, None),
    "play_anyway": (0,),
    "legal_codes": (),
    "name_moves": ([],),
    "position": (),
    "start_tally": (1,),
    "tallies": (),
}


@pytest.mark.parametrize(("name", "values"), OPEN.items())
def test_the_base_leaves_it_open(name: str, values: tuple[object, ...]) -> None:
    with pytest.raises(NotImplementedError):
        getattr(Kernel(), name)(*values)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.description.slug)
@pytest.mark.parametrize("name", OPEN)
def test_every_game_defines_it(game: AnyGame, name: str) -> None:
    assert getattr(type(make_kernel(game, ())), name) is not getattr(Kernel, name)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.description.slug)
def test_a_row_has_room_for_all_features(game: AnyGame) -> None:
    kernel, excerpt = make_kernel(game, ()), game.description.excerpt
    assert kernel.feature_count == len(game.description.features)
    assert kernel.excerpt_count == (len(excerpt.features) if excerpt else 0)
    assert kernel.row_size >= kernel.feature_count + kernel.excerpt_count


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.description.slug)
def test_some_square_is_seen_at_every_start_by_who_sees_any(game: AnyGame) -> None:
    kernel = make_kernel(game, ())
    assert kernel.sighting_count == len(game.description.sightings)
    kernel.reserve(1)
    kernel.fill(0, starts_of(game)[0].position)
    width = len(game.description.features)
    columns = array("q", bytes(8 * (width + kernel.excerpt_count)))
    seen = array("q", bytes(8 * (width + kernel.sighting_count)))
    fill_columns(kernel, array("i", [0]), array("q", [-1]), columns, seen)
    assert seen[:width] == columns[:width]
    assert any(seen[width:]) == (kernel.sighting_count > 0)
