"""What pages of the documentation show is so: commands, their answers, examples in Python."""

from pathlib import Path

import pytest
from site_kit import answers, blocks_of, furnish, read_page, run, run_python, written_pages

pytestmark = pytest.mark.ci

OWN = (
    *("entering.md", "analysis.md", "events.md", "mending.md", "explorer.md", "lake.md"),
    *("games/", "evaluation.md", "tutorials/club-evening.md"),
)
"""Pages whose commands have tests of their own, take an hour, or do not end."""

RUN = [place for place in written_pages() if not place.startswith(OWN)]


@pytest.mark.parametrize("place", RUN)
def test_what_pages_show_is_so(place: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    blocks = list(blocks_of(read_page(place)))
    if not blocks:
        return
    furnish(tmp_path, monkeypatch)
    for block in blocks:
        if block.kind == "console":
            assert answers(block.text) == block.text
        elif block.kind == "sh":
            for line in block.text.splitlines():
                if line.startswith("mentis "):
                    done = run(line)
                    assert done.exit_code == 0, f"{line}\n{done.stderr}"
    examples = "\n".join(block.text for block in blocks if block.kind == "pycon")
    assert not run_python(place, examples)
