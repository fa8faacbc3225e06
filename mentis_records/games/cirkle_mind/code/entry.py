"""The form of this game's catalogue entries, and the rules that they cite."""

from mentis_records.core.diagnostic import Code, Example, Severity

TURN = "rules, Turn"
DUEL = "rules, Duel"
NOTATION = "notation: Turns"

_ABOUT = {
    1: "steps and passes",
    2: "attacks",
    3: "outcomes and faces",
    7: "turns read with a warning",
    8: "turns written wrongly",
}
"""What the codes of each hundred are about."""


def stated(position: str, turn: str, blamed: str = "", level: str = "easy") -> Example:
    """Return a record of turns from a position; the last, or a part of one, is to blame."""
    number = "1." if " G " in position else "1..."
    text = (
        f'[Game "CirKle Mind"]\n[Level "{level}"]\n[Position "{position}"]\n\n{number} {turn} *\n'
    )
    return Example(text, blamed or turn)


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
    return Code(f"K{number}", slug, severity, *texts, examples, about, is_repaired)
