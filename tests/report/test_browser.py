"""The pages in a real browser: they load from disk without a word on the console."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest
from typer.testing import CliRunner

from mentis_records.cli.main import app

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
QUIET = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--enable-logging=stderr",
    "--v=0",
)

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="no Chromium here; CI installs one")


@pytest.fixture(scope="module")
def demo(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("demo")
    assert CliRunner().invoke(app, ["demo", "--out", str(out)]).exit_code == 0
    return out / "reports"


def dump(page: Path, profile: Path) -> tuple[str, list[str]]:
    """Return the page's document after loading, and what the console said."""
    words = [str(CHROMIUM), *QUIET, f"--user-data-dir={profile}", "--dump-dom", page.as_uri()]
    done = subprocess.run(words, capture_output=True, text=True, timeout=90)
    said = [line for line in done.stderr.splitlines() if "CONSOLE" in line]
    return done.stdout, said


@pytest.mark.parametrize(("name", "boards"), [("opening.html", 3), ("winrate.html", 2)])
def test_page_loads(demo: Path, tmp_path: Path, name: str, boards: int) -> None:
    document, said = dump(demo / name, tmp_path)
    assert said == []
    assert document.count("<desc>") >= boards
    assert "Made by mentis-records" in document


def test_the_console_is_heard(tmp_path: Path) -> None:
    page = tmp_path / "loud.html"
    page.write_text("<script>console.error('loud')</script>")
    _, said = dump(page, tmp_path / "profile")
    assert any("loud" in line for line in said)
