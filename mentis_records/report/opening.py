"""The opening report: what is played from each start position, and what comes of it.

Mirror images are counted together. Says how often moves are played and how the games ended,
not whether a move is good.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from itertools import product

from mentis_records.core.game import AnyGame
from mentis_records.report.board_svg import render_svg
from mentis_records.report.collection import survey
from mentis_records.report.example_game import ExampleGame, example_game
from mentis_records.report.exhibit import Exhibit
from mentis_records.report.figure_forest import ForestPlot, ForestRow
from mentis_records.report.figure_mark import Marks, outcome_marks
from mentis_records.report.figure_tree import TreePlot, TreeRow
from mentis_records.report.line import Lines, Node, follow_lines
from mentis_records.report.number_table import NumberTable
from mentis_records.report.page import BoardCard, BoardLine, Progress, Report, Section
from mentis_records.report.wording import (
    METHOD_NOTE,
    count,
    results_cells,
    results_columns,
    sample_note,
    sample_words,
    share_cell,
    share_words,
    small_note,
    tally,
)
from mentis_records.statistics.interval import METHOD
from mentis_records.statistics.tree import Branch
from mentis_records.store.database import Database
from mentis_records.store.fetch import fetch_typical_games
from mentis_records.store.record import fetch_record
from mentis_records.store.selection import EVERY_GAME, Selection

_MOST_OPENINGS = 16
_LEAST_OPENINGS = 6
_BOARD_SIZE = 300
_LONGEST_NAMES = 20

_TOGETHER = (
    "Moves that lead to one position or to its mirror image are counted together, under the "
    "name that was played most; +2 stands for two further names."
)


def compose(
    database: Database,
    game: AnyGame,
    *,
    made: date | None = None,
    progress: Progress | None = None,
    selection: Selection = EVERY_GAME,
) -> Report:
    """Return the opening report on a game's records, one section a start position.

    Raises:
        StoreError: the database cannot be read.
    """
    description = game.description
    collection = survey(database, game, selection, made=made)
    marks = outcome_marks(collection.palette, description.sides)
    sections, unplayed = [], []
    starts = _starts(game)
    for done, options in enumerate(starts):
        if progress is not None:
            progress(done, len(starts))
        lines = follow_lines(database, game, game.start_position(options), options, selection)
        if lines.root.branches:
            games = tuple(_games(database, game, lines, selection))
            sections.append(_section(game, lines, marks, games))
        else:
            unplayed.append(_name(options))
    if unplayed and not collection.is_empty:
        words = f"No game was played from: {', '.join(unplayed)}."
        sections.append(Section("unplayed", "Start positions without games", (words,)))
    lede = collection.warning or (
        "What is played first, how it goes on, and how those games ended. Counts stand beside "
        "every share, and every share has its interval."
    )
    return Report(
        slug="opening",
        title=f"Openings in {description.title}",
        lede=lede,
        facts=collection.facts,
        sections=tuple(sections),
        sides=description.sides,
        palette=collection.palette,
        provenance=collection.provenance,
    )


def _starts(game: AnyGame) -> list[dict[str, str]]:
    """Return every choice of options that leads to a start position of its own."""
    options = game.description.options
    found: dict[int, dict[str, str]] = {}
    for values in product(*(option.values for option in options)):
        choice = dict(zip((option.tag for option in options), values, strict=True))
        found.setdefault(game.start_position(choice).canonical_key, choice)
    return list(found.values())


def _name(options: Mapping[str, str]) -> str:
    return ", ".join(f"{tag} {value}" for tag, value in options.items()) or "Start position"


def _section(game: AnyGame, lines: Lines, marks: Marks, games: tuple[ExampleGame, ...]) -> Section:
    slug = "-".join(value.lower().replace(" ", "-") for value in lines.options.values()) or "start"
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
    paragraphs = (
        f"{count(root.results.games, 'game')} reached this start position: "
        f"{tally(root.results, root.sides)}.",
        words,
    )
    return Section(
        slug,
        _name(lines.options),
        paragraphs,
        (_tree(lines, marks, slug), _forest(lines, marks, slug)),
        "Positions of the most played lines",
        "Each line: a first move, its most played reply, the most played answer to that. "
        + _TOGETHER,
        tuple(_board_lines(game, lines)),
        games,
    )


def _games(
    database: Database, game: AnyGame, lines: Lines, selection: Selection
) -> Iterator[ExampleGame]:
    """Yield a game for each of the most played first moves: one of the usual length."""
    start = game.start_position(lines.options).canonical_key
    firsts = {node.position.canonical_key: node for node in lines.nodes}
    found = fetch_typical_games(database, game.description.slug, start, firsts, selection)
    for after, first in firsts.items():
        if after in found:
            note = f"{_with_also(first.label, first.branch)}: a game of the usual length"
            record = fetch_record(database, found[after])
            yield example_game(game, record, note=note, ply=1)


def _selection(lines: Lines) -> str:
    games = f"games in which the start position came up ({_name(lines.options)})"
    return f"{games}, of those with {lines.selection}" if lines.selection else games


def _tree(lines: Lines, marks: Marks, slug: str) -> Exhibit:
    nodes = list(lines.walk())
    root = lines.root
    rows = [
        TreeRow(node.depth, _with_also(node.label, node.branch), node.label, node.branch.results)
        for node in nodes
    ]
    cells = [
        (
            node.depth + 1,
            " ".join(node.line),
            node.side,
            node.branch.notation,
            " ".join(node.branch.also),
            node.branch.played,
            node.branch.reached,
            node.replies,
            node.branch.position,
            *results_cells(node.branch.results),
        )
        for node in nodes
    ]
    columns = ("ply", "line", "side", "move", "also", "played", "reached", "replies", "position")
    display = [
        ("\N{NO-BREAK SPACE}" * 4 * node.depth + node.label, *_display(node.branch))
        for node in nodes
    ]
    top = lines.nodes[0]
    return Exhibit(
        slug=f"tree-{slug}",
        title=f"Opening tree ({_name(lines.options)})",
        alternative=(
            f"Tree of {len(nodes)} moves, three plies deep. Most played first move: "
            f"{top.branch.notation}, {tally(top.branch.results, root.sides)}. All numbers are in "
            "the table below."
        ),
        n=root.results.decided,
        n_words=sample_note(root.results),
        method=(
            f"{METHOD}. A game counts once for each move that it played here. {_TOGETHER} "
            f"Only the most played moves are drawn. {small_note()}"
        ),
        selection=_selection(lines),
        plot=TreePlot(rows, marks, root.sides),
        numbers=NumberTable((*columns, *results_columns(root.sides)), tuple(cells)),
        display=NumberTable(_display_columns("Move", root.sides), tuple(display)),
    )


def _forest(lines: Lines, marks: Marks, slug: str) -> Exhibit:
    root = lines.root
    shown = _shown(root.branches)
    rows = [ForestRow(_with_also(branch.notation, branch), branch.results) for branch in shown]
    cells = [
        (
            branch.notation,
            " ".join(branch.also),
            branch.played,
            branch in shown,
            *results_cells(branch.results),
        )
        for branch in root.branches
    ]
    display = [(_with_also(branch.notation, branch), *_display(branch)) for branch in shown]
    hidden = len(root.branches) - len(shown)
    cut = f" {count(hidden, 'less played opening')}: in the CSV and JSON only." if hidden else ""
    dotted = "" if root.results.is_small else " Dotted line: all these games."
    return Exhibit(
        slug=f"forest-{slug}",
        title=f"Results by first move ({_name(lines.options)})",
        alternative=(
            f"Forest plot of {count(len(shown), 'opening')}: the shares of wins and draws, each "
            "with its interval. All numbers are in the table below."
        ),
        n=root.results.decided,
        n_words=sample_note(root.results),
        method=f"{METHOD}. {METHOD_NOTE} {small_note()}{dotted}{cut}",
        selection=_selection(lines),
        plot=ForestPlot(rows, marks, ForestRow("all", root.results)),
        numbers=NumberTable(
            ("move", "also", "played", "is_shown", *results_columns(root.sides)), tuple(cells)
        ),
        display=NumberTable(_display_columns("First move", root.sides), tuple(display)),
    )


def _shown(branches: Sequence[Branch]) -> list[Branch]:
    """Return the openings to draw: those with enough games, and some of the others."""
    enough = [branch for branch in branches if not branch.results.is_small]
    rest = [branch for branch in branches if branch.results.is_small]
    return enough[:_MOST_OPENINGS] + rest[: max(_LEAST_OPENINGS - len(enough), 0)]


def _with_also(label: str, branch: Branch) -> str:
    """Return a move's label with its other name; with their number, if they are many or long."""
    if len(branch.also) == 1 and len(label) + len(branch.also[0]) <= _LONGEST_NAMES:
        return f"{label} / {branch.also[0]}"
    return f"{label} +{len(branch.also)}" if branch.also else label


def _display_columns(first: str, sides: Sequence[str]) -> tuple[str, ...]:
    return (first, "Games", f"{sides[0]} wins", "Draws", f"{sides[1]} wins", "Unfinished")


def _display(branch: Branch) -> tuple[str, ...]:
    results = branch.results
    if results.is_small:
        counts: tuple[str, ...] = tuple(
            str(number) for number in (results.first, results.draws, results.second)
        )
    else:
        score = results.score
        counts = tuple(share_cell(share) for share in (score.first, score.draw, score.second))
    return (sample_words(results), *counts, f"{results.unknown:,}")


def _board_lines(game: AnyGame, lines: Lines) -> Iterator[BoardLine]:
    """Yield the diagrams of each first move that was followed, then those of the others."""
    others = []
    for first in lines.nodes:
        cards = []
        node: Node | None = first
        while node is not None:
            cards.append(_card(game, node, lines.root.sides))
            node = node.children[0] if node.children else None
        if len(cards) == 1:
            others += cards
        else:
            yield BoardLine(_with_also(first.label, first.branch), tuple(cards))
    if others:
        yield BoardLine("Further first moves", tuple(others))


def _card(game: AnyGame, node: Node, sides: Sequence[str]) -> BoardCard:
    results = node.branch.results
    svg = render_svg(
        game.picture(node.position, node.move),
        size=_BOARD_SIZE,
        title=f"Position after {' '.join(node.line)}",
    )
    lines = [f"{count(results.games, 'game')}: {tally(results, sides)}"]
    if not results.is_small:
        score = results.score
        lines.append(f"{sides[0]} won {share_words(score.first)}")
        lines.append(f"{sides[1]} won {share_words(score.second)}")
    if node.branch.reached > node.branch.played:
        lines.append(f"position reached {node.branch.reached:,} times, by any way")
    return BoardCard(node.label, node.branch.also, svg, results, tuple(lines))
