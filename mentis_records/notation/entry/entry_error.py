"""Why something that was entered does not stand, in lines for people."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from mentis_records.core.diagnostic import Code, Finding, Severity


class EntryError(ValueError):
    """Something entered that does not stand; ``lines`` say what and why, the first in short."""

    def __init__(self, *lines: str) -> None:
        """Keep the lines, at least one."""
        super().__init__(lines[0])
        self.lines = lines


def refusal(quoted: str, findings: Iterable[Finding]) -> EntryError:
    """Return the error of a turn, as it was typed, about which errors have been found."""
    lines: list[str] = []
    for finding in findings:
        if finding.code.severity is Severity.ERROR:
            is_named = quoted in finding.message
            head = finding.message if is_named else f"{quoted}: {finding.message}"
            lines += told(head, finding.code, finding.expected, finding.hint)
    return EntryError(*(lines or [f"{quoted}: not a turn here"]))


def told(head: str, code: Code, expected: str, hint: str) -> Iterator[str]:
    """Yield the lines of one finding: what is wrong and its code, then what would be right."""
    yield f"{head} [{code.id}]"
    for name, value in (("expected", expected), ("rule", code.rule), ("hint", hint)):
        if value:
            yield f"  {name}: {value}"
