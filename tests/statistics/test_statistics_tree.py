from typing import Any

import pytest

from mentis_records.games import GAMES
from mentis_records.statistics.result import Results
from mentis_records.statistics.tree import Branch, Tree, opening_tree
from mentis_records.store.database import Database

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
    assert branch.tree is not None
    assert branch.tree.position == branch.position
    assert branch.tree.hidden == 1
    (reply,) = branch.tree.branches
    assert reply.notation == "TSNc6"
    assert reply.tree is not None
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
