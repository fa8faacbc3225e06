"""What every report says first: how many games there are, and what was left out of them."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

from mentis_records.core.game import AnyGame
from mentis_records.fast.late_dataclass import dataclass
from mentis_records.report.document.exhibit import Provenance
from mentis_records.report.document.page import Report, make_provenance
from mentis_records.report.figure.figure_style import Palette, game_palette
from mentis_records.report.section.body import Body
from mentis_records.report.words.wording import count, enumerated
from mentis_records.statistics.opening import Openings, load_openings
from mentis_records.statistics.result import Results
from mentis_records.store.count.fingerprint import fingerprint
from mentis_records.store.count.result import fetch_results, fetch_totals
from mentis_records.store.count.self_play import SelfPlay, fetch_self_play
from mentis_records.store.database import Database
from mentis_records.store.selection import Selection

_MOST_NAMED = 8
"""Players that are named."""


@dataclass(frozen=True, slots=True)
class Collection:
    """A game's records in a database: their results, and the frame for a report on them.

    ``results`` are those of the games that enter statistics, and ``left_out`` counts the others:
    the selected ones without a ply, unless these are to count.
    """

    sides: tuple[str, ...]
    results: Results
    left_out: int
    facts: tuple[tuple[str, str], ...]
    palette: Palette
    provenance: Provenance
    openings: Openings
    self_play: SelfPlay

    @property
    def is_empty(self) -> bool:
        """Tell whether there is no game to report on."""
        return self.results.games == 0

    @property
    def nothing(self) -> str:
        """Return why there is no game to report on, or nothing if there is one."""
        if not self.is_empty:
            return ""
        if self.left_out:
            return (
                f"No selected game has a ply: {count(self.left_out, 'unplayed game')} left out, so "
                "there is nothing to report. --with-unplayed counts them."
            )
        if self.provenance.games:
            return (
                "No game passes the selection (the database has "
                f"{count(self.provenance.games, 'game')}), so there is nothing to report. Select "
                "other games and run the report again."
            )
        return (
            "There are no games of this kind in the database yet, so there is nothing to "
            "report. Load some records and run the report again."
        )

    @property
    def caution(self) -> str:
        """Return that the games are too few to tell, or nothing."""
        if not self.results.is_small or self.is_empty:
            return ""
        decided = self.results.decided
        if not decided:
            return "No game has a result: read this as a list of what happened."
        verb = "has" if decided == 1 else "have"
        return (
            f"Only {count(decided, 'game')} {verb} a result: read this as a list of what happened, "
            "not as a trend."
        )

    @property
    def _played_by(self) -> str:
        """Return that a program played the games, or some of them, or nothing."""
        own, games = self.self_play.games, self.results.games + self.left_out
        if not own:
            return ""
        which = f"All {games:,} games were" if own == games else f"{own:,} of {games:,} games were"
        players = enumerated(self.self_play.players, _MOST_NAMED)
        strengths = len(self.self_play.players)
        by = (
            f"one program at {count(strengths, 'strength')}"
            if strengths > 1
            else "a program against itself"
        )
        return f"{which} played by {by} ({players}): what holds for it need not hold for people."

    def report(self, slug: str, heading: str, body: Body | None) -> Report:
        """Return a report on these records; without a body it says that there is none."""
        if body is None:
            body = Body("There is nothing to report", [self.nothing], [])
        caution = "" if body.is_list else self.caution
        return Report(
            slug,
            heading,
            body.title,
            tuple(filter(None, (caution, *body.lede, self._played_by))),
            body.figure,
            (*self.facts, *body.facts),
            tuple(body.sections),
            tuple(body.absent),
            self.sides,
            self.palette,
            self.provenance,
        )


def survey(
    database: Database,
    game: AnyGame,
    selection: Selection,
    *,
    made: date | None,
    openings: Openings | None = None,
) -> Collection:
    """Return what a database holds of a game in a selection.

    Without names of openings they are the bundled ones and those that the user has set.

    Raises:
        StoreError: the database cannot be read.
        OpeningError: a file of names of openings cannot be read.
    """
    names = load_openings() if openings is None else openings
    description = game.description
    everything = Results.of(fetch_results(database, description.slug, selection))
    is_played = replace(selection, with_unplayed=False).played
    played = Results.of(fetch_results(database, description.slug, is_played))
    results = everything if selection.with_unplayed else played
    unplayed = everything.games - played.games
    fate = "counted" if selection.with_unplayed else "left out"
    refused = fetch_totals(database).quarantined
    stored = (
        everything if not selection.words else Results.of(fetch_results(database, description.slug))
    )
    facts = [
        ("Games", f"{everything.games:,}"),
        (f"{description.sides[0]} won", f"{results.first:,}"),
        ("Drawn", f"{results.draws:,}"),
        (f"{description.sides[1]} won", f"{results.second:,}"),
        ("Unfinished (*)", f"{results.unknown:,}"),
    ]
    if unplayed:
        facts.append((f"Unplayed, {fate}", f"{unplayed:,}"))
    if refused and not selection.words:
        facts.append(("Refused records", f"{refused:,}"))
    provenance = make_provenance(
        database.path,
        made=made,
        game=description.title,
        rules_version=description.rules_version,
        games=stored.games,
        selection=(
            f"{description.title} games: {selection.explained}"
            if selection.words
            else f"all {description.title} games in the database"
        )
        + (f"; {count(unplayed, 'unplayed game')} {fate}" if unplayed else ""),
        fingerprint=fingerprint(database, description.slug),
        where=selection.where,
        queries=selection.queries,
        saved=selection.saved,
        with_unplayed=selection.with_unplayed,
        with_unrated=selection.with_unrated,
        openings=(names.file, names.sha256) if names.sha256 else None,
    )
    palette = game_palette(game)
    return Collection(
        description.sides,
        results,
        everything.games - results.games,
        tuple(facts),
        palette,
        provenance,
        names,
        fetch_self_play(database, description.slug, selection),
    )
