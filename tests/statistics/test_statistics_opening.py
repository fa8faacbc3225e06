from pathlib import Path

import pytest

from mentis_records.core.start import starts_of
from mentis_records.games import GAMES
from mentis_records.notation.line import read_line
from mentis_records.statistics.opening import OpeningError, Openings, load_openings, read_openings

GAME = GAMES[0]
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


@pytest.mark.parametrize(
    ("line", "name"),
    [
        ("", ""),
        ("TSNc2", "Side trio, Nobles over Spears"),
        ("TSNe2", "Side trio, Nobles over Spears"),
        ("TSNe2 Nd6 e2-e3", "Side trio, Nobles over Spears"),
        ("TSNd2 TSNd6", "Rulebook opening"),
        ("TSNd2 TSNd6 d2#-d3#-d4 Nb7", "Rulebook opening, Blue splits"),
        ("d1-e1", "King's step"),
    ],
)
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


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", ":1: an empty file; expected the heading game,moves,name"),
        ("mentis,TSNd2,Mine\n", ":1: no heading; expected game,moves,name"),
        ("game,moves,name\nmentis,TSNd2\n", ":2: 2 fields; expected three fields"),
        ("game,moves,name\n\nmentis,TSNd2,A, B\n", ":3: 4 fields; expected three fields"),
        ("game,moves,name\nchess,e4,King's pawn\n", ":2: no game 'chess'; expected one of mentis"),
        ("game,moves,name\nmentis,TSNd2,\n", ":2: no name; expected 1 to 60 printable"),
        ("game,moves,name\nmentis,TSNd2," + "x" * 61, ":2: a name of 61 characters"),
        ("game,moves,name\nmentis,TSNd2,\x1b[2J\n", ":2: a name with characters that cannot"),
        ("game,moves,name\nmentis,,Start\n", ":2: no moves; expected plies"),
        ("game,moves,name\nmentis,TSNd2 TSNd3,x\n", ":2: ply 2, TSNd3: Red cannot deploy on d3"),
        ("game,moves,name\nmentis,TSNc2,x\nmentis,TSNe2,y\n", ":3: the opening of line 2 again"),
        ('game,moves,name\nmentis,TSNd2,"x" y\n', ":2: "),
    ],
)
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
