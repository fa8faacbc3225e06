"""All games in one database: what is told of each is what a database of its own tells."""

import json
import re
import shlex
from collections.abc import Iterator
from itertools import permutations
from pathlib import Path

import pytest
from case_kit import cases_of
from cli_kit import json_of, mentis
from size_kit import sampled

from mentis_records.games.registry import OURS

CASES = cases_of(__file__)

SLUGS = tuple(game.description.slug for game in OURS)
PLAYED = 10
"""Games of each kind."""
LINES = CASES["lines"]
OF_PLACE = re.compile(
    r'"(game|id|record|first_game|database|db|source|best_games)": (\[.*?\]|[^,}\n]*)'
)
"""What says where a game is kept: it differs."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with a database of each game, and one of all, which players share."""
    place = tmp_path_factory.mktemp("games")
    for slug in SLUGS:
        records = place / f"{slug}.mgn"
        words = ("generate", "--rules", slug, "--games", PLAYED, "--seed", 3, "--max-plies", 40)
        assert mentis(*words, "--out", records).exit_code == 0
        for name in (slug, "all"):
            mentis("load", records, "--db", place / f"{name}.duckdb", code=0)
    return place


def _answers(folder: Path, slug: str, name: str) -> Iterator[str]:
    """Yield what a database says of a game, and the reports that it gives."""
    facts = next(game.description for game in OURS if game.description.slug == slug)
    text = (folder / f"{slug}.mgn").read_text(encoding="utf-8")
    (first,) = re.findall(r"^1\. (\S+)", text, flags=re.MULTILINE)[:1]
    out = folder / f"{slug}-{name}"
    values = {"slug": slug, "db": folder / f"{name}.duckdb", "folder": out}
    values |= {"side": facts.sides[0].lower(), "move": first}
    for line in LINES:
        done = mentis(*(word.format(**values) for word in shlex.split(line)), code=0)
        if not line.startswith("report"):
            yield OF_PLACE.sub("", done.stdout)
    for path in sorted((out / "numbers").iterdir()):
        yield path.name + OF_PLACE.sub("", path.read_text(encoding="utf-8"))


@sampled("slug", ((slug,) for slug in SLUGS), 4)
def test_the_others_do_not_matter(folder: Path, slug: str) -> None:
    alone, beside = _answers(folder, slug, slug), _answers(folder, slug, "all")
    for own, shared in zip(alone, beside, strict=True):
        assert len(own) > 1
        assert shared == own


def test_all_are_whole(folder: Path) -> None:
    db = folder / "all.duckdb"
    checked = mentis("doctor", "--db", db)
    assert (checked.exit_code, checked.stderr) == (0, "0 differences\n")
    told = json_of("info", "--db", db)
    assert {slug: told["selection"]["kinds"][slug] for slug in SLUGS} == dict.fromkeys(
        SLUGS, PLAYED
    )
    written = folder / "all.mgn"
    assert mentis("export", "--db", db, "--out", written).exit_code == 0
    again = mentis("load", written, "--db", folder / "again.duckdb", "--format", "json")
    assert json.loads(again.stdout.splitlines()[-1])["stored"] == PLAYED * len(SLUGS)


@pytest.mark.skipif(len(SLUGS) < 2, reason="one game only")
@pytest.mark.parametrize("command", ["tree", "players rate", "query start", "report winrate"])
def test_a_question_about_one_game_says_which_there_are(folder: Path, command: str) -> None:
    done = mentis(*command.split(), "--db", folder / "all.duckdb", code=2)
    assert all(slug in done.stderr for slug in (*SLUGS, "--rules"))


@sampled("slug, other", permutations(SLUGS, 2), 5)
def test_words_of_another_game_are_refused(folder: Path, slug: str, other: str) -> None:
    """A position of one game is none of another's."""
    text = mentis("show", folder / f"{other}.mgn", "--ply", 4).stdout.splitlines()[-1]
    done = mentis("moves", "--rules", slug, text, code=1)
    assert f"{text}: impossible position: " in done.stderr


@sampled("slug, other", permutations(SLUGS, 2), 5)
def test_a_player_of_another_game_is_no_field(folder: Path, slug: str, other: str) -> None:
    """It is one where records of both games are asked about."""
    sides = {game.description.slug: game.description.sides for game in OURS}
    tests = [f'{side} = "x"' for side in sides[other] if side not in sides[slug]]
    for test in tests:
        done = mentis("games", "--where", test, "--db", folder / f"{slug}.duckdb")
        assert (done.exit_code, "there is no field" in done.stderr) == (2, True)
        done = mentis("games", "--where", test, "--db", folder / "all.duckdb", code=0)
        words = ("--where", test, "--rules", slug, "--db", folder / "all.duckdb")
        assert mentis("games", *words).exit_code == 2
