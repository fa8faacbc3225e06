"""How a game ended, in words: ``Blue wins``, ``Red resigns``, ``draw agreed``; knows no scores."""

from __future__ import annotations

import re
from functools import cache

from mentis_records.core.outcome import RESULT_DRAW, RESULT_FIRST, RESULT_SECOND, Termination
from mentis_records.notation.tag.chess_side import CHESS, meant_side
from mentis_records.notation.tag.result_word import ResultWord, find_result

_WINS = r"wins?|won|is[ \t]+the[ \t]+winner|victory"
_LOSES = r"(?P<gives>resigns?|resigned|gives?[ \t]+up|gave[ \t]+up)|loses|lost|forfeits?"
_DRAW = r"draw(?:n|[ \t]+game)?|remis|tied?"


def find_phrase(text: str, start: int, sides: tuple[str, ...]) -> ResultWord | None:
    """Return the words at an offset that say how a game ended, or None."""
    found = _phrase(sides).match(text, start)
    if found is None:
        return None
    if found["score"] is not None:
        score = find_result(text, found.start("score"))
        return None if score is None else ResultWord(score.end, score.meant, False)
    if found["side"] is None:
        termination = Termination.AGREEMENT if found["agreed"] else None
        return _word(found.end(), RESULT_DRAW, termination)
    side = found["side"].lower()
    own = next((each for each in sides if each.lower() == side), meant_side(side, sides))
    has_won = found["wins"] is not None
    result = RESULT_FIRST if (own == sides[0]) == has_won else RESULT_SECOND
    on_time = Termination.TIME_FORFEIT if found["time"] else None
    if found["resigned"] or found["gives"]:
        return _word(found.end(), result, Termination.RESIGNATION)
    return _word(found.end(), result, on_time)


def _word(end: int, result: str, termination: Termination | None) -> ResultWord:
    return ResultWord(end, result, False, "" if termination is None else termination.value)


@cache
def _phrase(sides: tuple[str, ...]) -> re.Pattern[str]:
    names = "|".join(map(re.escape, dict.fromkeys((*sides, *CHESS))))
    return re.compile(
        rf"(?:(?P<side>{names})[ \t]+(?:has[ \t]+|have[ \t]+)?(?:(?P<wins>{_WINS})|{_LOSES})"
        rf"(?:[ \t]+(?:(?P<time>(?:on|by)[ \t]+time)|by[ \t]+(?P<resigned>resignation)))?"
        r"|(?:final[ \t]+)?(?:result|score|ergebnis)[ \t]*[:=]?[ \t]*(?P<score>[01\u00bd])"
        rf"|(?:{_DRAW})[ \t]+(?P<agreed>agreed|by[ \t]+agreement))"
        r"(?(score)|[.!]*(?=[\s(){};\[]|\Z))",
        re.IGNORECASE,
    )
