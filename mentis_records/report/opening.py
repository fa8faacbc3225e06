"""The opening report: what is played from each start position, and what comes of it.

Mirror images are counted together. Says how often moves are played and how the games ended,
not whether a move is good.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import date

from mentis_records.core.game import AnyGame
from mentis_records.report.board_svg import render_svg
from mentis_records.report.collection import survey
from mentis_records.report.comparison import Compared
from mentis_records.report.exhibit import Exhibit
from mentis_records.report.figure_mark import Marks, outcome_marks
from mentis_records.report.figure_tree import TreePlot, TreeRow
from mentis_records.report.line import BREADTHS, Lines, Node, follow_lines
from mentis_records.report.number_table import Cell, NumberTable
from mentis_records.report.page import BoardCard, BoardLine, Progress, Report, Section
from mentis_records.report.wording import (
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
from mentis_records.statistics.opening import load_openings
from mentis_records.statistics.performance import METHOD as PERFORMANCE_METHOD
from mentis_records.statistics.result import Results
from mentis_records.statistics.start import starts_of
from mentis_records.statistics.tree import Branch, Tree
from mentis_records.store.database import Database
from mentis_records.store.selection import EVERY_GAME, Selection

_MOST_OPENINGS = 16
_LEAST_OPENINGS = 6
_BOARD_SIZE = 300
_LONGEST_NAMES = 20

_MOVE_COLUMNS = (
    *("move", "also", "name", "played", "as_shown", "reached", "rated", "elo", "met"),
    *("performance", "first_date", "last_date", "best_games"),
)

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
        OpeningError: a file of names of openings cannot be read.
    """
    openings = load_openings()
    description = game.description
    collection = survey(database, game, selection, made=made)
    marks = outcome_marks(collection.palette, description.sides)
    sections, unplayed = [], []
    starts = starts_of(game)
    for done, start in enumerate(starts):
        step = _step(progress, done, len(starts))
        lines = follow_lines(database, game, start, selection, openings, step)
        if lines.root.branches:
            sections.append(_section(game, lines, marks))
        else:
            unplayed.append(_name(start.options))
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


def _step(progress: Progress | None, done: int, parts: int) -> Progress | None:
    """Return what is told the progress of one part of some."""
    if progress is None:
        return None

    def tell(part: float, total: float | None) -> None:
        progress(done + part / (total or 1), parts)

    return tell


def _name(options: Mapping[str, str]) -> str:
    return ", ".join(f"{tag} {value}" for tag, value in options.items()) or "Start position"


def _section(game: AnyGame, lines: Lines, marks: Marks) -> Section:
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
    total = sum((branch.results for branch in root.branches), Results())
    compared = Compared.of([branch.results for branch in root.branches], total)
    paragraphs = (
        f"{count(root.results.games, 'game')} reached this start position: "
        f"{tally(root.results, root.sides)}.",
        words,
        compared.words("first move", "first moves", root.sides[0]),
        _differing(root, compared),
    )
    return Section(
        slug,
        _name(lines.options),
        tuple(filter(None, paragraphs)),
        (_tree(lines, marks, slug), _forest(lines, compared, marks, slug)),
        "Positions of the most played lines",
        "Each line: a first move, its most played reply, the most played answer to that. "
        f"Games are those with the best rated players, else the latest. {_TOGETHER}",
        tuple(_board_lines(game, lines)),
    )


def _differing(root: Tree, compared: Compared) -> str:
    """Return the first moves that differ from the others, in words."""
    parts = []
    for at in compared.different[:_MOST_OPENINGS]:
        branch, share = root.branches[at], compared.score(at).first
        called = f" ({branch.name})" if branch.name else ""
        parts.append(f"{branch.notation}{called} {share_words(share)}")
    left = len(compared.different) - len(parts)
    more = f"; and {left:,} more" if left else ""
    return f"{root.sides[0]} won with {'; '.join(parts)}{more}." if parts else ""


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
            *_move_cells(node.branch),
            node.replies,
            node.branch.position,
            *results_cells(node.branch.results),
        )
        for node in nodes
    ]
    columns = ("ply", "line", "side", *_MOVE_COLUMNS, "replies", "position")
    display = [
        (
            "\N{NO-BREAK SPACE}" * 4 * node.depth + node.label,
            node.branch.name,
            *_display(node.branch),
            *_player_words(node.branch),
        )
        for node in nodes
    ]
    heading = _display_columns("Move", root.sides)
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
            f"{METHOD}, each for its own row. A game counts once for each move that it played "
            f"here. {_TOGETHER} {_followed(lines)} {small_note()} Table: {PERFORMANCE_METHOD}."
        ),
        selection=_selection(lines),
        plot=TreePlot(rows, marks, root.sides),
        numbers=NumberTable((*columns, *results_columns(root.sides)), tuple(cells)),
        display=NumberTable(
            (heading[0], "Name", *heading[1:], "Rating", "Performance", "Last played"),
            tuple(display),
        ),
    )


def _followed(lines: Lines) -> str:
    """Return how many moves are drawn of how many."""
    first, *others = BREADTHS
    after = ", then ".join(str(breadth) for breadth in others)
    drawn = min(first, len(lines.root.branches))
    return (
        f"Drawn are the {drawn} most played of {len(lines.root.branches):,} first moves, and of "
        f"each the most played answers: {after}."
    )


def _forest(lines: Lines, compared: Compared, marks: Marks, slug: str) -> Exhibit:
    root = lines.root
    branches = root.branches
    shown = _shown(branches)
    hidden = len(branches) - len(shown)
    cut = f" {count(hidden, 'less played opening')}: in the CSV and JSON only." if hidden else ""
    dotted = "" if compared.total.is_small else " Dotted line: all these games."
    heading = compared.display_columns("First move", marks)
    return Exhibit(
        slug=f"forest-{slug}",
        title=f"Results by first move ({_name(lines.options)})",
        alternative=(
            f"Forest plot of {count(len(shown), 'opening')}: the shares of wins and draws, each "
            "with its interval. All numbers are in the table below."
        ),
        n=compared.total.decided,
        n_words=sample_note(compared.total),
        method=f"{compared.method(root.sides[0])}{dotted}{cut}",
        selection=_selection(lines),
        plot=compared.plot(
            [
                (at, _with_also(branches[at].notation, branches[at]), branches[at].name)
                for at in shown
            ],
            marks,
        ),
        numbers=NumberTable(
            (*_MOVE_COLUMNS, "is_shown", *compared.columns(root.sides)),
            tuple(
                (*_move_cells(branch), at in shown, *compared.cells(at))
                for at, branch in enumerate(branches)
            ),
        ),
        display=NumberTable(
            (heading[0], "Name", *heading[1:]),
            tuple(
                (
                    _with_also(branches[at].notation, branches[at]),
                    branches[at].name,
                    *compared.display(at),
                )
                for at in shown
            ),
        ),
    )


def _move_cells(branch: Branch) -> tuple[Cell, ...]:
    """Return what is known of a move beside its results, as ``_MOVE_COLUMNS``."""
    strength = branch.strength
    return (
        branch.notation,
        " ".join(branch.also),
        branch.name,
        branch.played,
        branch.as_shown,
        branch.reached,
        strength.rated,
        strength.average,
        strength.met,
        strength.performance,
        branch.first_date,
        branch.last_date,
        " ".join(map(str, branch.best_games)),
    )


def _player_words(branch: Branch) -> tuple[str, str, str]:
    """Return the average rating and performance of the players, and the last date."""
    average, performance = branch.strength.average, branch.strength.performance
    return (
        "" if average is None else f"{average:.0f}",
        "" if performance is None else str(performance),
        branch.last_date or "",
    )


def _shown(branches: Sequence[Branch]) -> list[int]:
    """Return the places of the openings to draw: those with enough games, some of the others."""
    enough = [at for at, branch in enumerate(branches) if not branch.results.is_small]
    rest = [at for at, branch in enumerate(branches) if branch.results.is_small]
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
            called = f": {first.branch.name}" if first.branch.name else ""
            yield BoardLine(f"{_with_also(first.label, first.branch)}{called}", tuple(cards))
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
    best = node.branch.best_games
    lines.append(f"{'game' if len(best) == 1 else 'games'} {', '.join(map(str, best))}")
    return BoardCard(node.label, node.branch.also, svg, results, tuple(lines))
