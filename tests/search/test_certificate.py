"""Certificates are made of forced wins, and only of them; each holds, and is a line of JSON."""

import json
from collections.abc import Mapping

import pytest
from forced_position import FORCED, QUIET
from plain_prover import PlainProver
from stated_play import play_out

from mentis_records.games import GAMES, find_game
from mentis_records.games.search.certificate import CertificateError, CertificateWriter, certify
from mentis_records.games.search.checker import find_flaw


@pytest.mark.parametrize(("slug", "settings", "text", "mate"), FORCED)
def test_a_forced_win_gets_a_certificate_that_holds(
    slug: str, settings: Mapping[str, str], text: str, mate: int
) -> None:
    game = find_game(slug)
    position = game.parse_position(text, settings)
    prover = PlainProver(game)
    assert prover.mate(position, abs(mate)) == mate
    found = certify(game, position, mate, prover, settings)
    assert (found.game, found.position, found.distance) == (slug, text, abs(mate))
    winner = position.side if mate > 0 else 1 - position.side
    assert found.winner == game.description.sides[winner]
    assert settings.items() <= found.settings.items()
    value = json.loads(found.line())
    assert play_out(value) == (abs(mate), value["moves"].keys())
    assert find_flaw(value, GAMES) is None


@pytest.mark.parametrize(("slug", "settings", "text", "mate"), FORCED)
def test_there_is_none_of_a_shorter_win_nor_of_the_other_side(
    slug: str, settings: Mapping[str, str], text: str, mate: int
) -> None:
    game = find_game(slug)
    position = game.parse_position(text, settings)
    prover = PlainProver(game)
    with pytest.raises(CertificateError):
        certify(game, position, (abs(mate) - 1) * (1 if mate > 0 else -1), prover)
    with pytest.raises(CertificateError):
        certify(game, position, -2 if mate > 0 else 1, prover)


def test_a_win_that_is_said_to_be_longer_gets_its_own_distance() -> None:
    slug, settings, text, mate = FORCED[3]
    game = find_game(slug)
    position = game.parse_position(text, settings)
    assert certify(game, position, mate + 2, PlainProver(game)).distance == mate


@pytest.mark.parametrize(("slug", "settings", "text", "plies"), QUIET)
def test_there_is_none_where_nothing_is_forced(
    slug: str, settings: Mapping[str, str], text: str, plies: int
) -> None:
    game = find_game(slug)
    position = game.parse_position(text, settings)
    for mate in (*range(1, plies + 1), *range(-plies, 0)):
        with pytest.raises(CertificateError):
            certify(game, position, mate, PlainProver(game))


def test_a_position_is_written_once() -> None:
    lines: list[str] = []
    writer = CertificateWriter(lines.append)
    for slug, settings, text, mate in [*FORCED[:4], *FORCED[2:5]]:
        game = find_game(slug)
        position = game.parse_position(text, settings)
        writer.add(game, position, mate, PlainProver(game), settings)
    assert writer.count == len(lines) == 5
    assert [json.loads(line)["position"] for line in lines] == [each[2] for each in FORCED[:5]]
