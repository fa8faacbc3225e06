"""No stored record has plies and lacks the names that stood above them: damaged tag sections.

A text of a few records is damaged in one tag section, by anything but a readable number, ply or
result. Whatever is read of it, a record that would be stored and has plies has the very names of
the section that stood above these. The bulk reader and the explaining one agree, wherever the text
is cut into parts.

    python tests/notation/tag_section_law.py --count 200000 --seed 1
"""

import argparse
import random
import re
import sys
import tempfile
from pathlib import Path

from mentis_records.games import GAMES
from mentis_records.notation.explain.reading import Reading
from mentis_records.notation.read import Reader
from mentis_records.notation.sheet import Sheet

MOVES = (
    "1. TSNd2 TSNd6 2. d2#-d3#-d4 d6#-d5#-e5 1-0",
    "1. TSNd2 TSNd6 1-0",
    "{both ready} 1. TSNc2 TSNd6 {split} 2. c2#-c3 (2. c2-c3) d6#-d5 1-0 {end}",
    "1. Nd2 Nd6\n; on time\n2. d2-d3 1-0",
    "1. TSNe2! $1 TSNe6 1-0",
)
LINES = (
    *("{arbiter: C. Lee}", "{two\nlines}", "; a line", "% escaped", "", "   ", "<pre>"),
    *("</pre><p>", "[/pgn]", "[pgn]", "> quoted mail", "On Monday Ann wrote:", '[Weird-Tag "1"]'),
    *('[1Tag "x"]', '[ Tag "x"]', "[Tag x]", '[Tag "x]', '[Tag "x"', "[Tag]", "[]"),
    *(*'[]{}()"\\', 'Tag "x"]', '[Tag "a\\qb"]', '[Tag "a\tb"]'),
    *("\ufeff", "\u200b", "\x00", "~~~", "====="),
)
SIGNS = "[]{}()\"\\;%<>#$!? \t\n~=/.,:xyzÄ\u200b\ufeff\u2028'“”"


def section(source: random.Random, at: int) -> list[str]:
    """Return the lines of a tag section with names of its own."""
    names = [f'[Blue "Blue Player {at}"]', f'[Red "Red Player {at}"]']
    other = ['[Event "Club"]', '[Site "?"]', '[Date "2024.05.01"]', f'[Round "{at}"]']
    other += ['[Result "1-0"]', '[Annotator "C. Lee"]', '[Mood "good \\"x\\""]']
    lines = names + source.sample(other, source.randint(0, len(other)))
    source.shuffle(lines)
    return lines


def damage(source: random.Random, lines: list[str], names: tuple[str, str]) -> list[str]:
    """Return the lines of a tag section, damaged once or a few times; the names stay readable."""
    lines = list(lines)
    for _ in range(source.choice((1, 1, 1, 2, 3))):
        at = source.randrange(len(lines) + 1)
        kind = source.randrange(6)
        if kind < 2 or at == len(lines):
            lines.insert(at, source.choice(LINES))
        elif kind == 2:
            mutated = _mutated(source, lines[at], names)
            # What was a name's tag, and is a comment of another's, is a comment.
            if mutated[:1] not in ";%{" or re.match(r"[;%{]\[?(?:Blue|Red) \"", mutated):
                lines[at] = mutated
        elif kind == 3:
            lines[at] = source.choice((" ", "\t", "   ")) + lines[at]
        elif kind == 4 and not any(name in lines[at] for name in names):
            lines[at] = source.choice(LINES)
        else:
            lines.insert(at, lines[source.randrange(len(lines))])
    return _without_unplayed("\n".join(lines).split("\n"))


def _without_unplayed(lines: list[str]) -> list[str]:
    """Return the lines without the blank ones behind which the tags of another record begin."""
    kept: list[str] = []
    seen: set[str] = set()
    for line in lines:
        name = line.strip().split(" ")[0]
        if name in seen:
            kept = [each for each in kept if each.strip("\ufeff \t")]
        seen.add(name)
        kept.append(line)
    return kept


def _mutated(source: random.Random, line: str, names: tuple[str, str]) -> str:
    """Return a line in which a character is lost, added or another; no name of it is touched."""
    held = next((name for name in names if name in line), "")
    begin = line.find(held) if held else len(line)
    places = [at for at in range(len(line)) if not begin <= at < begin + len(held)]
    if not places:
        return line
    at = source.choice(places)
    kind = source.randrange(3)
    if kind == 0:
        return line[:at] + line[at + 1 :]
    sign = source.choice(SIGNS)
    return line[:at] + sign + line[at + (kind == 1) :]


def make_text(source: random.Random) -> tuple[str, dict[int, tuple[str, str]]]:
    """Return a text with one damaged section, and the names above each record's first ply."""
    count = source.choice((1, 1, 2, 3))
    broken = source.randrange(count)
    parts = []
    names = {}
    for at in range(count):
        names[at] = f"Blue Player {at}", f"Red Player {at}"
        lines = section(source, at)
        if at == broken:
            lines = damage(source, lines, names[at])
        moves = source.choice(MOVES)
        blank = source.choice(("\n\n", "\n\n", "\n\n", "\n"))
        end = source.choice(("\n\n", "\n\n", "\n", ""))
        parts.append("\n".join(lines) + blank + moves + (end if at < count - 1 else "\n"))
    return "".join(parts), names


def check(names: dict[int, tuple[str, str]], readings: list[Reading]) -> str:
    """Return what is wrong with readings, whose records have a pair of names each, or nothing."""
    known = set(names.values())
    for reading in readings:
        record = reading.record
        if record is None or not record.plies:
            continue
        values = " ".join(record.tags.values())
        above = [pair for pair in known if pair[0] in values or pair[1] in values]
        if len(above) != 1 or not all(name in values for name in above[0]):
            return f"record {reading.index} has the tags {dict(record.tags)}"
    return ""


def plain(readings: list[Reading]) -> list[tuple[object, ...]]:
    """Return what two ways of reading must agree in."""
    return [
        (each.index, each.line, each.text, each.is_valid, each.plies, each.result)
        for each in readings
    ]


def in_bulk(path: Path, text: str) -> list[Reading]:
    """Return the readings of the reader of many records."""
    path.write_text(text, encoding="utf-8", errors="surrogateescape", newline="")
    found: list[Reading] = []
    for each in Reader(GAMES).read_sheets(str(path)):
        found += each.readings(False) if isinstance(each, Sheet) else (each,)
    return found


def run(count: int, seed: int, path: Path) -> list[str]:
    """Try so many texts; return what was wrong."""
    reader = Reader(GAMES)
    wrong = []
    for number in range(count):
        source = random.Random(f"{seed} {number}")
        text, names = make_text(source)
        readings = list(reader.read_text("law", text))
        reason = check(names, readings)
        if not reason and number % 10 == 0 and plain(readings) != plain(in_bulk(path, text)):
            reason = "the two readers differ"
        if reason:
            wrong.append(f"{number}: {reason}\n{text}")
        if number % 10_000 == 9_999:
            print(f"{number + 1:,} texts, {len(wrong)} wrong", file=sys.stderr)
    return wrong


def main() -> int:
    """Try texts until all have been tried; print those that are wrong."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--count", type=int, default=200_000)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        wrong = run(given.count, given.seed, Path(folder) / "law.mgn")
    for each in wrong[:20]:
        print(each, end="\n----\n")
    print(f"{given.count:,} damaged tag sections, {len(wrong)} with a record without its names")
    return int(bool(wrong))


if __name__ == "__main__":
    sys.exit(main())
