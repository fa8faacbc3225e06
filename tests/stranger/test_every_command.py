"""Every command runs on games from other distributions, alone and beside another.

Annulus provides what is compulsory, Corona every capability but choices, a board for the search and
trials of Ludii: what one game does not offer is told in a sentence, and what the other offers is
right.
"""

import importlib
import json
import re
import shlex
import shutil
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from case_kit import cases_of
from installed_kit import alien_words
from program_kit import ROOT, mentis, python

from mentis_records.cli.main import COMMANDS
from mentis_records.core.capability_module import MEMBERS

CASES = cases_of(__file__)

pytestmark = pytest.mark.one_build

HERE = Path(__file__).parent
RULEBOOK = ROOT / "data" / "rulebook.mgn"


@dataclass(frozen=True)
class Variant:
    """A game of a distribution: its folder, its slug, and one of its codes."""

    site: Path
    slug: str
    code: str


BARE = Variant(HERE / "site", "annulus", "A102")
FULL = Variant(HERE / "full", "corona", "Z102")

COMMON = CASES["common"]
"""Command lines that give something for every game."""

COUNTED = CASES["counted"]
"""The same, of lines about all records that are loaded."""

LAST = CASES["last"]
"""The same, of lines that delete; they are the last."""

DRAWING = CASES["drawing"]
OTHERS = frozenset(("demo", "explore", "lake"))
"""Commands that are about records of their own, go on until they are ended, or start workers."""

QUERIES: dict[str, Callable[[ModuleType, Any], bool]] = {
    "white stone on b1": lambda _, now: now.stones[1] == "w",
    "any stone in corner": lambda _, now: any(now.stones[at] != "." for at in (0, 2, 5, 7)),
    "count(any any on row 1) >= 2": lambda _, now: now.stones[:3].count(".") <= 1,
    "empty a2:c3": lambda _, now: "." in now.stones[3:],
    "black hand stone = 1": lambda _, now: now.hands[1] == 1,
    "to move black and white stack stone on a1": lambda _, now: (
        now.side == 1 and now.stones[0] == "w"
    ),
    "any height >= 1 on b3": lambda _, now: now.stones[6] != ".",
    "white threatens board": lambda board, now: bool(board.completing(now.stones, "w")),
    "not (black threatens c2) and white stone on c1": lambda board, now: (
        now.stones[2] == "w" and 4 not in board.completing(now.stones, "b")
    ),
    "count(white threatens board) >= 2": lambda board, now: (
        len(board.completing(now.stones, "w")) >= 2
    ),
    "mirror(black stone on a2)": lambda _, now: "b" in now.stones[3:5],
    "swap(white stone on a1)": lambda _, now: now.stones[0] != ".",
}
"""Queries with words of every kind, and what they mean of a position."""

MOVED = CASES["moved"]
"""Queries about moves and sequences."""

OFFERED = CASES["offered"]
"""Command lines for what only Corona offers."""

ASKED = CASES["asked"]
"""What is asked of the database in SQL."""

MATCH = CASES["match"]


def run(site: Path, lines: list[list[str]]) -> list[tuple[int, str, str]]:
    """Run command lines with a distribution installed; return what each gave."""
    done = [mentis(*words, path=[site]) for words in lines]
    return [(each.returncode, each.stdout, each.stderr) for each in done]


def words_of(line: str, **values: object) -> list[str]:
    """Return the words of a command line with the names in braces replaced."""
    return [word.format(**values) for word in shlex.split(line)]


SLOW = ("report opening", "report player", "report collection")
"""Reports that are made for the variant that offers all; ``test_stranger`` has the others."""


def lines_of(variant: Variant, folder: Path, *, is_beside: bool) -> list[list[str]]:
    """Return all command lines for a variant, beside a game of Mentis or not."""
    db = folder / "x.duckdb"
    values = {
        **{"slug": variant.slug, "code": variant.code, "folder": folder, "db": db},
        "game": 3 if is_beside else 1,
    }
    own: tuple[str, ...] = ()
    asked: list[list[str]] = []
    if variant is FULL:
        own = OFFERED
        about = ["--rules", variant.slug, "--db", str(db)]
        replayed = MOVED[:1] if is_beside else (*MOVED, *[*QUERIES][:1])
        asked = [["query", text, "--verify", *about] for text in replayed]
        asked += [["sql", text, "--format", "json", "--db", str(db)] for text in ASKED.values()]
    counted = [line for line in COUNTED if variant is FULL or not line.startswith(SLOW)]
    lines = [words_of(line, **values) for line in (*COMMON, *DRAWING, *own, *counted)]
    lines += [*asked, *(words_of(line, **values) for line in LAST)]
    first = [["load", str(RULEBOOK), "--db", str(db)]] if is_beside else []
    return first + lines


def fault_of(variant: Variant, words: list[str], given: tuple[int, str, str]) -> str:
    """Return what is wrong with what a command line gave, or nothing."""
    code, out, err = given
    if variant is BARE and words[0] == "show" and words[2] in ("--svg", "--png", "--gif", "--html"):
        return "" if (code, err) == (2, "mentis: boards of Annulus cannot be drawn\n") else err
    if words[0] == "standings" and code == 1:  # a single game of self-play is no event
        return "" if err.startswith("no games of known players\nunknown: ") else err
    if code or "Traceback" in err:
        return f"exit code {code}: {out} {err}"
    if not (out or err or "--check" in words):
        return "it says nothing"
    if words[0] == "doctor" and out != "0 differences\n":
        return out
    if "--verify" in words and ", 0 differences" not in out + err:
        return out + err
    return ""


@pytest.mark.parametrize(
    ("variant", "is_beside"),
    [
        pytest.param(BARE, True, id="bare beside", marks=pytest.mark.ci),
        pytest.param(FULL, False, id="full alone"),
        pytest.param(BARE, False, id="bare alone", marks=pytest.mark.ci),
        pytest.param(FULL, True, id="full beside", marks=pytest.mark.ci),
    ],
)
def test_every_command_runs(
    variant: Variant, is_beside: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert {line.split()[0] for line in (*COMMON, *COUNTED, *LAST)} | OTHERS == set(COMMANDS)
    (tmp_path / "m.mgn").write_text(MATCH)
    lines = lines_of(variant, tmp_path, is_beside=is_beside)
    given = run(variant.site, lines)
    faults = [
        f"{' '.join(words)}: {fault}"
        for words, result in zip(lines, given, strict=True)
        if (fault := fault_of(variant, words, result))
    ]
    if not is_beside:
        faults += [
            f"{' '.join(words)}: it says {found}"
            for words, (_, out, err) in zip(lines, given, strict=True)
            if words[0] not in ("explain", "version") and (found := alien_words(out + err))
        ]
    for path in (tmp_path / "r").rglob("*.[hj][ts][mo][ln]"):
        assert not alien_words(path.read_text(encoding="utf-8")), path
    assert not faults, "\n".join(faults)
    report = (tmp_path / "r" / "winrate.html").read_text(encoding="utf-8")
    assert {"White", "Black"} <= set(re.findall(r"\w+", report))
    if variant is FULL:
        told = {
            text: json.loads(out)
            for words, (_, out, _) in zip(lines, given, strict=True)
            for text in words[1:2]
            if text in ASKED.values()
        }
        monkeypatch.syspath_prepend(str(FULL.site))
        answers = {name: told[text] for name, text in ASKED.items()}
        check_answers(tmp_path, answers, deleted=3 if is_beside else 1)


def check_answers(folder: Path, told: dict[str, list[dict[str, Any]]], deleted: int) -> None:
    """Check what was told of Corona against a replay that knows nothing but its rules."""
    game, index, derived, board = (
        importlib.import_module(f"corona.{name}") for name in ("game", "index", "derived", "board")
    )
    assert set(game.GAME.description.capabilities) == set(MEMBERS) - {"choices", "search", "trials"}
    records = [
        text
        for text in (folder / "out.mgn").read_text(encoding="utf-8").split("\n\n[Event")
        if '[Game "Corona"]' in text
    ]
    replays = [replay(game.GAME, text) for text in records]
    assert len(replays) == len(told["points"]) > 50
    rows = [index.describe(position) for positions in replays for position in positions]
    width = len(index.FEATURES)
    names = [feature.name for feature in index.FEATURES]
    assert told["features"] == [
        dict(zip(names, row, strict=False))
        | {
            feature.name: eval(feature.expression, dict(zip(names, row, strict=False)))
            for feature in derived.DERIVED
        }
        for row in rows
    ]
    assert told["excerpt"] == [
        {"white_rows": row[width], "black_rows": row[width + 1], "threats": row[4], "mover": row[3]}
        for row in rows
        if row[4]
    ]
    seen = [[index.describe(each)[:2] + tuple(index.see(each)) for each in one] for one in replays]
    assert [[*row.values()] for row in told["unions"]] == [
        [united(column) for column in zip(*one, strict=True)] for one in seen
    ]
    for record in told["points"]:
        won = {"1-0": (record["stake"], "0"), "0-1": ("0", record["stake"])}
        points = won.get(record["result"], ("0", "0"))
        assert (str(record["white_points"]), str(record["black_points"])) == points, record
    (match,) = told["matches"]
    assert list(match.values()) == ["Ann", "Bob", 2, 2, 3, "0-1"]
    asked = {"db": str(folder / "x.duckdb"), "rules": "corona", "queries": [*QUERIES]}
    done = python(HERE / "ask_all.py", path=[FULL.site], stdin=json.dumps(asked))
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)["found"]
    kept = [each["game_id"] for each in told["texts"]]
    for text, is_true in QUERIES.items():
        plies = {
            str(number): [ply for ply, now in enumerate(one) if is_true(board, now)]
            for number, one in zip(kept, replays, strict=True)
            if number != deleted
        }
        assert found[text] == {number: hits for number, hits in plies.items() if hits}, text
        assert found[text], text


def replay(game: Any, text: str) -> Sequence[Any]:
    """Return the positions of a record, which is a text."""
    tags, movetext = text.split("\n\n")[:2]
    position = game.start_position(dict(re.findall(r'\[(\w+) "([^"]*)"\]', tags)))
    positions = [position]
    for name in re.findall("[a-c][1-3](?:-[a-c][1-3])?", movetext):
        (move,) = [each for each in game.legal_moves(position) if each.notation == name]
        position = game.play(position, move)
        positions.append(position)
    return positions


def united(numbers: Sequence[int]) -> int:
    """Return the bits that some of the numbers have."""
    found = 0
    for number in numbers:
        found |= number
    return found


BESIDE_BROKEN = (
    f"load {RULEBOOK} --db {{db}}",
    *(line for line in COUNTED if line.split()[0] in ("index", "info", "games", "duplicates")),
    "export --db {db} --format json",
    "query end --db {db}",
    "tree --db {db}",
    "report collection --db {db} --out {folder}/r --format json",
    "explain N101",
    "doctor --db {db}",
    "delete 1 --yes --db {db}",
)


def test_broken_modules_of_a_game_leave_other_games_alone(tmp_path: Path) -> None:
    site = tmp_path / "site"
    shutil.copytree(FULL.site, site, ignore=shutil.ignore_patterns("__pycache__"))
    for path in (site / FULL.slug).glob("*.py"):
        if path.stem not in ("__init__", "game", "board"):
            path.write_text("raise RuntimeError('torn')\n")
    (tmp_path / "m.mgn").write_text(MATCH)
    lines = [*BESIDE_BROKEN, f"load {tmp_path}/m.mgn --db {{db}}"]
    names = {"slug": "mentis", "folder": tmp_path, "db": tmp_path / "x.duckdb"}
    *given, last = run(site, [shlex.split(line.format(**names)) for line in lines])
    assert [code for code, _, _ in given] == [0] * len(BESIDE_BROKEN), given
    told = dict(zip(BESIDE_BROKEN, given, strict=True))["explain N101"][2]
    reason = "RuntimeError: torn"
    assert f"Corona lacks its examples (corona.examples): {reason}; they are left out" in told
    assert (last[0], last[2]) == (3, f"mentis: Corona lacks its kernel (corona.kernel): {reason}\n")
