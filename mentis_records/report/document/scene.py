"""A record as a row of positions, each told as text, drawn or captioned when it is asked for."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from mentis_records.core.capability import is_drawn, picture_of
from mentis_records.core.outcome import RESULT_DRAW, RESULT_FIRST, RESULT_SECOND, RESULT_UNKNOWN
from mentis_records.core.text import one_line, printable

if TYPE_CHECKING:
    from mentis_records.core.game import AnyGame
    from mentis_records.core.picture import BoardPicture
    from mentis_records.core.record import Record
    from mentis_records.report.board.board_caption import Caption

_UNKNOWN = ("", "?", "-")
_SCORES = {RESULT_FIRST: ("1", "0"), RESULT_SECOND: ("0", "1"), RESULT_DRAW: ("½", "½")}


class Scene:
    """A record as a row of pictures, made when they are asked for; as a side saw it, if one did."""

    def __init__(self, record: Record, view: int | None = None) -> None:
        """Replay a record, which stays as it is: ``original``."""
        from mentis_records.core.view import view_of
        from mentis_records.games import find_game
        from mentis_records.notation.seen_record import replayed, seen_record

        game = find_game(record.game)
        self._game = game
        self.view, self.original = view, record
        self._record = record if view is None else seen_record(game, record, view)
        self._positions: list[Any] = [
            view_of(game, position, view) for position in replayed(game, record)
        ]
        self.last = len(record.plies)

    @property
    def game(self) -> AnyGame:
        """Return the game whose record it is."""
        return self._game

    def picture(self, ply: int) -> BoardPicture:
        """Return the board after a ply."""
        move = self._record.plies[ply - 1].move if ply else None
        return picture_of(self._game, self._positions[ply], move, self._record.ended(ply))

    def move(self, ply: int) -> str:
        """Return the move that is played at a ply, of 1 and more, with its number."""
        played = self._record.plies[ply - 1]
        opener = self._game.description.opener_of(self._positions[0].side, self._record.tags)
        dots = "." if played.side == opener else "..."
        return f"{played.move_number}{dots} {played.move.notation}{played.suffix}"

    def headline(self, ply: int) -> str:
        """Return who played what, on one line."""
        sides = self._game.description.sides
        names = " - ".join(printable(self._record.tags.get(side, "?")) for side in sides)
        if not ply:
            return f"{names}   start   {self._record.result}"
        return f"{names}   ply {ply} of {self.last}: {self.move(ply)}   {self._record.result}"

    def caption(self, ply: int) -> Caption:
        """Return what stands around the picture of the board after a ply."""
        from mentis_records.report.board.board_caption import Caption

        record, sides = self._record, self._game.description.sides
        names = [one_line(record.tags.get(side, "")) for side in sides]
        ending = ["unfinished"]
        if record.result != RESULT_UNKNOWN:
            ending = [record.result, one_line(record.termination or "")]
            ending += [":".join(map(str, record.points))] if record.points else []
        is_irregular = bool(ply) and record.plies[ply - 1].is_irregular
        place = f"ply {ply} of {self.last}" if ply else ""
        told = (one_line(record.tags.get(tag, "")) for tag in ("Event", "Date"))
        return Caption(
            players=tuple(
                side if name in _UNKNOWN else name for side, name in zip(sides, names, strict=True)
            ),
            colours=self.picture(0).colours[: len(sides)],
            scores=_SCORES.get(record.result, ("", "")),
            move=self.move(ply) if ply else "Start position",
            place="played against the rules" if is_irregular else place,
            result=", ".join(filter(None, ending)),
            event=", ".join(each for each in told if each.strip("?.")),
        )

    def text(
        self,
        ply: int,
        colour: bool,
        highlights: Sequence[str] = (),
        fold: Callable[[str], str] = str,
    ) -> str:
        """Return headline, board, position string and comments after a ply.

        Squares of the board are highlighted by their names; all but the board is folded.
        """
        from mentis_records.analysis.mark_words import told_comments
        from mentis_records.report.board.board_text import render_text

        comments = self._record.plies[ply - 1].comments if ply else self._record.comments
        parts = [fold(self.headline(ply)), ""]
        if is_drawn(self._game):
            board = render_text(self.picture(ply), colour=colour, highlights=highlights)
            parts += [board, ""]
        parts.append(fold(self._game.format_position(self._positions[ply])))
        told = told_comments(comments, self._game.description.sides)
        parts.extend(fold(printable(comment.text)) for comment in told)
        return "\n".join(parts)
