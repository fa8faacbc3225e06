"""Numbers and results in words, as pages and figures print them; knows no figure and no page.

A share is never printed alone: its count and its interval stand beside it, and under the least
sample the words say that the games are too few.
"""

from __future__ import annotations

from collections.abc import Sequence

from mentis_records.core.game import GameDescription
from mentis_records.core.number_table import Cell
from mentis_records.core.tally import MIN_SAMPLE
from mentis_records.core.text import counted, one_line, percent
from mentis_records.statistics.interval import Share
from mentis_records.statistics.result import Results

TOO_FEW = "too few games to tell"

INDEPENDENCE_NOTE = "Games are treated as independent; the players' strength is not accounted for."

LENGTH_CAUTION = (
    "A game's length and its result come about together: do not read length as the cause of the "
    "result."
)

OPENING_CAUTION = (
    "Openings that strong players like score well anyway. The share between equals corrects for "
    "this as far as the ratings allow."
)

_SPACE = "\N{NO-BREAK SPACE}"
_ONE_LINE = 12
"""Characters of a column's heading that is never broken."""


def who_moves(game: GameDescription, side: str) -> str:
    """Return words behind a side's name: that it moves first or second, if it always does."""
    if side not in game.sides or game.opener is None:
        return ""
    return f", who moves {'first' if side == game.movers[0] else 'second'},"


def first_move(game: GameDescription) -> str:
    """Return what may be an advantage: the first move, of the side that always has it, if any."""
    return "the first move" if game.opener is None else f"{game.movers[0]}'s first move"


def capital(words: str) -> str:
    """Return words as they begin a sentence."""
    return words[:1].upper() + words[1:]


def heading(text: str) -> str:
    """Return a column's heading, with no-break spaces and hyphens where it must not be broken.

    It has one place to break, where both lines are about as long; a short one has none.
    """
    words = text.replace("-", "\N{NON-BREAKING HYPHEN}").split()
    first, second = min(
        ((_SPACE.join(words[:at]), _SPACE.join(words[at:])) for at in range(1, max(len(words), 2))),
        key=lambda lines: max(map(len, lines)),
    )
    return f"{first} {second}" if second and len(text) > _ONE_LINE else _SPACE.join(words)


def shorten(text: str, length: int) -> str:
    """Return the text printable and cut to a length, an ellipsis showing the cut."""
    text = one_line(text)
    return text if len(text) <= length else text[: max(length - 1, 1)] + "…"


def count(number: int, one: str, many: str = "") -> str:
    """Return a number with its noun, which stay on one line."""
    return counted(number, one, many, _SPACE)


def interval(share: Share) -> str:
    """Return the bounds of a share: ``46 to 62 %``."""
    return f"{round(100 * share.low)} to {round(100 * share.high)}{_SPACE}%"


def share_words(share: Share) -> str:
    """Return a share with its interval and its counts; of few games, only these."""
    if share.value is None:
        return "no game with a result"
    counts = f"{share.count:,} of {share.n:,}"
    if share.n < MIN_SAMPLE:
        return counts
    return f"{percent(share.value)} ({interval(share)}), {counts}"


def share_cell(share: Share) -> str:
    """Return a share for a table in which the number of games stands beside it."""
    if share.value is None:
        return "0"
    bounds = f"{round(100 * share.low)}–{round(100 * share.high)}"
    return f"{share.count:,}: {percent(share.value)} ({bounds})"


def tally(results: Results, sides: Sequence[str]) -> str:
    """Return the counts of results in words, the games without a result apart."""
    parts = [
        f"{results.first:,} won by {sides[0]}",
        f"{results.draws:,} drawn",
        f"{results.second:,} won by {sides[1]}",
    ]
    words = ", ".join(parts)
    return f"{words}; {results.unknown:,} unfinished" if results.unknown else words


def sample_words(results: Results) -> str:
    """Return how many games have a result, and whether they are too few to be compared."""
    if results.unknown and not results.decided:
        return f"{results.unknown:,} unfinished"
    words = count(results.decided, "game")
    if results.is_small:
        words += ": too few to tell"
    return words


def results_columns(sides: Sequence[str]) -> tuple[str, ...]:
    """Return the columns that tables have for results, as ``results_cells`` fills them."""
    first, second = (f"{side.lower()}_wins" for side in sides)
    shares = (
        f"{name}_{part}" for name in (first, "draws", second) for part in ("share", "low", "high")
    )
    return ("games", "decided", first, "draws", second, "unfinished", *shares, "is_too_few")


def results_cells(results: Results) -> tuple[Cell, ...]:
    """Return the counts, the shares with their bounds, and whether the games are too few."""
    score = results.score
    shares: list[Cell] = []
    for share in (score.first, score.draw, score.second):
        shares += [share.value, share.low, share.high] if share.n else [None, None, None]
    return (
        results.games,
        results.decided,
        results.first,
        results.draws,
        results.second,
        results.unknown,
        *shares,
        results.is_small,
    )


def sample_note(results: Results) -> str:
    """Return what the games behind shares are: those with a result, the others counted apart."""
    if not results.unknown:
        return "games with a result; none is unfinished"
    left = (
        "1 unfinished one is"
        if results.unknown == 1
        else f"{results.unknown:,} unfinished ones are"
    )
    return f"games with a result; {left} in no share"


def bound_words(results: Results, side: str) -> list[str]:
    """Return between what shares unfinished games leave a side's points, if there are such."""
    if not results.unknown or not results.decided:
        return []
    sure = results.first + results.draws / 2
    low, high = sure / results.games, (sure + results.unknown) / results.games
    return [
        f"{count(results.unknown, 'game')} {'is' if results.unknown == 1 else 'are'} unfinished: "
        f"whatever the result, {side}'s score of all games would lie between {percent(low)} and "
        f"{percent(high)}."
    ]


def enumerated(names: Sequence[str], most: int) -> str:
    """Return some names with commas; of more than ``most`` how many others there are."""
    shown = [one_line(name) for name in names[:most]]
    others = [f"{len(names) - most:,} others"] if len(names) > most else []
    parts = [*shown, *others]
    return " and ".join(filter(None, (", ".join(parts[:-1]), *parts[-1:])))


def small_note(games: str = "games with a result") -> str:
    """Return the sentence that explains what happens to small samples."""
    return f"With fewer than {MIN_SAMPLE} {games}, the figure says: {TOO_FEW}."
