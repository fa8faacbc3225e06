"""Views leak nothing: what differs in hidden faces alone gives the same output, byte for byte."""

import random
import re
from itertools import product
from pathlib import Path

import pytest
from case_kit import cases_of
from cli_kit import RULEBOOK, mentis
from size_kit import sampled

CASES = cases_of(__file__)

FOLDER = Path(__file__).parents[1] / "cases"
EASY = (FOLDER / "cirkle_mind" / "easy.mgn").read_text(encoding="utf-8")
_NOTES = '[Annotator "Ann"]\n[Secret "{faces}"]\n'
_FACE = re.compile("[YGBMK][tsxoc]")

STACKS = CASES["stacks"]
"""A record in which nothing moves off a stack, with notes that tell what is hidden."""

MENTIS = tuple(
    STACKS.format(under=under, below=below, hand=hand) for under, below, hand in CASES["mentis"]
)


def _cirkle(plies: int, seed: int | None) -> str:
    """Return the first plies of a game; with a seed, faces change places that Green was not shown.

    A face is shown when it stands behind an attack.
    """
    head, movetext = EASY.split("\n\n")
    turns = [word for word in movetext.split() if not word.endswith(".")][:-1]
    is_whole = plies >= len(turns)
    turns = turns[:plies]
    if seed is not None:
        shown = set()
        for at, turn in enumerate(turns):
            own, other = _FACE.findall(turn) or ("", "")
            shown |= {own if at % 2 else other}
        (setup,) = re.findall(r'\[MauveSetup "(.*)"\]', head)
        hidden = [face for face in _FACE.findall(setup) if face not in shown]
        changed = hidden[:]
        random.Random(seed).shuffle(changed)
        becomes = dict(zip(hidden, changed, strict=True))
        other = _FACE.sub(lambda found: becomes.get(found[0], found[0]), setup)
        assert other != setup
        head = head.replace(setup, other)
        head += "\n" + _NOTES.format(faces=other).rstrip()
    else:
        head += "\n" + _NOTES.format(faces="none").rstrip()
    if not is_whole:
        head = re.sub(r'\[(Result|Termination) ".*"\]\n', "", head)
    numbered = "".join(
        f"{'' if at % 2 else f'{at // 2 + 1}. '}{turn} " for at, turn in enumerate(turns)
    )
    return f"{head}\n\n{numbered}{'1-0' if is_whole else '*'}\n"


def _given(folder: Path, text: str, view: str, *words: object) -> tuple[str, str, list[bytes]]:
    """Return what a command gives for a record as a side saw it: output, errors and files."""
    path = folder / "a.mgn"
    path.write_text(text, encoding="utf-8")
    done = mentis("show", path, "--view", view, *words, code=0)
    drawn = [folder / str(word) for word in words if str(word).startswith(str(folder))]
    return done.stdout, done.stderr, [file.read_bytes() for file in drawn]


FORMS = ("text", "mgn", "json")


def _games(folder: Path, text: str, *views: str) -> list[str]:
    """Return what ``mentis game`` tells of a record as sides saw it, in every format."""
    path, db = folder / "a.mgn", folder / "a.duckdb"
    path.write_text(text, encoding="utf-8")
    db.unlink(missing_ok=True)
    assert mentis("load", path, "--db", db, "--no-index").exit_code == 0
    found = []
    for view, form in product(views, FORMS):
        done = mentis("game", 1, "--db", db, "--view", view, "--format", form, code=0)
        found.append(done.stdout)
    return found


@pytest.mark.parametrize("text", MENTIS[1:])
def test_stacks_and_hands_are_the_same_to_blue(text: str, tmp_path: Path) -> None:
    for ply in (0, 2, 4):
        given = [_given(tmp_path, each, "blue", "--ply", ply) for each in (MENTIS[0], text)]
        assert given[0] == given[1]
        assert "?6" in given[0][0]


@pytest.mark.parametrize("kind", ["svg", "png", pytest.param("gif", marks=pytest.mark.ci)])
def test_pictures_are_the_same_to_blue(kind: str, tmp_path: Path) -> None:
    file = tmp_path / f"a.{kind}"
    given = [_given(tmp_path, each, "blue", f"--{kind}", file) for each in (MENTIS[0], MENTIS[2])]
    assert given[0] == given[1]
    assert given[0][2]
    other = _given(tmp_path, MENTIS[2], "red", f"--{kind}", file)
    assert other[2] != given[0][2]


def test_games_are_told_the_same_to_blue(tmp_path: Path) -> None:
    told = [_games(tmp_path, text, "blue", "red") for text in MENTIS]
    blue, red = [each[:3] for each in told], [each[3:] for each in told]
    for at in range(len(FORMS)):
        assert len({each[at] for each in blue}) == 1
        assert len({each[at] for each in red}) > 1


@sampled("plies", ((0,), (13,), (99,)), 2)
def test_set_ups_are_the_same_to_green(plies: int, tmp_path: Path) -> None:
    texts = [_cirkle(plies, None), _cirkle(plies, 1), _cirkle(plies, 2)]
    given = [_given(tmp_path, text, "green") for text in texts]
    assert given[0] == given[1] == given[2]
    file = tmp_path / "a.svg"
    drawn = [_given(tmp_path, text, "green", "--svg", file)[2] for text in texts]
    assert drawn[0] == drawn[1] == drawn[2]
    told = [_games(tmp_path, text, "green") for text in texts]
    assert told[0] == told[1] == told[2]
    assert len({_given(tmp_path, text, "mauve")[0] for text in texts[1:]}) == 2


def test_what_one_side_saw_is_a_record(tmp_path: Path) -> None:
    path = tmp_path / "b.mgn"
    path.write_text(_games(tmp_path, EASY, "green")[1], encoding="utf-8")
    done = mentis("validate", path)
    assert (done.exit_code, "1 valid" in done.stdout + done.stderr) == (0, True)
    assert "Setup" not in path.read_text(encoding="utf-8")


def test_queries_are_about_what_is_seen(tmp_path: Path) -> None:
    db, page = tmp_path / "a.duckdb", tmp_path / "a.html"
    pages = []
    for text in MENTIS[:2]:
        path = tmp_path / "a.mgn"
        path.write_text(text, encoding="utf-8")
        db.unlink(missing_ok=True)
        assert mentis("load", path, "--db", db).exit_code == 0
        words = ("any S in c6 or any stack *N on board", "--db", db, "--view", "blue")
        shown = mentis("query", *words, "--show").stdout
        assert mentis("query", *words, "--page", page).exit_code == 0
        pages.append((shown, page.read_text(encoding="utf-8")))
    assert pages[0] == pages[1]
    done = mentis("query", "start", "--db", db, "--view", "blue", code=2)
    assert "--view is for the boards of --show and --page" in done.stderr


@pytest.mark.parametrize(
    ("path", "view", "words"),
    [
        (RULEBOOK, "green", "--view green: choose one of blue, red"),
        (
            RULEBOOK.parent / "mensaspiel.mgn.gz",
            "white",
            "--view white: MensaSpiel has no hidden information: leave it out",
        ),
    ],
)
def test_other_views_are_refused(path: Path, view: str, words: str) -> None:
    done = mentis("show", path, "--view", view)
    assert (done.exit_code, done.stdout) == (2, "")
    assert words in done.stderr


def test_a_faulty_record_does_not_tell_what_is_hidden(tmp_path: Path) -> None:
    path = tmp_path / "a.mgn"
    path.write_text(MENTIS[0].replace("d7-e7", "d7-d5"), encoding="utf-8")
    done = mentis("show", path, "--view", "blue", code=1)
    assert "has errors: mentis validate tells which" in done.stderr
    assert "tsn" not in done.stdout + done.stderr
