"""Codes about the rounds of a match, and what their tags claim."""

from mentis_records.core.diagnostic import Example, Severity
from mentis_records.games.antipode.code.entry import entry

_RULE = "rules: Tournament; tags and matches"
_ROUND = '[Game "Antipode"]\n[Match "2"]\n'
_PLAYED = '[Game "Antipode"]\n[Gold "A"]\n[Silver "B"]\n[Match "2"]\n'
_LATER = '[MatchRound "2"]\n[FirstPlayer "S"]\n[GoldStones "9"]\n[SilverStones "9"]\n'
_LEFT = '[MatchRound "2"]\n[FirstPlayer "S"]\n[GoldStones "16"]\n[SilverStones "16"]\n'
_AGREED = '[Termination "agreement"]\n\n1. b2 b6 1/2-1/2\n'
_RESIGNED = '[Termination "resignation"]\n\n1. b2 b6 1-0\n'
_BOTH = f"{_PLAYED}{_AGREED}\n{_PLAYED}{_LEFT}{_AGREED}"

SCORE_WRONG = entry(
    611,
    "score-wrong",
    "{tag} is {found}, and should be {expected}",
    "{expected}",
    _RULE,
    "points of Gold and of Silver; a round that is not scored has -",
    """RoundScore has the points of the round, MatchScore those of all rounds so far: the lead in
captures, what seven Primes are worth, and the Antipode. A round that is resigned, forfeited or lost
by pieces, one that is not over, and the extra round have none.""",
    (
        Example(f'{_ROUND}[RoundScore "1:2"]\n{_AGREED}', '"1:2"'),
        Example(f'{_ROUND}[MatchScore "1:0"]\n{_AGREED}', '"1:0"'),
    ),
)
MATCH_RESULT_WRONG = entry(
    612,
    "match-result-wrong",
    "MatchResult is {found}, and the match is {expected}",
    "the result, on the record that decides the match",
    _RULE,
    "",
    """The match is decided by its points after the last round, by the extra round, or when a round
is lost by pieces, resigned or forfeited. MatchResult stands only on the record that decides it.""",
    (
        Example(f'{_ROUND}[MatchResult "1-0"]\n{_AGREED}', '"1-0"'),
        Example(f'{_ROUND}[MatchResult "0-1"]\n{_RESIGNED}', '"0-1"'),
    ),
)
ROUND_START = entry(
    613,
    "round-start",
    "{tag} is {found}, but round {number} makes it {expected}",
    "{expected}",
    _RULE,
    "players alternate moving first, and captured stones are lost for the match",
    """A later round is begun by the other player than the round before, with the pieces that were
left in it, on the board and in hand; the Antipode then shows the face of who does not begin.""",
    (
        Example(
            f"{_PLAYED}{_AGREED}\n{_PLAYED}{_LEFT.replace('S', 'G', 1)}{_AGREED}".replace(
                '"S"', '"G"'
            ),
            '"G"',
        ),
        Example(f"{_PLAYED}{_AGREED}\n{_PLAYED}{_LEFT.replace('16', '15', 1)}{_AGREED}", '"15"'),
    ),
)
MATCH_DECIDED = entry(
    614,
    "match-decided",
    "round {number} has decided the match",
    "no further round",
    _RULE,
    "",
    """No round follows a decided match.""",
    (
        Example(f"{_PLAYED}{_RESIGNED}\n{_PLAYED}{_LEFT}{_AGREED}", '"2"'),
        Example(f"{_PLAYED}{_RESIGNED.replace('1-0', '0-1')}\n{_PLAYED}{_LEFT}{_RESIGNED}", '"2"'),
    ),
)
ROUND_MISSING = entry(
    615,
    "round-missing",
    "round {number} does not stand behind round {missing}",
    "the rounds of a match one after the other",
    _RULE,
    "MatchScore is not checked",
    """A record goes on with the match of the record before it if Event, players and Match agree and
its MatchRound is one higher. Without the rounds before, their points and pieces are not known.""",
    (Example(f"{_ROUND}{_LATER}{_AGREED}", '"2"'), Example(f"{_PLAYED}{_LATER}{_RESIGNED}", '"2"')),
    Severity.WARNING,
)
ROUND_REPEATED = entry(
    616,
    "round-repeated",
    "the match that stands before this has a round {number} already",
    "the next round, or another match",
    _RULE,
    "MatchScore is not checked",
    """A record goes on with the match of the record before it if Event, players and Match agree and
its MatchRound is one higher. A round that comes again belongs to no match that is known.""",
    (
        Example(f"{_BOTH}\n{_PLAYED}{_LEFT}{_AGREED}", '"2"'),
        Example(f"{_BOTH}\n{_PLAYED}{_LEFT}{_RESIGNED}", '"2"'),
    ),
    Severity.WARNING,
)
