"""The form of this game's catalogue entries, and the rules that they cite."""

from mentis_records.core.diagnostic import Code, Example, Severity

MOVEMENT = "rulebook, Movement Rules"
STACKING = "rulebook, Stacking rules"
DEPLOYMENT = "rulebook, Deployment Rules"
CAPTURE = "rulebook, Capture Rules"
WOLF = "rulebook, Expansion: The Wolf"
NOTATION = "notation: The official notation"

_ABOUT = {
    1: "moves",
    2: "deployments",
    3: "captures",
    4: "plies read with a warning",
    5: "plies written wrongly",
}
"""What the codes of each hundred are about."""


def stated(position: str, movetext: str) -> str:
    """Return the text of a record that starts at a position."""
    return f'[Position "{position}"]\n\n{movetext}\n'


def plain(movetext: str) -> str:
    """Return the text of a record of the base game."""
    return f'[Event "x"]\n\n{movetext}\n'


def with_wolf(movetext: str) -> str:
    """Return the text of a record of the Wolf expansion."""
    return f'[Variant "Wolf"]\n\n{movetext}\n'


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
    return Code(f"M{number}", slug, severity, *texts, examples, about, is_repaired)
