"""The specimens in ``reports/``: one of each report, whole, small, and shown in the documentation.

``.ci/specimens`` makes them; ``report verify`` in ``.ci/run`` tells whether their numbers hold.
"""

from pathlib import Path

import pytest
from typer.testing import CliRunner

from mentis_records.cli.main import make_app
from mentis_records.report.document.manifest import INDEX, read_manifest
from mentis_records.report.registry import REPORTS

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
