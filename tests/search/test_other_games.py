"""Short forced wins of games without a board of their own, against the rules tried out in full."""

from typing import Any

import pytest

from mentis_records.cli.option import make_reader
from mentis_records.core.game import AnyGame
from mentis_records.core.outcome import WINNERS
from mentis_records.core.resource import resource_folder
from mentis_records.games import find_game
from mentis_records.games.search.analyser import Analyser
from mentis_records.games.search.analysis import Limits
from mentis_records.games.search.choice import about_scores
from mentis_records.games.search.forced_win import WinSeeker

GAMES = {"mensaspiel": "mensaspiel.mgn.gz", "antipode": "antipode.mgn.gz"}


def mate_within(game: AnyGame, position: Any, plies: int) -> int | None:
    """Return within how many plies the side to move wins or, negative, loses, if within so many."""
    outcome = game.outcome(position)
    if outcome is not None:
        winner = WINNERS[outcome.result]
        return None if winner is None else 0 if winner == position.side else -1
    if not plies:
        return None
    after = [game.play(position, move) for move in game.legal_moves(position)]
    wins, losses = [], []
    for there in after:
        outcome = game.outcome(there)
        if outcome is not None:
            winner = WINNERS[outcome.result]
            found = None if winner is None else 1 if winner == position.side else -1
        else:
            found = mate_within(game, there, plies - 1)
            if found is not None:
                found += 1 if found > 0 else -1
                found = found if there.side == position.side else -found
        if found is None:
            losses.append(None)
        elif found > 0:
            wins.append(found)
        else:
            losses.append(found)
    if wins:
        return min(wins)
    known = [each for each in losses if each is not None]
    return min(known) if known and len(known) == len(after) else None


def late_positions(slug: str, games: int) -> list[tuple[int, Any]]:
    """Return positions one to four plies before the end of games that somebody won."""
    game = find_game(slug)
    found: list[tuple[int, Any]] = []
    for reading in make_reader().read_path(str(resource_folder("bundled") / GAMES[slug])):
        record = reading.record
        if record is None or not record.plies:
            continue
        way = [game.parse_position(record.start, dict(record.tags))]
        for ply in record.plies:
            way.append(game.play(way[-1], ply.move))
        outcome = game.outcome(way[-1])
        if outcome is None or WINNERS[outcome.result] is None or len(way) < 5:
            continue
        found += [(back, way[-1 - back]) for back in (1, 2, 3)]
        games -= 1
        if not games:
            break
    return found


@pytest.mark.parametrize("slug", GAMES)
def test_short_wins_are_those_of_the_rules(slug: str) -> None:
    game = find_game(slug)
    analyser = Analyser(game)
    proven = 0
    for back, position in late_positions(slug, 6):
        plies = 3 if len(game.legal_moves(position)) < 25 else 2
        expected = mate_within(game, position, plies)
        found = analyser.analyse(position, Limits(depth=plies))
        told = found.mate if found.mate is not None and abs(found.mate) <= plies else None
        assert told == expected, (back, game.format_position(position))
        proven += expected is not None
    assert proven >= 8


def test_what_is_found_holds_for_its_settings_alone() -> None:
    """Positions of MensaSpiel have one key, however many prisoners win."""
    game = find_game("mensaspiel")
    seeker = WinSeeker(game, 3, 10_000)
    differing = 0
    for _, position in late_positions("mensaspiel", 6):
        text = game.format_position(position)
        found = [
            seeker.seek(game.parse_position(text, {"Prisoners": goal})).win for goal in ("3", "5")
        ]
        alone = WinSeeker(game, 3, 10_000).seek(game.parse_position(text, {"Prisoners": "5"})).win
        assert found[1] == alone
        differing += found[0] is not None and alone is None
    assert differing


def test_scores_say_where_they_come_from() -> None:
    for slug in (*GAMES, "cirkle_mind"):
        assert "count pieces only" in about_scores(find_game(slug))
        assert ("faces" in about_scores(find_game(slug))) == (slug == "cirkle_mind")
