"""Settings: the tags of Antipode that say how a record is played, and the start they choose.

A record is a single basic game or a round of a match: one of the first rounds under tournament
rules, or the extra round under basic rules (Tags and matches).
"""

from __future__ import annotations

from collections.abc import Mapping

from mentis_records.core.game import PositionError
from mentis_records.games.antipode.rules.key import MOST
from mentis_records.games.antipode.rules.position import FEWEST, FLOOR, TOURNAMENT, Position
from mentis_records.games.antipode.rules.setup_string import parse_setup
from mentis_records.games.antipode.rules.square import CENTRE

BASIC, TOURNAMENT_RULES = "basic", "tournament"
FIRST = ("G", "S")
STONES = ("GoldStones", "SilverStones")
NO_MATCH = "0"

_NO_FLOOR = "0"
_USUAL_ROUNDS = "2"
_BASIC_STONES = "13"
_STONES_OF = {"2": "16", "4": "25"}

_SINGLE = {
    "Rules": BASIC,
    "FirstPlayer": FIRST[0],
    "Floor": _NO_FLOOR,
    "Match": NO_MATCH,
    "MatchRound": "1",
}
_SINGLE_REASONS = {
    "FirstPlayer": "Gold moves first in the basic game",
    "Floor": "Floor of the basic game is 0",
    "MatchRound": "MatchRound is a match's: Match is missing",
    **dict.fromkeys(STONES, f"{_BASIC_STONES} stones each in the basic game"),
}
_REASONS = {
    "Rules": "the extra round is basic, the others are tournament",
    "Floor": f"Floor of a match is {FEWEST}",
}
_CONTRADICTED = "MatchRound contradicts the position: the extra round is basic, the others are not"


def settled(given: Mapping[str, str]) -> dict[str, str]:
    """Return all settings of a record by those that its tags give, and its tag Position.

    Raises:
        PositionError: they contradict each other, or one is missing; with the tag to blame.
    """
    stated = given.get("Position")
    return _settled(given) if stated is None else _stated(parse_setup(stated), given)


def rounds_of(given: Mapping[str, str]) -> str:
    """Return how many rounds the match has of which a record is one, or that it is of none.

    Raises:
        PositionError: its settings contradict each other, with the tag to blame.
    """
    if "Position" in given:
        return settled(given)["Match"]
    return _rounds(given, given.get("Rules") == TOURNAMENT_RULES)


def start_position(given: Mapping[str, str]) -> Position:
    """Return the position before the first turn of a record with some settings.

    Raises:
        PositionError: there is none, with the tag to blame.
    """
    settings = _settled(given)
    first = FIRST.index(settings["FirstPlayer"])
    flags = TOURNAMENT if settings["Rules"] == TOURNAMENT_RULES else 0
    if settings["Floor"] != _NO_FLOOR:
        flags |= FLOOR
    hands = int(settings[STONES[0]]), int(settings[STONES[1]])
    return Position.of((0, 0), CENTRE, 1 - first, hands, (0, 0), ((), ()), flags, first, first)


def stated_position(text: str, given: Mapping[str, str]) -> Position:
    """Return the position that a string states for a record with some settings.

    Raises:
        PositionError: it cannot be, or a setting contradicts it; with the tag to blame.
    """
    position = parse_setup(text)
    settings = _stated(position, given)
    return position._replace(opener=FIRST.index(settings["FirstPlayer"]))


def _settled(given: Mapping[str, str]) -> dict[str, str]:
    """Return all settings of a record that starts with an empty board."""
    rounds = _rounds(given, given.get("Rules") == TOURNAMENT_RULES)
    if rounds == NO_MATCH:
        return _checked(given, {**_SINGLE, **dict.fromkeys(STONES, _BASIC_STONES)})
    number = _number(given, rounds, "1")
    settings = {**_of_round(rounds, number), "FirstPlayer": given.get("FirstPlayer", FIRST[0])}
    for tag in ("FirstPlayer", *STONES):
        if number != "1" and tag not in given:
            raise PositionError([f"{tag} is needed: the round before is missing"], tag)
    for tag in STONES:
        settings[tag] = given.get(tag, _STONES_OF[rounds])
        if int(settings[tag]) < FEWEST:
            raise PositionError([f"{tag} is {FEWEST} to {MOST}"], tag)
    return _checked(given, settings)


def _stated(position: Position, given: Mapping[str, str]) -> dict[str, str]:
    """Return all settings of a record that starts from a position, which says most of them."""
    facts = {
        "Rules": TOURNAMENT_RULES if position.flags & TOURNAMENT else BASIC,
        "Floor": str(FEWEST) if position.flags & FLOOR else _NO_FLOOR,
    }
    for side, tag in enumerate(STONES):
        facts[tag] = str(position.pieces(side) + position.captures[1 - side])
    for tag, value in facts.items():
        if given.get(tag, value) != value:
            raise PositionError([f"{tag} contradicts the position"], tag)
    if not position.flags & FLOOR:
        if given.get("Match", NO_MATCH) != NO_MATCH:
            raise PositionError(["Match contradicts the position of a single game"], "Match")
        return _checked(given, {**_SINGLE, **facts})
    rounds = _rounds(given, is_match=True)
    extra = str(int(rounds) + 1)
    number = _number(given, rounds, "1" if position.flags & TOURNAMENT else extra)
    settings = _of_round(rounds, number)
    if settings["Rules"] != facts["Rules"]:
        raise PositionError([_CONTRADICTED], "MatchRound")
    first = given.get("FirstPlayer", FIRST[0])
    return _checked(given, {**facts, **settings, "FirstPlayer": first})


def _rounds(given: Mapping[str, str], is_match: bool) -> str:
    """Return how many rounds the match has of which a record is one, or that it is of none."""
    rounds = given.get("Match", _USUAL_ROUNDS if is_match else NO_MATCH)
    if rounds not in _STONES_OF and (is_match or rounds != NO_MATCH):
        raise PositionError(["Match is 2 or 4"], "Match")
    return rounds


def _number(given: Mapping[str, str], rounds: str, usual: str) -> str:
    """Return which round of a match a record is."""
    number = given.get("MatchRound", usual)
    most = int(rounds) + 1
    if int(number) > most:
        raise PositionError([f"MatchRound is 1 to {most}"], "MatchRound")
    return number


def _of_round(rounds: str, number: str) -> dict[str, str]:
    """Return what every round of this number has for settings."""
    rules = TOURNAMENT_RULES if int(number) <= int(rounds) else BASIC
    return {"Rules": rules, "Floor": str(FEWEST), "Match": rounds, "MatchRound": number}


def _checked(given: Mapping[str, str], settings: dict[str, str]) -> dict[str, str]:
    """Return settings with which those given agree.

    Raises:
        PositionError: one says otherwise, or there is a MatchRound without a match; with its tag.
    """
    is_single = settings["Match"] == NO_MATCH
    for tag, value in settings.items():
        is_stray = is_single and tag == "MatchRound" and tag in given and "Match" not in given
        if is_stray or given.get(tag, value) != value:
            raise PositionError([_SINGLE_REASONS[tag] if is_single else _REASONS[tag]], tag)
    return settings
