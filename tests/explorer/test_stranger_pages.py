"""Positions and searches of games of other distributions: without pictures, scenes or an index."""

import re
from html import unescape
from pathlib import Path

from program_kit import python
from size_kit import sampled

HERE = Path(__file__).parent
STRANGER = HERE.parent / "stranger"
SITES = tuple(STRANGER / name for name in ("site", "scenes", "full"))

PROGRAM = """
import sys
from pathlib import Path
from urllib.parse import quote_plus
sys.path.insert(0, {here!r})
from explorer_kit import make_client, make_database
from mentis_records.explorer.pattern.pattern_form import pattern_form
from mentis_records.games import find_game
slug, records, folder = sys.argv[1:]
client = make_client({{"club": make_database(Path(folder) / "c.duckdb", records, is_indexed=True)}})
tree = client.get("/club/tree")
print(tree.status_code, tree.text)
line = client.get("/club/tree.json").json()[0]["move"]
print(client.get(f"/club/tree?moves={{quote_plus(line)}}").status_code)
form = pattern_form(find_game(slug))
for path in ("/club/query", "/club/query?query=ply+%3E+2", "/club/query?query=end&verify=1"):
    answer = client.get(path)
    print(answer.status_code, answer.text)
if form is not None:
    side, piece, area = form.sides[0][0], form.pieces[-1][0], form.areas[0]
    term = quote_plus(f"{{side}} {{piece}} on {{area}}")
    answer = client.get(f"/club/query?query={{term}}")
    print(answer.status_code, answer.text)
"""


@sampled("slug", ((slug,) for slug in ("cairn", "annulus", "meadow", "corona")), 3)
def test_pages_of_other_games(slug: str, tmp_path: Path) -> None:
    records = tmp_path / "games.mgn"
    words = ("generate", "-n", 3, "--policy", "random", "--rules", slug, "--max-plies", 20)
    done = python("-m", "mentis_records.cli", *words, "--out", records, path=SITES)
    assert done.returncode == 0, done.stderr
    program = PROGRAM.format(here=str(HERE))
    done = python("-c", program, slug, records, tmp_path, path=SITES)
    assert done.returncode == 0, done.stderr
    told = unescape(re.sub(r"<[^>]+>", " ", done.stdout))
    assert re.findall(r"^\d{3}(?= |$)", done.stdout, re.MULTILINE)[:3] == ["200"] * 3, told[-900:]
    assert "games replayed: no differences" in " ".join(told.split())
    assert 'role="alert"' not in done.stdout
