"""``show``, ``game`` and the board next to an illegal ply: text, pictures, marks and stepping."""

from __future__ import annotations

import json
import random
import re
from itertools import product
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from case_kit import cases_of
from cli_kit import RULEBOOK, mentis
from PIL import Image
from size_kit import sampled
from terminal_kit import needs_terminal, run_on_terminal
from typer.testing import CliRunner, Result

from mentis_records.cli.main import make_app
from mentis_records.collection.file_record import read
from mentis_records.core.capability import is_drawn
from mentis_records.games import GAMES

CASES = cases_of(__file__)
ROOT = Path(__file__).parents[2]
RUNNER = CliRunner()


def show(*words: object) -> Result:
    return RUNNER.invoke(make_app(["show"]), ["show", *(str(word) for word in words)])


def test_last_position_in_a_pipe() -> None:
    done = show(RULEBOOK)
    assert done.exit_code == 0
    assert "ply 24 of 24: 12... c5-c4#-b4" in done.stdout
    assert "1N2k2/2tt(ts)(SN)1/7/1nss3/6T/4n1S/2K4 b S1/n1 13" in done.stdout
    assert "\x1b" not in done.stdout


def test_start_and_comments() -> None:
    done = show(RULEBOOK, "--game", 2, "--ply", 0)
    assert "3k3/7/7/7/7/7/3K3 b S3T3N3/s3t3n3 1" in done.stdout
    assert "played out to a draw" in done.stdout


def test_record_with_errors(tmp_path: Path) -> None:
    path = tmp_path / "a.mgn"
    path.write_text("1. d2-d3\n")
    done = show(path)
    assert done.exit_code == 1
    assert "nothing-there" in done.stderr


def test_pictures(tmp_path: Path) -> None:
    svg, png = tmp_path / "a.svg", tmp_path / "a.png"
    done = show(RULEBOOK, "--ply", 5, "--svg", svg, "--png", png)
    assert done.exit_code == 0
    assert ElementTree.parse(svg).getroot().tag.endswith("svg")
    with Image.open(png) as image:
        assert image.width >= 600


def test_pictures_have_captions(tmp_path: Path) -> None:
    path, svg = tmp_path / "a.mgn", tmp_path / "a.svg"
    path.write_text(
        '[Event "Club"]\n[Date "2024.05.03"]\n[Blue "Ann <b>"]\n[Red "?"]\n[Result "0-1"]\n'
        '[Termination "resignation"]\n\n1. TSNd2 TSNd6 2. d2#-d3#-d4?! 0-1\n',
        encoding="utf-8",
    )
    shown: dict[int, list[str | None]] = {}
    for words in ([], ["--ply", 1], ["--ply", 0], ["--no-caption"]):
        assert show(path, "--svg", svg, *words).exit_code == 0
        root = ElementTree.parse(svg).getroot()
        shown[len(shown)] = [each.text for each in root.iter() if each.tag.endswith("}text")]
    around = ["0", "Ann <b>", "1", "Red"]
    assert [texts[:4] for texts in shown.values()][:3] == [around] * 3
    assert shown[0][-4:] == CASES["pictures_have_captions"]
    assert shown[1][-4:-2] == ["1. TSNd2", "ply 1 of 3"]
    assert shown[2][-3:] == ["Start position", "0-1, resignation", "Club, 2024.05.03"]
    assert "Ann <b>" not in shown[3]


def test_letters_without_a_font_are_told(tmp_path: Path) -> None:
    path = tmp_path / "a.mgn"
    path.write_text('[Blue "\N{CUNEIFORM SIGN A}"]\n\n1. TSNd2 *\n', encoding="utf-8")
    done = show(path, "--png", tmp_path / "a.png", "--gif", tmp_path / "a.gif")
    assert done.exit_code == 0
    assert done.stderr.count("no font here has") == 1
    bare = show(path, "--png", tmp_path / "a.png", "--no-caption")
    assert "no font" not in bare.stderr


def test_page(tmp_path: Path) -> None:
    page = tmp_path / "a.html"
    done = show(RULEBOOK, "--html", page, "--game", 2)
    assert (done.exit_code, done.stdout) == (0, "")
    assert done.stderr == f"{page}: written\n"
    assert "played out to a draw" in page.read_text(encoding="utf-8")
    assert 'data-ply="46"' in page.read_text(encoding="utf-8")
    assert show(RULEBOOK, "--html", page, "--ply", 3).exit_code == 0
    assert 'data-ply="3"' in page.read_text(encoding="utf-8")
    assert show(RULEBOOK, "--html", tmp_path / "no" / "a.html").exit_code == 2


def test_several_records(tmp_path: Path) -> None:
    done = show(RULEBOOK, "--html", tmp_path / "a.html")
    assert done.stderr.endswith(
        f"mentis: {RULEBOOK} has more records: this is the first, --game 2 the next\n"
    )
    assert show(RULEBOOK, "--game", 1).stderr == ""
    none = show(RULEBOOK, "--game", 9, "--html", tmp_path / "b.html")
    assert (none.exit_code, none.stderr) == (2, f"mentis: --game 9: {RULEBOOK} has 2 records\n")
    assert not (tmp_path / "b.html").exists()


def test_records_from_a_pipe(tmp_path: Path) -> None:
    text = RULEBOOK.read_text(encoding="utf-8")
    done = RUNNER.invoke(make_app(["show"]), ["show", "-", "--game", "2", "--ply", "3"], input=text)
    assert done.exit_code == 0
    assert done.stdout == show(RULEBOOK, "--game", 2, "--ply", 3).stdout
    assert "ply 3 of 46" in done.stdout


@needs_terminal
def test_stepping_through_a_pipe(tmp_path: Path) -> None:
    """Keys come from the terminal while the record comes from elsewhere; all words are shown."""
    path = tmp_path / "a.mgn"
    path.write_text(f"1. TSNd2 {{{'so ' * 30}the end}} TSNd6 *\n")
    with run_on_terminal(tmp_path, 50, 40, "show", "-", "<", path) as terminal:
        terminal.wait_for("start")
        terminal.press("Right")
        terminal.wait_for("ply 1 of 2: 1. TSNd2")
        terminal.wait_for("the end")
        terminal.press("q")
        terminal.wait_for_end()


@pytest.mark.ci
def test_film(tmp_path: Path) -> None:
    short = tmp_path / "a.mgn"
    short.write_text("1. TSNd2 TSNd6 2. d2#-d3\n")
    gif = tmp_path / "a.gif"
    assert show(short, "--gif", gif).exit_code == 0
    with Image.open(gif) as image:
        assert getattr(image, "n_frames", 1) == 4


def test_picture_into_a_missing_folder(tmp_path: Path) -> None:
    assert show(RULEBOOK, "--svg", tmp_path / "no" / "a.svg").exit_code == 2


@needs_terminal
def test_stepping(tmp_path: Path) -> None:
    """The arrow keys walk through the game, and q leaves."""
    with run_on_terminal(tmp_path, 90, 40, "show", RULEBOOK) as terminal:
        terminal.wait_for("start")
        terminal.press("Right")
        terminal.wait_for("ply 1 of 24: 1. TSNd2")
        terminal.press("Right", "Right")
        terminal.wait_for("ply 3 of 24: 2. d2#-d3#-d4")
        terminal.press("Left")
        terminal.wait_for("ply 2 of 24: 1... TSNd6")
        terminal.press("End")
        terminal.wait_for("ply 24 of 24")
        terminal.press("q")
        terminal.wait_for_end()


def test_marks_are_words(tmp_path: Path) -> None:
    path = tmp_path / "a.mgn"
    path.write_text("1. TSNd2 {[%eval #-3,7] allowed a forced win in 3 plies} {so} TSNd6 *\n")
    done = show(path, "--ply", 1)
    assert done.stdout.endswith(
        "\nRed wins in 3 plies, depth 7; allowed a forced win in 3 plies\nso\n"
    )


@pytest.fixture(scope="module")
def db(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("game") / "club.duckdb"
    assert mentis("load", RULEBOOK, "--db", path, "--no-index").exit_code == 0
    return path


def test_text_and_boards_in_a_pipe(db: Path) -> None:
    text = mentis("game", 1, "--db", db)
    assert text.stdout == mentis("game", 1, "--db", db, "--format", "text").stdout
    assert "Result" in text.stdout
    assert "12. " in text.stdout
    board = mentis("game", 1, "--db", db, "--ply", 5)
    assert board.stdout == mentis("show", RULEBOOK, "--game", 1, "--ply", 5).stdout
    assert mentis("game", 1, "--db", db, "--ply", 25).stderr == (
        "mentis: --ply 25: the record has 24 plies\n"
    )


@pytest.mark.parametrize("option", ["--svg", "--png", pytest.param("--gif", marks=pytest.mark.ci)])
@pytest.mark.parametrize("view", [(), ("--view", "red")])
def test_files_are_those_of_show(
    db: Path, tmp_path: Path, option: str, view: tuple[str, ...]
) -> None:
    one, other = tmp_path / "one", tmp_path / "other"
    done = mentis("game", 1, "--db", db, option, one, "--ply", 1, *view)
    assert (done.exit_code, done.stdout, done.stderr) == (0, "", f"{one}: written\n")
    mentis("show", RULEBOOK, "--game", 1, option, other, "--ply", 1, *view, code=0)
    assert one.read_bytes() == other.read_bytes()


def test_page_of_game(db: Path, tmp_path: Path) -> None:
    """Its replay is that of show; the record may lack tags that go without saying."""
    pages = [tmp_path / "a.html", tmp_path / "b.html"]
    assert mentis("game", 2, "--db", db, "--html", pages[0]).exit_code == 0
    assert mentis("show", RULEBOOK, "--game", 2, "--html", pages[1]).exit_code == 0
    one, other = (page.read_text(encoding="utf-8").split('<dl class="facts">') for page in pages)
    assert one[0] == other[0]
    assert 'data-ply="46"' in one[0]


def test_a_format_is_not_a_picture(db: Path, tmp_path: Path) -> None:
    for words in (("--png", tmp_path / "a.png"), ("--ply", 3)):
        done = mentis("game", 1, "--db", db, "--format", "mgn", *words, code=2)
        assert done.stderr == f"mentis: --format and {words[0]}: choose one of them\n"


@needs_terminal
def test_stepping_of_game(db: Path, tmp_path: Path) -> None:
    with run_on_terminal(tmp_path, 90, 40, "game", 1, "--db", db) as terminal:
        terminal.wait_for("start")
        terminal.press("Right")
        terminal.wait_for("ply 1 of 24: 1. TSNd2")
        terminal.press("End")
        terminal.wait_for("ply 24 of 24")
        terminal.press("q")
        terminal.wait_for_end()


MARK = "[%eval #3,7] [%nag 4] allowed a forced win in 3 plies"
WORDS = "Blue wins in 3 plies, depth 7; allowed a forced win in 3 plies"
RECORD = f'[Event "x"]\n\n1. TSNd2 {{[%eval 0.62,7]}} TSNd6 $4 {{{MARK}}} 1-0\n'


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("marked") / "a.mgn"
    path.write_text(RECORD)
    assert mentis("load", path, "--db", path.with_suffix(".duckdb")).exit_code == 0
    return path


def shown(file: Path, *words: str) -> str:
    done = mentis("game", 1, "--db", file.with_suffix(".duckdb"), *words, code=0)
    return done.stdout


def test_people_read_words(file: Path) -> None:
    text = " ".join(shown(file).split())
    assert f"1. TSNd2 {{0.62 for Blue, depth 7}} 1... TSNd6 $4 {{{WORDS}}} 1-0" in text
    (record,) = read(file)
    page = record._repr_html_()
    assert WORDS in " ".join(page.split())
    shown_words, has_copy, _ = page.partition("The record as text, to be copied")
    assert has_copy
    assert "[%" not in text + shown_words


def test_exports_keep_marks(file: Path) -> None:
    assert f"{{{MARK}}}" in " ".join(shown(file, "--format", "mgn").split())
    comments = json.loads(shown(file, "--format", "json"))["plies"][1]["comments"]
    assert [comment["text"] for comment in comments] == [MARK]


def test_a_report_shows_the_curve(file: Path, tmp_path: Path) -> None:
    mentis(
        *("report", "winrate", "--db", file.with_suffix(".duckdb"), "--out", tmp_path),
        *("--format", "html"),
        code=0,
    )
    page = (tmp_path / "winrate.html").read_text(encoding="utf-8")
    assert 'class="course"' in page
    assert "[%" not in page


ILLEGAL = '[Event "x"]\n\n1. TSNd2 TSNd6 2. d2-d4 d6#-d5 *\n'


def test_the_board_stands_by_an_illegal_ply() -> None:
    done = mentis("validate", "-v", "-", text=ILLEGAL)
    lines = done.stdout.splitlines()
    (at,) = [at for at, line in enumerate(lines) if line.startswith("error[")]
    (top,) = [at for at, line in enumerate(lines) if "┌" in line]
    assert top > at
    assert any(re.fullmatch(r"\s+2 .*»TSN«.*", line) for line in lines)
    assert "Blue to move" in done.stdout
    assert "mentis: --readings suggests what broken plies were meant to be" in done.stderr


def test_it_is_not_in_a_pipe_and_not_twice() -> None:
    assert "┌" not in mentis("validate", "-", text=ILLEGAL).stdout
    done = mentis("validate", "--readings", "-v", "-", text=ILLEGAL)
    assert done.stdout.count("┌") == 1
    assert "= reading:" in done.stdout
    assert "--readings" not in done.stderr


def test_it_is_told_where_nothing_is_close() -> None:
    far = ILLEGAL.replace("d2-d4 d6#-d5", "d2-d3-d4 c2-c3-c4-c5-c6-c7")
    done = mentis("validate", "--readings", "-", text=far)
    assert "= reading:" not in done.stdout
    assert "mentis: --readings has nothing to suggest" in done.stderr


@pytest.mark.parametrize(
    "text", ["1) TSN d2, TSN d6\n", "Blue: Ann\nRed: Bob\n\n1. TSNd2 TSNd6 *\n"]
)
def test_who_makes_records_of_other_layouts_is_told(text: str) -> None:
    told = "mentis quarantine edit makes records of them"
    assert told in mentis("validate", "-", text=text).stderr
    assert told not in mentis("validate", "-", text=ILLEGAL).stderr


@pytest.mark.parametrize(("columns", "is_small"), [("40", False), ("30", True)])
def test_it_takes_the_room_that_there_is(
    monkeypatch: pytest.MonkeyPatch, columns: str, is_small: bool
) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    text = mentis("validate", "-v", "-", text=ILLEGAL).stdout
    assert ("┌" not in text) == is_small
    assert "Blue to move" in text
    board = text.splitlines()[text[: text.index("Red, hand")].count("\n") :]
    assert max(map(len, board)) <= int(columns)


def test_sound_plies_and_warnings_have_none() -> None:
    assert "┌" not in mentis("validate", "-v", "-", text='[Event "x"]\n\n1. tsnd2 *\n').stdout


@pytest.mark.parametrize("game", GAMES, ids=lambda game: str(game.description.slug))
def test_every_game_has_it(game: Any) -> None:
    """Some example of some code of the game has a position before its ply."""
    drawn = 0
    for code in game.description.codes:
        for example in code.examples[:1]:
            text = example.text
            done = mentis("validate", "-v", "--rules", game.description.slug, "-", text=text)
            assert done.exit_code in (0, 1)
            drawn += "to move" in done.stdout
    assert (drawn > 0) == is_drawn(game)


# Views leak nothing: what differs in hidden faces alone gives the same output, byte for byte


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


@pytest.mark.ci
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


@pytest.mark.parametrize(("name", "view", "words"), CASES["other_views"])
def test_other_views_are_refused(name: str, view: str, words: str) -> None:
    done = mentis("show", RULEBOOK.parent / name, "--view", view)
    assert (done.exit_code, done.stdout) == (2, "")
    assert words in done.stderr


def test_a_faulty_record_does_not_tell_what_is_hidden(tmp_path: Path) -> None:
    path = tmp_path / "a.mgn"
    path.write_text(MENTIS[0].replace("d7-e7", "d7-d5"), encoding="utf-8")
    done = mentis("show", path, "--view", "blue", code=1)
    assert "has errors: mentis validate tells which" in done.stderr
    assert "tsn" not in done.stdout + done.stderr
