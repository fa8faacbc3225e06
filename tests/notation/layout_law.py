"""Known games in layouts that people use: none is read or proposed with other plies or sides.

``python -m tests.notation.layout_law --count 50`` makes that many texts of each kind, and prints
those that break the law.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from mentis_records.core.game import AnyGame
from mentis_records.games import GAMES, find_game
from mentis_records.notation.layout.proposal import is_settled, propose_record
from mentis_records.notation.read import Reader

DATA = Path(__file__).parents[2] / "data"
FILES = {"mentis": "rulebook.mgn", "antipode": "antipode.mgn.gz"}
"""Games that begin without settings, so that their moves alone are a record."""

MOST_ROWS, MOST_GAMES = 8, 200


class Layout(NamedTuple):
    """A text, and the games that it may be read as: the notation of their plies."""

    text: str
    games: Sequence[Sequence[str]] = ()


class Known(NamedTuple):
    """The beginning of a known game: its plies, and the same as rows of two."""

    game: AnyGame
    plies: Sequence[str]

    @property
    def rows(self) -> list[tuple[str, str]]:
        return list(zip(self.plies[::2], self.plies[1::2], strict=True))

    @property
    def sides(self) -> tuple[str, str]:
        one, two = self.game.description.sides
        return one, two


@cache
def known_games(slug: str) -> Sequence[Sequence[str]]:
    """Return the plies of the first bundled games of a game."""
    reader = Reader((find_game(slug), *(each for each in GAMES if each.description.slug != slug)))
    readings = islice(reader.read_path(str(DATA / FILES[slug])), MOST_GAMES)
    found = [reading.record for reading in readings]
    usual = [record for record in found if record is not None and len(record.plies) >= 6]
    start = find_game(slug).format_position(find_game(slug).start_position({}))
    return [
        [ply.move.notation for ply in record.plies] for record in usual if record.start == start
    ]


def pick(rng: random.Random) -> Known:
    """Return the beginning of some game."""
    slug = rng.choice(list(FILES))
    plies = rng.choice(known_games(slug))
    rows = rng.randint(2, min(MOST_ROWS, len(plies) // 2))
    return Known(find_game(slug), plies[: 2 * rows])


def numbered(rows: Sequence[tuple[str, str]], join: str = " ") -> list[str]:
    """Return rows as a listing has them."""
    return [f"{at}.{join}{one}{join}{two}" for at, (one, two) in enumerate(rows, 1)]


def framed(rng: random.Random, known: Known, lines: Sequence[str]) -> str:
    """Return lines as a listing, or as a record with tags."""
    if rng.random() < 0.5:
        return "\n".join(lines) + "\n"
    one, two = known.sides
    tags = f'[Game "{known.game.description.title}"]\n[{one} "Ann"]\n[{two} "Bob"]\n\n'
    return tags + "\n".join(lines) + rng.choice((" *\n", "\n*\n", "\n"))


def two_boards(rng: random.Random) -> Layout:
    known = pick(rng)
    plies = rng.choice(known_games(known.game.description.slug))[: len(known.plies)]
    other = Known(known.game, plies[: len(plies) // 2 * 2])
    gap = rng.choice(("    ", "\t", " | ", "   |   "))
    left, right = numbered(known.rows), numbered(other.rows)
    if rng.random() < 0.3:
        right = [f"{at + len(left)}. {one} {two}" for at, (one, two) in enumerate(other.rows, 1)]
    lines = [f"{a}{gap}{b}" for a, b in zip(left, right, strict=False)]
    lines += left[len(right) :] + right[len(left) :]
    return Layout(framed(rng, known, lines), (known.plies, other.plies))


def semicolons(rng: random.Random) -> Layout:
    known = pick(rng)
    sign = rng.choice(("; ", " ; ", ";"))
    lines = [f"{at}. {one}{sign}{two}" for at, (one, two) in enumerate(known.rows, 1)]
    if rng.random() < 0.3:
        lines = ["; ".join(numbered(known.rows))]
    return Layout(framed(rng, known, lines), (known.plies,))


def in_comments(rng: random.Random) -> Layout:
    known = pick(rng)
    form = rng.choice(("{}. {} {{{}}}", "{}. {} ({})", "{}. {}\n% {}", "{}. {} {{{}!}}"))
    lines = [form.format(at, one, two) for at, (one, two) in enumerate(known.rows, 1)]
    return Layout(framed(rng, known, lines), (known.plies,))


def heads_exchanged(rng: random.Random) -> Layout:
    known = pick(rng)
    one, two = known.sides
    rows = [(at, second, first) for at, (first, second) in enumerate(known.rows, 1)]
    kind = rng.randrange(5)
    if kind == 0:
        head = rng.choice((f"{two} Moves  {one} Moves", f"{two}  {one}", f"{two}\t{one}"))
        return Layout(
            "\n".join([head, *(f"{at}. {a} {b}" for at, a, b in rows)]) + "\n", (known.plies,)
        )
    if kind == 1:
        head = f"{one}: Ann\n{two}: Bob\n\n"
        names = rng.choice(((two, one), ("Bob", "Ann"), (two.lower(), one.lower())))
        return Layout(head + markdown(("No", *names), rows), (known.plies,))
    if kind == 2:
        return Layout(markdown((two, one), [row[1:] for row in rows]), (known.plies,))
    sign = rng.choice((",", ";", "\t"))
    lines = [sign.join(("No", two, one)), *(sign.join(map(str, row)) for row in rows)]
    if kind == 3:
        return Layout("\n".join(lines) + "\n", (known.plies,))
    cells = ["".join(f"<td>{cell}</td>" for cell in line.split(sign)) for line in lines]
    table = "\n".join(f"<tr>{row}</tr>" for row in cells)
    return Layout(f"<table>\n{table}\n</table>\n", (known.plies,))


def markdown(head: Sequence[str], rows: Sequence[Sequence[object]]) -> str:
    """Return a table as Markdown has it."""
    lines = [head, ["---"] * len(head), *rows]
    return "".join(f"| {' | '.join(map(str, line))} |\n" for line in lines)


def as_table(rng: random.Random, known: Known, rows: Sequence[tuple[int, str, str]]) -> str:
    """Return numbered rows as a listing, a record or a table with the usual head."""
    kind = rng.randrange(4)
    if kind == 0:
        return markdown(("No", *known.sides), rows)
    if kind == 1:
        return "\n".join(f"{at},{one},{two}" for at, one, two in rows) + "\n"
    form = rng.choice(("{}. {} {}", "{}) {} {}", "{}.{} {}"))
    return framed(rng, known, [form.format(*row) for row in rows])


def newest_first(rng: random.Random) -> Layout:
    known = pick(rng)
    rows = [(at, *row) for at, row in enumerate(known.rows, 1)]
    return Layout(as_table(rng, known, rows[::-1]), (known.plies,))


def exchanged_rows(rng: random.Random) -> Layout:
    known = pick(rng)
    rows = [(at, *row) for at, row in enumerate(known.rows, 1)]
    one, two = rng.sample(range(len(rows)), 2)
    rows[one], rows[two] = rows[two], rows[one]
    return Layout(as_table(rng, known, rows), (known.plies,))


def missing_row(rng: random.Random) -> Layout:
    known = pick(rng)
    rows = [(at, *row) for at, row in enumerate(known.rows, 1)]
    if len(rows) > 2:  # without the first row the others have a constant offset
        del rows[rng.randrange(1, len(rows) - 1)]
    return Layout(as_table(rng, known, rows), (known.plies,))


def doubled_row(rng: random.Random) -> Layout:
    known = pick(rng)
    rows = [(at, *row) for at, row in enumerate(known.rows, 1)]
    at = rng.randrange(1, len(rows))  # the first one twice would begin two listings
    other = rng.choice(rows)
    rows.insert(at + 1, (at + 1, *other[1:]))
    return Layout(as_table(rng, known, rows), (known.plies,))


def missing_ply(rng: random.Random) -> Layout:
    known = pick(rng)
    at = rng.randrange(len(known.rows) - 1)
    lines = numbered(known.rows)
    lines[at] = f"{at + 1}. {known.rows[at][rng.randrange(2)]}"
    return Layout(framed(rng, known, lines), (known.plies,))


def other_side_begins(rng: random.Random) -> Layout:
    known = pick(rng)
    one, *rest = known.plies
    rows = list(zip(rest[::2], [*rest[1::2], ""], strict=True))
    lines = [f"1... {one}", *(f"{at}. {a} {b}".rstrip() for at, (a, b) in enumerate(rows, 2))]
    return Layout(framed(rng, known, lines))


def sides_as_rows(rng: random.Random) -> Layout:
    known = pick(rng)
    one, two = known.sides
    lines = [(one, *known.plies[::2]), (two, *known.plies[1::2])]
    if rng.random() < 0.5:
        lines.reverse()
    kind = rng.randrange(3)
    if kind == 0:
        text = markdown(lines[0], lines[1:])
    elif kind == 1:
        text = "".join(f"{name}: {' '.join(plies)}\n" for name, *plies in lines)
    else:
        text = "".join(f"{name} {' '.join(plies)}\n" for name, *plies in lines)
    return Layout(text, (known.plies,))


def chat(rng: random.Random) -> Layout:
    """Return a chat in which names contradict the order, or messages go back or are corrected."""
    known = pick(rng)
    one, two = known.sides
    first, second = rng.choice((("Ann", "Bob"), (one, two)))
    crossed = rng.random() < 0.5
    names = (second, first) if crossed else (first, second)
    said = [(names[at % 2], ply) for at, ply in enumerate(known.plies)]
    games: tuple[Sequence[str], ...] = () if crossed else (known.plies,)
    times = [f"[14.11.26, 20:{15 + at:02}:03] " for at in range(len(said))]
    lines = [f"{time}{name}: {ply}" for time, (name, ply) in zip(times, said, strict=True)]
    if rng.random() < 0.4:
        lines.reverse()
    elif rng.random() < 0.4:
        at = rng.randrange(1, len(lines))
        lines.insert(at, f"{times[at]}{said[at - 1][0]}: sorry, {said[at][1]}")
    elif rng.random() < 0.4:
        at = rng.randrange(len(lines))
        lines.insert(at, lines[at])
    head = f"{one}: Ann\n{two}: Bob\n\n" if rng.random() < 0.7 or first == "Ann" else ""
    return Layout(head + "\n".join(lines) + "\n", games)


def wrong_side_words(rng: random.Random) -> Layout:
    known = pick(rng)
    one, two = known.sides
    form = rng.choice(("{0}. {4}: {1} {3}: {2}", "{0}. {4} {1} {3} {2}"))
    lines = [form.format(at, *row, one, two) for at, row in enumerate(known.rows, 1)]
    return Layout(framed(rng, known, lines))


def usual(rng: random.Random) -> Layout:
    """Return a layout that settles the game."""
    known = pick(rng)
    one, two = known.sides
    rows = [(at, *row) for at, row in enumerate(known.rows, 1)]
    said = zip((one, two) * len(rows), known.plies, strict=True)
    texts = (
        framed(rng, known, numbered(known.rows)),
        framed(rng, known, [f"{at}. {ply}" for at, ply in enumerate(known.plies, 1)]),
        markdown(("No", one, two), rows),
        "".join(f"{name}: {ply}\n" for name, ply in said),
        f"{one} Moves  {two} Moves\n" + "\n".join(numbered(known.rows)) + "\n",
    )
    return Layout(rng.choice(texts), (known.plies,))


KINDS: Sequence[Callable[[random.Random], Layout]] = (
    *(two_boards, semicolons, in_comments, heads_exchanged, newest_first, exchanged_rows),
    *(missing_row, doubled_row, missing_ply, other_side_begins, sides_as_rows, chat),
    *(wrong_side_words, usual),
)


def taken(text: str) -> Iterator[Sequence[str]]:
    """Yield the plies of the records that are read or proposed for a text, by each game's rules."""
    for slug in FILES:
        games = (find_game(slug), *(each for each in GAMES if each.description.slug != slug))
        reader = Reader(games)
        readings = list(reader.read_text("x", text))
        for reading in readings:
            if reading.record is not None:
                yield [ply.move.notation for ply in reading.record.plies]
        if any(not reading.is_valid for reading in readings):
            proposal = propose_record(text, games[0], games)
            for written in (proposal.with_comment(), proposal.text):
                found = list(reader.read_text("x", written))
                alone = found[0] if len(found) == 1 else None
                if alone is None or alone.record is None or not is_settled(alone.diagnostics):
                    continue
                yield [ply.move.notation for ply in alone.record.plies]


def broken(layout: Layout) -> list[Sequence[str]]:
    """Return the games that a text is read as, and may not be."""
    right = [list(plies) for plies in layout.games]
    return [plies for plies in taken(layout.text) if list(plies) not in right]


def main() -> None:
    """Make texts of each kind, and print those that break the law."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    wrong = 0
    for kind in KINDS:
        rng = random.Random(f"{kind.__name__} {asked.seed}")
        layouts = [kind(rng) for _ in range(asked.count)]
        found = [(layout, broken(layout)) for layout in layouts]
        read = sum(bool(list(taken(layout.text))) for layout in layouts)
        for layout, plies in found:
            if plies:
                wrong += 1
                print(f"--- {kind.__name__}: read as {plies[0]}\n{layout.text}")
        print(f"{kind.__name__}: {asked.count} texts, {read} read, {wrong} wrong so far")
    raise SystemExit(1 if wrong else 0)


if __name__ == "__main__":
    main()
