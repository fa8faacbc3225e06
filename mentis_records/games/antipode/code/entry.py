"""The form of this game's catalogue entries, and the rules that they cite."""

from mentis_records.core.diagnostic import Code, Example, Severity

SETUP = "rules: Phase 1, set-up"
PLAY = "rules: Phase 2, play"
NOTATION = "notation: Antipode"

_GAME = '[Game "Antipode"]\n'

_ABOUT = {
    1: "placings",
    2: "moves of a stone",
    3: "moves of the Antipode",
    4: "jumps",
    5: "passes",
    6: "penalties, rounds and matches",
    7: "mandatory moves",
    8: "turns read with a warning",
    9: "turns written wrongly",
}
"""What the codes of each hundred are about."""


def stated(position: str, movetext: str) -> str:
    """Return the text of a record that starts at a position."""
    return f'{_GAME}[Position "{position}"]\n\n{movetext}\n'


def plain(movetext: str) -> str:
    """Return the text of a record of a single basic game."""
    return f"{_GAME}\n{movetext}\n"


def entry(
    number: int,
    slug: str,
    message: str,
    expected: str,
    rule: str,
    hint: str,
    page: str,
    examples: tuple[Example, Example],
    severity: Severity = Severity.ERROR,
) -> Code:
    """Return an entry with a number of this game; warnings that say what to write are repaired."""
    is_repaired = severity is Severity.WARNING and hint == "write {expected}"
    texts = (message, expected, rule, hint, page)
    about = _ABOUT[number // 100]
    return Code(f"P{number}", slug, severity, *texts, examples, about, is_repaired)
