"""The table of our games agrees with their rules, and reading it imports none of them."""

from __future__ import annotations

import copy
import pickle
import subprocess
import sys
from array import array
from importlib import import_module
from typing import Any

import pytest

from mentis_records.core.game import AnyGame
from mentis_records.core.setting import WholeNumber
from mentis_records.core.start import starts_of
from mentis_records.fast.kernel import Kernel, fill_columns
from mentis_records.games import GAMES, find_game
from mentis_records.games.registry import OURS
from mentis_records.notation.bulk import make_kernel

SLUGS = [game.description.slug for game in OURS]
IMPORTED = """
import sys
from mentis_records.games import GAMES
for game in GAMES:
    facts = game.description
    (facts.slug, facts.title, facts.sides, facts.grammar, facts.settings, facts.capabilities)
print(*(name for name in sys.modules if name.startswith("mentis_records.games.")))
number = {slug!r}
GAMES[number].resolve
print(*(name for name in sys.modules if name.startswith("mentis_records.games.")))
"""


def rules(slug: str, module: str) -> Any:
    return import_module(f"mentis_records.games.{slug}.rules.{module}")


def own_game(slug: str) -> Any:
    return import_module(f"mentis_records.games.{slug}.game").GAME


@pytest.mark.parametrize("slug", SLUGS)
def test_the_game_has_the_description_of_the_table(slug: str) -> None:
    listed, game = find_game(slug), own_game(slug)
    assert listed.description is game.description
    facts = game.description
    assert facts.kinds == rules(slug, "move").KINDS
    assert facts.codes
    assert facts.terminal_words
    assert facts.malformations
    assert {each.code for each in facts.malformations} <= {
        *facts.codes,
        *import_module("mentis_records.notation.code").CODES,
    }


@pytest.mark.parametrize("game", OURS, ids=SLUGS)
def test_default_settings_choose_a_start(game: Any) -> None:
    given = {**game.description.usual_settings}
    start = game.start_position(given)
    for setting in game.description.settings:
        assert setting.read(setting.default) == setting.default
    assert start.side in (0, 1)
    assert set(dir(own_game(game.description.slug))) <= set(dir(game))


def test_sides_and_ends() -> None:
    assert find_game("mensaspiel").description.sides == rules("mensaspiel", "board").SIDES
    assert find_game("antipode").description.sides == rules("antipode", "position").SIDES
    assert find_game("cirkle_mind").description.sides == rules("cirkle_mind", "board").SIDES
    assert find_game("mentis").description.sides == rules("mentis", "explanation").SIDES
    ends = {slug: find_game(slug).description.terminations for slug in SLUGS}
    ending = rules("mensaspiel", "ending")
    assert ends["mensaspiel"] == (ending.PRISONERS, ending.EXTINCTION, ending.BOTH_BLOCKED)
    assert ends["antipode"] == rules("antipode", "ending").TERMINATIONS
    ending = rules("cirkle_mind", "ending")
    assert ends["cirkle_mind"] == (ending.TARGET, ending.BOTH_BLOCKED)
    assert ends["mentis"][0] == rules("mentis", "ending").KING_CAPTURED


def test_settings() -> None:
    settings = {
        (slug, each.tag): each.kind
        for slug in SLUGS
        for each in find_game(slug).description.settings
    }
    antipode, position = rules("antipode", "setting"), rules("antipode", "position")
    for tag in antipode.STONES:
        kind = settings["antipode", tag]
        assert isinstance(kind, WholeNumber)
        assert (kind.least, kind.most) == (0, rules("antipode", "key").MOST)
    floor = settings["antipode", "Floor"]
    assert isinstance(floor, WholeNumber)
    assert floor.most == position.FEWEST
    assert settings["antipode", "Rules"].values == (antipode.BASIC, antipode.TOURNAMENT_RULES)
    assert settings["antipode", "FirstPlayer"].values == antipode.FIRST
    board, terms = rules("cirkle_mind", "board"), rules("cirkle_mind", "terms")
    assert settings["cirkle_mind", "Level"].values == terms.LEVELS
    assert settings["cirkle_mind", "Level"].names == terms.LEVEL_NAMES
    assert settings["cirkle_mind", "Layout"].default == board.DEFAULT_LAYOUT
    assert settings["cirkle_mind", "FirstPlayer"].values == tuple(board.LETTERS)
    letters = rules("mensaspiel", "position").LETTERS
    assert settings["mensaspiel", "FirstPlayer"].values == tuple(letters)
    assert settings["mentis", "Variant"].values[1] == rules("mentis", "tile").WOLF_VARIANT


@pytest.mark.parametrize("number", range(len(SLUGS)), ids=SLUGS)
def test_only_a_game_that_is_used_is_imported(number: int) -> None:
    program = IMPORTED.replace("{slug!r}", str(number))
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    before, after = (
        {name.split(".")[2] for name in line.split()} & {*SLUGS}
        for line in done.stdout.splitlines()
    )
    assert (before, after) == (set(), {SLUGS[number]})


@pytest.mark.parametrize("game", OURS, ids=SLUGS)
def test_copies(game: Any) -> None:
    assert pickle.loads(pickle.dumps(game)) is game
    assert copy.copy(game) is game
    assert GAMES[: len(OURS)] == OURS


# Every game's kernel defines what the base, which compiled cannot be abstract, leaves open


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
