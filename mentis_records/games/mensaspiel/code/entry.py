"""The form of this game's catalogue entries, and the rules that they cite."""

from mentis_records.core.diagnostic import Code, Example, Severity

START = "rules, Turn, Start"
MOVE = "rules, Turn, Move"
CAPTURE = "rules, Turn, Capture"
TRANSPORT = "rules, Turn, Transport"
NOTATION = "notation: Turns"

RINGS = "one of the 16 coloured squares: a3 to c5 but b4, e3 to g5 but f4"

_ABOUT = {
    1: "starts and exchanges",
    2: "moves",
    3: "captures",
    4: "turns to the Transmitter",
    5: "the last man",
    6: "passes",
    7: "turns read with a warning",
    8: "turns written wrongly",
}
"""What the codes of each hundred are about."""


def stated(position: str, turn: str, blamed: str = "") -> Example:
    """Return a record of one turn from a position, which is to blame, or a part of it."""
    number = "1." if " W " in position else "1..."
    text = f'[Game "MensaSpiel"]\n[Position "{position}"]\n\n{number} {turn} *\n'
    return Example(text, blamed or turn)


def plain(before: str, turn: str, blamed: str = "") -> Example:
    """Return a record from the start that ends with a turn, which is to blame, or a part of it."""
    return Example(f'[Game "MensaSpiel"]\n\n{before} {turn} *\n', blamed or turn)


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
    return Code(f"S{number}", slug, severity, *texts, examples, about, is_repaired)
