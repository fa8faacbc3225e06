"""A line of plies as people type it."""

import pytest

from mentis_records.games import GAMES
from mentis_records.notation.line import LineError, read_line

GAME = GAMES[0]
START = GAME.start_position({})


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", []),
        (" \n ", []),
        ("TSNd2", ["TSNd2"]),
        ("1. TSNd2 TSNd6 2. d2#-d3 #-d4!", ["TSNd2", "TSNd6", "d2#-d3#-d4"]),
        ("{first} tsnd2 $1 7... TSNd6", ["TSNd2", "TSNd6"]),
    ],
)
def test_moves(text: str, expected: list[str]) -> None:
    assert [move.notation for move in read_line(GAME, START, text)] == expected


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("TSNd2 TSNd2", "ply 2, TSNd2: Red cannot deploy on d2; expected b7"),
        ("TSNd2 nonsense", "ply 2, nonsense: nonsense cannot be read; expected"),
        ("TSNd2 {never ends", "ply 2, {: a comment begins here and never ends; expected }"),
        ("TSNd2 (Nd2)", "ply 1: a variation"),
        ("TSNd2 0-1 TSNd6", "after ply 1: tags or a result"),
        ("Nd2 Nd6 e9-e8", "ply 3, e9: e9-e8: there is no square e9"),
    ],
)
def test_what_is_wrong_with_which_ply(text: str, words: str) -> None:
    with pytest.raises(LineError) as caught:
        read_line(GAME, START, text)
    assert str(caught.value).startswith(words)


def test_nothing_follows_the_end_of_the_game() -> None:
    position = GAME.parse_position("3k3/3N3/7/7/7/7/3K3 b S3T3N2/s3t3n3 1", {})
    with pytest.raises(LineError, match="ply 2, d7-c7: the game is over"):
        read_line(GAME, position, "d6xd7 d7-c7")
