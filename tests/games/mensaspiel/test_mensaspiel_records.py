"""Records of MensaSpiel: the page's positions, claims, turns against the rules, commands."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from record_kit import codes, verdict
from typer.testing import CliRunner

from mentis_records.cli.main import make_app, run
from mentis_records.games import find_game

GAME = find_game("mensaspiel")
FULL = "a3:WB,a4:W,a5:W,b3:W,b5:W,c3:W,c4:W,c5:W W0.1.1/B0.7.0 W 3"
TAKEN = "a3:B,a4:B,a5:B,b3:B,b5:B,c3:B,c4:B,c5:B W0.8.1/B0.0.0 W 3"
EIGHT = "a3:W,b3:W,c3:W,f5:B,g5:B W0.6.0/B1.6.0 W 3"
OCCUPIED = "b3:W,c3:B,g4:B W2.6.0/B1.6.0 W 3"
COUNTER = "b3:W,e4:B W2.6.0/B2.6.0 W 2c@b3"
LAPSED = "f5:W,e4:B W0.6.0/B2.6.0 W 2c@f5"
EXCHANGED = "b3:W W1.6.1/B0.8.1 B 1@b3"
LAST = "a3:W,g3:WWWWWWB W0.0.0/B2.6.2 W 3"
PAST = "e4:B,f5:W W0.6.0/B2.6.0 B 2p@f5"


@pytest.mark.parametrize(
    ("position", "turns"),
    [
        (TAKEN, "--"),
        (EIGHT, "a3-e3 a3-e5 a3-g3 a3xf5 b3-e4 b3-g4+ b3xg5 c3-g3"),
        (LAPSED, "--"),
        (EXCHANGED, "ESe3 ESe4 ESe5 ESf3 ESf5 ESg3 ESg4"),
        (LAST, "a3-c5"),
    ],
)
def test_exactly_these_turns_are_legal(position: str, turns: str) -> None:
    legal = GAME.legal_moves(GAME.parse_position(position, {}))
    assert [move.notation for move in legal] == turns.split()


def test_further_positions_of_the_page() -> None:
    assert len(GAME.legal_moves(GAME.parse_position(FULL, {}))) == 22
    for turn in ("ESa3", "--"):
        assert not verdict("mensaspiel", FULL, turn).is_legal
    assert not verdict("mensaspiel", OCCUPIED, "b3xg4").is_legal
    assert verdict("mensaspiel", COUNTER, "Sg5").is_legal
    assert not verdict("mensaspiel", COUNTER, "Sg5+").is_legal
    position = GAME.parse_position(LAPSED, {})
    after = GAME.play(position, GAME.legal_moves(position)[0])
    assert GAME.format_position(after) == PAST


def test_fewer_than_nine_pieces_may_be_stated() -> None:
    text = "b3:W W0.0.0/B0.0.0 B 3"
    position = GAME.parse_position(text, {})
    assert GAME.format_position(position) == text
    assert GAME.outcome(position).termination == "extinction"
    assert GAME.legal_moves(position) == []


def test_stacks_are_written_in_order() -> None:
    text = "e4:B,b3:W W2.6.0/B2.6.0 W 3"
    assert GAME.format_position(GAME.parse_position(text, {})) == ("b3:W,e4:B W2.6.0/B2.6.0 W 3")


@pytest.mark.parametrize(
    ("prisoners", "ending", "slugs"),
    [
        ("3", "*", []),
        ("2", "1-0", []),
        ("2", "*", ["result-contradicts-board"]),
        ("2", "0-1", ["result-contradicts-board"]),
        ("2", "g5-f5 1-0", ["ply-after-end"]),
        ("3", "1-0", []),
    ],
)
def test_prisoners_win_as_the_tag_says(prisoners: str, ending: str, slugs: list[str]) -> None:
    stack = "e4:BW,g5:B W0.5.1/B2.4.0 W 3"
    text = f'[Game "MensaSpiel"]\n[Prisoners "{prisoners}"]\n[Position "{stack}"]\n\n'
    assert codes(f"{text}1. e4-d4:1 {ending}\n") == slugs


# Turns against the rules, where the board can follow


RECORDS = """[Game "MensaSpiel"]
[Event "x"]

1. Sb3 Se4 2. b3-c5 Se5 3. Sa3 *

[Game "MensaSpiel"]
[Event "y"]

1. Sb3 Sg5 2. Sa3 Se5 *
"""
"""A walk of too many steps, and a first start that is copied."""


def mentis(*words: object) -> str:
    """Run a command, which has to succeed, and return its data, or what it talks of."""
    done = CliRunner().invoke(make_app([str(words[0])]), [str(word) for word in words])
    assert done.exit_code == 0, done.stdout + done.stderr
    return done.stdout or done.stderr


def test_turns_against_the_rules_are_kept(tmp_path: Path) -> None:
    text, db = tmp_path / "a.mgn", tmp_path / "a.duckdb"
    text.write_text(RECORDS)
    mentis("load", "--as-played", text, "--db", db)
    assert mentis("doctor", "--db", db) == "0 differences\n"
    query = "select irregular from games order by game_id"
    rows = json.loads(mentis("sql", query, "--db", db, "--format", "json"))
    assert rows == [{"irregular": [3]}, {"irregular": [2]}]
    asked = ("query", "black any on g5", "--positions", "--format", "json", "--db", db)
    found = json.loads(mentis(*asked))
    assert [(row["game"], row["ply"]) for row in found] == [(2, 2), (2, 3), (2, 4)]
    assert "2 games replayed, 0 differences" in mentis("query", "end", "--verify", "--db", db)


# MensaSpiel at the command line, where it differs from other games


START = "- W3.6.0/B3.6.0 W 0"


def test_the_start_is_an_argument_though_it_begins_with_a_dash(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.argv", ["mentis", "moves", "--rules", "mensaspiel", START])
    with pytest.raises(SystemExit) as ended:
        run()
    assert not ended.value.code
    assert " ".join(capsys.readouterr().out.split()) == "Sa3 Sa4 Sa5 Sb3 Sb5 Sc3 Sc4 Sc5"


def test_settings_are_those_of_the_record(tmp_path: Path) -> None:
    text = tmp_path / "a.mgn"
    text.write_text('[Game "MensaSpiel"]\n[Event "x"]\n\n1. Se4 Sb3 *\n')
    words = ["validate", str(text), "--setting", "firstplayer=b"]
    assert CliRunner().invoke(make_app(["validate"]), words).exit_code == 0
    assert CliRunner().invoke(make_app(["validate"]), words[:2]).exit_code == 1
    done = CliRunner().invoke(make_app(["moves"]), ["moves", "--setting", "Size=3"])
    assert (done.exit_code, "Mentis has Variant" in done.stderr) == (2, True)
