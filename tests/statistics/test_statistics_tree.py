"""Opening trees, names of openings, and games that stand for others, by hand."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy
import pytest
from case_kit import cases_of
from league_kit import record

from mentis_records.core.start import starts_of
from mentis_records.games import GAMES
from mentis_records.notation.line import read_line
from mentis_records.statistics.grow import End
from mentis_records.statistics.image import Images
from mentis_records.statistics.opening import OpeningError, Openings, load_openings, read_openings
from mentis_records.statistics.performance import Strength
from mentis_records.statistics.result import Results
from mentis_records.statistics.tree import Branch, Tree, opening_tree
from mentis_records.statistics.typical import typical_game
from mentis_records.statistics.winrate import typical_numbers, win_rates
from mentis_records.store.count.pairing_columns import fetch_encounters
from mentis_records.store.count.typical import (
    fetch_longest_game,
    fetch_richest_games,
    fetch_typical_by,
)
from mentis_records.store.database import Database
from mentis_records.store.open import open_database
from mentis_records.store.selection import select_ids

CASES = cases_of(__file__)

pytestmark = pytest.mark.one_build


GAME = GAMES[0]


def after(*moves: str, start: str | None = None) -> Any:
    """Return the position after moves."""
    position = GAME.parse_position(start, {}) if start else GAME.start_position({})
    for notation in moves:
        legal = {move.notation: move for move in GAME.legal_moves(position)}
        position = GAME.play(position, legal[notation])
    return position


def rows(tree: Tree) -> list[tuple[str, tuple[str, ...], int, int, Results]]:
    return [
        (branch.notation, branch.also, branch.played, branch.reached, branch.results)
        for branch in tree.branches
    ]


def branch_of(tree: Tree, notation: str) -> Branch:
    return next(branch for branch in tree.branches if branch.notation == notation)


def test_start_joins_mirror_images(opened: Database) -> None:
    tree = opening_tree(opened, GAME, after())
    assert (tree.side, tree.reached, tree.results) == ("Blue", 6, Results(3, 1, 1, 1))
    assert rows(tree) == [
        ("TSNc2", ("TSNe2",), 3, 3, Results(2, 0, 1, 0)),
        ("Nc2", ("Ne2",), 1, 1, Results(0, 1, 0, 0)),
        ("Se2", ("Sc2",), 1, 1, Results(0, 0, 0, 1)),
        ("TSNd2", (), 1, 1, Results(1, 0, 0, 0)),
    ]
    assert branch_of(tree, "TSNc2").position == GAME.format_position(after("TSNc2"))


@pytest.mark.parametrize(
    ("first", "same", "other"), [("TSNc2", "TSNc6", "TSNe6"), ("TSNe2", "TSNe6", "TSNc6")]
)
def test_moves_are_shown_as_they_stand(opened: Database, first: str, same: str, other: str) -> None:
    tree = opening_tree(opened, GAME, after(first))
    assert tree.side == "Red"
    assert rows(tree) == [
        (same, (), 2, 2, Results(1, 0, 1, 0)),
        (other, (), 1, 1, Results(1, 0, 0, 0)),
    ]
    for branch in tree.branches:
        assert branch.position == GAME.format_position(after(first, branch.notation))


def test_mirror_games_go_on_together(opened: Database) -> None:
    assert rows(opening_tree(opened, GAME, after("TSNe2", "TSNe6"))) == [
        ("Nf1", (), 2, 2, Results(1, 0, 1, 0))
    ]
    assert rows(opening_tree(opened, GAME, after("TSNc2", "TSNc6"))) == [
        ("Nb1", (), 2, 2, Results(1, 0, 1, 0))
    ]


@pytest.mark.parametrize(
    ("position", "move", "images"),
    [
        # Both ways round lead to d3; only on a board that is its own image is that the mirror's.
        ("3k3/7/7/3N3/7/7/3K3 b -/- 1", "d4-c4-c3-d3", ["d4-e4-e3-d3"]),
        ("3k3/7/7/3N2s/7/7/3K3 b -/- 1", "d4-c4-c3-d3", []),
    ],
)
def test_the_other_way_round_is_an_image_only_where_both_sides_are_alike(
    position: str, move: str, images: list[str]
) -> None:
    start = GAME.parse_position(position, {})
    played = next(each for each in GAME.legal_moves(start) if each.notation == move)
    found = Images(GAME, start).images(played, GAME.play(start, played).canonical_key)
    assert [image.notation for image in found] == images


def test_transpositions_are_reached_more_often_than_played(opened: Database) -> None:
    tree = opening_tree(opened, GAME, after("Nc2", "Nc6", "Se2"))
    assert rows(tree) == [("Se6", (), 1, 2, Results(0, 1, 0, 0))]
    tree = opening_tree(opened, GAME, after("Nc2", "Nc6", "Se2", "Se6"))
    assert (tree.reached, tree.results, tree.branches) == (2, Results(0, 1, 0, 1), ())


def test_a_position_that_comes_again_counts_its_game_once(opened: Database) -> None:
    start = "3k3/7/7/7/2N4/7/3K3 b S3T3N2/s3t3n3 1"
    tree = opening_tree(opened, GAME, after(start=start))
    assert (tree.reached, tree.results) == (2, Results(1, 0, 0, 0))
    assert rows(tree) == [("c3-c4", ("c3-d3-d4-c4",), 2, 2, Results(1, 0, 0, 0))]
    mirrored = "3k3/7/7/7/4N2/7/3K3 b S3T3N2/s3t3n3 1"
    tree = opening_tree(opened, GAME, after(start=mirrored))
    assert rows(tree) == [("e3-d3-d4-e4", ("e3-e4",), 2, 2, Results(1, 0, 0, 0))]


def test_depth_and_least_number_of_games(opened: Database) -> None:
    tree = opening_tree(opened, GAME, after(), depth=3, min_games=2)
    assert tree.hidden == 3
    (branch,) = tree.branches
    assert branch.tree.position == branch.position
    assert branch.tree.hidden == 1
    (reply,) = branch.tree.branches
    assert reply.notation == "TSNc6"
    assert [branch.notation for branch in reply.tree.branches] == ["Nb1"]
    assert reply.tree.branches[0].tree is None


def test_children_agree_with_trees_of_their_own(opened: Database) -> None:
    for branch in opening_tree(opened, GAME, after(), depth=2).branches:
        assert branch.tree == opening_tree(opened, GAME, after(branch.notation))


def test_the_wolf_is_another_start(opened: Database) -> None:
    wolf = GAME.start_position({"Variant": "Wolf"})
    assert rows(opening_tree(opened, GAME, wolf)) == [
        ("TSNc2", ("TSNe2",), 1, 1, Results(0, 0, 1, 0))
    ]


def test_a_position_that_never_came_up(opened: Database, empty: Database) -> None:
    for database, position in ((opened, after("Sb1")), (empty, after())):
        tree = opening_tree(database, GAME, position)
        assert (tree.reached, tree.results, tree.branches) == (0, Results(), ())


def test_no_depth(empty: Database) -> None:
    with pytest.raises(ValueError, match="one ply deep"):
        opening_tree(empty, GAME, after(), depth=0)
    with pytest.raises(ValueError, match="one position"):
        opening_tree(empty, GAME, after(), max_positions=0)


def test_which_image_was_played(opened: Database) -> None:
    tree = opening_tree(opened, GAME, after())
    assert (tree.reached, tree.as_shown) == (6, 6)
    assert [(branch.played, branch.as_shown) for branch in tree.branches] == [
        (3, 2),
        (1, 1),
        (1, 1),
        (1, 1),
    ]
    tree = opening_tree(opened, GAME, after("TSNe2"))
    assert (tree.reached, tree.as_shown) == (3, 1)
    assert [(branch.played, branch.as_shown) for branch in tree.branches] == [(2, 1), (1, 0)]


def test_transpositions_go_on_once(opened: Database) -> None:
    tree = opening_tree(opened, GAME, after(), depth=6)
    found = dict(tree.walk())
    line = ("Se2", "Se6", "Nc2", "Nc6")
    assert (found[line].tree, found[line].end) == (None, End.TRANSPOSITION)
    assert found[line].same_as == ("Nc2", "Nc6", "Se2", "Se6")
    assert found[line].reached == 2
    on = found["Nc2", "Nc6", "Se2", "Se6"]
    assert (on.end, on.tree.branches, on.replies) == (None, (), 0)


def test_the_most_played_positions_are_looked_up(opened: Database) -> None:
    tree = opening_tree(opened, GAME, after(), depth=3, max_positions=3)
    ends = {branch.notation: branch.end for branch in tree.branches}
    assert ends == {"TSNc2": None, "Nc2": None, "Se2": End.LIMIT, "TSNd2": End.LIMIT}
    tree = opening_tree(opened, GAME, after(), depth=2, breadths=(1,))
    ends = {branch.notation: branch.end for branch in tree.branches}
    assert ends == {"TSNc2": None, "Nc2": End.BREADTH, "Se2": End.BREADTH, "TSNd2": End.BREADTH}


def test_names_follow_the_line(opened: Database) -> None:
    names = load_openings()
    tree = opening_tree(opened, GAME, after(), depth=2, openings=names)
    found = {line: branch.name for line, branch in tree.walk()}
    assert found["TSNd2",] == "Centre trio, Nobles over Spears"
    assert found["TSNd2", "TSNd6"] == "Rulebook opening"
    assert found["TSNc2", "TSNe6"] == found["TSNc2",] == "Side trio, Nobles over Spears"
    tree = opening_tree(opened, GAME, after("Sb1"), openings=names, name="Elsewhere")
    assert tree.name == "Flank Spears"


def test_ratings_dates_and_best_games(tmp_path: Path, place_loaded: Callable[..., Path]) -> None:
    """Blue: 1800 wins and 1900 draws against 2000; the rating of one opponent is unknown."""
    games = [
        ("2020.05.01", "TSNc2 Nd6", "1-0", (1800, 2000)),
        ("2021.??.??", "TSNe2 Nd6", "1/2-1/2", (1900, 2000)),
        ("2021.03.01", "TSNc2 Nb7", "0-1", (2500, None)),
        ("????.??.??", "TSNe2 Nf7", "*", (None, 2100)),
        ("2022.03.01", "TSNe2", "*", (None, None)),
        ("2023.03.01", "TSNe2", "*", (None, None)),
    ]
    text = "".join(
        record(
            f"1. {moves}",
            **{"Event": "Rated", "Date": date, "Round": number, "Blue": number, "Result": result},
            **{f"{side}Elo": elo for side, elo in zip(("Blue", "Red"), elos, strict=True) if elo},
        )
        for number, (date, moves, result, elos) in enumerate(games, 1)
    )
    with open_database(place_loaded(tmp_path / "rated.duckdb", text, is_indexed=False)) as database:
        (branch,) = opening_tree(database, GAME, after(), depth=2).branches
    assert branch.strength == Strength(3, (1800 + 1900 + 2500) / 3, 2, 2000 + 193)
    assert (branch.first_date, branch.last_date) == ("2020.05.01", "2023.03.01")
    assert branch.best_games == (2, 1, 3)
    middle, flank = sorted(branch.tree.branches, key=lambda each: each.notation[1] in "bf")
    assert middle.strength == Strength(2, 2000, 2, 1850 - 193)
    assert (middle.first_date, middle.last_date) == ("2020.05.01", "2021.??.??")
    assert flank.strength == Strength(1, 2100, 1, 2500 + 800)
    assert (flank.first_date, flank.best_games) == ("2021.03.01", (3, 4))


START = GAME.start_position({})


def name_after(openings: Openings, text: str) -> str:
    return openings.follow(GAME, START, read_line(GAME, START, text))[1]


@pytest.fixture(scope="module")
def bundled() -> Openings:
    return load_openings()


def test_every_first_move_has_a_name_of_its_own(bundled: Openings) -> None:
    for start in starts_of(GAME):
        named = {
            GAME.play(start.position, move).canonical_key: bundled.follow(
                GAME, start.position, [move]
            )[1]
            for move in GAME.legal_moves(start.position)
        }
        assert all(named.values())
        assert len(set(named.values())) == len(named)


@pytest.mark.parametrize(("line", "name"), CASES["the_longest_match_and_mirror_images"])
def test_the_longest_match_and_mirror_images(bundled: Openings, line: str, name: str) -> None:
    assert name_after(bundled, line) == name


def test_own_names_come_first_and_other_orders_match(tmp_path: Path) -> None:
    file = tmp_path / "own.csv"
    file.write_text(
        "\ufeff# mine\n\ngame,moves,name\nmentis,Nc2 Nc6 Se2 Se6,Two steps\n"
        'mentis,TSNd2,"A name, with a comma"\n'
    )
    openings = load_openings(file)
    assert name_after(openings, "Se2 Se6 Nc2 Nc6") == "Two steps"
    assert name_after(openings, "Sc2 Sc6 Ne2 Ne6") == "Two steps"
    assert name_after(openings, "TSNd2") == "A name, with a comma"
    assert name_after(openings, "Nd2") == "Centre Nobles"


@pytest.mark.parametrize(("text", "words"), CASES["wrong_openings"])
def test_errors_tell_file_line_and_what_was_expected(tmp_path: Path, text: str, words: str) -> None:
    file = tmp_path / "own.csv"
    file.write_text(text)
    with pytest.raises(OpeningError) as caught:
        read_openings(file)
    assert str(caught.value).startswith(f"{file}{words}")
    assert "expected" in str(caught.value)


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(OpeningError, match="No such file"):
        load_openings(tmp_path / "none.csv")
    file = tmp_path / "own.csv"
    file.write_bytes(b"game,moves,name\nmentis,TSNd2,\xff\n")
    with pytest.raises(OpeningError, match=r"own\.csv:2: not UTF-8"):
        read_openings(file)
    file.write_bytes(b"\n" * 4_000_001)
    with pytest.raises(OpeningError, match="at most 4,000,000 bytes"):
        read_openings(file)


# Games that stand for others, chosen by hand from the eight of tree.mgn


SLUG = GAME.description.slug


@pytest.mark.parametrize(("slug", "numbers"), CASES["games_of_the_usual_length"])
def test_games_of_the_usual_length(opened: Database, slug: str, numbers: dict[str, int]) -> None:
    assert typical_numbers(opened, GAME, slug) == numbers
    if slug != "result":
        assert set(numbers) == {
            rate.label for rate in win_rates(opened, GAMES[0]).grouping(slug).rates
        }


def test_of_a_selection(opened: Database) -> None:
    assert fetch_typical_by(opened, SLUG, "result", select_ids([4, 5, 6, 8])) == {"1-0": 5}
    assert fetch_typical_by(opened, SLUG, "result", select_ids([4])) == {}
    assert fetch_typical_by(opened, SLUG, "period", width=10) == {2020: 1}


def test_by_a_mask(opened: Database) -> None:
    found = fetch_encounters(opened, GAME)
    for numbers, typical in (([1, 5, 6, 8], 1), ([4], None), ([2, 3, 7, 8], 2), ([], None)):
        assert typical_game(found, numpy.isin(found.game_ids, numbers)) == typical


def test_extremes(opened: Database) -> None:
    assert fetch_richest_games(opened, SLUG) == {"deploy": (3, 4), "move": (8, 6)}
    assert fetch_richest_games(opened, SLUG, select_ids([])) == {}
    assert fetch_longest_game(opened, SLUG, ["1-0", "0-1"]) == 8
    assert fetch_longest_game(opened, SLUG, ["0-1"], is_shortest=True) == 7
    assert fetch_longest_game(opened, SLUG, ["1-0"], select_ids([2])) is None
