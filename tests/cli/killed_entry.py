"""Kill ``mentis new`` at random keystrokes: ``python -m tests.cli.killed_entry --moments 30``.

A game is typed at a terminal, with wrong turns, comments, variations and turns taken back, and the
program is killed. What the terminal showed as entered must be in the file, which validates. The
file may be ahead of the terminal by what was not shown any more.
"""

import argparse
import os
import pty
import random
import re
import select
import signal
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from mentis_records.core.start import beginning_settings
from mentis_records.games import GAMES
from mentis_records.notation.read import Reader

_SHOWN = re.compile(rb"ply \d+   ")
"""What each screen has once."""

_PATIENCE = 20.0
"""Seconds after which a program that shows nothing has failed."""

Moves = tuple[str, ...]


@dataclass(frozen=True)
class Script:
    """Lines to be typed, and the turns of the game, and its variations, after each."""

    slug: str
    is_asked: bool
    lines: tuple[str, ...]
    states: tuple[tuple[Moves, int], ...]


class Screen:
    """The program at a terminal; all that it has written so far."""

    def __init__(self, words: list[str]) -> None:
        self._ours, theirs = pty.openpty()
        environment = {**os.environ, "PROMPT_TOOLKIT_NO_CPR": "1", "TERM": "xterm"}
        self.program = subprocess.Popen(
            [sys.executable, "-m", "mentis_records.cli", "new", *words],
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            env=environment | {"LINES": "50", "COLUMNS": "100"},
            start_new_session=True,
        )
        os.close(theirs)
        self.written = b""

    def type(self, text: str) -> None:
        os.write(self._ours, text.encode())
        self.read(0)

    def read(self, seconds: float) -> bool:
        """Take what has been written, waiting for it so long; tell whether there was any."""
        if not select.select([self._ours], [], [], seconds)[0]:
            return False
        try:
            found = os.read(self._ours, 1 << 16)
        except OSError:
            return False
        self.written += found
        return bool(found)

    @property
    def shown(self) -> int:
        """Return how many screens were shown."""
        return len(_SHOWN.findall(self.written))

    def wait_for(self, shown: int) -> None:
        """Wait until so many screens were shown."""
        end = time.monotonic() + _PATIENCE
        while self.shown < shown:
            self.read(0.05)
            if time.monotonic() > end:
                raise TimeoutError(self.written.decode(errors="replace")[-2_000:])

    def kill(self) -> None:
        """Kill the program, and take what it has written before."""
        self.program.send_signal(signal.SIGKILL)
        self.program.wait()
        while self.read(0):
            pass
        os.close(self._ours)


def make_script(game: Any, source: random.Random, length: int) -> Script:
    """Return a game by chance, with what people do besides."""
    facts = game.description
    position = game.start_position(beginning_settings(facts, {}))
    moves: list[str] = []
    tried: dict[int, set[str]] = {}
    variations = 0
    before: list[Any] = []
    lines: list[str] = []
    states: list[tuple[Moves, int]] = []
    while len(lines) < length:
        legal = game.legal_moves(position)
        act = source.random()
        if not legal:
            break
        if act < 0.1:
            line = "no turn at all"
        elif act < 0.2 and moves:
            line = "{a word on it}"
        elif act < 0.3 and moves and lines[-1] == moves[-1]:
            line = "undo"
            moves.pop()
            position = before.pop()
        elif act < 0.4 and moves:
            known = tried.setdefault(len(moves), {moves[-1]})
            others = {each.notation for each in game.legal_moves(before[-1])} - known
            if not others:
                continue
            other = source.choice(sorted(others))
            line = f"({other})"
            known.add(other)
            variations += 1
        else:
            move = source.choice(legal)
            line = move.notation
            before.append(position)
            position = game.play(position, move)
            moves.append(line)
        lines.append(line)
        states.append((tuple(moves), variations))
    return Script(facts.slug, bool(facts.settings), tuple(lines), tuple(states))


def kill_once(number: int, seed: int, folder: Path, length: int = 12) -> str:
    """Type a game and kill the program at some keystroke; return what was wrong, or nothing."""
    source = random.Random(f"{seed} {number}")
    script = make_script(GAMES[number % len(GAMES)], source, length)
    path = folder / f"{number}.mgn"
    is_behind = source.random() < 0.5
    if is_behind:
        path.write_text('[Event "An old game"]\n[Result "1-0"]\n\n1. TSNd2 TSNd6 1-0\n')
    keys = [(at, key) for at, line in enumerate(script.lines) for key in f"{line}\r"]
    moment = source.randrange(len(keys) + 1)
    screen = Screen([str(path), "--rules", script.slug])
    try:
        if script.is_asked:
            _wait_for_text(screen, b"]:")
            screen.type("\r")
        screen.wait_for(1)
        for at, key in keys[:moment]:
            screen.type(key)
            time.sleep(source.random() * 0.004)
            if key == "\r" and source.random() < 0.8:
                screen.wait_for(at + 2)
        time.sleep(source.random() * 0.03)
    finally:
        screen.kill()
    shown = max(screen.shown - 1, 0)
    return _judge(path, script, shown, is_behind)


def _wait_for_text(screen: Screen, text: bytes) -> None:
    end = time.monotonic() + _PATIENCE
    while text not in screen.written:
        screen.read(0.05)
        if time.monotonic() > end:
            raise TimeoutError(screen.written.decode(errors="replace")[-2_000:])


def _judge(path: Path, script: Script, shown: int, is_behind: bool) -> str:
    """Return what is wrong with a file after so many lines were shown as taken, or nothing."""
    states = (((), 0), *script.states)
    readings = list(Reader(GAMES, {}, is_strict=True).read_path(str(path))) if path.exists() else []
    faults = [
        found.message
        for each in readings[int(is_behind) :]
        for found in each.diagnostics
        if found.is_error
    ]
    if faults:
        return f"{path}: {faults}"
    if is_behind and (not readings or readings[0].plies != 2):
        return f"{path}: the old game is lost"
    entered = [each.record for each in readings[int(is_behind) :]]
    if len(entered) > 1 or None in entered:
        return f"{path}: {len(entered)} records"
    found: tuple[Moves, int] = ((), 0)
    if entered and entered[0] is not None:
        plies = entered[0].plies
        variations = sum(len(each.variations) for each in plies)
        found = (tuple(each.move.notation for each in plies), variations)
    if found not in states[shown:]:
        return f"{path}: {found} after {shown} lines of {script.lines}"
    return ""


def main() -> int:
    """Kill the program so many times; print what was wrong."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--moments", type=int, default=30)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    wrong = []
    with tempfile.TemporaryDirectory() as folder:
        for number in range(given.moments):
            reason = kill_once(number, given.seed, Path(folder))
            if reason:
                wrong.append(reason)
    for each in wrong:
        print(each)
    print(f"killed at {given.moments} keystrokes: {len(wrong)} with a confirmed turn lost")
    return int(bool(wrong))


if __name__ == "__main__":
    sys.exit(main())
