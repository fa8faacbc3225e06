"""Random addresses of the explorer answer as JSON what the commands that they stand for write.

``python -m tests.explorer.same_answers --count 50`` asks fifty of each game; the suite asks a few.
"""

import argparse
import random
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from typer.testing import CliRunner

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(Path(__file__).parent))

from explorer_kit import make_client, make_database  # noqa: E402

from mentis_records.cli.main import app_for  # noqa: E402
from mentis_records.core.game import AnyGame  # noqa: E402
from mentis_records.explorer.address import Address  # noqa: E402
from mentis_records.games import find_game  # noqa: E402

SAMPLES = {
    "mentis": ("rulebook.mgn", "selfplay.mgn.gz"),
    "mensaspiel": ("mensaspiel.mgn.gz",),
    "antipode": ("antipode.mgn.gz", "antipode-match.mgn"),
    "cirkle_mind": ("cirkle_mind.mgn.gz", "cirkle_mind-medium.mgn"),
}
"""Bundled records of each game."""

ARGUMENT = {"query": "query", "sql": "statement", "players": "action"}
"""The parameter of a page that is an argument of the command."""

FLAGS = ("verify", "count", "positions", "near", "with-unplayed", "with-unrated")
"""Parameters that are options without a value."""


def command_of(address: Address, database: Path) -> list[str]:
    """Return the command line that an address stands for."""
    action = ["show"] if address.page == "quarantine" and address.path else []
    words = [address.page, *action, *address.path]
    for name, value in address.parameters:
        if ARGUMENT.get(address.page) == name:
            words.insert(1, value)
        elif name in FLAGS:
            words.append(f"--{name}")
        else:
            words += [f"--{name}", value]
    return [*words, "--db", str(database), "--format", "json"]


class Random:
    """A maker of random addresses of one game."""

    def __init__(self, game: AnyGame, database: Path, seed: int) -> None:
        """Begin with a seed."""
        self.game, self.random = game, random.Random(seed)
        self.sides = [side.lower() for side in game.description.sides]

    def line(self) -> tuple[str, Any]:
        """Return some random plies from the start, and the position behind them."""
        position = self.game.start_position(self.game.description.usual_settings)
        notations = []
        for _ in range(self.random.randrange(4)):
            moves = list(self.game.legal_moves(position))
            if not moves or self.game.outcome(position):
                break
            move = self.random.choice(moves)
            position = self.game.play(position, move)
            notations.append(move.notation)
        return " ".join(notations), position

    def test(self) -> str:
        """Return a test of the record."""
        number = self.random.randrange(10, 90)
        return self.random.choice(
            [
                f"plies > {number}",
                f"plies < {number} or result = 1-0",
                "result = 0-1",
                'player = "greedy"',
                "not draw",
                f"game <= {number}",
            ]
        )

    def query(self) -> str:
        """Return a query."""
        side, ply = self.random.choice(self.sides), self.random.randrange(1, 30)
        line, position = self.line()
        return self.random.choice(
            [
                f"ply = {ply} and to move {side}",
                "end and result = 1-0",
                f"start and plies > {ply}",
                f'position "{self.game.format_position(position)}"',
                f"to move {side} and ply >= {ply + 40}",
                f'move "{line.split()[0]}"' if line else f"ply = {ply}",
            ]
        )

    def address(self, page: str) -> Address:
        """Return an address of a page."""
        chosen = self.random.random
        found: list[tuple[str, str]] = []
        path: tuple[str, ...] = ()
        if page == "game":
            path = (str(self.random.randrange(1, 30)),)
            if chosen() < 0.5:
                found.append(("view", self.random.choice(self.sides)))
        elif page == "quarantine":
            path = ("1.1",) if chosen() < 0.5 else ()
            if not path and chosen() < 0.5:
                found.append(("code", self.random.choice(["unreadable", "tag-malformed"])))
        elif chosen() < 0.5:
            found.append(("where", self.test()))
        line, position = self.line()
        if page == "tree":
            if chosen() < 0.3:
                found.append(("position", self.game.format_position(position)))
            elif line:
                found.append(("moves", line))
            if chosen() < 0.3:
                found.append(("query", self.query()))
            if chosen() < 0.3:
                found += [("depth", "2"), ("max-positions", "20")]
            if chosen() < 0.5:
                found.append(("min-games", str(self.random.randrange(1, 9))))
        elif page == "games":
            if chosen() < 0.3:
                found.append(("position", self.game.format_position(position)))
            if chosen() < 0.7:
                found.append(("sort", self.random.choice(["-plies", "result,game", "-date,event"])))
            if chosen() < 0.7:
                found += [("limit", "7"), ("page", str(self.random.randrange(1, 4)))]
        elif page == "query":
            found.append(("query", self.query()))
            kind = self.random.choice(["", "", "count", "positions"])
            if kind:
                found.append((kind, "1"))
            elif chosen() < 0.5:
                found.append(("sort", "-matches"))
        elif page == "matches" and chosen() < 0.5:
            path = (str(self.random.randrange(1, 9)),)
        elif page == "duplicates" and chosen() < 0.5:
            found.append(("near", "1"))
        elif page == "players":
            action = self.random.choice(["list", "rate", "suggest"])
            found.append(("action", action))
            if action != "suggest" and chosen() < 0.3:
                found.append(("with-unplayed", "yes"))
        elif page == "standings":
            if chosen() < 0.5:
                found.append(("tie-breaks", self.random.choice(["wins,koya", "buchholz"])))
            if chosen() < 0.5:
                found.append(("system", self.random.choice(["swiss", "all-play-all"])))
        elif page == "sql":
            number = self.random.randrange(40)
            found = [
                (
                    "statement",
                    self.random.choice(
                        [
                            f"from games order by game_id limit {number}",
                            f"select *, {number} as game_id, null from plies where ply < 3 "
                            "order by all",
                            f"select tags, settings from games where ply_count > {number} "
                            "order by game_id",
                            "describe games",
                            "selct 1",
                        ]
                    ),
                )
            ]
        return Address("club", page, path, tuple(found), is_json=True)


def differences(
    slug: str, database: Path, pages: Sequence[str], count: int, seed: int
) -> Iterator[str]:
    """Yield what differs between the explorer's answers and the commands'."""
    client = make_client({"club": database}, seconds=60)
    make = Random(find_game(slug), database, seed)
    runner = CliRunner()
    for number in range(count):
        address = make.address(pages[number % len(pages)])
        words = command_of(address, database)
        done = runner.invoke(app_for(words), words)
        answer = client.get(str(address))
        if done.exit_code > 1:
            if answer.status_code == 200:
                yield f"{address}: the command fails, the page does not: {done.stderr}"
        elif answer.status_code != 200:
            yield f"{address}: {answer.status_code} {answer.text}"
        elif answer.text != done.stdout:
            yield f"{address}: {words}"


PAGES = (
    *("tree", "games", "query", "game", "players", "standings", "matches", "duplicates"),
    *("quarantine", "sql", "info"),
)


def main() -> None:
    """Ask, and end with 1 if anything differs."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    differing = 0
    with tempfile.TemporaryDirectory() as folder:
        for slug, names in SAMPLES.items():
            sources = [ROOT / "data" / name for name in names]
            place = Path(folder) / f"{slug}.duckdb"
            database = make_database(place, *sources, is_indexed=True)
            for difference in differences(slug, database, PAGES, chosen.count, chosen.seed):
                print(difference)
                differing += 1
            print(f"{slug}: {chosen.count} addresses")
    print(f"{differing} differ")
    sys.exit(1 if differing else 0)


if __name__ == "__main__":
    main()
