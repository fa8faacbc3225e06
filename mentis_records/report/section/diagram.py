"""Boards at which a query is true: found in games, and as a page of diagrams."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import date

from mentis_records.core.capability import picture_of
from mentis_records.core.picture import BoardPicture
from mentis_records.core.record import Record
from mentis_records.core.view import view_of
from mentis_records.fast.late_dataclass import dataclass
from mentis_records.query.answer.evaluate import find_squares
from mentis_records.query.answer.replay import replay
from mentis_records.query.moment import Moment, Played
from mentis_records.query.plan.question import Question
from mentis_records.report.board.board_svg import render_svg
from mentis_records.report.document.page import BoardCard, BoardLine, Report, Section
from mentis_records.report.section.survey import survey
from mentis_records.report.words.wording import count
from mentis_records.store.database import Database
from mentis_records.store.player import fetch_namesakes
from mentis_records.store.position.hits import Match, count_matches, fetch_sources, list_matches
from mentis_records.store.record import fetch_record

_SIZE = 300
"""Pixels of a diagram's width on a page."""


@dataclass(frozen=True, slots=True)
class Diagram:
    """The first position of a game that matches; ``highlights`` are squares that make it."""

    game_id: int
    ply: int
    record: Record
    picture: BoardPicture
    highlights: tuple[str, ...]


def find_diagrams(
    database: Database,
    question: Question,
    match: Match,
    order: Sequence[str] = (),
    limit: int | None = None,
    view: int | None = None,
) -> Iterator[Diagram]:
    """Yield for each game that matches the first position that does.

    Args:
        database: opened for reading.
        question: what is asked.
        match: the same, as the database answers it.
        order: as for ``store.position.hits.list_matches``.
        limit: how many games at most.
        view: the side that is to see the boards, or None to show all.

    Raises:
        StoreError: the database cannot be read.
    """
    namesakes = fetch_namesakes(database)
    for row in list_matches(database, match, order, limit):
        game_id, ply = row[0], row[-1][0]
        source = fetch_sources(database, [game_id])[game_id]
        played = Played(game_id, fetch_record(database, game_id), source, namesakes)
        yield _draw(question, replay(question, played)[ply], view)


def _draw(question: Question, moment: Moment, view: int | None) -> Diagram:
    sides = question.game.description.sides
    return Diagram(
        moment.played.game_id,
        moment.ply,
        moment.played.record,
        picture_of(
            question.game,
            view_of(question.game, moment.position, view),
            moment.move,
            moment.played.record.ended(moment.ply),
        ),
        _names(moment, find_squares(question.node, moment, sides)),
    )


def _names(moment: Moment, places: Iterable[int]) -> tuple[str, ...]:
    if moment.vocabulary is None:
        return ()
    return tuple(moment.vocabulary.squares[place] for place in sorted(places))


def compose_page(
    database: Database,
    question: Question,
    match: Match,
    diagrams: Iterable[Diagram],
    *,
    made: date | None = None,
    view: int | None = None,
) -> Report:
    """Return a page of diagrams as a report.

    One that shows what a side sees has no fingerprint: that would tell games apart that look the
    same to it.

    Raises:
        StoreError: the database cannot be read.
    """
    collection = survey(database, question.game, match.selection, made=made)
    description = question.game.description
    cards = tuple(_card(found, description.sides) for found in diagrams)
    matches = count_matches(database, match, len(description.sides))
    won = zip(description.sides, matches.wins, strict=True)
    facts = {
        "Games that match": matches.games,
        "Positions": matches.positions,
        **{f"{side} won": games for side, games in won},
        "Drawn": matches.draws,
        "Unfinished (*)": matches.games - sum(matches.wins) - matches.draws,
    }
    note = "Each board shows a game's first matching position; what makes it match is ringed."
    section = Section(
        "boards",
        "Positions",
        boards_title=f"{len(cards):,} of {count(matches.games, 'game')}",
        boards_note=note,
        lines=(BoardLine(question.text, cards),) if cards else (),
        paragraphs=() if cards else ("No position matches.",),
    )
    return Report(
        slug="query",
        heading=f"Positions of {description.title}",
        title=f"{count(matches.games, 'game')} with such a position",
        lede=(question.text,),
        figure=None,
        facts=tuple((name, f"{number:,}") for name, number in facts.items()),
        sections=(section,),
        absent=(),
        sides=description.sides,
        palette=collection.palette,
        provenance=collection.provenance
        if view is None
        else replace(collection.provenance, fingerprint=""),
    )


def _card(found: Diagram, sides: Sequence[str]) -> BoardCard:
    tags = found.record.tags
    names = " - ".join(tags.get(side, "?") for side in sides)
    label = f"Game {found.game_id}, ply {found.ply}"
    svg = render_svg(found.picture, size=_SIZE, title=label, highlights=found.highlights)
    return BoardCard(label, (), svg, None, (names, found.record.result))
