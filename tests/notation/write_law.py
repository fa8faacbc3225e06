"""Write records with any texts and read them again.

``python -m tests.notation.write_law --count 200000``

The law is that ``read(write(x)) = x``, blanks folded, or that the writer refuses x by name; and
then x has what the format cannot hold. The texts are comments of every kind in every place, tags,
names of tags, suffixes and annotations. Many records make a file, which both readers read as its
records.

Ends with exit code 1 and the record, when one breaks the law.
"""

import argparse
import random
import sys
import tempfile
import time
import traceback
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent))

from notation_kit import GAME

from mentis_records.core.record import Comment, CommentKind, Ply, Record, Variation
from mentis_records.games import GAMES
from mentis_records.notation.read import Reader
from mentis_records.notation.soundness import Soundness
from mentis_records.notation.write import WriteError, format_record

READER = Reader(GAMES)
FILE = 500
"""Records of a file."""

TEMPLATES = (
    "1. TSNd2 TSNd6 2. d2#-d3 (2. d2-d3 (2. Tc2 d6-d5) d6-d5) (2. Nb1) d6#-d5 1-0",
    "1. TSNd2 (1. TSNc2 TSNc6 2. c2-c3) TSNd6 (1... TSNe6) 2. d2#-d3#-d4 d6#-d5#-e5 *",
    "1. TSNd2 1/2-1/2",
    "0-1",
)

PLAIN = [*"abcXYZ019.,-!?é将", "word", "longer-word", "1.", "1-0", "*", "$1", "d2-d3", "TSNd2"]
SIGNS = [*'[]{;%()"\\#=', "[Event", '[Event "x"]', '[E "', "%", "{", "((", "<pre>", "[/pgn]"]
BLANKS = [" ", "  ", "\t", "\n", "\r", "\r\n", " \n\n ", " "]
INVISIBLE = ["\ufeff", "\u200b", "\u2028", "\u2029", "\u200d", "\u2060", "\u00ad", "\u034f",
             "\u00a0", "\u3000", "\u202f", "\u180e", "\u3164", "\u115f", "\ufe0f", "\u2800",
             "\u0301", "\U000e0041", "\ue000", "\ufffe"]  # fmt: skip
DIRECTION = ["\u200e", "\u200f", "\u202a", "\u202e", "\u2066", "\u2069"]
REFUSED = [*"\x00\x07\x0b\x0c\x1a\x1b\x7f\x85\x9b\ud800\udcff"]
HIDDEN = [f"{before}{sign}" for before in INVISIBLE for sign in ("[E", '[Event "x"]', "%", "[")]
HEADERS = ["Blue Moves\tRed Moves", "Blue Moves  Red Moves", "Blue Moves Red Moves"]

FOLDED = " \t\n\r"


class Draw:
    """Draws records."""

    def __init__(self, source: random.Random) -> None:
        """Begin; the records are those of the templates, with other texts."""
        self._source = source
        self._records: list[Record] = []
        for text in TEMPLATES:
            (reading,) = READER.read_text("", f'[Event "x"]\n\n{text}\n')
            assert reading.record is not None, [str(found) for found in reading.diagnostics]
            self._records.append(reading.record)

    def text(self) -> str:
        """Return a text of any characters, some of them long enough for many lines."""
        source = self._source
        kinds = [PLAIN, PLAIN, PLAIN, SIGNS, BLANKS, BLANKS, INVISIBLE, HEADERS, DIRECTION]
        kinds += [["}"], HIDDEN]
        weights = [6, 4, 4, 4, 8, 4, 4, 0.3, 0.5, 0.3, 1]
        size = source.choice((0, 1, 2, 4, 8, 16, 60))
        parts = [source.choice(kind) for kind in source.choices(kinds, weights, k=size)]
        if source.random() < 0.004:
            parts.insert(source.randint(0, len(parts)), source.choice(REFUSED))
        return "".join(parts)

    def comments(self) -> tuple[Comment, ...]:
        """Return a few comments, mostly none."""
        if self._source.random() < 0.6:
            return ()
        count = self._source.randint(1, 3)
        kinds = self._source.choices(list(CommentKind), [6, 2, 1], k=count)
        return tuple(Comment(kind, self._fit(kind, self.text())) for kind in kinds)

    def _fit(self, kind: CommentKind, text: str) -> str:
        """Return a text for a kind; a ``%`` line mostly is one line."""
        if kind is CommentKind.ESCAPE and self._source.random() < 0.95:
            return "".join(char for char in text if char not in "\n\r")
        return text

    def plies(self, plies: Sequence[Ply]) -> tuple[Ply, ...]:
        """Return plies with other comments and judgements."""
        source = self._source
        return tuple(
            replace(
                ply,
                suffix=source.choice(("", "", "", "!", "?", "!!", "??", "!?", "?!"))
                if source.random() < 0.999
                else source.choice(("!!!", "1", " ", "+")),
                nags=tuple(source.randrange(256) for _ in range(source.choice((0, 0, 0, 1, 2))))
                if source.random() < 0.999
                else (source.choice((256, -1, 10**9)),),
                comments=self.comments(),
                variations=tuple(
                    Variation(self.plies(one.plies), self.comments()) for one in ply.variations
                ),
            )
            for ply in plies
        )

    def tags(self, record: Record) -> dict[str, str]:
        """Return tags of any values, and sometimes of names that are none."""
        source = self._source
        tags = {"Event": self._value()}
        for name in source.sample(["Site", "Round", "Blue", "Red", "Annotator", "Mood", "x_9"], 3):
            tags[name] = self._value()
        if source.random() < 0.005:
            tags[source.choice(("", "9x", "a b", "é", 'x"', "a\n", "[", "-"))] = "x"
        return tags

    def _value(self) -> str:
        """Return a value of a tag, mostly one that stands on one line."""
        text = self.text()
        if self._source.random() < 0.98:
            return "".join(char for char in text if char not in FOLDED or char == " ")
        return text

    def record(self) -> Record:
        """Return a record."""
        record = self._source.choice(self._records)
        return replace(
            record,
            tags=self.tags(record),
            plies=self.plies(record.plies),
            comments=self.comments(),
            closing_comments=self.comments(),
        )


# What the format cannot hold, said once more


def all_plies(plies: Sequence[Ply]) -> Iterator[Ply]:
    for ply in plies:
        yield ply
        for variation in ply.variations:
            yield from all_plies(variation.plies)


def all_comments(record: Record) -> Iterator[Comment]:
    yield from (*record.comments, *record.closing_comments)
    for ply in all_plies(record.plies):
        yield from ply.comments
        for variation in ply.variations:
            yield from variation.comments


def is_held(record: Record) -> bool:
    """Tell whether the format can hold a record, character by character."""
    for name, value in record.tags.items():
        is_name = name.isascii() and name[:1].isalpha() and name.replace("_", "a").isalnum()
        if not is_name or any(unicodedata.category(char) in ("Cc", "Cs") for char in value):
            return False
    for comment in all_comments(record):
        blanks = "\t" if comment.kind is CommentKind.ESCAPE else FOLDED
        if any(unicodedata.category(c) in ("Cc", "Cs") and c not in blanks for c in comment.text):
            return False
    return all(
        set(ply.suffix) <= set("!?")
        and len(ply.suffix) < 3
        and all(0 <= nag < 256 for nag in ply.nags)
        for ply in all_plies(record.plies)
    )


# The law


def fold(comment: Comment, keeps_kind: bool) -> tuple[str, str]:
    """Return a comment as it is read again: its kind, where it must be kept, and its text."""
    text = comment.text
    if comment.kind is not CommentKind.ESCAPE:
        for blank in FOLDED:
            text = text.replace(blank, " ")
        text = " ".join(word for word in text.split(" ") if word)
    is_kept = comment.kind is CommentKind.ESCAPE or (keeps_kind and "}" not in text)
    return comment.kind.value if is_kept else "", text


def outline(record: Record, keeps_kind: bool) -> Any:
    def comments(found: Sequence[Comment]) -> list[tuple[str, str]]:
        return [fold(comment, keeps_kind) for comment in found]

    def plies(found: Sequence[Ply]) -> list[Any]:
        return [
            (
                ply.move.code,
                ply.side,
                ply.move_number,
                ply.suffix,
                ply.nags,
                comments(ply.comments),
                [(comments(one.comments), plies(one.plies)) for one in ply.variations],
            )
            for ply in found
        ]

    return (
        record.result,
        comments(record.comments),
        plies(record.plies),
        comments(record.closing_comments),
    )


def check_record(record: Record, is_literal: bool) -> str | None:
    """Check the law for a record; return what is written, or None if it is refused."""
    try:
        text = format_record(record, GAME.description, is_literal)
    except WriteError as error:
        text, refusal = "", str(error)
    if not text:
        assert not is_held(record), f"refused: {refusal}"
        assert refusal
        return None
    readings = list(READER.read_text("", text))
    assert len(readings) == 1, f"{len(readings)} records"
    (reading,) = readings
    again = reading.record
    assert again is not None, [str(found) for found in reading.diagnostics]
    assert outline(again, is_literal) == outline(record, is_literal)
    tags = {**record.tags, "Result": record.result}
    own = again.tags if is_literal else {name: again.tags[name] for name in tags}
    assert own == tags
    assert not {found.code.id for found in reading.diagnostics} - {"N003", "N203"}
    if not is_literal:
        assert format_record(again, GAME.description) == text, "written anew it differs"
    return text


def check_file(texts: Sequence[str]) -> None:
    """Check that both readers find these records in a file of them, and no others."""
    assert all(found.is_sound for found in Soundness(READER).look(texts))
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "a.mgn"
        path.write_bytes("\n".join(texts).encode())
        readings = list(READER.read_path(str(path)))
    assert [reading.text.rstrip("\n") for reading in readings] == [
        text.rstrip("\n") for text in texts
    ]


def run(count: int, seed: int) -> tuple[int, int]:
    """Check so many records; return how many were written and how many refused.

    Raises:
        AssertionError: the law is broken; the record is a note of it.
    """
    source = random.Random(seed)
    draw = Draw(source)
    texts: list[str] = []
    written = refused = 0
    for number in range(count):
        record = draw.record()
        try:
            text = check_record(record, source.random() < 0.5)
        except AssertionError as error:
            error.add_note(f"seed {seed}, record {number}: {record!r}")
            raise
        if text is None:
            refused += 1
            continue
        written += 1
        texts.append(text)
        if len(texts) == FILE:
            check_file(texts)
            texts.clear()
    check_file(texts)
    return written, refused


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--count", type=int, default=200_000)
    options.add_argument("--seed", type=int, default=time.time_ns() & 0xFFFFFFFF)
    chosen = options.parse_args()
    try:
        written, refused = run(chosen.count, chosen.seed)
    except AssertionError:
        traceback.print_exc()
        return 1
    print(f"{written} written and read back, {refused} refused by name (seed {chosen.seed})")
    return 0


if __name__ == "__main__":
    sys.exit(main())
