"""A trial of Ludii is read as the record of its game; whatever is wrong in it has its place."""

import random
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from case_kit import cases_of
from size_kit import sampled
from typer.testing import CliRunner

from mentis_records.cli.main import make_app
from mentis_records.core.trial import Trial
from mentis_records.export.diagnostic.full import format_full
from mentis_records.games import GAMES
from mentis_records.games.mensaspiel.game import GAME
from mentis_records.games.mensaspiel.rules.move import BY_NOTATION, EXCHANGE, PASS, START, Move
from mentis_records.games.mensaspiel.rules.position import Position
from mentis_records.games.mensaspiel.trial.account import read as read_account
from mentis_records.games.mensaspiel.trial.consequence import Consequences, Expected, placements
from mentis_records.games.mensaspiel.trial.listed_count import Sizes
from mentis_records.notation.explain.reading import Reading
from mentis_records.notation.read import Reader

TABLES = cases_of(__file__)

pytestmark = pytest.mark.one_build

CASES = Path(__file__).parents[2] / "cases" / "mensaspiel"
FILE = CASES / "ludii_trial_0.txt"
TEXT = FILE.read_bytes().decode().replace("\r\n", "\n")
LINES = TEXT.split("\n")
FIRST_SIZE, PLACED = 122, 221
"""Numbers of lines of the trial."""


def mentis(*words: object) -> tuple[int, str]:
    """Run a command; return its exit code and what it says."""
    done = CliRunner().invoke(make_app([str(words[0])]), [str(word) for word in words])
    return done.exit_code, done.stdout + done.stderr


def read(text: str) -> Reading:
    (reading,) = Reader(GAMES).read_text("x.txt", text)
    return reading


def found(text: str) -> list[tuple[str, int, int]]:
    """Return the codes and places of all that is found in a text."""
    return [
        (each.code.slug, each.span.line, each.span.column)
        for reading in Reader(GAMES).read_text("x.trl", text)
        for each in reading.diagnostics
    ]


def edited(number: int, old: str, new: str) -> str:
    """Return the trial with a text replaced once in one of its lines."""
    line = LINES[number - 1]
    assert old in line
    return "\n".join([*LINES[: number - 1], line.replace(old, new, 1), *LINES[number:]])


def test_the_trial_is_the_record() -> None:
    (reading,) = Reader(GAMES).read_path(str(FILE))
    assert reading.is_valid
    assert not reading.diagnostics
    assert (reading.plies, reading.result, reading.termination) == (99, "1-0", "extinction")
    (other,) = Reader(GAMES).read_path(str(CASES / "trial_0.mgn"))
    record, same = reading.record, other.record
    assert record is not None
    assert same is not None
    assert record.plies == same.plies
    assert record.final == same.final
    assert dict(record.tags) == {
        **dict.fromkeys(("Event", "Site", "Round", "White", "Black"), "?"),
        "Date": "????.??.??",
        "Result": "1-0",
        "Game": "MensaSpiel",
        "LudiiGame": "../Common/res/lud/board/war/replacement/eliminate/all/MensaSpiel.lud",
        "LudiiRNG": "113,67,80,-93,-40,-33,46,-109",
        "LudiiVersion": "1.3.10",
    }


def test_it_is_told_as_near_to_its_record(tmp_path: Path) -> None:
    db = tmp_path / "a.db"
    assert mentis("load", FILE, CASES / "trial_0.mgn", "--db", db)[0] == 0
    _, told = mentis("duplicates", "--db", db, "--format", "csv")
    (row,) = told.splitlines()[1:]
    assert row.startswith("near,1,")
    assert row.endswith(",99,white black")


def test_a_file_that_grows_or_is_mended(tmp_path: Path) -> None:
    """What was refused is read anew; what stays is not."""
    db, file = tmp_path / "a.db", tmp_path / "a.trl"
    broken = edited(29, "score=-3", "score=-2")
    steps = (
        (broken, "1 read = 0 stored + 0 duplicates + 1 quarantined"),
        (TEXT, "1 read = 1 stored + 0 duplicates + 0 quarantined"),
        (TEXT + TEXT, "1 read = 0 stored + 1 duplicates + 0 quarantined; 1 before"),
        (TEXT + broken, "2 read = 0 stored + 1 duplicates + 1 quarantined"),
        (TEXT + broken + "\n", "0 read = 0 stored + 0 duplicates + 0 quarantined; 2 before"),
    )
    for text, summary in steps:
        file.write_text(text)
        assert summary in mentis("load", file, "--db", db)[1]


def test_fmt_writes_a_record_that_stays(tmp_path: Path) -> None:
    code, text = mentis("fmt", FILE)
    assert code == 0
    record = tmp_path / "a.mgn"
    record.write_text(text)
    assert mentis("fmt", "--check", record)[0] == 0
    assert mentis("validate", record)[0] == 0
    assert mentis("fmt", "-w", FILE)[0] == 2  # a trial is not rewritten


@pytest.mark.parametrize("row", TABLES["edits"], ids=str)
def test_an_edit_is_found_at_its_place(row: list[Any], tmp_path: Path) -> None:
    number, old, new, *expected = row
    file = tmp_path / "a.trl"
    file.write_text(edited(number, old, new))
    assert found(file.read_text()) == [tuple(expected)]
    code, told = mentis("validate", file)
    assert code == (0 if expected[0] == "trial-size" else 1)
    assert f"a.trl:{expected[1]}:{expected[2]}" in told


def test_a_player_that_is_none() -> None:
    places = found(edited(PLACED + 1, "=1", "=3"))
    assert places == [("result-contradicts-board", 222, 1), ("trial-end", 222, 1)]


def test_the_words_of_a_finding(tmp_path: Path) -> None:
    file = tmp_path / "a.trl"
    file.write_text(edited(FIRST_SIZE + 98, "= 10", "= 11"))
    assert "(record 1, ply 99)\n" in mentis("validate", file)[1]
    told = mentis("validate", "--format", "concise", file)[1]
    assert "trial-size: 11 legal moves before ply 99 (ply 99)\n" in told
    (size,) = read(edited(FIRST_SIZE + 98, "= 10", "= 11")).diagnostics
    assert (size.ply, size.message) == (99, "11 legal moves before ply 99")
    assert size.expected == "10 by the rules"
    assert read(edited(FIRST_SIZE, "= 8", "= 9")).is_valid
    (illegal,) = read(edited(29, "from=6,to=11", "from=6,to=10")).diagnostics
    assert illegal.ply == 7
    assert "written out: 4. a3-f3" in illegal.message


@sampled("number", ((number,) for number in range(1, len(LINES))), 4)
def test_a_dropped_line_is_found(number: int) -> None:
    """What is found first is at the line that took its place, or tells that one is missing."""
    places = found("\n".join(LINES[: number - 1] + LINES[number:]))
    assert places
    slug, line, _ = min(places, key=lambda place: place[1:])
    assert line == number or slug == "trial-count" or line == len(LINES) - 2


@sampled(
    "number", ((at,) for at in (*range(1, FIRST_SIZE, 9), *range(FIRST_SIZE, len(LINES) - 1))), 3
)
def test_swapped_lines_are_found(number: int) -> None:
    one, two = LINES[number - 1 : number + 1]
    if one == two:
        return
    places = found("\n".join([*LINES[: number - 1], two, one, *LINES[number + 1 :]]))
    assert places
    assert min(line for _, line, _ in places) in (number, number + 1)


@sampled("size", ((size,) for size in range(500, len(TEXT), 500)), 3)
def test_a_trial_that_breaks_off(size: int) -> None:
    text = TEXT[:size]
    (place,) = found(text)
    lines = text.rstrip("\n").split("\n")
    assert place == ("trial-cut", len(lines), len(lines[-1]) + 1)


def test_damage_is_never_an_accident(tmp_path: Path) -> None:
    """Whatever is done to a trial: it is read, or something is said, and not without end."""
    source, raw = random.Random(20261126), FILE.read_bytes()
    verdicts = set()
    for number in range(200):
        file = tmp_path / f"a{number}.{'trl' if number % 2 else 'txt'}"
        file.write_bytes(mutated(source, raw))
        readings = list(Reader(GAMES).read_path(str(file)))
        for reading in readings:
            assert reading.is_valid != any(each.is_error for each in reading.diagnostics)
            verdicts.add(reading.is_valid)
        assert len("".join(format_full(readings))) < 10 * len(raw)
    assert verdicts == {True, False}


def mutated(source: random.Random, raw: bytes) -> bytes:
    """Return a trial with a few bytes or lines changed, lost, doubled or moved."""
    text = raw
    for _ in range(source.choice((1, 1, 2, 20))):
        at, size = source.randrange(len(text)), source.choice((1, 1, 10, 1_000))
        before, part, after = text[:at], text[at : at + size], text[at + size :]
        way = source.randrange(5)
        if way == 0:
            text = before + source.randbytes(len(part)) + after
        elif way == 1:
            text = before + bytes(source.choices(b"0123456789", k=1)) + part[1:] + after
        elif way == 2:
            text = before + after or b"g"
        elif way == 3:
            text = before + part + part + after
        else:
            lines = text.split(b"\n")
            one, two = source.randrange(len(lines)), source.randrange(len(lines))
            lines[one], lines[two] = lines[two], lines[one]
            text = b"\n".join(lines)
    return text


# Games as trials

HEAD = (
    "game=/Common/res/lud/board/MensaSpiel.lud\n"
    "START GAME OPTIONS\n{options}END GAME OPTIONS\n"
    "RNG internal state=0,1,-2,3,4,5,127,-128\n"
)
TAIL = "rankings={ranks}\nSANDBOX=false\nLUDII_VERSION=1.3.12\n"
RANKS = {"1-0": (1, "1.0,2.0"), "0-1": (2, "2.0,1.0"), "1/2-1/2": (0, "1.5,1.5")}


def written(
    turns: Sequence[Move], settings: dict[str, str] | None = None, options: Sequence[str] = ()
) -> str:
    """Return a game as the trial that Ludii would write of it."""
    position = GAME.start_position(settings or {})
    has_scores = "Show StepLength/Hide StepLength in player status" not in options
    consequences, counts = Consequences(has_scores), Sizes()
    lines = [line_of(each) for each in placements(position)]
    sizes: list[int] = []
    for turn in turns:
        sizes.append(counts.before_turn(position))
        after = GAME.play(position, turn)
        lines += turn_lines(consequences, position, turn, after)
        if turn.kind == EXCHANGE:
            sizes.append(counts.after_exchange(position))
        if turn.kind in (START, EXCHANGE):
            counts.add_start(position.side, turn.target)
        position = after
    outcome = GAME.outcome(position)
    end, ranks = "", "0.0,0.0"
    if outcome is not None:
        winner, ranks = RANKS[outcome.result]
        if position.first_player == 1:
            winner, ranks = (winner and 3 - winner), ",".join(reversed(ranks.split(",")))
        end = f"winner={winner}\nendtype=NaturalEnd\n"
    text = HEAD.format(options="".join(f"{option}\n" for option in options)) + "".join(lines)
    text += "".join(f"LEGAL MOVES LIST SIZE = {size}\n" for size in sizes)
    return f"{text}numInitialPlacementMoves=18\n{end}{TAIL.format(ranks=f'0.0,{ranks}')}"


def turn_lines(
    consequences: Consequences, position: Position, turn: Move, after: Position
) -> list[str]:
    if turn.kind == PASS:
        return [line_of(consequences.passed(position))]
    if turn.kind == EXCHANGE:
        exchanged = consequences.exchanged(position)
        return [line_of(exchanged), line_of(consequences.started(position, turn, after, 1))]
    if turn.kind == START:
        starters = position.base[position.side]
        return [line_of(consequences.started(position, turn, after, starters))]
    return [line_of(consequences.walked(position, turn, after))]


def line_of(expected: Expected) -> str:
    head = ",".join(f"{key}={value}" for key, value in expected.values.items())
    return f"Move=[Move:{head},actions={','.join(expected.actions)}]\n"


def played(seed: int, settings: dict[str, str]) -> list[Move]:
    """Return the turns of a random game that likes what is rare."""
    source = random.Random(seed)
    position = GAME.start_position(settings)
    turns: list[Move] = []
    while GAME.outcome(position) is None and len(turns) < 200:
        legal = GAME.legal_moves(position)
        rare = [move for move in legal if move.kind in ("exchange", "lastman", "transport")]
        turns.append(source.choice(rare or legal))
        position = GAME.play(position, turns[-1])
    return turns


@pytest.mark.parametrize("first", ["White", "Black"])
def test_games_with_options_are_read_back(first: str) -> None:
    kinds = set()
    hidden = "Show StepLength/Hide StepLength in player status"
    for seed in range(12):
        settings = {"FirstPlayer": first[0], "Prisoners": str(seed % 4 + 2)}
        options = [f"Start Order/{first} begins", f"End Rules/Get {seed % 4 + 2} Prisoners"]
        options += [hidden] if seed % 2 else []
        turns = played(seed, settings)
        reading = read(written(turns, settings, options))
        assert not reading.diagnostics
        assert reading.record is not None
        assert [ply.move for ply in reading.record.plies] == turns
        assert reading.record.tags["LudiiOptions"] == "; ".join(options)
        assert {name: reading.record.tags[name] for name in settings} == settings
        kinds |= {turn.kind for turn in turns}
    assert kinds >= {"exchange", "lastman", "transport", "pass", "capture"}


def test_an_exchange_is_two_lines_and_one_ply() -> None:
    settings = {"Prisoners": "4"}
    options = ["End Rules/Get 4 Prisoners"]
    turns = next(
        turns
        for turns in (played(seed, settings) for seed in range(50))
        if any(turn.kind == "exchange" for turn in turns)
    )
    text = written(turns, settings, options)
    lines = text.split("\n")
    at = next(index for index, line in enumerate(lines) if "SetNextPlayer" in line)
    ply = next(number for number, turn in enumerate(turns, 1) if turn.kind == "exchange")
    assert read(text).plies == len(turns)

    def after(line: str) -> list[tuple[str, int]]:
        changed = "\n".join([*lines[: at + 1], line, *lines[at + 2 :]])
        return [(slug, line) for slug, line, _ in found(changed)]

    start = lines[at + 1]
    assert after(start.replace("actions=[Move", "actions=[Step")) == [("trial-consequence", at + 2)]
    player = lines[at].partition("mover=")[2][0]
    other = start.replace(f"mover={player}", f"mover={3 - int(player)}")
    assert after(other) == [("trial-mover", at + 2)]
    missing = "\n".join([*lines[: at + 1], *lines[at + 2 :]])
    assert [slug for slug, line, _ in found(missing) if line == at + 2][-1:] == ["trial-move"]
    (fault,) = (each for each in read(missing).diagnostics if each.code.slug == "trial-move")
    assert fault.ply == ply


@pytest.mark.parametrize(("position", "turn", "actions"), TABLES["turns"])
def test_what_turns_do(position: str, turn: str, actions: str) -> None:
    """They are those of the format's description."""
    before, move = GAME.parse_position(position, {}), BY_NOTATION[turn]
    consequences = Consequences(has_scores=True)
    if move.kind == "exchange":
        expected = consequences.exchanged(before)
    else:
        expected = consequences.walked(before, move, GAME.play(before, move))
    assert list(expected.actions) == actions.split()


def test_listed_moves() -> None:
    """Starts are listed again for every earlier one that left a single piece (R20)."""
    position = GAME.parse_position("a3:W,b3:BW W2.4.0/B0.6.0 W 3", {})
    moves = GAME.legal_moves(position)
    starts = sum(move.kind == "start" for move in moves)
    sizes = Sizes()
    assert sizes.before_turn(position) == len(moves)
    for square, times in ((0, 2), (0, 3), (3, 3), (4, 3)):
        sizes.add_start(0, square)
        assert sizes.before_turn(position) == len(moves) + (times - 1) * starts
    sizes.add_start(1, 0)
    assert sizes.before_turn(position) == len(moves) + 2 * starts


def test_a_trial_of_nothing() -> None:
    """It has no set-up to blame."""
    account = read_account(Trial((), (), (), ()))
    assert account.is_whole
    assert not account.plies
    assert not account.faults


def test_two_options_for_one_setting_are_a_finding() -> None:
    text = TEXT.replace("END GAME", "Black begins\nWhite begins\nEND GAME", 1)
    assert ("trial-option", 4, 1) in found(text)


def test_nothing_behind_an_illegal_move_is_left_out_in_silence(tmp_path: Path) -> None:
    file = tmp_path / "a.trl"
    file.write_text(edited(29, "from=6,to=11", "from=6,to=10"))
    code, told = mentis("validate", "--as-played", file)
    assert (code, "INVALID" in told) == (1, True)
