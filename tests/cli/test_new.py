"""new on the command line: by pipe and at a terminal; what it writes validates clean."""

from __future__ import annotations

import sys
from pathlib import Path

import killed_entry
import pytest
from case_kit import cases_of
from cli_kit import DATA, mentis
from new_kit import OPEN, enter
from terminal_kit import needs_terminal, run_on_terminal

from mentis_records.cli.entry_tag import meant_day, meant_result
from mentis_records.games import GAMES, find_game
from mentis_records.notation.entry.entry_error import EntryError

sys.path.insert(0, str(Path(__file__).parent))
CASES = cases_of(__file__)
OLD = '%  kept to the letter\r\n[Event "Old"]\r\n[Result "1-0"]\r\n\r\n1.  TSNd2 TSNd6   1-0\r\n'
WHOLE = CASES["whole"]


def test_a_game_from_a_pipe(tmp_path: Path) -> None:
    path = tmp_path / "a.mgn"
    code, out, told = enter(
        path,
        *("TSNd2", "1... tsnd6 {hi}", "!?", "(1... TSNe6 Ne2)", "d2#-d3", "undo", "Ne2", "{so}"),
        *("resign red", "done", "Club evening", "", "14.11.2026", "3", "Ann", "Bob"),
    )
    assert (code, out) == (0, "")
    assert "1. Blue to move: \nply 1: 1. TSNd2 kept\n1... Red to move: \n" in told
    assert told.endswith("a.mgn: record 1: 3 plies, 1-0 (resignation)\n")
    assert path.read_text() == CASES["a_game_from_a_pipe"]


def test_an_illegal_turn_is_told_and_the_rest_goes_on(tmp_path: Path) -> None:
    code, _, told = enter(tmp_path / "a.mgn", "TSNd2", "a1-a2", "bakc", "TSNd6")
    assert code == 1
    assert "a1 is empty [M101]\n  expected: a square with a tile of one's own\n  rule: " in told
    assert "not played; help lists what may be typed here" in told
    assert "record 1: 2 plies, *\n" in told


@pytest.mark.parametrize("slug", [game.description.slug for game in GAMES])
def test_every_game(slug: str, tmp_path: Path) -> None:
    game = find_game(slug)
    made = mentis("generate", "--rules", slug, "--seed", 5, "--max-plies", 30).stdout
    tags, movetext = made.split("\n\n")
    kept = [
        f"--setting={name}={value}"
        for line in tags.splitlines()
        for name, value in [line[1:-2].split(' "', 1)]
        if name in {each.tag for each in game.description.settings}
    ]
    path = tmp_path / "a.mgn"
    words = movetext.rsplit(maxsplit=1)[0].splitlines()
    code, _, told = enter(path, *words, options=("--rules", slug, *kept))
    assert code == 0, told
    assert path.read_text().split("\n\n")[1].split()[:-1] == movetext.split()[:-1]


def test_a_record_more_leaves_the_others_as_they_are(tmp_path: Path) -> None:
    path = tmp_path / "a.mgn"
    path.write_bytes(OLD.encode())
    done = mentis("new", path, "--rules", "antipode", text="a3\n")
    assert "a.mgn: record 2: 1 ply, *" in done.stderr
    written = path.read_bytes()
    assert written.startswith(OLD.encode() + b'\r\n[Event "?"]\r\n')
    assert mentis("validate", path).exit_code == 0


def test_what_is_around_a_record_stays(tmp_path: Path) -> None:
    path = tmp_path / "a.mgn"
    around = f"Hello all\n\n{OPEN}\nSome prose about it.\n\n{OPEN}\nMore prose.\n"
    path.write_text(around)
    told = mentis("new", path, "--game", 1, text="Ne2\n").stderr
    assert told.endswith(f"unfinished: mentis new {path} --game 1 goes on with it\n")
    told = mentis("new", path, text="Ne2\n").stderr
    assert told.endswith(f"unfinished: mentis new {path} goes on with it\n")
    text = path.read_text()
    assert text.startswith("Hello all\n\n[Event")
    assert "2. Ne2 *\n\nSome prose about it.\n\n[Event" in text
    assert text.endswith("2. Ne2 *\n\nMore prose.\n")


def test_a_turn_of_which_the_rules_warn_stands(tmp_path: Path) -> None:
    source = DATA / "antipode-match.mgn"
    tags, movetext = source.read_text().split("\n\n")[:2]
    facts = find_game("antipode").description
    kept = [
        f"--setting={line[1:-2].replace(' ' + chr(34), '=')}"
        for line in tags.splitlines()
        if line[1:].split()[0] in {each.tag for each in facts.settings}
    ]
    path = tmp_path / "a.mgn"
    lines = " ".join(line for line in movetext.splitlines() if line[0] != "%")
    done = mentis(
        "new", path, "--rules", "antipode", *kept, text=f"{lines.rsplit(maxsplit=1)[0]}\n", code=0
    )
    assert "\nwarning: f3xf1: " in done.stderr
    assert mentis("validate", path).exit_code == 0


def test_going_on_with_the_last_or_a_chosen_record(tmp_path: Path) -> None:
    path = tmp_path / "a.mgn"
    path.write_text(f"{OPEN}\n{OPEN.replace('Open', 'Last')}")
    told = mentis("new", path, text="Ne2\n").stderr
    assert "going on with record 2: --add begins another game" in told
    mentis("new", path, "--game", 1, text="Nc2\n")
    mentis("new", path, "--add", text="TSNe2\n")
    mentis("new", path, "--rules", "antipode", text="a3\n")
    lines = [line for line in path.read_text().splitlines() if line.startswith("1. ")]
    assert lines == ["1. TSNd2 TSNd6 2. Nc2 *", "1. TSNd2 TSNd6 2. Ne2 *", "1. TSNe2 *", "1. a3 *"]
    assert mentis("validate", path).exit_code == 0


def test_questions_propose_and_are_asked_until_answered(tmp_path: Path) -> None:
    path = tmp_path / "a.mgn"
    path.write_text(OPEN.replace("*", "1-0"))
    code, _, told = enter(path, *CASES["questions_until_answered"])
    assert code == 1
    assert "Event [Open]: " in told
    assert "Date [2026.11.14]: " in told
    assert "3-0: expected 1-0, 0-1, 1/2-1/2, *" in told
    assert "contradicts the board: the game is not over there [N404]" in told
    text = path.read_text().split("\n\n")[2]
    assert '[Event "Open"]\n[Site "?"]\n[Date "2026.11.14"]\n[Round "2"]\n[Blue "Ann"]' in text
    assert '[Result "0-1"]\n[Game "Mentis"]\n[Termination "time forfeit"]' in text


def test_tags_and_a_position_given_before(tmp_path: Path) -> None:
    path = tmp_path / "a.mgn"
    position = "3k3/3N3/7/7/7/7/3K3 b S3T3N2/s3t3n3 9"
    given = ("--position", position, "--tag", "Date=1 May 2026", "--tag", "blue=Ann")
    code, _, told = enter(path, "d6xd7", "done", "", "", "", "Bob", options=given)
    assert code == 0
    assert "Blue won: king captured. done asks for players, date and event" in told
    assert "Result" not in told
    assert (
        f'[Blue "Ann"]\n[Red "Bob"]\n[Result "1-0"]\n[Game "Mentis"]\n[Position "{position}"]'
        in (path.read_text())
    )


def test_nothing_entered_is_nothing_written(tmp_path: Path) -> None:
    code, _, told = enter(tmp_path / "a.mgn")
    assert code == 0
    assert "nothing entered, nothing written" in told
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("words", "told"),
    CASES["wrong_use"],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_wrong_use(
    words: list[str], told: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("open.mgn").write_text(OPEN)
    Path("bad.mgn").write_text('[Event "x"]\n\n1. a1-a2 *\n')
    done = mentis("new", *words, text="TSNd2\n", code=2)
    assert told in done.stderr


@pytest.mark.parametrize(
    ("words", "movetext"),
    CASES["walks"],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_words(words: list[str], movetext: str, tmp_path: Path) -> None:
    path = tmp_path / "a.mgn"
    code, _, told = enter(path, "TSNd2 TSNd6 Ne2", *words)
    assert code == 0, told
    written = path.read_text().split("\n\n")[1].rstrip()
    assert written.rsplit(maxsplit=1)[0] == movetext


def test_a_whole_record_is_taken_from_a_pipe_or_pasted(tmp_path: Path) -> None:
    sound = WHOLE.replace("3. Te1 (3. Tf1)", "3. Tb1 (3. Tf1)")
    path = tmp_path / "a.mgn"
    assert enter(path, *sound.splitlines(), options=("--variant", "Standard"))[0] == 0
    whole = tmp_path / "whole.mgn"
    whole.write_text(sound)
    assert mentis("fmt", path).stdout == mentis("fmt", whole).stdout


def test_of_a_pasted_record_stays_what_is_before_a_fault(tmp_path: Path) -> None:
    path = tmp_path / "a.mgn"
    code, _, told = enter(path, *WHOLE.splitlines())
    assert code == 1
    assert "Te1: Blue cannot deploy on e1 [M201]" in told
    assert "what stands before it is entered, up to 2... Nc6" in told


def test_one_record_at_a_time(tmp_path: Path) -> None:
    path = tmp_path / "a.mgn"
    code, _, told = enter(path, '[Event "A"]', "TSNd2 1-0", '[Event "B"]', "TSNc2 TSNd6")
    assert code == 1
    assert "another record begins" in told
    assert path.read_text().endswith("\n\n1. TSNd2 1-0\n")


@needs_terminal
def test_pasted_resized_and_interrupted_at_a_terminal(tmp_path: Path) -> None:
    path = tmp_path / "a.mgn"
    with run_on_terminal(tmp_path, 80, 40, "new", path, "--variant", "Standard") as terminal:
        terminal.wait_for("type a turn;")
        terminal.tmux("set-buffer", WHOLE.replace(" (3. Tf1)", "").replace("Te1", "Tb1"))
        terminal.tmux("paste-buffer", "-p", "-t", "mentis")
        terminal.press("Enter")
        terminal.wait_for("1-0. done asks for")
        terminal.press("N", "d")
        terminal.tmux("resize-window", "-t", "mentis", "-x", "40", "-y", "20")
        terminal.wait_for("stacks from the bottom")
        terminal.wait_for("done, or undo, or a turn: Nd")
        terminal.press("C-c")
        terminal.wait_for("a turn: Nd\ndone, or undo, or a turn:")
        terminal.press("C-c")
        terminal.wait_for("Ctrl-C again leaves")
        terminal.press("C-c")
        terminal.wait_for_end()
    assert '[Termination "resignation"]' in path.read_text()
    assert "(2. Nc2)" in path.read_text()


@pytest.mark.parametrize(("words", "movetext", "told"), CASES["a_turn_in_the_middle_is_replaced"])
def test_a_turn_in_the_middle_is_replaced(
    words: list[str], movetext: str, told: str, tmp_path: Path
) -> None:
    path = tmp_path / "a.mgn"
    game = ("TSNd2 TSNd6 Ne2 Ne6", "back 1", "(2. d2-d3 Ne6)", "resign blue")
    code, _, said = enter(path, *game, *words)
    assert code == 0
    assert " ".join(path.read_text().split("\n\n")[1].split()) == movetext
    assert told in said


@pytest.mark.parametrize(("line", "told"), CASES["what_does_not_stand_is_told"])
def test_what_does_not_stand_is_told(line: str, told: str, tmp_path: Path) -> None:
    code, _, said = enter(tmp_path / "a.mgn", line)
    assert code == 1
    assert told in said
    assert "nothing entered, nothing written" in said


def test_another_program_that_writes_the_file_is_noticed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from mentis_records.cli import entry_voice

    path = tmp_path / "a.mgn"
    lines = iter(["TSNd2", "TSNd6"])

    def ask(*_: object, **__: object) -> str:
        line = next(lines)
        if line == "TSNd6":
            path.write_text(OPEN)
        return line

    monkeypatch.setattr(entry_voice.PlainVoice, "ask", ask)
    done = mentis("new", path, code=2)
    assert "another program has written it" in done.stderr
    assert path.read_text() == OPEN


def test_what_is_shown_on_demand(tmp_path: Path) -> None:
    done = mentis(
        "new", tmp_path / "a.mgn", text="TSNd2\nmoves d7-\nposition\nrecord\nboard\nhelp\n"
    )
    assert done.stdout.startswith("d7-c7\nd7-e7\n3k3/")
    assert "r S2T2N2/s3t3n3 1\n" in done.stdout
    assert "\n1. TSNd2 *\n" in done.stdout
    assert "│ TSN │" in done.stdout.replace("[TSN]", " TSN ")
    assert "undo, redo" in done.stdout


@needs_terminal
def test_at_a_terminal(tmp_path: Path) -> None:
    """Turns are completed as they are typed; undo, flip and the questions work."""
    path = tmp_path / "a.mgn"
    with run_on_terminal(tmp_path, 80, 40, "new", path, "--rules", "mentis") as terminal:
        terminal.wait_for("Variant [Standard]:")
        terminal.press("Enter")
        terminal.wait_for("help lists the rest")
        terminal.press("t", "s", "n", "d")
        terminal.wait_for("TSNd2")
        terminal.press("2", "Enter")
        terminal.wait_for("ply 1   *   a.mgn, record 1")
        terminal.press("T", "S", "N", "d", "6", "Enter")
        terminal.wait_for("ply 2")
        terminal.press("C-z")
        terminal.wait_for("ply 1")
        assert "TSNd6" not in path.read_text()
        terminal.press("a", "1", "Enter")
        terminal.wait_for("expected: ")
        terminal.press("h", "e", "l", "p", "Enter")
        terminal.wait_for("Enter goes on:")
        terminal.press("f", "l", "i", "p", "Enter")
        terminal.wait_for("g     f     e")
        terminal.press("d", "r", "a", "w", "Enter")
        terminal.wait_for("1/2-1/2. done asks")
        terminal.press("C-d")
        terminal.wait_for_end()
    assert path.read_text().endswith('[Termination "agreement"]\n\n1. TSNd2 1/2-1/2\n')


@pytest.mark.skipif(sys.platform == "win32", reason="there is no pseudo-terminal")
@pytest.mark.parametrize("number", range(2))
def test_killed_at_a_keystroke(number: int, tmp_path: Path) -> None:
    assert not killed_entry.kill_once(number, 7, tmp_path, length=6)


# Names, dates, tags and results as people type them while they enter a game


@pytest.mark.parametrize(
    ("text", "day"), [("14.11.2026", "2026.11.14"), ("2026", "2026.??.??"), ("?", "????.??.??")]
)
def test_dates_in_usual_forms(text: str, day: str) -> None:
    assert meant_day(text) == day


@pytest.mark.parametrize(("line", "end"), CASES["an_end_in_words_is_no_tag"])
def test_an_end_in_words_is_no_tag(line: str, end: str, tmp_path: Path) -> None:
    path = tmp_path / "a.mgn"
    code, _, told = enter(path, "Blue: Ann Smith", "Red: Ben Smith", "TSNd2 TSNd6", line)
    assert code == 0, told
    assert f"record 1: 2 plies, {end}\n" in told
    assert '[Blue "Ann Smith"]' in path.read_text()
    code, _, told = enter(path, "back 1", "Smith resigns")
    assert (code, "Smith resigns cannot be read" in told) == (1, True), "which of the two?"


def test_a_player_with_the_name_of_a_side(tmp_path: Path) -> None:
    told = enter(tmp_path / "a.mgn", "Blue: Red Adair", "Red: Bob", "TSNd2 TSNd6", "Red resigns")[2]
    assert "1-0 (resignation)\n" in told


@pytest.mark.parametrize(("line", "told"), CASES["words_without_a_colon_overwrite_no_tag"])
def test_words_without_a_colon_overwrite_no_tag(line: str, told: str, tmp_path: Path) -> None:
    path = tmp_path / "a.mgn"
    code, _, said = enter(path, "TSNd2", "Blue: Ann", "Event Cup", "date 1 May 2026", line)
    assert code == 1
    assert told in said
    text = path.read_text()
    assert all(tag in text for tag in ('"Ann"', '"Cup"', '"2026.05.01"', "1. TSNd2 *"))


@pytest.mark.parametrize("result", ["*", "1-0"])
@pytest.mark.parametrize("last", ["done", "quit"])
def test_tags_of_the_command_line_are_given_to_a_record(
    last: str, result: str, tmp_path: Path
) -> None:
    path = tmp_path / "a.mgn"
    path.write_text(OPEN.replace("*", result))
    given = ("--game", "1", "--tag", "Blue=Ann Smith")
    code, _, told = enter(path, last, options=given)
    assert code == 0
    assert f"a.mgn: record 1: 2 plies, {result}\n" in told
    assert path.read_text() == (
        '[Event "Open"]\n[Site "?"]\n[Date "2026.11.14"]\n[Round "?"]\n[Blue "Ann Smith"]\n'
        f'[Red "?"]\n[Result "{result}"]\n\n1. TSNd2 TSNd6 {result}\n'
    )


@pytest.mark.parametrize(("lines", "told"), CASES["a_name_for_a_turn_is_told_how_to_say_who_plays"])
def test_a_name_for_a_turn_is_told_how_to_say_who_plays(
    lines: list[str], told: str, tmp_path: Path
) -> None:
    code, _, said = enter(tmp_path / "a.mgn", *lines)
    assert code == 1
    assert told + "  not played; help lists what may be typed here\n" in said


def test_a_refused_turn_is_told_not_to_be_played(tmp_path: Path) -> None:
    path = tmp_path / "a.mgn"
    _, _, told = enter(path, "TSNd2", "TSNd6", "a1-a2", "Ne2")
    assert "\n  not played; type another turn\n2. Blue to move: " in told
    assert path.read_text().endswith("1. TSNd2 TSNd6 2. Ne2 *\n")


def test_a_name_that_is_like_an_end_is_said_with_a_colon(tmp_path: Path) -> None:
    path = tmp_path / "a.mgn"
    code, _, _ = enter(path, "Blue: Won", "Red: Lost", "TSNd2")
    assert code == 0
    assert '[Blue "Won"]\n[Red "Lost"]\n[Result "*"]' in path.read_text()


def test_a_tag_that_is_changed_is_told(tmp_path: Path) -> None:
    code, _, told = enter(tmp_path / "a.mgn", "TSNd2", "Blue: Ann", "Blue: Eva", "tag Blue Ann")
    assert code == 0
    assert "Blue: Ann\n" in told
    assert "Blue: Eva (was Ann)\n" in told
    assert "Blue: Ann (was Eva)\n" in told


def test_a_date_that_may_be_two_days_is_asked_again() -> None:
    with pytest.raises(EntryError, match="which day"):
        meant_day("01/05/2026")


def test_results_in_words() -> None:
    facts = find_game("mentis").description
    texts = ("1:0", "Blue won", "red wins", "draw", "*", "Blue", "")
    assert [meant_result(facts, text) for text in texts] == [
        *("1-0", "1-0", "0-1", "1/2-1/2", "*", "", "")
    ]
