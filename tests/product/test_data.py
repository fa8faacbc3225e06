"""The bundled records are canonical, and their reports' specimen is there."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

from mentis_records.cli.main import app

DATA = Path(__file__).parents[2] / "data"


@pytest.mark.parametrize("path", sorted(DATA.glob("*.mgn")), ids=lambda path: path.name)
def test_canonical(path: Path) -> None:
    assert CliRunner().invoke(app, ["fmt", "--check", str(path)]).exit_code == 0


def test_listing_has_header_and_numbered_lines_only() -> None:
    lines = (DATA / "rulebook-listing.txt").read_text().splitlines()
    assert all("Blue Moves" in line or line.split(".")[0].isdigit() for line in lines)
    assert sum("Blue Moves" in line for line in lines) == 2
