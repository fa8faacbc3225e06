"""The opening tree explorer on a terminal: the moves of a position, and its board."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from mentis_records.cli import output
from mentis_records.cli.share import first_share, result_bar
from mentis_records.core.capability import is_drawn, picture_of
from mentis_records.core.text import counted, printable
from mentis_records.fast.late_dataclass import dataclass

if TYPE_CHECKING:
    from mentis_records.core.game import AnyGame
    from mentis_records.statistics.tree import Branch, Tree
    from mentis_records.store.database import Database
    from mentis_records.store.selection import Selection

Ask = Callable[[Any, str], "Tree"]
"""Gives the moves of a position; is told how the opening is called so far."""

AskGames = Callable[[Any], Sequence[str]]
"""Gives a line for each game that reached a position, the latest first."""

MAX_GAMES = 1_000
"""So many games of a position are listed at most."""

_BOARD_WIDTH = 46
_BOARD_HEIGHT = 20
_LEAST_LIST = 29
_BAR = 10
_FRAME = 10
"""Lines of the screen that are neither moves nor a board below them."""

_LEGEND = "up/down: choose   right/Enter: go in   left: back   s: games   q: quit"
_OF_GAMES = "up/down: scroll   left/s: back to the moves   q: quit"
_MARKED, _PLAIN = "\x1b[7m", "\x1b[0m"


@dataclass(slots=True)
class Visit:
    """A position on the way, how it came about, and which of its moves is chosen."""

    position: Any
    last: Any
    line: tuple[str, ...]
    tree: Tree
    chosen: int = 0
    games: Sequence[str] | None = None
    """The games of the position while they are listed; ``top`` is the first one shown."""
    top: int = 0

    @property
    def branch(self) -> Branch | None:
        """Return the chosen move, if there is any."""
        return self.tree.branches[self.chosen] if self.tree.branches else None


class Walk:
    """The way from the first position to the present one."""

    def __init__(
        self, ask: Ask, ask_games: AskGames, game: AnyGame, position: Any, name: str
    ) -> None:
        """Begin at a position."""
        self._ask, self._ask_games, self._game = ask, ask_games, game
        self._way = [Visit(position, None, (), ask(position, name))]

    @property
    def here(self) -> Visit:
        """Return the present position."""
        return self._way[-1]

    def choose(self, step: int) -> None:
        """Choose a move so many places further down the list, or at its end; scroll games."""
        here = self.here
        if here.games is not None:
            here.top = max(min(here.top + step, len(here.games) - 1), 0)
            return
        here.chosen = max(min(here.chosen + step, len(here.tree.branches) - 1), 0)

    def show_games(self) -> None:
        """List the games of the present position, or its moves again."""
        here = self.here
        here.games = self._ask_games(here.position) if here.games is None else None
        here.top = 0

    def go_in(self) -> None:
        """Go to the position after the chosen move."""
        here, branch = self.here, self.here.branch
        if branch is None or here.games is not None:
            return
        moves = {move.notation: move for move in self._game.legal_moves(here.position)}
        move = moves[branch.notation]
        after = self._game.play(here.position, move)
        tree = self._ask(after, branch.name)
        self._way.append(Visit(after, move, (*here.line, branch.notation), tree))

    def go_back(self) -> None:
        """Go back to the position before, or from the games to the moves."""
        if self.here.games is not None:
            self.show_games()
        elif len(self._way) > 1:
            self._way.pop()

    def text(self, width: int, height: int, colour: bool) -> str:
        """Return the screen: the line, the moves, the board, and more of the chosen move."""
        from mentis_records.report.board.board_text import render_text

        here = self.here
        if here.games is not None:
            return self._games_text(here, here.games, width, height)
        board = ""
        if is_drawn(self._game):
            board = render_text(picture_of(self._game, here.position, here.last), colour=colour)
        room = height - _FRAME
        has_height = room + 1 >= len(board.splitlines())
        is_beside = bool(board) and has_height and width >= _BOARD_WIDTH + 4 + _LEAST_LIST
        is_below = bool(board) and not is_beside and room - _BOARD_HEIGHT >= 5
        if is_below:
            room -= _BOARD_HEIGHT
        listed = width - _BOARD_WIDTH - 4 if is_beside else width - 1
        rows = self._rows(listed, max(room, 3), colour)
        if is_beside:
            lines = board.splitlines()
            rows += [" " * listed] * (len(lines) - len(rows))
            lines += [""] * (len(rows) - len(lines))
            rows = [f"{row}    {line}".rstrip() for row, line in zip(rows, lines, strict=True)]
        head = [_cut(words, width - 1) for words in self._head()]
        foot = [_cut(words, width - 1) for words in (*self._foot(), "", _LEGEND)]
        below = ["", *board.splitlines()] if is_below else []
        return "\n".join([*head, "", *rows, *below, "", *foot])

    def _games_text(self, here: Visit, games: Sequence[str], width: int, height: int) -> str:
        """Return the screen with the games of the position."""
        room = max(height - _FRAME, 3)
        top = min(here.top, max(len(games) - room, 0))
        shown = games[top : top + room] or ["No game reached this position."]
        places = f"games {top + 1} to {top + len(shown)} of {len(games):,}" if games else ""
        if len(games) == MAX_GAMES:
            places += " or more: mentis games --position has all"
        lines = [*self._head(), "", *shown, "", places, "", _OF_GAMES]
        return "\n".join(_cut(line, width - 1) for line in lines)

    def _head(self) -> list[str]:
        here = self.here
        tree = here.tree
        results = tree.results
        first, second = tree.sides
        called = f"   {tree.name}" if tree.name else ""
        return [
            f"{' '.join(here.line) or 'First position'}{called}",
            f"{tree.standing}; {counted(results.games, 'game')}: {first} {results.first:,}, "
            f"draws {results.draws:,}, {second} {results.second:,}, open {results.unknown:,}",
        ]

    def _rows(self, width: int, room: int, colour: bool) -> list[str]:
        """Return the list of moves around the chosen one, each as wide as asked for."""
        here = self.here
        branches = here.tree.branches
        if not branches:
            words = "No game continues from here."
            if here.tree.hidden:
                words = "No move was played in enough games."
            return [_cut(words, width).ljust(width)]
        top = max(min(here.chosen - room // 2, len(branches) - room), 0)
        shown = branches[top : top + room]
        wide = max(len("move"), *(len(branch.notation) for branch in shown))
        share = f"{here.tree.sides[0]} wins"
        places = f"{top + 1}-{top + len(shown)} of {len(branches)}"
        has_share = width >= wide + 26 + _BAR
        has_name = width >= wide + 40 + _BAR
        head = f"  {'move':{wide}} {'played':>7}  {'results':{_BAR}}"
        head += f"  {share:>12}" if has_share else ""
        head += "  opening" if has_name else ""
        rows = [_cut(head, width).ljust(width)]
        if len(head) + len(places) < width:
            rows = [head.ljust(width - len(places)) + places]
        for place, branch in enumerate(shown, top):
            results = branch.results
            words = f"{branch.notation:{wide}} {branch.played:>7,}  {result_bar(results, _BAR)}"
            if has_share:
                words += f"  {first_share(results):>12}"
            if branch.name != here.tree.name and has_name:
                words += f"  {branch.name}"
            mark = "> " if place == here.chosen else "  "
            row = _cut(mark + words, width).ljust(width)
            rows.append(f"{_MARKED}{row}{_PLAIN}" if colour and place == here.chosen else row)
        return rows

    def _foot(self) -> list[str]:
        """Return more of the chosen move, and how many moves are left out."""
        here, branch = self.here, self.here.branch
        if branch is None:
            return [""] * 3
        also = f", also {' '.join(branch.also)}" if branch.also else ""
        games = counted(branch.results.games, "game")
        games += f", {here.tree.sides[0]} won {first_share(branch.results)}"
        games += f", position reached {counted(branch.reached, 'time')}"
        lines = [
            f"{branch.notation}{also}: {games}, {branch.as_shown:,} of {branch.played:,} as shown"
        ]
        parts = []
        strength = branch.strength
        if strength.average is not None:
            parts.append(
                f"average rating {strength.average:.0f} ({counted(strength.rated, 'game')})"
            )
        if strength.performance is not None:
            parts.append(f"performance {strength.performance} ({counted(strength.met, 'game')})")
        if branch.first_date is not None:
            days = dict.fromkeys([branch.first_date, branch.last_date or ""])
            parts.append(printable(" to ".join(days)))
        lines.append(", ".join(parts))
        best = f"games: {', '.join(map(str, branch.best_games))}"
        hidden = here.tree.hidden
        fewer = f"in fewer than {here.tree.min_games} games"
        left = counted(hidden, f"move {fewer} is not shown", f"moves {fewer} are not shown")
        lines.append(f"{best}; {left}" if hidden else best)
        return lines


def games_at(
    database: Database, game: AnyGame, position: Any, selection: Selection
) -> Sequence[str]:
    """Return a line for each selected game that reached a position, the latest first.

    Raises:
        StoreError: the database cannot be read.
    """
    from mentis_records.store.count.position_games import select_here
    from mentis_records.store.game_list import list_columns, list_games

    slug, sides = game.description.slug, [side.lower() for side in game.description.sides]
    columns = list_columns(slug)
    shown = {name: columns[name] for name in ("game", "date", *sides, "result", "plies", "event")}
    selection &= select_here(database, slug, position.canonical_key)
    lines = []
    with list_games(database, selection, shown, ["-date"], MAX_GAMES) as rows:
        for number, date, first, second, result, plies, event in rows:
            names = f"{first or '?'} – {second or '?'}"
            words = f"{number:>7}  {date or '?':10}  {names:24}  {result:7}  {plies or 0:>4}  "
            lines.append(printable(words + (event or "")).rstrip())
    return lines


def walk_tree(ask: Ask, ask_games: AskGames, game: AnyGame, position: Any, name: str) -> None:
    """Let keys walk through the tree from a position, until q leaves.

    Raises:
        StoreError: the database cannot be read.
    """
    from mentis_records.cli.screen import run_screen

    walk = Walk(ask, ask_games, game, position, name)

    def content() -> str:
        size = shutil.get_terminal_size()
        return walk.text(size.columns, size.lines, output.has_colour())

    most = 1 << 30
    run_screen(
        content,
        {
            ("down", "j"): lambda: walk.choose(1),
            ("up", "k"): lambda: walk.choose(-1),
            ("pagedown",): lambda: walk.choose(10),
            ("pageup",): lambda: walk.choose(-10),
            ("home", "g"): lambda: walk.choose(-most),
            ("end", "G"): lambda: walk.choose(most),
            ("right", "enter", "l"): walk.go_in,
            ("left", "backspace", "h"): walk.go_back,
            ("s",): walk.show_games,
        },
    )


def _cut(text: str, width: int) -> str:
    return text if len(text) <= width else text[: max(width - 1, 0)] + "…"
