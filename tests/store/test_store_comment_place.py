"""Comments and variations come out of a database in the order in which they went in."""

import random
from itertools import count
from pathlib import Path

import pytest
from cli_kit import mentis
from size_kit import sizes

PLIES = [["TSNd2", "TSNe2", "TSNc2"], ["TSNd6", "TSNe6", "TSNc6"], ["Sb1", "Tb1", "Nf1"]]
HEAD = '[Event "{at}"]\n[Site "?"]\n[Date "?"]\n[Round "?"]\n[Blue "Ann"]\n[Red "Bob"]\n\n'


class Line:
    """A random line with numbered comments, annotation marks and variations within variations."""

    def __init__(self, chance: random.Random) -> None:
        self._chance = chance
        self._number = count(1)

    def text(self, first: int = 0, choice: int = 0, depth: int = 0) -> str:
        words = [self._comment()]
        for at in range(first, len(PLIES)):
            dots = "." if at % 2 == 0 else "..."
            words += [f"{at // 2 + 1}{dots}", PLIES[at][choice]]
            words += [self._chance.choice(("", "", "$1", "$14")), self._comment(), self._comment()]
            for other in range(choice + 1, len(PLIES[at])):
                if depth < 2 and self._chance.random() < 0.5:
                    words += [f"({self.text(at, other, depth + 1)})", self._comment()]
                    words += [self._comment()]
        return " ".join(filter(None, words))

    def _comment(self) -> str:
        return f"{{c{next(self._number)}}}" if self._chance.random() < 0.4 else ""


def movetext(text: str) -> list[str]:
    return [" ".join(part.split()) for part in text.split("\n\n")[1::2]]


@sizes("games", 60, 500)
@pytest.mark.parametrize("spelling", ["TSNd2", "tsnd2"], ids=["read in bulk", "explained"])
def test_a_database_keeps_the_order(tmp_path: Path, games: int, spelling: str) -> None:
    texts = [
        f"{HEAD.format(at=at)}{Line(random.Random(at)).text()} *\n".replace("TSNd2", spelling)
        for at in range(games)
    ]
    path, db = tmp_path / "a.mgn", tmp_path / "d.duckdb"
    path.write_text("\n".join(texts), encoding="utf-8")
    mentis("load", path, "--no-index", "--db", db, code=0)
    written = movetext(mentis("fmt", path, code=0).stdout)
    assert sum(") {c" in each for each in written) > games // 2
    exported = mentis("export", "--db", db, code=0).stdout
    assert movetext(exported) == written
    (tmp_path / "b.mgn").write_text(exported, encoding="utf-8")
    assert mentis("fmt", "--check", tmp_path / "b.mgn").exit_code == 0
    mentis("doctor", "--db", db, code=0)


def test_comments_of_a_copy_stay_behind_its_variations(tmp_path: Path) -> None:
    own = "1. TSNd2 (1. TSNc2) {own} TSNd6 *\n"
    copy = "1. TSNd2 {first} (1. TSNe2) (1. TSNc2) {second} TSNd6 {third} (1... TSNe6) {last} *\n"
    for name, text in (("a.mgn", own), ("b.mgn", copy)):
        (tmp_path / name).write_text(f"{HEAD.format(at='Cup')}{text}", encoding="utf-8")
    db = tmp_path / "d.duckdb"
    mentis("load", tmp_path / "a.mgn", tmp_path / "b.mgn", "--db", db, code=0)
    (found,) = movetext(mentis("export", "--db", db, code=0).stdout)
    assert found.replace(" (from b.mgn)", "").replace("{(from b.mgn)} ", "") == (
        "1. TSNd2 {first} (1. TSNc2) {own} {second} (1. TSNe2) 1... TSNd6 {third}"
        " (1... TSNe6) {last} *"
    )
