"""A game's records are read by the plain kernel as by its own: the same rows, the same verdicts."""

from __future__ import annotations

import gzip
import random
from array import array
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from mentis_records.core.capability_module import CapabilityError
from mentis_records.core.feature import Excerpt, ExcerptPart, Feature
from mentis_records.core.game import AnyGame
from mentis_records.fast.kernel import fill_columns
from mentis_records.games import GAMES
from mentis_records.notation.bulk import make_kernel, plain_kernel
from mentis_records.notation.bulk.plain_kernel import PlainKernel
from mentis_records.notation.explain.reading import Reading
from mentis_records.notation.read import Reader
from mentis_records.notation.sheet import Sheet
from mentis_records.notation.syntax.ply_reader import read_ply

DATA = Path(__file__).parents[2] / "data"
GAME = GAMES[0]


class Bare:
    """A game that brings nothing but what it must."""

    def __init__(self, game: AnyGame) -> None:
        self._game = game
        self.description = replace(game.description, capabilities={})

    def __getattr__(self, name: str) -> Any:
        return getattr(self._game, name)


BARE: Any = Bare(GAME)


def read(game: Any, path: Path) -> list[Any]:
    found: list[Any] = []
    for each in Reader((game,)).read_sheets(str(path)):
        if isinstance(each, Reading):
            found.append((each.text, each.plies, each.result, each.diagnostics))
            continue
        assert isinstance(each, Sheet)
        arrays = ("records", "contents", "openings", "turns", "keys", "remarks", "variations")
        more = ("variation_places", "variation_turns", "variation_keys")
        found.append([list(getattr(each, name)) for name in (*arrays, *more)])
        found += [(number, one.plies, one.diagnostics) for number, one in each.explained]
    return found


def games(count: int) -> list[str]:
    with gzip.open(DATA / "selfplay.mgn.gz", "rt") as file:
        return file.read(2_000 * count).split("\n\n[Event")[:count]


def test_sound_records(tmp_path: Path) -> None:
    path = tmp_path / "games.mgn"
    path.write_text("\n\n[Event".join(games(60)) + "\n")
    assert read(BARE, path) == read(GAME, path)
    assert read(BARE, DATA / "rulebook.mgn") == read(GAME, DATA / "rulebook.mgn")


def test_plies_that_are_too_many_to_be_remembered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(plain_kernel, "_MOST_WRITTEN", 20)
    path = tmp_path / "games.mgn"
    path.write_text("\n\n[Event".join(games(20)) + "\n")
    assert read(BARE, path) == read(GAME, path)


@pytest.mark.parametrize("seed", range(6))
def test_broken_records(tmp_path: Path, seed: int) -> None:
    chance = random.Random(seed)
    texts = []
    for text in games(25):
        at = chance.randrange(text.index("\n\n"), len(text))
        texts.append(
            text[:at] + chance.choice("#x-! abcN1 ({})") + text[at + chance.randrange(2) :]
        )
    path = tmp_path / "games.mgn"
    path.write_text("\n\n[Event".join(texts) + "\n")
    assert read(BARE, path) == read(GAME, path)


def test_it_replays_what_is_stored() -> None:
    own, plain = make_kernel(GAME), make_kernel(BARE)
    assert isinstance(plain, PlainKernel)
    (reading,) = Reader(GAMES).read_text("x", games(3)[0] + "\n")
    record = reading.record
    turns = array("q", [-1, *(ply.move.code << 3 | ply.side for ply in record.plies)])
    found = []
    for kernel in (own, plain):
        kernel.reserve(1)
        kernel.fill(0, GAME.parse_position(record.start, {}))
        keys, contents = array("q", bytes(8 * len(turns))), array("q", bytes(8 * len(turns)))
        slots = array("i", bytes(4 * len(turns)))
        count = kernel.derive(turns, slots, 0, keys, contents)
        codes = array("q", [turn >> 3 for turn in turns[1:]])
        numbers = list(kernel.move_numbers(0, codes))
        names = kernel.name_moves(codes)
        found.append((count, keys, contents, numbers, names, kernel.position()))
        assert kernel.show_outcome() == own.show_outcome()
        assert sorted(kernel.legal_codes()) == sorted(own.legal_codes())
    assert found[0] == found[1]
    assert found[0][0] == len(turns)


@pytest.mark.parametrize("game", [GAME, BARE], ids=["own", "plain"])
def test_an_illegal_move_that_the_board_could_follow_is_not_replayed(game: Any) -> None:
    start = GAME.parse_position("3k3/7/7/7/3t3/7/3K3 b S1/- 1", {})
    ply = read_ply("Sd2", GAME.description)
    assert ply is not None
    verdict = GAME.resolve(start, ply)
    assert verdict.move is not None
    assert not verdict.is_legal
    kernel = make_kernel(game)
    kernel.reserve(1)
    kernel.fill(0, start)
    turns = array("q", [-1, verdict.move.code << 3])
    keys, contents = array("q", bytes(16)), array("q", bytes(16))
    assert kernel.derive(turns, array("i", bytes(8)), 0, keys, contents) == 1
    assert kernel.play_anyway(verdict.move.code)
    assert kernel.position() == GAME.play(start, verdict.move)


def test_it_counts() -> None:
    for kernel in (make_kernel(GAME), make_kernel(BARE)):
        kernel.reserve(1)
        kernel.fill(0, GAME.start_position({}))
        kernel.restore_slot(0)
        assert [kernel.perft(depth) for depth in range(3)] == [1, 197, 38_809]


def test_a_fault_of_a_game_refuses_the_record_and_is_kept() -> None:
    class Faulty(Bare):
        def resolve(self, position: Any, ply: Any) -> Any:
            raise ZeroDivisionError

    kernel: Any = make_kernel(Faulty(GAME))  # type: ignore[arg-type]
    kernel.reserve(1)
    kernel.fill(0, GAME.start_position({}))
    kernel.restore_slot(0)
    text = b"TSNd2"
    assert kernel.play_bytes(text, array("i", [0, 0, len(text)]), 0, 0) == -1
    assert isinstance(kernel.fault, ZeroDivisionError)


# What a game without a kernel of its own says of its positions becomes numbers, or a sentence


FEATURES = (Feature("number", 3, "the number of the move"), Feature("side", 1, "who is to move"))
EXCERPT = Excerpt(
    *("later", "positions of Red's", "side", (ExcerptPart("laters", "all", 1),)),
    *((Feature("square", 8, "the number by itself"),), ("number",)),
)
SIGHTINGS = (Feature("seen", 63, "a bit for each number"),)


def describe(position: Any) -> tuple[int, ...]:
    return position.move_number, position.side, position.move_number**2


def see(position: Any) -> tuple[int, ...]:
    return (1 << position.move_number,)


def kernel_with(**index: Any) -> PlainKernel:
    """Return a plain kernel of the first game with an index, with its start in a slot."""
    members = {"FEATURES": FEATURES, "EXCERPT": EXCERPT, "SIGHTINGS": SIGHTINGS} | index
    facts = replace(GAMES[0].description, capabilities={"index": SimpleNamespace(**members)})
    members = {name: getattr(GAMES[0], name) for name in dir(GAMES[0]) if name[0] != "_"}
    game: Any = SimpleNamespace(**members | {"description": facts})
    kernel = PlainKernel(game)
    kernel.reserve(1)
    kernel.fill(0, game.start_position({}))
    return kernel


def filled(kernel: PlainKernel) -> tuple[list[int], list[int]]:
    """Return the columns, and what is seen, of a game of two plies."""
    kernel.restore_slot(0)
    turns = array("q", [-1])
    for side in (0, 1):
        turns.append(min(kernel.legal_codes()) << 3 | side)
        kernel.play_anyway(turns[-1] >> 3)
    columns, seen = array("q", bytes(8 * 9)), array("q", bytes(8 * 3))
    fill_columns(kernel, array("i", [0]), turns, columns, seen)
    return columns.tolist(), seen.tolist()


def test_features_excerpt_and_sightings() -> None:
    kernel = kernel_with(describe=describe, see=see)
    assert (kernel.feature_count, kernel.excerpt_count, kernel.sighting_count) == (2, 1, 1)
    assert filled(kernel) == ([1, 1, 2, 0, 1, 0, 1, 1, 4], [3, 1, 6])
    assert kernel.fault is None
    kernel.restore_slot(0)
    assert kernel.features().tolist() == [1, 0, 1]


FAULTS = {
    "too great": ({"describe": lambda _: (8, 0, 0)}, "describe gives 8 for number, which has 3"),
    "negative": ({"describe": lambda _: (-1, 0, 0)}, "describe gives -1 for number"),
    "too few": ({"describe": lambda _: (1, 0)}, "describe gives 2 numbers in place of 3"),
    "no numbers": ({"describe": lambda _: ("a", 0, 0)}, "describe: TypeError: 'str' object"),
    "raised": ({"describe": lambda _: 1 // 0}, "describe: ZeroDivisionError: integer"),
    "seen": ({"see": lambda _: (1 << 63,)}, "see gives 9223372036854775808 for seen"),
}


@pytest.mark.parametrize("name", FAULTS)
def test_what_does_not_fit_is_kept_as_a_fault(name: str) -> None:
    wrong, words = FAULTS[name]
    kernel = kernel_with(**{"describe": describe, "see": see} | wrong)
    filled(kernel)
    with pytest.raises(CapabilityError, match=f"^Mentis lacks its index: {words}"):
        raise kernel.fault


@pytest.mark.parametrize(("name", "given"), [("describe", {}), ("see", {"describe": describe})])
def test_an_index_is_filled_by_someone(name: str, given: dict[str, Any]) -> None:
    with pytest.raises(
        CapabilityError,
        match=f"^Mentis lacks its index: without a kernel of its own it needs a function {name}$",
    ):
        kernel_with(**given)
