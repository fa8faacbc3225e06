"""Ludii's trials are told from other sources, read line by line, and written out as records.

The game is Annulus, a stranger of a few lines, which here knows what Ludii's sites mean.
"""

import gzip
import json
import re
import sys
import zipfile
from dataclasses import replace
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from case_kit import cases_of
from typer.testing import CliRunner

from mentis_records.cli.main import make_app
from mentis_records.core.trial import FaultKind, Told, Trial, TrialAccount, TrialFault, TrialPly
from mentis_records.games import GAMES
from mentis_records.notation.explain.reading import Reading
from mentis_records.notation.read import Reader
from mentis_records.notation.reread import is_trial, read_again
from mentis_records.notation.source.ludii import translate
from mentis_records.notation.source.record_text import MAX_RECORD
from mentis_records.notation.source.translation import find_translation
from mentis_records.notation.tables.grammar_tables import write_tables

CASES = cases_of(__file__)

pytestmark = pytest.mark.one_build

PAGE = Path(__file__).parents[2] / "docs" / "game-capabilities.md"
PLACE = Path(__file__).parents[1] / "stranger" / "site" / "annulus" / "game.py"
MENTIS = '[Event "x"]\n\n1. TSNd2 *\n'
HEADER = (
    "game=res/lud/Annulus.lud\nSTART GAME OPTIONS\nEND GAME OPTIONS\n"
    "RNG internal state=0,1,2,3,-4,5,6,7\n"
)
TAIL = "rankings=0.0,1.0,2.0\nSANDBOX=false\nLUDII_VERSION=1.3.12\n"
SHORT = {"trial-end": "end", "result-contradicts-board": "result", "termination-contradicts": "how"}
WON = "winner=1\nendtype=NaturalEnd\n"


def stone(number: int, point: int) -> str:
    """Return the line of a turn, which counts from 0."""
    player = number % 2 + 1
    action = f"[Add:type=Cell,to={point},what={player},decision=true]"
    return f"Move=[Move:mover={player},from={point},to={point},actions={action}]\n"


def trial(points: str = "05162", end: str = WON, tail: str = TAIL, header: str = HEADER) -> str:
    """Return a trial in which stones are put on points, by their index."""
    moves = "".join(stone(number, int(point)) for number, point in enumerate(points))
    sizes = "".join(f"LEGAL MOVES LIST SIZE = {8 - number}\n" for number in range(len(points)))
    return f"{header}{moves}{sizes}numInitialPlacementMoves=0\n{end}{tail}"


class Trials:
    """What Annulus makes of trials; ``game`` is set by the fixture."""

    LUD = "Annulus.lud"
    game: Any = None

    @classmethod
    def read(cls, trial: Trial) -> TrialAccount:
        settings, sides, faults, plies = {}, (0, 1), [], []
        for option in trial.options:
            if option.value == "Start/Black begins":
                sides = (1, 0)
                settings["FirstPlayer"] = Told("Black", option.place)
            else:
                kind = FaultKind.OPTION
                faults.append(TrialFault(kind, option.place, option.value, "Start/Black begins"))
        position = cls.game.start_position({"FirstPlayer": ("White", "Black")[sides[0]]})
        for number, move in enumerate(trial.moves, 1):
            player = 1 + (position.side != sides[0])
            if move.mover != player:
                fault = FaultKind.MOVER, move.mover_place, f"player {move.mover}"
                faults.append(TrialFault(*fault, f"player {player}", number))
            legal = cls.game.legal_moves(position)
            told = trial.sizes[number - 1] if trial.sizes else Told(str(len(legal)), move.head)
            if int(told.value) != len(legal):
                fault = FaultKind.SIZE, told.place, told.value
                faults.append(TrialFault(*fault, f"{len(legal)} by the rules", number))
            found = [each for each in legal if each.code == move.target]
            name = found[0].notation if found else "a1"
            plies.append(TrialPly(position.side, position.move_number, name, move.head))
            if not found:
                return TrialAccount(settings, sides, plies, faults, is_whole=False)
            position = cls.game.play(position, found[0])
        outcome = cls.game.outcome(position)
        return TrialAccount(settings, sides, plies, faults, outcome)


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> tuple[Any, ...]:
    spec = spec_from_file_location("annulus_of_trials", PLACE)
    module = module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    grammar = tmp_path_factory.mktemp("grammar") / "annulus.lark"
    grammar.write_text(PLACE.with_name("annulus.lark").read_text())
    write_tables(grammar.parent, str(grammar))

    class Annulus(module.Annulus):  # type: ignore[name-defined, misc]
        description = replace(
            module.Annulus.description, grammar=str(grammar), capabilities={"trials": Trials}
        )

    Trials.game = Annulus()
    return (*GAMES, Trials.game)


def read(
    games: tuple[Any, ...], text: str, name: str = "x.txt", strict: bool = False
) -> list[Reading]:
    return list(Reader(games, {}, strict).read_text(name, text))


def places(games: tuple[Any, ...], text: str) -> list[tuple[str, str]]:
    """Return what is found in a text, by its code and place."""
    return [
        (each.code.slug, str(each.span))
        for reading in read(games, text, "x.trl")
        for each in reading.diagnostics
    ]


@pytest.mark.parametrize("name", ["x.txt", "x.TRL", "x.mgn", "-", "z.zip:x.trl.gz"])
@pytest.mark.parametrize("line_end", ["\n", "\r\n"])
def test_a_trial(games: tuple[Any, ...], name: str, line_end: str) -> None:
    (reading,) = read(games, trial().replace("\n", line_end), name)
    assert reading.is_valid
    assert not reading.diagnostics
    assert (reading.plies, reading.result, reading.termination) == (5, "1-0", "three in a row")
    assert reading.text == trial()
    assert dict(reading.record.tags) == {
        **dict.fromkeys(("Event", "Site", "Round", "White", "Black"), "?"),
        "Date": "????.??.??",
        "Result": "1-0",
        "Game": "Annulus",
        "LudiiGame": "res/lud/Annulus.lud",
        "LudiiRNG": "0,1,2,3,-4,5,6,7",
        "LudiiVersion": "1.3.12",
    }
    assert [ply.move.notation for ply in reading.record.plies] == ["a1", "a3", "b1", "b3", "c1"]


def test_options_are_settings(games: tuple[Any, ...]) -> None:
    options = HEADER.replace("END GAME", "Start/Black begins\nEND GAME")
    (reading,) = read(games, trial(header=options))
    assert not reading.diagnostics
    assert reading.result == "0-1"
    assert reading.record.tags["FirstPlayer"] == "Black"
    assert reading.record.tags["LudiiOptions"] == "Start/Black begins"
    unknown = options.replace("Start/", 'A "b"\\c/')
    assert places(games, trial(header=unknown))[0] == ("trial-option", "3:1")


@pytest.mark.parametrize("count", [2, 3])
@pytest.mark.parametrize("between", ["", "\n", "\n\n"])
def test_one_after_the_other(games: tuple[Any, ...], count: int, between: str) -> None:
    one, bad = trial(), trial().replace("winner=1", "winner=2")
    text = between.join([*[one] * (count - 1), bad, one])
    readings = read(games, text)
    assert [reading.is_valid for reading in readings] == [*[True] * (count - 1), False, True]
    size = one.count("\n") + between.count("\n")
    assert [reading.line for reading in readings] == [1 + at * size for at in range(count + 1)]
    (found,) = readings[count - 1].diagnostics
    assert found.span.line == (count - 1) * size + 16


def test_cutting_does_not_depend_on_parts(games: tuple[Any, ...]) -> None:
    text = (trial() + "\n" + trial("0") + "nothing\n" + trial()).encode()
    known = [game.description for game in games]
    whole = list(translate([text], known))
    assert len(whole) == 3
    for size in (1, 2, 5, 7, 100):
        parts = [text[at : at + size] for at in range(0, len(text), size)]
        assert list(translate(parts, known)) == whole
    assert list(translate(iter([text[9:]]), known, text[:9])) == whole


def test_archives(games: tuple[Any, ...], tmp_path: Path) -> None:
    packed = tmp_path / "a.trl.gz"
    packed.write_bytes(gzip.compress(trial().encode() * 2))
    both = tmp_path / "b.zip"
    with zipfile.ZipFile(both, "w") as archive:
        archive.writestr("a/one.trl", trial())
        archive.writestr("two.txt", trial("0"))
        archive.writestr("three.mgn", MENTIS)
        archive.writestr("four.lud", "no record")
    for path, verdicts in ((packed, [True, True]), (both, [True, False, True])):
        assert [each.is_valid for each in Reader(games).read_path(str(path))] == verdicts
        sheets = list(Reader(games).read_sheets(str(path), jobs=2))
        alone = [each.is_valid for each in sheets if isinstance(each, Reading)]
        assert alone == verdicts[:2]


@pytest.mark.parametrize(
    "text",
    [
        MENTIS,
        f"game=Mentis\n\n{MENTIS}",
        f"Game=res/Annulus.lud\n{MENTIS}",
        f"\n\n{MENTIS}{{game=x.lud}}",
        f"{MENTIS}\ngame=res/lud/Annulus.lud\n",
        "1. TSNd2 TSNd6\n",
        "",
    ],
)
def test_record_files_are_no_trials(text: str) -> None:
    assert find_translation("x.txt", text.encode()) is None
    assert not is_trial("x.mgn", text)
    assert is_trial("x.trl.zst", text)


@pytest.mark.parametrize("number", range(4))
def test_a_trial_without_its_first_lines_is_one(number: int) -> None:
    rest = "\n".join(trial().split("\n")[number:])
    assert find_translation("x.txt", rest.encode()) is not None
    assert is_trial("", rest)


def test_a_damaged_first_line(games: tuple[Any, ...]) -> None:
    set_up = "Move=[Move:mover=0,from=0,to=0,actions=[Add:to=0]]\n"
    text = trial(header="g" + HEADER + set_up)
    assert places(games, text) == [("trial-line", "1:1")]
    assert find_translation("x.txt", text.encode()) is not None


@pytest.mark.parametrize(("old", "new", "place", "expected"), CASES["wrong_lines"])
def test_lines_that_cannot_stand_there(
    games: tuple[Any, ...], old: str, new: str, place: str, expected: str
) -> None:
    """There is one finding, and the trial itself is what is kept."""
    text = trial().replace(old, new, 1)
    assert text != trial()
    (reading,) = read(games, text)
    (found,) = reading.diagnostics
    assert (found.code.slug, str(found.span)) == ("trial-line", place)
    assert found.expected.startswith(expected)
    assert reading.text == text
    assert not reading.is_valid


def test_a_trial_that_breaks_off(games: tuple[Any, ...]) -> None:
    text = trial()
    for size in range(30, len(text) - len("1.3.12\n")):
        (place,) = places(games, text[:size])
        lines = text[:size].rstrip("\n").split("\n")
        assert place == ("trial-cut", f"{len(lines)}:{len(lines[-1]) + 1}")


@pytest.mark.parametrize(("points", "end", "ranks", "found", "result"), CASES["endings"])
def test_how_games_end(
    games: tuple[Any, ...], points: str, end: str, ranks: str, found: list[str], result: str
) -> None:
    text = trial(points, end, TAIL.replace("1.0,2.0", ranks))
    (reading,) = read(games, text)
    said = [f"{SHORT[each.code.slug]} {each.span.line}" for each in reading.diagnostics]
    assert sorted(said) == sorted(found)
    assert reading.is_valid == (not found)
    if result:
        assert f"{reading.result} {reading.termination}" == result


def test_sizes_warn_with_their_ply(games: tuple[Any, ...]) -> None:
    text = trial().replace("SIZE = 6", "SIZE = 60")
    (reading,) = read(games, text)
    (found,) = reading.diagnostics
    assert reading.is_valid
    assert (found.code.slug, str(found.span), found.ply) == ("trial-size", "12:1", 3)
    assert found.message == "60 legal moves before ply 3"
    (reading,) = read(games, text, strict=True)
    assert not reading.is_valid
    assert reading.record is None
    without = "\n".join(line for line in text.split("\n") if not line.startswith("LEGAL"))
    assert not places(games, without)


def test_counts_of_lines(games: tuple[Any, ...]) -> None:
    text = trial().replace("Moves=0", "Moves=1").replace("LEGAL MOVES LIST SIZE = 5\n", "")
    assert places(games, text) == [("trial-count", "13:1"), ("trial-count", "14:1")]


def test_an_illegal_ply_is_blamed_on_its_move(games: tuple[Any, ...]) -> None:
    (reading,) = read(games, trial("05012"))
    (found,) = reading.diagnostics
    assert (found.code.slug, str(found.span), found.ply) == ("point-taken", "7:12", 3)
    assert reading.plies == 2
    moved = trial().replace("mover=2,from=5", "mover=1,from=5")
    assert places(games, moved) == [("trial-mover", "6:12")]


def test_games_that_are_not_known(games: tuple[Any, ...]) -> None:
    (reading,) = read(games, trial(header=HEADER.replace("Annulus", "Go")))
    (found,) = reading.diagnostics
    assert (found.code.slug, str(found.span)) == ("trial-game", "1:1")
    assert found.message == "a trial of Go.lud"
    assert "Annulus.lud" in found.expected
    (reading,) = read(GAMES[:1], trial())
    (found,) = reading.diagnostics
    assert found.expected == "another file: no game here has trials"
    (reading,) = read(games, trial(header=HEADER.replace("res/lud/", "C:\\lud\\")))
    assert reading.is_valid


def test_texts_that_are_not_utf8(games: tuple[Any, ...]) -> None:
    (reading,) = read(games, trial(header=HEADER.replace("lud/", "lud\udcff/")))
    (found,) = reading.diagnostics
    assert (found.code.slug, found.span.line) == ("not-utf8", 1)


def test_too_large_a_trial(games: tuple[Any, ...]) -> None:
    """What comes after it is read."""
    huge = HEADER + "x" * (5 * MAX_RECORD) + "\n"
    readings = read(games, huge + trial())
    assert [reading.is_valid for reading in readings] == [False, True]
    (found,) = readings[0].diagnostics
    assert found.code.slug == "record-too-large"
    assert len(readings[0].text) == MAX_RECORD
    assert readings[1].line == 6


def test_refused_trials_are_read_again(games: tuple[Any, ...]) -> None:
    (refused,) = read(GAMES[:1], trial())
    assert not refused.is_valid
    reading = read_again(Reader(games), "x.txt", refused.text, 3, 41)
    assert reading.is_valid
    assert (reading.index, reading.line, reading.plies) == (3, 41, 5)


def mentis(*words: object) -> tuple[str, str]:
    """Run a command; return what it writes, and what it says beside that."""
    done = CliRunner().invoke(make_app([str(words[0])]), [str(word) for word in words])
    return done.stdout, done.stderr


def test_quarantine_writes_trials_as_trials(tmp_path: Path) -> None:
    db, file, other = tmp_path / "a.db", tmp_path / "a.trl", tmp_path / "b.mgn"
    file.write_text(trial(header=HEADER.replace("Annulus", "Go")) + trial("0"))
    other.write_text(MENTIS.replace("TSN", "TSNN"))
    mentis("load", "--db", db, file)
    text, _ = mentis("quarantine", "export", "--db", db)
    assert text == file.read_text().replace("12\ngame", "12\n\ngame")
    mentis("load", "--db", db, other)
    text, told = mentis("quarantine", "export", "--db", db)
    assert text.strip() == other.read_text().strip()
    assert "left out, trials of Ludii, which must be exported on their own: 1.1, 1.2" in told
    listed, _ = mentis("quarantine", "list", "--db", db, "--format", "json")
    assert [row["codes"] for row in json.loads(listed)][:2] == ["trial-game"] * 2


@pytest.mark.usefixtures("games")
def test_the_page_on_adding_a_game_reads_trials() -> None:
    """Its account of a trial is as good as the one of these tests, options apart."""
    page = PAGE.read_text(encoding="utf-8").partition("\n## Trials of Ludii\n")[2]
    found: dict[str, Any] = {"GAME": Trials.game, "POINTS": sys.modules["annulus_of_trials"].POINTS}
    exec(re.search(r"```python\n(.*?)```", page, re.DOTALL)[1], found)  # type: ignore[index]
    description = replace(
        Trials.game.description,
        capabilities={"trials": SimpleNamespace(LUD=found["LUD"], read=found["read"])},
    )
    shown = type("Shown", (type(Trials.game),), {"description": description})()
    for text, faults in (
        (trial(), []),
        (trial("05012"), [("point-taken", "7:12")]),
        (trial("05912"), [("trial-move", "7:12")]),
        (trial().replace("SIZE = 6", "SIZE = 60"), [("trial-size", "12:1")]),
        (trial().replace("mover=2,from=5", "mover=1,from=5"), [("trial-mover", "6:12")]),
    ):
        assert places((*GAMES, shown), text) == faults
