"""Comments and variations of duplicates that the game lacks, kept once each, with their source.

A comment is followed by the name of the file, ``{good try (from club.mgn)}``, and a variation
begins with it. So they are known when they come again, from either side.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import zip_longest

from mentis_records.core.record import Comment, CommentKind, Ply, Record, Variation
from mentis_records.core.text import folded, printable

_STDIN = "standard input"
_FOLDER = re.compile(r".*[/\\]", re.DOTALL)
_MARKS = str.maketrans("(){}", "[][]")
_TOLD = re.compile(r" ?\(from [^()]*\)$")


def tell_source(name: str | None, member: str | None) -> str:
    """Return how a source is told: its file without the folder, or the text of an archive.

    Args:
        name: the path as it was given, ``-``, or None if it is not known.
        member: the name of the text in an archive, or None.
    """
    path = member or name or "?"
    file = _STDIN if path == "-" else _FOLDER.sub("", path)
    return f"(from {printable(file).translate(_MARKS)})"


def with_remarks(record: Record, copy: Record, told: str) -> Record:
    """Return a record with the comments and variations of a copy that it lacks.

    Args:
        record: the game.
        copy: a record with its plies, or some of them at the beginning.
        told: where the copy is from (``tell_source``).
    """
    return replace(
        record,
        comments=_join(record.comments, copy.comments, told),
        plies=_join_lines(record.plies, copy.plies, told),
        closing_comments=_join(record.closing_comments, copy.closing_comments, told),
    )


def _join(
    own: tuple[Comment, ...], others: Sequence[Comment], told: str, places: Sequence[int] = (0,)
) -> tuple[Comment, ...]:
    """Return comments with others; ``places`` says how many variations are before each of these.

    They are those of the joined ply, by how many of its own the other ply had there.
    """
    known = {_plain(comment) for comment in own}
    for comment in others:
        plain = _plain(comment)
        if plain and plain not in known:
            known.add(plain)
            text, behind = f"{comment.text.rstrip()} {told}", places[comment.behind]
            own += (Comment(comment.kind, text, behind),)
    return tuple(sorted(own, key=lambda comment: comment.behind))


def _plain(comment: Comment) -> str:
    """Return the text of a comment as it is compared: without where it is from."""
    return _TOLD.sub("", folded(comment.text))


def _join_lines(own: tuple[Ply, ...], others: Sequence[Ply], told: str) -> tuple[Ply, ...]:
    """Return the plies of a line, with what is said of them as far as the other goes with it.

    What is said of a ply that was cut short is said of the whole one.
    """
    done = list(own)
    for at, (ply, other) in enumerate(zip(own, others, strict=False)):
        if other.comments or other.variations:
            variations, places = _join_variations(ply.variations, other.variations, told)
            comments = _join(ply.comments, other.comments, told, places)
            done[at] = replace(ply, comments=comments, variations=variations)
        if other.move.code != ply.move.code:
            break
    return tuple(done)


def _join_variations(
    own: tuple[Variation, ...], others: Sequence[Variation], told: str
) -> tuple[tuple[Variation, ...], list[int]]:
    """Return variations with others, and the number of them up to each of these, from none on."""
    done, places = list(own), [0]
    for other in others:
        found = next((at for at, each in enumerate(done) if _begins(other, each)), None)
        if found is None:
            source = Comment(CommentKind.BRACE, told)
            done.append(replace(other, comments=(source, *other.comments)))
            places.append(len(done))
        else:
            each = done[found]
            done[found] = Variation(
                _join_lines(each.plies, other.plies, told),
                _join(each.comments, other.comments, told),
            )
            places.append(found + 1)
    return tuple(done), places


def _begins(one: Variation, other: Variation) -> bool:
    """Tell whether the plies of a variation are those of another, or its first ones."""
    pairs = zip_longest(one.plies, other.plies)
    return all(
        mine is None or (its is not None and mine.move.code == its.move.code) for mine, its in pairs
    )
