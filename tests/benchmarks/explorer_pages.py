"""Time the explorer's pages: ``python -m tests.benchmarks.explorer_pages DATABASE``.

Each page is asked several times of an explorer that has just begun; the table has the seconds to
the last byte, cold and warm, to the first one, and the bytes of the page. The exit code is 1 if a
page fails, or tells another number of games than the database has. A large collection is made by
``mentis generate --games 200000 --policy random``.
"""

import argparse
import http.client
import re
import signal
import statistics
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

from mentis_records.explorer.content import PAGES
from mentis_records.store.count.result import fetch_results
from mentis_records.store.game_list import count_games
from mentis_records.store.game_tables import stored_games
from mentis_records.store.open import open_database
from mentis_records.store.selection import EVERY_GAME


@dataclass(frozen=True, slots=True)
class Timing:
    """Seconds to the first and to the last byte of a page, and its bytes."""

    first: float
    last: float
    size: int
    text: str


def main() -> int:
    """Time what the command line names, print, return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("database", type=Path)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--page", action="append", help="only addresses that contain this")
    wanted = parser.parse_args()
    with open_database(wanted.database) as database:
        games = count_games(database, EVERY_GAME)
        slugs = stored_games(database)
        played = sum(sum(fetch_results(database, slug).values()) for slug in slugs)
    rules = f"rules={slugs[0]}"
    command = [sys.executable, "-m", "mentis_records.cli", "explore", "--no-open"]
    command += ["--db", str(wanted.database), "--seconds", "60"]
    failures = 0
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        url = server.stdout.readline().strip()
        base = f"/{wanted.database.stem}"
        print(f"{games:,} games, {played:,} with results")
        print(f"{'cold':>7} {'warm':>7} {'first':>7} {'bytes':>10}  page")
        for address in _addresses(rules):
            if wanted.page and not any(part in address for part in wanted.page):
                continue
            timings = [_ask(url, f"{base}/{address}") for _ in range(wanted.runs)]
            warm = statistics.median(each.last for each in timings[1:] or timings)
            first = statistics.median(each.first for each in timings[1:] or timings)
            wrong = _fault(address, timings[0], games)
            failures += bool(wrong)
            row = f"{timings[0].last:7.2f} {warm:7.2f} {first:7.2f} {timings[0].size:10,}"
            print(f"{row}  {address}{'  ' + wrong if wrong else ''}", flush=True)
        server.send_signal(signal.SIGINT)
    return 1 if failures else 0


def _addresses(rules: str) -> list[str]:
    found = [f"{page}?{rules}" for page in PAGES if page != "game"]
    found += [f"tree?{rules}&where=plies+%3E+100", f"games?{rules}&where=plies+%3E+100"]
    found += ["games?sort=-plies&page=50", "games?sort=-date", "game/1"]
    found += [f"query?{rules}&query=end+and+result+%3D+1-0", f"query?{rules}&query=ply+%3D+9"]
    found += [f"compare?{rules}&a=plies+%3E+50&b=plies+%3C%3D+50"]
    found += ["sql?statement=select+count(*)+from+games"]
    return found


def _ask(url: str, path: str) -> Timing:
    connection = http.client.HTTPConnection(urlsplit(url).netloc, timeout=120)
    begin = time.perf_counter()
    connection.request("GET", path)
    answer = connection.getresponse()
    content = answer.read(1)
    first = time.perf_counter() - begin
    content += answer.read()
    last = time.perf_counter() - begin
    connection.close()
    text = content.decode() if answer.status == 200 else f"status {answer.status}"
    return Timing(first, last, len(content), text)


def _fault(address: str, timing: Timing, games: int) -> str:
    """Return what is wrong with a page, or nothing."""
    if timing.text.startswith("status"):
        return timing.text
    if "</html>" not in timing.text:
        return "it breaks off"
    if re.fullmatch(r"games\?rules=\w+", address) and f"{games:,} games" not in timing.text:
        return f"not {games:,} games"
    return ""


if __name__ == "__main__":
    sys.exit(main())
