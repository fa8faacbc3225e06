"""What is to be said of text that is no record: a game of chess, or prose that states tags."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from itertools import starmap
from typing import TYPE_CHECKING

from mentis_records.core.diagnostic import Finding
from mentis_records.core.game import AnyGame, GameDescription
from mentis_records.notation import code
from mentis_records.notation.syntax.movetext_sign import signs_of
from mentis_records.notation.tag.known_tag import standard_tags

if TYPE_CHECKING:
    from mentis_records.core.trial import Offsets
    from mentis_records.notation.syntax.record_syntax import Fault

_GAME_TAG = re.compile(r'^\[Game[ \t]*"', re.MULTILINE)


def find_chess_place(text: str, game: GameDescription) -> Offsets | None:
    """Return the place that tells that a text, which is no sound record, is a game of chess."""
    if _GAME_TAG.search(text) is not None:
        return None
    from mentis_records.notation.source.chess_game import find_chess

    return find_chess(text, game.sides, signs_of(game).is_movetext)


def chess_finding(games: Iterable[GameDescription]) -> Finding:
    """Return that a record is one of chess, and which games are known instead."""
    titles = ", ".join([game.title for game in games])
    return Finding(code.CHESS_GAME, {"games": titles})


def find_swallowed(text: str, games: Sequence[AnyGame]) -> Sequence[Fault]:
    """Return that plies stand behind semicolons, which begin comments, if they do."""
    from mentis_records.notation.layout.find import find_swallowed

    found = find_swallowed(text, games)
    return () if found is None else (found,)


def text_finding(text: str, game: GameDescription, tags: Collection[str]) -> Finding:
    """Return what is to be said of text in front of a record: it may state tags that it lacks.

    Args:
        text: what stands there.
        game: that of the record.
        tags: those that the record has.
    """
    from mentis_records.notation.syntax.recovery import TEXT_HINT
    from mentis_records.notation.syntax.unread_word import quote_text
    from mentis_records.notation.tag.meant_tag import prose_players, prose_tags, tag_pair

    names = standard_tags(game)
    stated = [
        pair
        for line in text.split("\n")
        for pair in prose_tags(line, names) or prose_players(line, game.sides)
    ]
    lacking = [pair for pair in stated if pair[0] not in tags]
    found, meant = quote_text(text), " ".join(starmap(tag_pair, lacking))
    if any(name in game.sides for name, _ in lacking):
        return Finding(code.TAG_PROSE, {"found": found, "expected": meant})
    hint = f"write {meant}, {TEXT_HINT}" if meant else TEXT_HINT
    return Finding(code.TEXT_AROUND, {"found": found, "hint": hint})
