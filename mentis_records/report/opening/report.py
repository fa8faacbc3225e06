"""The opening report: what is played from each start position, and what comes of it.

Mirror images are counted together. Where each game has a start of its own, openings are compared
over all of them. Says how often moves are played and how the games ended,
not whether a move is good.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from mentis_records.core.capability import about_families, is_drawn, picture_of
from mentis_records.core.game import AnyGame
from mentis_records.core.progress import Progress
from mentis_records.fast.late_dataclass import dataclass
from mentis_records.report.board.board_svg import render_svg
from mentis_records.report.document.example_game import ExampleGame, example_game, typical_games
from mentis_records.report.document.exhibit import Exhibit
from mentis_records.report.document.page import BoardCard, BoardLine, Section
from mentis_records.report.opening.family import Families
from mentis_records.report.opening.line_figure import (
    label_of,
    selection_words,
    start_name,
    start_slug,
    together,
    tree_exhibit,
)
from mentis_records.report.opening.pooled import Pooled, pooled_openings
from mentis_records.report.section.body import Body
from mentis_records.report.section.line import Lines, Node, follow_lines
from mentis_records.report.section.study import Study
from mentis_records.report.words.wording import OPENING_CAUTION, capital, count, share_words, tally
from mentis_records.statistics.balance import fetch_opening_balance
from mentis_records.store.count.played_start import fetch_starts
from mentis_records.store.count.typical import fetch_typical_games
from mentis_records.store.database import Database
from mentis_records.store.record import fetch_record
from mentis_records.store.selection import Selection

_BOARD_SIZE = 300
_MOST_STARTS = 12
"""Start positions that have a section."""

_MOST_TOLD = 3
"""Start positions that the title tells of."""

_NAMED_GAMES = 1
"""Games named at a board, those of the best rated players, else the latest."""


def compose(study: Study) -> Body:
    """Return what is played from each start position, one section each.

    Where none is compared there is a section for all games of one set of rules.

    Raises:
        StoreError: the database cannot be read.
    """
    database, game, selection = study.database, study.game, study.played
    unplayed: list[str] = []
    openings: list[_Opening | Pooled] = []
    balance = fetch_opening_balance(database, game, selection)
    found = fetch_starts(database, game, selection)
    starts = found[:_MOST_STARTS]
    for done, start in enumerate(starts):
        step = _step(study.progress, done, len(starts))
        lines = follow_lines(database, game, start, selection, study.collection.openings, step)
        if lines.root.branches:
            families = Families(balance.league, balance.of(start.options))
            games = _games(database, game, lines, selection)
            openings.append(_Opening(game, start.options, families, lines, games))
        else:
            unplayed.append(start_name(game, start.options))
    if not found:
        openings += pooled_openings(game, balance)
    absent = [f"{name}: no game began there" for name in unplayed]
    if len(found) > len(starts):
        rarest = count(len(found) - len(starts), "start position")
        absent.append(f"the {rarest} with the fewest games")
    if not all(setting.divides for setting in game.description.settings):
        begun = len(balance.league.encounters.points)
        rest = study.collection.results.games - begun
        absent += [f"{count(rest, 'game')} from other start positions"] if rest else []
    compared = [each for each in openings if each.families.are_comparable]
    largest = max(compared, key=lambda each: each.decided, default=None)
    figures = {each.slug: each.exhibits(study) for each in compared}
    first = figures[largest.slug][0] if largest else None
    return Body(
        _title(openings),
        _lede(openings, largest),
        [
            each.section(study, figures.get(each.slug, ())[1:], is_told=each is largest)
            for each in openings
        ],
        first,
        absent=absent,
    )


def _title(openings: Sequence[_Opening | Pooled]) -> str:
    """Return what was found, of each start position for itself; of many, only what favours."""
    if not openings:
        return "No game began from a start position of the game"
    if len(openings) == 1:
        return capital(openings[0].title)
    favouring = [each for each in openings if each.families.favouring]
    if not favouring and (
        len(openings) > _MOST_TOLD or all(each.families.are_comparable for each in openings)
    ):
        return "No opening clearly favours a side"
    told = openings if len(openings) <= _MOST_TOLD else favouring[:_MOST_TOLD]
    return capital("; ".join(f"{each.value}: {each.title}" for each in told))


def _lede(openings: Sequence[_Opening | Pooled], largest: _Opening | Pooled | None) -> list[str]:
    """Return two sentences on the start position of most games."""
    if largest is None:
        return [f"From {each.name}: {each.played}" for each in openings[:1]]
    begin = f"{largest.value}: " if len(openings) > 1 else ""
    return [capital(f"{begin}{largest.families.found}"), largest.families.played]


def _step(progress: Progress | None, done: int, parts: int) -> Progress | None:
    """Return what is told the progress of one part of some."""
    if progress is None:
        return None

    def tell(part: float, total: float | None) -> None:
        progress(done + part / (total or 1), parts)

    return tell


@dataclass(frozen=True, slots=True)
class _Opening:
    """What was played from one start position, as it is told."""

    game: AnyGame
    options: Mapping[str, str]
    families: Families
    lines: Lines
    games: tuple[ExampleGame, ...]

    @property
    def decided(self) -> int:
        """Return how many games have a result."""
        return self.lines.root.results.decided

    @property
    def slug(self) -> str:
        return start_slug(self.options)

    @property
    def name(self) -> str:
        return start_name(self.game, self.options)

    @property
    def value(self) -> str:
        """Return what the start position is called, by the values of the settings alone."""
        options, settings = self.options, self.game.description.settings
        names = [each.name_of(options[each.tag]) for each in settings if options.get(each.tag)]
        return ", ".join(names) or self.name

    @property
    def title(self) -> str:
        """Return what was found, in a few words."""
        if self.families.are_comparable:
            return self.families.title
        branch = self.lines.root.branches[0]
        return f"{branch.notation} is played most, in {count(branch.played, 'game')}"

    @property
    def played(self) -> str:
        """Return how many first plies were played, and how many of the games are shown."""
        nodes, root = self.lines.nodes, self.lines.root
        moves = len(root.branches)
        if moves == 1:
            return f"Only one first move was played: {root.branches[0].notation}."
        if moves == len(nodes):
            return f"{moves} different first moves were played, all of them in the tree."
        shown = sum(node.branch.results.games for node in nodes)
        images = " (mirror images as one)" if self.game.description.symmetries else ""
        return (
            f"Written out in full, {moves:,} different first moves were played{images}; the "
            f"{len(nodes)} most played ones, in the tree, make up {count(shown, 'game')}. The tree "
            "does not take the players' strength into account."
        )

    def exhibits(self, study: Study) -> tuple[Exhibit, Exhibit]:
        """Return the figures of the openings, the small one first."""
        name = f" ({self.name})" if self.options else ""
        selection = selection_words(self.game, self.lines)
        return self.families.exhibits(study.collection, self.slug, name, selection)

    def section(self, study: Study, figures: Sequence[Exhibit], *, is_told: bool) -> Section:
        """Return the section with these figures before the tree; ``is_told`` what was found."""
        root = self.lines.root
        plyless = root.results.games - sum(branch.results.games for branch in root.branches)
        paragraphs = (
            f"{count(root.results.games, 'game')} began from this start position: "
            f"{tally(root.results, root.sides)}.",
            f"{count(plyless, 'game')} of them without a ply." if plyless else "",
            *((self.families.found, self.families.played) if figures and not is_told else ()),
            " ".join(filter(None, (OPENING_CAUTION, about_families(self.game)))) if figures else "",
            self.played,
        )
        return Section(
            self.slug,
            capital(self.name),
            tuple(filter(None, paragraphs)),
            (*figures, tree_exhibit(self.game, self.lines, study.marks, self.slug)),
            "Positions of the most played lines",
            "Each line: a first move, its most played reply, and the most played answer to that. "
            f"{together(self.game, self.lines.walk())}",
            tuple(_board_lines(self.game, self.lines)),
            self.games,
        )


def _games(
    database: Database, game: AnyGame, lines: Lines, selection: Selection
) -> tuple[ExampleGame, ...]:
    """Return a game of the usual length for each first move, and those that boards name."""
    start = game.start_position(lines.options).canonical_key
    firsts = {node.position.canonical_key: node for node in lines.nodes}
    found = fetch_typical_games(database, game.description.slug, start, firsts, selection)
    numbers = {
        label_of(first.label, first.branch): found[after]
        for after, first in firsts.items()
        if after in found
    }
    shown = set(numbers.values())
    named = {
        number: node.line
        for first in lines.nodes
        for node in _mainline(first)
        for number in node.branch.best_games[:_NAMED_GAMES]
        if number not in shown and is_drawn(game)
    }
    return typical_games(database, game, numbers) + tuple(
        _named_game(database, game, number, line) for number, line in named.items()
    )


def _named_game(database: Database, game: AnyGame, number: int, line: Sequence[str]) -> ExampleGame:
    """Return a game that a board names, with the line that led there, as the board has it."""
    record = fetch_record(database, number)
    shown = example_game(game, record, number=number)
    played = [move.notation for move in shown.line.moves[: len(line)]]
    is_image = game.description.symmetries and sorted(played) != sorted(line)
    how = "mirrored" if is_image else "by other moves"
    apart = "" if played == list(line) else f", {how}"
    return replace(shown, note=f"Game {number}: {' '.join(line)}{apart}")


def _mainline(node: Node) -> Iterator[Node]:
    """Yield a move and the most played ones after it."""
    yield node
    while node.children:
        node = node.children[0]
        yield node


def _board_lines(game: AnyGame, lines: Lines) -> Iterator[BoardLine]:
    """Yield the diagrams of each first move that was followed, then those of the others."""
    others = []
    for first in lines.nodes if is_drawn(game) else ():
        cards = [_card(game, node, lines.root.sides) for node in _mainline(first)]
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
    return BoardCard(
        node.label,
        node.branch.also,
        svg,
        results,
        tuple(lines),
        node.branch.best_games[:_NAMED_GAMES],
    )
