"""show on the command line: text in a pipe, pictures in files, stepping in a terminal."""

from pathlib import Path
from xml.etree import ElementTree

from PIL import Image
from terminal_kit import needs_terminal, run_on_terminal
from typer.testing import CliRunner, Result

from mentis_records.cli.main import make_app

ROOT = Path(__file__).parents[2]
RULEBOOK = ROOT / "data" / "rulebook.mgn"
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
    assert shown[0][-4:] == [
        "2. d2#-d3#-d4?!",
        "ply 3 of 3",
        "0-1, resignation",
        "Club, 2024.05.03",
    ]
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
