"""What a game offers is declared by name, looked for when registered, and checked when used."""

import re
import subprocess
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest
from case_kit import cases_of
from program_kit import python

from mentis_records.core.capability_module import (
    MEMBERS,
    CapabilityError,
    declaration_fault,
    load_capability,
)
from mentis_records.core.game import GameDescription
from mentis_records.core.setting import Choice, Setting, Text, WholeNumber
from mentis_records.export.game_row import columns_of
from mentis_records.games.installed import RESERVED, _misfit
from mentis_records.games.registry import OURS
from mentis_records.notation.tag.known_tag import common_tags
from mentis_records.query.field import FIELDS
from mentis_records.query.parse.query_grammar import query_parser
from mentis_records.query.predicate.registry import OF_ALL, OF_SCENES
from mentis_records.query.predicate.scene import InCommonPool
from mentis_records.store.count.typical import GROUPS
from mentis_records.store.game_list import list_columns
from mentis_records.store.schema import TABLES

ROOT = Path(__file__).parents[2]
SITE = ROOT / "tests" / "stranger" / "site"
OF_GAMES = ("games", "matches")
"""Tables of which games have views with the names of their sides and settings."""

CASES = cases_of(__file__)
LEFT_OUT, AT_USE = CASES["left_out"], CASES["at_use"]


def _run(site: Path, *words: object) -> subprocess.CompletedProcess[str]:
    return python("-m", "mentis_records.cli", *words, path=(SITE, site), is_first=True)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with a distribution that has one game a fault."""
    folder = tmp_path_factory.mktemp("faulty")
    package, facts = folder / "faulty", folder / "faulty-1.0.dist-info"
    package.mkdir()
    facts.mkdir()
    games = {slug: declared for slug, (declared, _) in (LEFT_OUT | AT_USE).items()}
    games["object"] = "picture=SimpleNamespace(picture=lambda position, last: None)"
    lines = [f"{slug.upper()} = _game({slug!r}, {declared})" for slug, declared in games.items()]
    (package / "__init__.py").write_text("")
    (package / "game.py").write_text("\n".join([CASES["module"], *lines, ""]))
    (package / "wrong.py").write_text("picture = 1\n")
    (package / "raising.py").write_text("print('imported')\n1 / 0\n")
    points = [f"{slug} = faulty.game:{slug.upper()}" for slug in games]
    (facts / "METADATA").write_text("Metadata-Version: 2.1\nName: faulty\nVersion: 1.0\n")
    (facts / "entry_points.txt").write_text("\n".join(["[mentis_records.games]", *points, ""]))
    return folder


def test_games_that_declare_what_cannot_be_are_left_out(site: Path) -> None:
    done = _run(site, "version")
    assert done.returncode == 0, done.stderr
    for slug, (_, words) in LEFT_OUT.items():
        (line,) = [each for each in done.stderr.split("\n") if f"the game {slug} (" in each]
        assert words in line
        assert slug.title() not in done.stdout
    for slug in ("object", *AT_USE):
        assert slug.title() in done.stdout
        assert f"the game {slug} (" not in done.stderr
    assert "imported" not in done.stdout  # what it has is imported when it is asked for


@pytest.mark.parametrize("slug", AT_USE)
def test_what_is_not_as_declared_is_said_at_its_first_use(
    site: Path, tmp_path: Path, slug: str
) -> None:
    path = tmp_path / "a.mgn"
    path.write_text("1. a1 a3 *\n")
    assert _run(site, "perft", 1, "--rules", slug).stdout == "8\n"
    done = _run(site, "show", path, "--rules", slug)
    assert done.returncode == 3
    told = [each for each in done.stderr.split("\n") if each.startswith("mentis:")]
    (line,) = [each for each in told if "is left out" not in each]
    assert line.startswith(f"mentis: {slug.title()} lacks its picture {AT_USE[slug][1]}")
    assert "Traceback" not in done.stderr


def test_our_games_have_what_they_declare() -> None:
    assert OURS
    for game in OURS:
        facts = game.description
        assert not declaration_fault(facts.capabilities)
        for name in MEMBERS:
            found = facts.capability(name)
            assert (found is not None) == (name in facts.capabilities)


@pytest.mark.parametrize(
    ("setting", "words"),
    [
        (Setting("Most", WholeNumber(1, 3, usual=4)), "the default of Most, '4', is none"),
        (Setting("Pair", Text(str.lower, "small letters", "A")), "the default of Pair, 'A', is"),
        (("Most", "3"), "('Most', '3') is not a setting"),
        (Setting("To win", WholeNumber(1, 3, usual=3)), "'To win' is not a tag"),
    ],
)
def test_settings_are_checked_when_a_game_is_registered(setting: Any, words: str) -> None:
    (game,) = OURS[:1]
    members = {name: getattr(game, name) for name in dir(game) if not name.startswith("_")}
    members["description"] = replace(game.description, settings=(setting,))
    assert _misfit(cast(Any, SimpleNamespace(**members)), ()).startswith(words)


def _misfit_of(*known: GameDescription, **facts: Any) -> str:
    """Return why a game like ours but for some facts cannot stand beside others."""
    (game,) = OURS[:1]
    members = {name: getattr(game, name) for name in dir(game) if not name.startswith("_")}
    members["description"] = replace(game.description, **facts)
    return _misfit(cast(Any, SimpleNamespace(**members)), known)


@pytest.mark.parametrize("tag", ["Length", "Plies", "Tags", "Game_id", "End", "any", "Opening"])
def test_settings_and_sides_have_names_of_their_own(tag: str) -> None:
    setting = Setting(tag, WholeNumber(1, 3, usual=3))
    told = f"the tag {tag} is taken: a column, a field or a word of queries is called so"
    assert _misfit_of(settings=(setting,)) == told
    assert _misfit_of(sides=(tag, "Red"), settings=()) == told


def test_a_setting_is_not_called_like_the_column_of_a_side() -> None:
    for tag, told in (("Blue_elo", "the tag Blue_elo stands for two things"), ("Row", "")):
        assert _misfit_of(settings=(Setting(tag, WholeNumber(1, 3, usual=3)),)) == told


def test_reserved_names_are_those_of_columns_fields_groups_and_words() -> None:
    facts = OURS[0].description
    ours = [game.description for game in OURS]
    own = {tag.lower() for each in ours for tag in each.sides}
    own |= {setting.tag.lower() for each in ours for setting in each.settings}
    own |= {pool.name for pool in facts.vocabulary.pools}
    parser = query_parser(
        facts.sides,
        facts.vocabulary,
        [each for each in (*OF_SCENES, *OF_ALL) if each != InCommonPool],
    )
    table = parser.parser.parser._parse_table
    accepted = set(parser.parse_interactive("").accepts())
    accepted.update(*(actions for actions in table.states.values() if "SIDE" in actions))
    words = {
        found[0].lower()
        for terminal in parser.terminals
        if terminal.name in accepted and (found := re.match("[a-z]{2,}", terminal.pattern.value))
    }
    assert {"end", "start", "move", "then"} < words
    names = {
        *words,
        *(column.name for table in TABLES for column in table.columns if table.name in OF_GAMES),
        *(*list_columns(None), *columns_of(None), *GROUPS),
        *(name for name in FIELDS if " " not in name),
    }
    assert names - own - RESERVED <= {tag.lower() for tag in common_tags(facts.sides)}


@pytest.mark.parametrize(
    "facts",
    [
        {"settings": (Setting("Variant", WholeNumber(3, 5, usual=3)),)},
        {"settings": (Setting("Variant", Text(str, "a text")),)},
        {"settings": (Setting("variant", Choice(("a", "b"))),)},
        {"settings": (Setting("Blue", Choice(("a", "b"))),), "sides": ("White", "Black")},
        {"settings": (), "sides": ("Variant", "Red")},
        {"settings": (), "sides": ("red", "blue")},
    ],
)
def test_a_tag_means_the_same_in_all_games(facts: dict[str, Any]) -> None:
    """A field of queries would else be of another kind when another game is installed."""
    names = {"slug": "other", "title": "Other", "codes": ()}
    (game,) = OURS[:1]
    beside = game.description
    assert re.fullmatch(
        "the tag (Variant|variant|Blue|red) is of another kind, or in other capitals, in Mentis",
        _misfit_of(beside, **names, **facts),
    )
    assert not _misfit_of(
        beside, **names, settings=(Setting("Variant", Choice(("a", "b"))),), sides=("Red", "Blue")
    )


WRONG: dict[str, tuple[dict[str, object], str]] = {
    "picture": ({"picture": "a.svg"}, "picture is not a function"),
    "kernel": ({}, "kernel is missing"),
    "vocabulary": ({"VOCABULARY": object()}, "VOCABULARY is not a core.vocabulary.Vocabulary"),
    "scene_sql": ({"SCENE_SQL": 1}, "SCENE_SQL is not a core.query.scene_sql.SceneSql"),
    "predicates": (
        {"PREDICATES": (int,)},
        "PREDICATES is not classes of core.query.predicate.Predicate",
    ),
    "index": ({"FEATURES": (), "EXCERPT": 1}, "EXCERPT is not a core.feature.Excerpt"),
    "derived": ({"DERIVED": "mask"}, "DERIVED is not a tuple of core.feature.DerivedFeature"),
    "tallies": ({"TALLIES": (1,)}, "TALLIES is not a tuple of core.tally.Tally"),
    "sections": ({"sections": ()}, "sections is not a function of a census"),
    "material": ({"MATERIAL": 1}, "MATERIAL is not a core.material.Material"),
    "search": ({"board": len}, "about is missing, a function of nothing"),
    "policies": ({"POLICIES": None}, "POLICIES is missing"),
    "symmetries": ({"SYMMETRIES": 1}, "SYMMETRIES is not a tuple of core.symmetry.Symmetry"),
    "families": ({"family": "flank"}, "family is not a function of a move"),
    "views": ({"view": len}, "known is missing, a function of a position and a side"),
    "score": ({}, "score is missing"),
    "choices": ({"claimed": len}, "choices is missing, a function of a position"),
    "claims": ({"may_have_ended": True}, "may_have_ended is not a function of a position"),
    "match": ({"place": len, "follows": len}, "outcome is missing"),
    "trials": ({"LUD": "Corridor.lud"}, "read is missing, a function of a trial"),
    "examples": ({"EXAMPLES": {"S1": 1}}, "EXAMPLES is not tuples by id of core.diagnostic"),
}
"""For each capability an object that lacks it, and what is said of it."""


@pytest.mark.parametrize("name", MEMBERS)
def test_members_are_checked(name: str) -> None:
    members, words = WRONG[name]
    with pytest.raises(CapabilityError, match=f"^Corridor lacks its {name}: {words}"):
        load_capability("Corridor", name, SimpleNamespace(**members))
