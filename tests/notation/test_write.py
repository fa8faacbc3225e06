"""What is written is read back equal, or refused by name."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from notation_kit import GAME, E, read_one
from typer.testing import CliRunner
from write_law import Draw, check_file, check_record, outline, run

from mentis_records.cli.main import app_for
from mentis_records.core.record import Comment, CommentKind, Record, Variation
from mentis_records.games import GAMES
from mentis_records.notation.read import Reader
from mentis_records.notation.write import WriteError, format_record
from mentis_records.store.load.load import load
from mentis_records.store.open import create_database
from mentis_records.store.position.index import update_index

CASE = Path(__file__).parents[1] / "cases" / "writer" / "bom-in-comment.mgn"
LONG = "w" * 70
BRACE, LINE, ESCAPE = CommentKind
INVISIBLE = [
    *("", "\ufeff", "\ufeff\ufeff", "\u200b", "\u2028"),
    *("\u00a0", "\u0301", "\u3164\ufeff", "é"),
]


def record(text: str = "1. TSNd2 (1. TSNc2 TSNc6) TSNd6 1-0") -> Record:
    found = read_one(f'[Event "x"]\n\n{text}\n').record
    assert found is not None
    return found


def places(found: Record, comment: Comment) -> list[Record]:
    """Return records with a comment in each place."""
    first, *rest = found.plies
    (line,) = first.variations
    return [
        replace(found, comments=(comment,)),
        replace(found, closing_comments=(comment,)),
        replace(found, plies=(replace(first, comments=(comment,)), *rest)),
        replace(
            found, plies=(replace(first, variations=(Variation(line.plies, (comment,)),)), *rest)
        ),
    ]


def test_sample_of_the_law() -> None:
    written, refused = run(600, seed=20_240_501)
    assert written > 400
    assert refused > 8


@pytest.mark.parametrize("kind", list(CommentKind))
@pytest.mark.parametrize(
    "look", ['[Event "x"]', '[Event "', "[E", "%", "% x", "Blue Moves Red Moves"]
)
def test_no_line_of_a_comment_looks_like_something_else(kind: CommentKind, look: str) -> None:
    texts = []
    for before, is_literal in product(INVISIBLE, (False, True)):
        comment = Comment(kind, f"{LONG} {before}{look} {LONG} {before}{look}")
        for each in places(record(), comment):
            text = check_record(each, is_literal)
            assert text is not None
            texts.append(text)
            movetext = text.split("\n\n", 1)[1].split("\n")
            looks = [line for line in movetext if line.strip("\ufeff\u200b \t").startswith("[")]
            assert not looks
            assert kind is ESCAPE or not [line for line in movetext if line.startswith("%")]
    check_file(texts)


@pytest.mark.parametrize("blank", [" ", "  ", "\t", "\n", "\r", "\r\n", '\n[Event "x"]\n', " \r "])
def test_blanks_are_folded(blank: str) -> None:
    for text in (f"a{blank}b", f"{blank}a", f"a{blank}", blank, f"a{blank}}}"):
        for kind in (BRACE, LINE):
            for each in places(record(), Comment(kind, text)):
                assert check_record(each, False)
                assert check_record(each, True)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"tags": {"Event": "a\nb"}}, "the tag Event has a line break"),
        ({"tags": {"Event": "a\rb"}}, "the tag Event has a line break"),
        ({"tags": {"Event": "a\tb"}}, "the tag Event has the control character U+0009"),
        ({"tags": {"Event": "\x1b[31m"}}, "the tag Event has the control character U+001B"),
        ({"tags": {"Event": "\x85"}}, "the tag Event has the control character U+0085"),
        ({"tags": {"Event": "\ud800"}}, "the tag Event has half of a surrogate pair"),
        ({"tags": {"A B": "x"}}, "'A B' is not a tag name"),
        ({"tags": {"": "x"}}, "'' is not a tag name"),
        ({"tags": {"\x1b": "x"}}, "is not a tag name"),
        ({"comments": (Comment(BRACE, "a\x00b"),)}, "a comment has the control character U+0000"),
        ({"comments": (Comment(LINE, "a\x0bb"),)}, "a comment has the control character U+000B"),
        ({"comments": (Comment(BRACE, "a\x1a"),)}, "a comment has the control character U+001A"),
        ({"comments": (Comment(BRACE, "\udcff"),)}, "a comment has half of a surrogate pair"),
        ({"closing_comments": (Comment(ESCAPE, "a\nb"),)}, "a % line has a line break"),
        ({"closing_comments": (Comment(ESCAPE, "a\rb"),)}, "a % line has a line break"),
        ({"comments": (Comment(BRACE, "x" * 1_048_576),)}, "more than 1,048,576 characters"),
        ({"result": "2-0"}, "'2-0' is not a result"),
    ],
)  # fmt: skip
@pytest.mark.parametrize("is_literal", [False, True])
def test_what_cannot_be_held_is_refused_by_name(
    change: dict[str, Any], words: str, is_literal: bool
) -> None:
    with pytest.raises(WriteError) as refused:
        format_record(replace(record(), **change), GAME.description, is_literal)
    assert words in str(refused.value)
    assert str(refused.value).isprintable()


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"suffix": "!!!"}, "the suffix '!!!'"),
        ({"nags": (256,)}, "no annotation $256"),
        ({"nags": (-1,)}, "no annotation $-1"),
        ({"variations": (Variation(()),)}, "a variation without a ply"),
    ],
)
def test_plies_that_cannot_be_held(change: dict[str, Any], words: str) -> None:
    found = record()
    first, *rest = found.plies
    with pytest.raises(WriteError, match=words.replace("$", r"\$")):
        format_record(replace(found, plies=(replace(first, **change), *rest)), GAME.description)


def test_variations_are_nested_as_deep_as_they_are_read() -> None:
    found = record("1. TSNd2 *")
    (ply,) = found.plies
    for level in range(1, 52):
        inner = replace(found, plies=(ply,))
        if level <= 50:
            assert check_record(inner, True)
        ply = replace(ply, variations=(Variation((ply,)),))
    with pytest.raises(WriteError, match="nested more than 50 deep"):
        format_record(replace(found, plies=(ply,)), GAME.description)


def test_a_quotation_in_a_comment_behind_the_result_is_no_damaged_tag() -> None:
    for text in ('{Blunder "said\nhe"}', '{E"\n}', '{"x"]\n}', ';E" "]', '{a} {E"\n}'):
        assert read_one(f'[Event "x"]\n\n1. TSNd2 1-0 {text}\n').is_valid


def test_the_case_of_a_byte_order_mark(tmp_path: Path) -> None:
    path = tmp_path / "a.mgn"
    path.write_bytes(CASE.read_bytes())
    (before,) = Reader(GAMES).read_path(str(path))
    for _ in range(2):
        done = CliRunner().invoke(app_for(["fmt"]), ["fmt", "--write", str(path)])
        assert done.exit_code == 0, done.output
        written = path.read_bytes()
        (reading,) = Reader(GAMES).read_path(str(path))
        assert reading.record is not None
        assert before.record is not None
        assert outline(reading.record, False) == outline(before.record, False)
    assert path.read_bytes() == written
    assert b'w \xef\xbb\xbf[Event\n"Other"]' in written
    db = tmp_path / "a.duckdb"
    with create_database(db) as database:
        assert load(database, Reader(GAMES), str(path)).stored == 1
    out = tmp_path / "out.mgn"
    words = ["export", "--db", str(db), "--out", str(out)]
    assert CliRunner().invoke(app_for(words), words).exit_code == 0
    (reading,) = Reader(GAMES).read_path(str(out))
    assert reading.record is not None
    assert before.record is not None
    assert outline(reading.record, False) == outline(before.record, False)


def test_what_is_loaded_is_exported_as_it_was(tmp_path: Path) -> None:
    """The law goes through the database, too: by the reader in bulk and out again."""
    draw = Draw(random.Random(7))
    texts = []
    for number in range(120):
        drawn = draw.record()
        drawn = replace(drawn, tags={**drawn.tags, "Round": str(number)})
        text = check_record(drawn, is_literal=True)
        if text is not None:
            texts.append(text)
    path, db, out = tmp_path / "a.mgn", tmp_path / "a.duckdb", tmp_path / "out.mgn"
    path.write_bytes("\n".join(texts).encode())
    with create_database(db) as database:
        assert load(database, Reader(GAMES), str(path)).stored == len(texts)
    words = ["export", "--db", str(db), "--out", str(out)]
    assert CliRunner().invoke(app_for(words), words).exit_code == 0
    before, after = (
        [reading.record for reading in Reader(GAMES).read_path(str(each))] for each in (path, out)
    )
    assert len(before) == len(after) == len(texts)
    for one, other in zip(before, after, strict=True):
        assert outline(other, True) == outline(one, True)
        assert {**other.tags, **one.tags} == other.tags


def test_commands_tell_what_cannot_be_written_and_go_on(tmp_path: Path) -> None:
    """Only somebody who writes into the database by hand has such games."""
    path, db = tmp_path / "a.mgn", tmp_path / "a.duckdb"
    path.write_text('[Event "1"]\n\n1. TSNd2 {a} 1-0\n\n[Event "2"]\n\n1. TSNd2 TSNc6 1-0\n')
    with create_database(db) as database:
        assert load(database, Reader(GAMES), str(path)).stored == 2
        update_index(database)
        database.connection.execute("update comments set text = 'a' || chr(27) || '[31m'")
    for words in (
        ["export", "--db", str(db)],
        ["query", "blue stack TSN on d2", "--db", str(db), "--format", "mgn"],
        ["game", "1", "--db", str(db)],
        ["game", "1", "--db", str(db), "--format", "mgn"],
        ["doctor", "--db", str(db)],
    ):
        done = CliRunner().invoke(app_for(words), words)
        assert done.exit_code == 1, (words, done.output)
        assert "a comment has the control character U+001B" in done.output
        assert "\x1b" not in done.output
        assert ('[Event "2"]' in done.stdout) == (words[0] in ("export", "query")), words


def test_drawn_records_are_of_all_kinds() -> None:
    """The law says something: its records have lines, marks and levels of every kind."""
    draw = Draw(random.Random(5))
    found = [draw.record() for _ in range(300)]
    texts = [each for one in found for each in (*one.comments, *one.closing_comments)]
    assert {each.kind for each in texts} == set(CommentKind)
    assert any("\ufeff[" in each.text for each in texts)
    assert any("\r" in each.text for each in texts)
    assert any("}" in each.text for each in texts)
    assert any(ply.variations for one in found for ply in one.plies)


# Comments keep their place among the variations of a ply


@pytest.mark.parametrize(
    "movetext",
    [
        "1. TSNd2 TSNd6 {a} (1... TSNe6) {b} 2. d2#-d3 *",
        "1. TSNd2 (1. TSNc2 {x} (1. TSNe2) {y}) {a} (1. Sb1) {b} {c} 1... TSNd6 *",
        "1. TSNd2 {a} (1. TSNc2) (1. TSNe2) {b} *",
    ],
)
def test_a_comment_stays_behind_its_variation(movetext: str) -> None:
    reading = read_one(f"{E}{movetext}\n")
    assert reading.record is not None, reading.diagnostics
    once = format_record(reading.record, GAME.description)
    assert " ".join(once.rpartition("\n\n")[2].split()) == movetext
    again = read_one(once)
    assert again.record is not None
    assert format_record(again.record, GAME.description) == once
