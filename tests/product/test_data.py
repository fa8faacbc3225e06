"""The bundled records are canonical, and the specimens in ``reports/`` are whole."""

import gzip
import itertools
import re
import shlex
from collections import Counter
from pathlib import Path

import pytest
from typer.testing import CliRunner

from mentis_records.cli.main import app_for, make_app
from mentis_records.report.document.manifest import INDEX, read_manifest
from mentis_records.report.registry import REPORTS

DATA = Path(__file__).parents[2] / "data"
SAMPLE = 20


@pytest.mark.parametrize("path", sorted(DATA.glob("*.mgn")), ids=lambda path: path.name)
def test_canonical(path: Path) -> None:
    assert CliRunner().invoke(make_app(["fmt"]), ["fmt", "--check", str(path)]).exit_code == 0


def test_listing_has_header_and_numbered_lines_only() -> None:
    lines = (DATA / "rulebook-listing.txt").read_text().splitlines()
    assert all("Blue Moves" in line or line.split(".")[0].isdigit() for line in lines)
    assert sum("Blue Moves" in line for line in lines) == 2


def test_selfplay_is_what_its_command_makes(tmp_path: Path) -> None:
    """The command of data/README.md, for fewer games: they are those that the file begins with."""
    found = re.search(r"^mentis (generate .*)$", (DATA / "README.md").read_text(), re.MULTILINE)
    assert found is not None
    words = shlex.split(found[1])
    assert words[-1] == "data/selfplay.mgn.gz"
    games = int(words[words.index("--games") + 1])
    out = tmp_path / "sample.mgn"
    words[words.index("--games") + 1] = str(SAMPLE)
    words[-1] = str(out)
    assert CliRunner().invoke(app_for(words), words).exit_code == 0
    packed = (DATA / "selfplay.mgn.gz").read_bytes()
    text = gzip.decompress(packed).decode()
    assert text.startswith(out.read_text() + "\n")
    assert text.count("[Event ") == games
    assert packed[4:8] == bytes(4), "a time in the header would differ from run to run"
    assert 1_000_000 < len(packed) < 2_000_000
    sample = CliRunner().invoke(make_app(["fmt"]), ["fmt", "--check", str(out)])
    assert sample.exit_code == 0


def test_selfplay_players_differ_in_strength() -> None:
    text = gzip.decompress((DATA / "selfplay.mgn.gz").read_bytes()).decode()
    points: Counter[str] = Counter()
    games: Counter[str] = Counter()
    for blue, red, result in re.findall(
        r'^\[Blue "(.*)"\]\n\[Red "(.*)"\]\n\[Result "(.*)"\]$', text, re.MULTILINE
    ):
        scored = {"1-0": 1.0, "0-1": 0.0}.get(result, 0.5)
        points.update({blue: scored, red: 1 - scored})
        games.update([blue, red])
    rates = sorted(points[name] / games[name] for name in games)
    assert len(rates) == 5
    assert len(set(games.values())) == 1
    assert all(better - worse > 0.05 for worse, better in itertools.pairwise(rates))


ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "reports"
MAX_BYTES = 1_500_000


@pytest.mark.parametrize("slug", REPORTS)
def test_specimen(slug: str) -> None:
    manifest = read_manifest(FOLDER / f"{slug}.manifest")
    assert {f"{slug}.html", f"{slug}.pdf"} < set(manifest.files)
    assert any(name.endswith(".json") for name in manifest.files)
    for name in manifest.files:
        assert manifest.is_unchanged(FOLDER, name), name
        assert (FOLDER / name).stat().st_size < MAX_BYTES, name
    page = (ROOT / "docs/reference/reports.md").read_text(encoding="utf-8")
    for ending in ("html", "pdf", "png"):
        assert (FOLDER / f"{slug}.{ending}").is_file()
        assert f"(../../reports/{slug}.{ending})" in page


def test_no_report_is_left_over() -> None:
    assert {file.stem for file in FOLDER.glob("*.manifest")} - {INDEX} == set(REPORTS)


def test_help_names_every_kind() -> None:
    words = " ".join(CliRunner().invoke(make_app(["report"]), ["report", "--help"]).stdout.split())
    for slug in REPORTS:
        assert slug in words
