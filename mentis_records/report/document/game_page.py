"""The page of one game: its players, its facts, its replay, its text; computes nothing.

It is a file that needs nothing from outside, under the same policy as pages of reports. Whatever
a record says is text, and is escaped by the template engine.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from mentis_records.analysis.decisive import decisive_ply
from mentis_records.core.game import AnyGame
from mentis_records.core.outcome import RESULT_UNKNOWN, WINNERS, Outcome, ending_words
from mentis_records.core.record import Record
from mentis_records.core.text import counted, one_line
from mentis_records.fast.late_dataclass import dataclass
from mentis_records.notation.write import WriteError, format_record
from mentis_records.report.document.example_game import example_game
from mentis_records.report.document.page import TEMPLATES, environment, policy_hash, share_style
from mentis_records.report.document.replay_board import ReplayBoard
from mentis_records.report.figure.figure_style import palette_of
from mentis_records.report.words.wording import shorten

_MAX_NAME = 120
"""Characters of a player's name."""

_MAX_FACT = 300
"""Characters of any other fact."""

_INNER_CAPITAL = re.compile("(?<=[a-z])[A-Z]")


@dataclass(frozen=True, slots=True)
class PagePlayer:
    """A player as pages name one: ``score`` is what came of the game, or nothing."""

    name: str
    about: str
    colour: str
    score: str


@dataclass(frozen=True, slots=True)
class GameWords:
    """What pages say of a game beside its moves.

    ``occasion`` are lines on where and when it was played, ``facts`` terms with their values,
    and ``text`` is the record, or nothing if it cannot be written.
    """

    players: tuple[PagePlayer, ...]
    ending: str
    occasion: tuple[str, ...]
    facts: tuple[tuple[str, str], ...]
    text: str


def game_words(game: AnyGame, record: Record, colours: Sequence[str]) -> GameWords:
    """Return what pages say of a record; ``colours`` are those of the sides, if they have any."""
    return GameWords(
        tuple(_players(game, record, colours)),
        _ending(game, record),
        tuple(_occasion(record)),
        tuple(_facts(game, record)),
        _text(game, record),
    )


def render_game(
    game: AnyGame, record: Record, *, ply: int | None = None, view: int | None = None
) -> str:
    """Return the page of a game.

    Args:
        game: whose record it is.
        record: a replayed record; with ``view`` as it is, not as a side saw it.
        ply: how many plies are played at first: by default those up to the one that decided the
            game, if the record tells it, or else all.
        view: the index of the side as which the game is seen, None to see all.

    Raises:
        CapabilityError: the game's boards cannot be drawn.
    """
    from mentis_records import __version__
    from mentis_records.notation.seen_record import seen_record

    seen = record if view is None else seen_record(game, record, view)
    opening = decisive_ply(seen) if ply is None else ply
    shown = example_game(game, record, ply=opening, view=view)
    names = ("replayer.js", "curve.js") if shown.curve else ("replayer.js",)
    replay = ReplayBoard([shown])
    sides = game.description.sides
    colours = shown.positions[0].picture.colours
    words = game_words(game, seen, colours)
    page = (
        environment()
        .get_template("game.html")
        .render(
            program=f"mentis-records {__version__}",
            title=game.description.title,
            seen_by="" if view is None else sides[view],
            heading=" – ".join(player.name for player in words.players),
            words=words,
            game=shown,
            replay=replay,
            palette=palette_of(colours),
            scripts=[(TEMPLATES / name).read_text(encoding="utf-8") for name in names],
            hash=policy_hash,
            percent=share_style,
        )
    )
    return page + "\n"


def _players(game: AnyGame, record: Record, colours: Sequence[str]) -> list[PagePlayer]:
    """Return who played, by their sides where no name is known."""
    found = []
    for index, side in enumerate(game.description.sides):
        name = shorten(record.tags.get(side, ""), _MAX_NAME)
        rating = one_line(record.tags.get(f"{side}Elo", ""))
        is_known = bool(name.strip("?-"))
        about = [side] if is_known else []
        about += [shorten(rating, 8)] if rating.strip("?-") else []
        score = ""
        if record.result != RESULT_UNKNOWN:
            winner = WINNERS[record.result]
            score = "½" if winner is None else str(int(winner == index))
        found.append(
            PagePlayer(
                name if is_known else side,
                ", ".join(about),
                colours[index] if colours else "",
                score,
            )
        )
    return found


def _ending(game: AnyGame, record: Record) -> str:
    """Return how a game ended: ``Blue won: resignation``."""
    if record.result == RESULT_UNKNOWN:
        return "Unfinished"
    outcome = Outcome(record.result, one_line(record.termination or ""))
    words = ending_words(game.description.sides, outcome)
    return f"{words}, {':'.join(map(str, record.points))}" if record.points else words


def _occasion(record: Record) -> list[str]:
    """Return at which event a game was played, and when and where, a line each."""
    event, site, day, number = (_told(record, tag) for tag in ("Event", "Site", "Date", "Round"))
    first = ", ".join(filter(None, [event, number and f"round {number}"]))
    return [line for line in (first, ", ".join(filter(None, [site, day]))) if line]


def _facts(game: AnyGame, record: Record) -> list[tuple[str, str]]:
    """Return what else is to be known of a game: terms with their values."""
    settings = [each.tag for each in game.description.settings if not each.is_secret]
    facts = [("Length", counted(len(record.plies), "ply", "plies"))]
    for tag in ("TimeControl", *settings, "Annotator"):
        if value := _told(record, tag):
            term = _INNER_CAPITAL.sub(lambda found: f" {found[0].lower()}", tag)
            facts.append((term, value))
    return facts


def _told(record: Record, tag: str) -> str:
    """Return the value of a tag, or nothing where it says that it is not known."""
    value = one_line(record.tags.get(tag, ""))
    return shorten(value, _MAX_FACT) if value.strip("?-.") else ""


def _text(game: AnyGame, record: Record) -> str:
    """Return the record as it can be read again, or nothing of one that cannot be written so."""
    try:
        return format_record(record, game.description)
    except WriteError:
        return ""
