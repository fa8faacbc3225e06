"""The results of groups of games that a game's own section asks for by queries."""

from __future__ import annotations

from mentis_records.core.capability import SECTIONS
from mentis_records.core.capability_module import CapabilityError
from mentis_records.core.section import OwnResults, ResultGroup
from mentis_records.query.answer.match import find_replayed_games
from mentis_records.query.error import QueryError
from mentis_records.query.plan.compile import select_matching
from mentis_records.query.plan.question import Question
from mentis_records.report.collection.frame import Frame
from mentis_records.report.document.exhibit import Exhibit
from mentis_records.report.section.comparison import Compared
from mentis_records.report.words.wording import capital
from mentis_records.statistics.result import Results
from mentis_records.store.count.result import fetch_results
from mentis_records.store.error import StoreError
from mentis_records.store.position.index_extent import check_index


def compare_groups(frame: Frame, own: OwnResults) -> tuple[str, tuple[Exhibit, ...]]:
    """Return a sentence on the groups that differ from the rest, and the figure of all.

    Groups without a game are left out. Where games are missing in the positions index there is no
    figure, and the sentence says so.

    Raises:
        CapabilityError: what a group asks is no query.
        StoreError: the database cannot be read.
    """
    try:
        frame.study.database.once(check_index)
    except StoreError:
        return f"{own.title}: not told, as the positions index lacks games (mentis index).", ()
    found = [(each.label, _results(frame, each)) for each in own.groups]
    played = [(label, results) for label, results in found if results.games]
    compared = Compared.of([results for _, results in played], frame.collection.results)
    exhibit = compared.exhibit(
        [label for label, _ in played],
        frame.collection,
        frame.study.marks,
        slug=own.slug,
        title=own.title,
        about=own.method,
        column=capital(own.noun[0]),
    )
    return compared.words(*own.noun, frame.collection.sides[0]), (exhibit,)


def _results(frame: Frame, group: ResultGroup) -> Results:
    study = frame.study

    def replay(question: Question) -> list[int]:
        return find_replayed_games(study.database, question)

    try:
        matching = select_matching(group.query, study.game, {}, replay)
    except QueryError as error:
        title, member = study.description.title, SECTIONS
        raise CapabilityError(
            f"the game {title} offers {member} that ask {group.query!r}: {error.message}"
        ) from None
    selection = study.played & matching
    return Results.of(fetch_results(study.database, study.description.slug, selection))
