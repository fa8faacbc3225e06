"""The figure of the most played lines from a start position, and all its first moves in numbers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from mentis_records.core.game import AnyGame
from mentis_records.core.number_table import Cell, NumberTable
from mentis_records.core.tally import MIN_SAMPLE
from mentis_records.core.text import slug_of
from mentis_records.report.document.exhibit import Exhibit
from mentis_records.report.figure.figure_mark import Marks
from mentis_records.report.figure.figure_tree import TreePlot, TreeRow
from mentis_records.report.section.line import BREADTHS, Lines, Node
from mentis_records.report.words.wording import (
    count,
    results_cells,
    results_columns,
    sample_note,
    share_cell,
    shorten,
    tally,
)
from mentis_records.statistics.interval import METHOD
from mentis_records.statistics.performance import METHOD as PERFORMANCE_METHOD
from mentis_records.statistics.tree import Branch

_LONGEST_NAMES = 20
_MAX_VALUE = 40
"""Characters of a setting's value."""

_SPACE = "\N{NO-BREAK SPACE}"

BEST_GAMES = "best_games"
"""The column with numbers of games, which are others where files were loaded in another order."""

_MOVE_COLUMNS = (
    *("move", "also", "name", "played", "as_shown", "reached", "rated", "elo", "met"),
    *("performance", "first_date", "last_date", BEST_GAMES),
)


def together(game: AnyGame, nodes: Iterable[Node]) -> str:
    """Return which moves of a game are one, and how those of the nodes tell it."""
    further = next((len(each.branch.also) for each in nodes if _is_numbered(each)), 0)
    shown = f"; +{further} stands for {count(further, 'further name')}" if further else ""
    images = " or to its mirror image" if game.description.symmetries else ""
    return (
        f"Moves that lead to the same position{images} are counted together, under the most played "
        f"name{shown}."
    )


def _is_numbered(node: Node) -> bool:
    """Tell whether a move's label has the number of its other names, not the names."""
    numbered = f"{node.label} +{len(node.branch.also)}"
    return label_of(node.label, node.branch) == numbered


def start_name(game: AnyGame, options: Mapping[str, str]) -> str:
    """Return what a start position is called, by the settings that choose it."""
    names = []
    for setting in game.description.settings:
        value = options.get(setting.tag, "")
        name = setting.name_of(value)
        if value:
            names.append(name if name != value else f"{setting.tag} {shorten(value, _MAX_VALUE)}")
    return ", ".join(names) or "Start position"


def start_slug(options: Mapping[str, str]) -> str:
    """Return the name of a start position for files and links."""
    return slug_of(" ".join(options.values())) or "start"


def selection_words(game: AnyGame, lines: Lines) -> str:
    """Return of which games a figure on a start position is."""
    games = f"games that begin from the start position ({start_name(game, lines.options)})"
    return f"{games}, of those with {lines.selection}" if lines.selection else games


def tree_exhibit(game: AnyGame, lines: Lines, marks: Marks, slug: str) -> Exhibit:
    """Return the tree of the most played lines; ``slug`` tells it from that of other starts."""
    nodes = list(lines.walk())
    root = lines.root
    rows = [
        TreeRow(node.depth, label_of(node.label, node.branch), node.label, node.branch.results)
        for node in nodes
    ]
    cells = [
        _cells(node.branch, node.line, node.side, node.replies, is_shown=True) for node in nodes
    ]
    drawn = {node.branch.notation for node in lines.nodes}
    cells += [
        _cells(branch, (branch.notation,), root.side, None, is_shown=False)
        for branch in root.branches
        if branch.notation not in drawn
    ]
    columns = ("ply", "line", "side", *_MOVE_COLUMNS, "replies", "position", "is_shown")
    display = [
        (
            _SPACE * 4 * node.depth + node.label.replace(" ", _SPACE),
            node.branch.name,
            *_display(node.branch),
            *_player_words(node.branch),
        )
        for node in nodes
    ]
    heading = _display_columns("Move", root.sides)
    is_told = any(not node.branch.strength.is_small for node in nodes)
    performance = f" Table: {PERFORMANCE_METHOD}." if is_told else ""
    top = lines.nodes[0]
    return Exhibit(
        slug=f"tree-{slug}",
        title=f"Opening tree, results as they stand ({start_name(game, lines.options)})",
        alternative=(
            f"Tree of {len(nodes)} moves, three plies deep. Most played first move, "
            f"written out: {top.branch.notation}, {tally(top.branch.results, root.sides)}. All "
            "numbers are in the table below."
        ),
        n=root.results.decided,
        n_words=sample_note(root.results),
        method=(
            f"{METHOD}, each for its own row. Shares are as the results stand, not adjusted for "
            "the players' strength: a move that strong players choose looks good. A game counts "
            "with its first move, and once for each later move that it played here. "
            f"{together(game, nodes)} {_followed(lines)} "
            f"Of fewer than {MIN_SAMPLE} games with a result there are the counts alone."
            f"{performance}"
        ),
        selection=selection_words(game, lines),
        plot=TreePlot(rows, marks, root.sides),
        numbers=NumberTable((*columns, *results_columns(root.sides)), tuple(cells)),
        display=NumberTable(
            (heading[0], "Name", *heading[1:], "Rating", "Performance", "Last played"),
            tuple(display),
        ).without_blanks(),
    )


def _cells(
    branch: Branch, line: Sequence[str], side: str, replies: int | None, *, is_shown: bool
) -> tuple[Cell, ...]:
    """Return the numbers of a move at the end of a line."""
    return (
        len(line),
        " ".join(line),
        side,
        *_move_cells(branch),
        replies,
        branch.position,
        is_shown,
        *results_cells(branch.results),
    )


def _followed(lines: Lines) -> str:
    """Return how many moves are drawn of how many."""
    first, *others = BREADTHS
    after = ", then ".join(str(breadth) for breadth in others)
    moves = len(lines.root.branches)
    drawn = f"are the {first} most played of {moves:,} first moves (the files have all)"
    if moves <= first:
        drawn = "is the only first move" if moves == 1 else f"are all {moves} first moves"
    return f"Drawn {drawn}, and of each the most played answers: {after}."


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
    """Return the average rating and performance of the players, and the last date.

    Of few games there is no performance.
    """
    strength = branch.strength
    return (
        "" if strength.average is None else f"{strength.average:.0f}",
        "" if strength.is_small else str(strength.performance),
        branch.last_date or "",
    )


def label_of(label: str, branch: Branch) -> str:
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
    played = count(results.decided, "game") if results.decided else ""
    return (played, *counts, f"{results.unknown:,}")
