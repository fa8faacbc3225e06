"""What a ply means is asked of the position itself, also where two positions share a key."""

from dataclasses import replace
from typing import Any

from mentis_records.games import GAMES
from mentis_records.notation.explain.findings import Report
from mentis_records.notation.explain.replay import Replayer
from mentis_records.notation.syntax.recovery import parse_record

GAME = GAMES[0]
TEXT = '[Event "x"]\n\n1. d2-d4 *'
"""A ply that is illegal in both positions, for another reason in each."""


def judged(position: Any) -> tuple[int, list[str]]:
    """Replay the text from a position; return the plies and what was found."""
    report = Report(TEXT, 1, 1, is_strict=False)
    syntax, _ = parse_record(TEXT, "tagged", GAME.description)
    done = Replayer(GAME, report, [position.key]).replay(syntax.line, position)
    return len(done.codes), [each.code.id for each in report.diagnostics]


def test_positions_with_one_key_get_their_own_verdicts() -> None:
    held = GAME.parse_position("3k3/7/7/7/7/3T3/3K3 b -/- 1", {})
    empty = GAME.parse_position("3k3/7/7/7/7/T6/3K3 b -/- 1", {})
    alike = replace(empty, sum=held.sum, mirror_sum=held.mirror_sum, _state=None)
    assert alike.key == held.key
    assert judged(held) == (0, ["M104"])
    assert judged(alike) == judged(empty) == (0, ["M101"])
