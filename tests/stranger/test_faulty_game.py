"""Games that break the contract: left out when they are registered, or blamed by their name."""

from pathlib import Path

import pytest
from installed_kit import run_with, told_of


def test_a_game_that_cannot_be_used_is_left_out(tmp_path: Path) -> None:
    told = told_of("class Bad:\n    description = None\n\nGAME = Bad()\n", tmp_path)
    assert told.startswith(
        "mentis: the game bad (bad_game:GAME) is left out: it lacks start_position"
    )


@pytest.mark.parametrize(
    ("changed", "reason"),
    [
        ("grammar=Path('x.lark')", "its grammar is PosixPath('x.lark'), not a text"),
        ("kinds='step'", "its kinds are 'step', not a tuple"),
        ("opener=2", "its opener is 2, not 0, 1 or None"),
        ("numbered_by='FirstPlayer'", "'FirstPlayer' is no setting that lasts with a word for"),
        ("sides=('Event', 'White')", "the tag Event stands for two things"),
        ("sides=('White', 'White')", "the tag White stands for two things"),
        ("grammar='none.lark'", "there is no grammar none.lark"),
        ("codes=2 * CODES", "it has two codes A101"),
        ("codes=(replace(CODES[0], id='Z1', slug='tags-missing'),)", "the notation has"),
    ],
)
def test_a_game_with_a_wrong_fact_is_left_out(changed: str, reason: str, tmp_path: Path) -> None:
    module = f"""
from dataclasses import replace
from pathlib import Path
from annulus.game import Annulus

CODES = Annulus.description.codes
facts = dict(slug="bad", title="Bad", codes=())
GAME = Annulus()
GAME.description = replace(GAME.description, **(facts | dict({changed})))
"""
    assert f"is left out: {reason}" in told_of(module, tmp_path)


def test_the_class_of_a_game_is_no_game(tmp_path: Path) -> None:
    told = told_of("from annulus.game import Annulus as GAME\n", tmp_path)
    assert "is left out: it is the class Annulus: name an object of it" in told


@pytest.mark.parametrize(
    ("method", "words"),
    [
        (
            "def outcome(self, position): return Outcome('1-0', 'luck')",
            "Bad ends with 'luck', which",
        ),
        ("def outcome(self, position): return Outcome('won', '')", "ends with the result 'won'"),
        ("def play(self, position, move): return position.nothing", "Bad fails: AttributeError: "),
        ("def resolve(self, position, ply): return Verdict(Odd(1 << 60))", "a1 the code 1152921"),
        ("def resolve(self, position, ply): return Verdict(Odd(1, 'hop'))", "a1 the kind 'hop'"),
        ("def parse_position(self, text, settings): 1 / 0", "Bad fails: ZeroDivisionError: "),
    ],
)
def test_a_game_that_breaks_the_contract_is_blamed(method: str, words: str, tmp_path: Path) -> None:
    module = f"""
from collections import namedtuple
from dataclasses import replace
from annulus.game import Annulus
from mentis_records.core.outcome import Outcome
from mentis_records.core.verdict import Verdict

Odd = namedtuple("Odd", ["code", "kind", "notation"], defaults=["place", "a1"])

class Bad(Annulus):
    description = replace(Annulus.description, slug="bad", title="Bad", codes=())
    {method}

GAME = Bad()
"""
    record = tmp_path / "x.mgn"
    start = '[Position "3/3/3 w 1"]' if "parse" in method else ""
    record.write_text(f'[Game "Bad"]\n{start}\n\n1. a1 a3 *\n')
    told_of(module, tmp_path)
    for command in (("validate",), ("load", "--no-index", "--db", str(tmp_path / "x.duckdb"))):
        done = run_with(tmp_path, *command, str(record))
        assert done.returncode == 3, done.stdout + done.stderr
        assert words in done.stderr
        assert "Traceback" not in done.stderr
        assert "ignored" not in done.stderr


def test_a_game_of_one_file_is_not_blamed_for_those_beside_it(tmp_path: Path) -> None:
    module = """
from dataclasses import replace
from annulus.game import Annulus

class Bad(Annulus):
    description = replace(Annulus.description, slug="{0}", title="{0}".title(), codes=())
    {1}

GAME = Bad()
"""
    (tmp_path / "worse.py").write_text(module.format("worse", "def play(self, *given): 1 / 0"))
    names = tmp_path / "worse-1.0.dist-info"
    names.mkdir()
    (names / "METADATA").write_text("Metadata-Version: 2.1\nName: worse\nVersion: 1.0\n")
    (names / "entry_points.txt").write_text("[mentis_records.games]\nworse = worse:GAME\n")
    told_of(module.format("bad", ""), tmp_path)
    record = tmp_path / "x.mgn"
    record.write_text('[Game "Worse"]\n\n1. a1 a3 *\n')
    done = run_with(tmp_path, "validate", str(record))
    assert done.stderr.startswith("mentis: the game Worse fails: ZeroDivisionError: ")


@pytest.mark.parametrize("tag", ["round", "White", "WhiteElo", "Captures"])
def test_a_setting_has_a_tag_of_its_own(tag: str, tmp_path: Path) -> None:
    module = f"""
import dataclasses
from annulus.game import Annulus
from mentis_records.core.setting import Choice, Setting

twice = tuple(Setting(tag, Choice(("a", "b"))) for tag in ("Captures", {tag!r}))
GAME = Annulus()
GAME.description = dataclasses.replace(GAME.description, slug="bad", title="Bad", settings=twice)
"""
    assert f"is left out: the tag {tag} stands for two things" in told_of(module, tmp_path)
