"""The opening report: what is played from each start position, and what comes of it.

Mirror images are counted together. Says how often moves are played and how the games ended,
not whether a move is good.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mentis_records.core.capability import is_drawn, picture_of
from mentis_records.core.game import AnyGame
from mentis_records.core.progress import Progress
from mentis_records.report.board.board_svg import render_svg
from mentis_records.report.document.example_game import ExampleGame, typical_games
from mentis_records.report.document.page import BoardCard, BoardLine, Section
from mentis_records.report.figure.figure_mark import Marks
from mentis_records.report.opening.evenness import Evenness
from mentis_records.report.opening.line_figure import (
    TOGETHER,
    forest_exhibit,
    label_of,
    start_name,
    start_slug,
    tree_exhibit,
)
from mentis_records.report.section.comparison import Compared
from mentis_records.report.section.line import Lines, Node, follow_lines
from mentis_records.report.section.study import Body, Study
from mentis_records.report.words.wording import count, share_words, tally
from mentis_records.statistics.balance import fetch_opening_balance
from mentis_records.statistics.result import Results
from mentis_records.store.count.played_start import fetch_starts
from mentis_records.store.count.typical import fetch_typical_games
from mentis_records.store.database import Database
from mentis_records.store.selection import Selection

_BOARD_SIZE = 300
_MOST_STARTS = 12
"""Start positions that have a section."""


def compose(study: Study) -> Body:
    """Return what is played from each start position, one section each.

    Raises:
        StoreError: the database cannot be read.
    """
    database, game, selection = study.database, study.game, study.played
    sections, unplayed = [], []
    balance = fetch_opening_balance(database, game, selection)
    found = fetch_starts(database, game, selection)
    starts = found[:_MOST_STARTS]
    for done, start in enumerate(starts):
        step = _step(study.progress, done, len(starts))
        lines = follow_lines(database, game, start, selection, study.collection.openings, step)
        if lines.root.branches:
            games = _games(database, game, lines, selection)
            evenness = Evenness(balance.league, balance.of(start.options))
            sections.append(_section(game, lines, evenness, study.marks, games))
        else:
            unplayed.append(start_name(start.options))
    if unplayed:
        words = f"No game was played from: {', '.join(unplayed)}."
        sections.append(Section("unplayed", "Start positions without games", (words,)))
    if len(found) > len(starts):
        words = f"The {len(starts)} start positions of most games are shown, of {len(found):,}."
        sections.append(Section("further", "Other start positions", (words,)))
    return Body(
        "What is played first, how it goes on, and how those games ended. Every share comes with "
        "its count and its interval.",
        sections,
    )


def _step(progress: Progress | None, done: int, parts: int) -> Progress | None:
    """Return what is told the progress of one part of some."""
    if progress is None:
        return None

    def tell(part: float, total: float | None) -> None:
        progress(done + part / (total or 1), parts)

    return tell


def _section(
    game: AnyGame, lines: Lines, evenness: Evenness, marks: Marks, games: tuple[ExampleGame, ...]
) -> Section:
    slug = start_slug(lines.options)
    root = lines.root
    shown = sum(node.branch.results.games for node in lines.nodes)
    moves = len(root.branches)
    if moves == 1:
        words = f"Only one first move was played: {root.branches[0].notation}."
    elif moves == len(lines.nodes):
        words = f"{moves} different first moves were played, all of them shown."
    else:
        words = (
            f"{moves:,} different first moves were played (mirror images as one); the "
            f"{len(lines.nodes)} most played ones, shown here, make up {count(shown, 'game')}."
        )
    total = sum((branch.results for branch in root.branches), Results())
    plyless = root.results.games - total.games
    compared = Compared.untested([branch.results for branch in root.branches], total)
    paragraphs = (
        f"{count(root.results.games, 'game')} began from this start position: "
        f"{tally(root.results, root.sides)}.",
        f"{count(plyless, 'game')} of them without a ply." if plyless else "",
        words,
        *evenness.words,
        "" if total.decided else "No game has a result, so there are no shares to compare.",
    )
    exhibits = [tree_exhibit(lines, marks, slug)]
    if total.decided:
        exhibits.append(forest_exhibit(lines, compared, evenness, marks, slug))
    return Section(
        slug,
        start_name(lines.options),
        tuple(filter(None, paragraphs)),
        tuple(exhibits),
        "Positions of the most played lines",
        "Each line: a first move, its most played reply, and the most played answer to that. "
        f"Games are those with the best rated players, else the latest. {TOGETHER}",
        tuple(_board_lines(game, lines)),
        games,
    )


def _games(
    database: Database, game: AnyGame, lines: Lines, selection: Selection
) -> tuple[ExampleGame, ...]:
    """Return a game for each of the most played first moves: one of the usual length."""
    start = game.start_position(lines.options).canonical_key
    firsts = {node.position.canonical_key: node for node in lines.nodes}
    found = fetch_typical_games(database, game.description.slug, start, firsts, selection)
    numbers = {
        label_of(first.label, first.branch): found[after]
        for after, first in firsts.items()
        if after in found
    }
    return typical_games(database, game, numbers)


def _board_lines(game: AnyGame, lines: Lines) -> Iterator[BoardLine]:
    """Yield the diagrams of each first move that was followed, then those of the others."""
    others = []
    for first in lines.nodes if is_drawn(game) else ():
        cards = []
        node: Node | None = first
        while node is not None:
            cards.append(_card(game, node, lines.root.sides))
            node = node.children[0] if node.children else None
        if len(cards) == 1:
            others += cards
        else:
            called = f": {first.branch.name}" if first.branch.name else ""
            yield BoardLine(f"{label_of(first.label, first.branch)}{called}", tuple(cards))
    if others:
        yield BoardLine("Other first moves", tuple(others))


def _card(game: AnyGame, node: Node, sides: Sequence[str]) -> BoardCard:
    results = node.branch.results
    svg = render_svg(
        picture_of(game, node.position, node.move),
        size=_BOARD_SIZE,
        title=f"Position after {' '.join(node.line)}",
    )
    lines = [f"{count(results.games, 'game')}: {tally(results, sides)}"]
    if not results.is_small:
        score = results.score
        lines.append(f"{sides[0]} won {share_words(score.first)}")
        lines.append(f"{sides[1]} won {share_words(score.second)}")
    if node.branch.reached > node.branch.played:
        lines.append(f"position reached {node.branch.reached:,} times, by any move order")
    best = node.branch.best_games
    lines.append(f"{'game' if len(best) == 1 else 'games'} {', '.join(map(str, best))}")
    return BoardCard(node.label, node.branch.also, svg, results, tuple(lines))
