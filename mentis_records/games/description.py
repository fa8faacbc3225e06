"""The table of our games: the facts that are known before a game's package is imported.

What only the rules know is named here, and imported when it is read (``core.game.Later``).
"""

from __future__ import annotations

from typing import Any

from mentis_records.core.game import GameDescription, Later
from mentis_records.core.outcome import Termination
from mentis_records.core.setting import Choice, Setting, Text, WholeNumber

_MENTIS = "mentis_records.games.mentis"
_MENSASPIEL = "mentis_records.games.mensaspiel"
_ANTIPODE = "mentis_records.games.antipode"
_CIRKLE_MIND = "mentis_records.games.cirkle_mind"


def _later(module: str, name: str) -> Any:
    """Return what stands for a value of any type until it is read."""
    return Later(module, name)


MENTIS = GameDescription(
    slug="mentis",
    title="Mentis",
    rules_version="1",
    grammar="mentis.lark",
    sides=("Blue", "Red"),
    settings=(Setting("Variant", Choice(("Standard", "Wolf"))),),
    repetitions=3,
    opener=0,
    kinds=("move", "deploy", "capture"),
    terminations=("king captured", Termination.REPETITION.value),
    codes=_later(f"{_MENTIS}.code.catalogue", "CODES"),
    malformations=_later(f"{_MENTIS}.rules.writing", "MALFORMATIONS"),
    terminal_words=_later(f"{_MENTIS}.rules.writing", "TERMINAL_WORDS"),
    samples=("rulebook.mgn", "rulebook-listing.txt", "selfplay.mgn.gz"),
    capabilities={
        "kernel": f"{_MENTIS}.kernel.kernel",
        "picture": f"{_MENTIS}.picture",
        "vocabulary": f"{_MENTIS}.vocabulary",
        "scene_sql": f"{_MENTIS}.predicate.scene_sql",
        "predicates": f"{_MENTIS}.predicate.registry",
        "index": f"{_MENTIS}.index.feature",
        "derived": f"{_MENTIS}.predicate.derived",
        "tallies": f"{_MENTIS}.tally.tally",
        "sections": f"{_MENTIS}.tally.section",
        "material": f"{_MENTIS}.tally.material",
        "policies": f"{_MENTIS}.selfplay.policy",
        "symmetries": f"{_MENTIS}.symmetry",
        "families": f"{_MENTIS}.family",
        "views": f"{_MENTIS}.view",
        "search": f"{_MENTIS}.search.evaluation",
        "examples": f"{_MENTIS}.code.malformed",
    },
)

MENSASPIEL = GameDescription(
    slug="mensaspiel",
    title="MensaSpiel",
    rules_version="1",
    grammar="mensaspiel.lark",
    sides=("White", "Black"),
    settings=(
        Setting("FirstPlayer", Choice(("W", "B"), ("White first", "Black first")), lasts=True),
        Setting("Prisoners", WholeNumber(1, 7, usual=3), chooses_start=False),
    ),
    numbered_by="FirstPlayer",
    kinds=("start", "exchange", "move", "capture", "transport", "lastman", "pass"),
    terminations=("prisoners", "extinction", "both blocked"),
    codes=_later(f"{_MENSASPIEL}.code", "CODES"),
    malformations=_later(f"{_MENSASPIEL}.rules.resolve", "MALFORMATIONS"),
    terminal_words=_later(f"{_MENSASPIEL}.rules.resolve", "TERMINAL_WORDS"),
    samples=("mensaspiel-trial.mgn", "mensaspiel.mgn.gz"),
    capabilities={
        "derived": f"{_MENSASPIEL}.predicate.derived",
        "examples": f"{_MENSASPIEL}.code.malformed",
        "families": f"{_MENSASPIEL}.family",
        "index": f"{_MENSASPIEL}.index.feature",
        "material": f"{_MENSASPIEL}.tally.material",
        "picture": f"{_MENSASPIEL}.picture",
        "policies": f"{_MENSASPIEL}.selfplay.policy",
        "predicates": f"{_MENSASPIEL}.predicate.registry",
        "scene_sql": f"{_MENSASPIEL}.predicate.scene_sql",
        "sections": f"{_MENSASPIEL}.tally.section",
        "tallies": f"{_MENSASPIEL}.tally.tallier",
        "trials": f"{_MENSASPIEL}.trial.account",
        "vocabulary": f"{_MENSASPIEL}.vocabulary",
    },
)

ANTIPODE = GameDescription(
    slug="antipode",
    title="Antipode",
    rules_version="1",
    grammar="antipode.lark",
    sides=("Gold", "Silver"),
    settings=(
        Setting("Rules", Choice(("basic", "tournament"), ("basic play", "tournament play"))),
        Setting("FirstPlayer", Choice(("G", "S"), ("Gold first", "Silver first")), lasts=True),
        # What rounds have led to, or the rules decide. Only stated positions may have fewer than
        # seven stones.
        Setting("GoldStones", WholeNumber(0, 25, usual=13), divides=False),
        Setting("SilverStones", WholeNumber(0, 25, usual=13), divides=False),
        Setting("Floor", WholeNumber(0, 7, usual=0), divides=False),
        # Without Match, or with 0, a record is a single game unless its rules are those of a match.
        Setting("Match", WholeNumber(0, 4, usual=0), divides=False),
        Setting("MatchRound", WholeNumber(1, 5, usual=1), divides=False),
    ),
    settled=Later(f"{_ANTIPODE}.rules.setting", "settled"),
    numbered_by="FirstPlayer",
    has_points=True,
    kinds=("pass", "place", "step", "antipode", "jump", "penalty"),
    terminations=("captures", "primes", "pieces", "both blocked"),
    codes=_later(f"{_ANTIPODE}.code", "CODES"),
    malformations=_later(f"{_ANTIPODE}.rules.writing", "MALFORMATIONS"),
    terminal_words=_later(f"{_ANTIPODE}.rules.writing", "TERMINAL_WORDS"),
    samples=("antipode-match.mgn", "antipode.mgn.gz"),
    capabilities={
        "picture": f"{_ANTIPODE}.picture",
        "vocabulary": f"{_ANTIPODE}.vocabulary",
        "scene_sql": f"{_ANTIPODE}.predicate.scene_sql",
        "families": f"{_ANTIPODE}.family",
        "material": f"{_ANTIPODE}.tally.material",
        "tallies": f"{_ANTIPODE}.tally.tallier",
        "sections": f"{_ANTIPODE}.tally.section",
        "policies": f"{_ANTIPODE}.selfplay.policy",
        "predicates": f"{_ANTIPODE}.predicate.registry",
        "index": f"{_ANTIPODE}.index.feature",
        "derived": f"{_ANTIPODE}.predicate.derived",
        "symmetries": f"{_ANTIPODE}.symmetry",
        "match": f"{_ANTIPODE}.match",
        "choices": f"{_ANTIPODE}.rules.duty",
        "score": f"{_ANTIPODE}.rules.ending",
    },
)

_SETUP = Text(
    Later(f"{_CIRKLE_MIND}.rules.setup", "read_setup"),
    "24 pieces on four rows of eight, own back row first, such as ..YcGcBcMcKt??.. for the first",
)
CIRKLE_MIND = GameDescription(
    slug="cirkle_mind",
    title="CirKle Mind",
    rules_version="1",
    grammar="cirkle_mind.lark",
    sides=("Green", "Mauve"),
    settings=(
        Setting(
            "Level",
            Choice(("easy", "medium", "super"), ("Easy", "Medium", "Super")),
            chooses_start=False,
        ),
        Setting("FirstPlayer", Choice(("G", "M"), ("Green first", "Mauve first")), lasts=True),
        Setting(
            "Shield",
            Text(Later(f"{_CIRKLE_MIND}.rules.terms", "read_shield"), "on or off"),
            chooses_start=False,
        ),
        Setting(
            "Layout",
            Text(
                Later(f"{_CIRKLE_MIND}.rules.board", "read_layout"),
                "default or 64 codes of a colour and a shape",
                "default",
            ),
            chooses_start=False,
        ),
        Setting("GreenSetup", _SETUP, divides=False, is_secret=True),
        Setting("MauveSetup", _SETUP, divides=False, is_secret=True),
    ),
    numbered_by="FirstPlayer",
    usual_settings=_later(f"{_CIRKLE_MIND}.rules.setup", "USUAL_SETTINGS"),
    kinds=("pass", "step", "attack"),
    terminations=("target", "both blocked"),
    codes=_later(f"{_CIRKLE_MIND}.code", "CODES"),
    malformations=_later(f"{_CIRKLE_MIND}.rules.resolve", "MALFORMATIONS"),
    terminal_words=_later(f"{_CIRKLE_MIND}.rules.resolve", "TERMINAL_WORDS"),
    samples=("cirkle_mind-medium.mgn", "cirkle_mind.mgn.gz"),
    capabilities={
        "claims": f"{_CIRKLE_MIND}.rules.ending",
        "choices": f"{_CIRKLE_MIND}.rules.move_generator",
        "derived": f"{_CIRKLE_MIND}.predicate.derived",
        "families": f"{_CIRKLE_MIND}.family",
        "index": f"{_CIRKLE_MIND}.index.feature",
        "material": f"{_CIRKLE_MIND}.tally.material",
        "picture": f"{_CIRKLE_MIND}.picture",
        "policies": f"{_CIRKLE_MIND}.selfplay.policy",
        "predicates": f"{_CIRKLE_MIND}.predicate.registry",
        "scene_sql": f"{_CIRKLE_MIND}.predicate.scene_sql",
        "sections": f"{_CIRKLE_MIND}.tally.section",
        "tallies": f"{_CIRKLE_MIND}.tally.tallier",
        "vocabulary": f"{_CIRKLE_MIND}.vocabulary",
        "views": f"{_CIRKLE_MIND}.view",
    },
)
