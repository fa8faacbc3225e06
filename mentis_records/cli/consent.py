"""Questions on the terminal before something is changed; without one, an option must answer."""

from __future__ import annotations

import sys
from collections.abc import Mapping

from mentis_records.cli import output


def is_answered() -> bool:
    """Tell whether somebody can answer a question."""
    return sys.stdin.isatty()


def confirm(question: str, refusal: str) -> None:
    """Ask on the terminal; end the program unless the answer is yes.

    Args:
        question: what is asked.
        refusal: what is said if the answer is no.
    """
    if not is_answered():
        output.fail(f"{question} There is nobody to answer: give --yes")
    if output.ask(f"{question} [y/N]").lower() not in ("y", "yes"):
        output.talk(refusal)
        raise SystemExit(output.FINDINGS)


def choose(question: str, choices: Mapping[str, str], default: str) -> str:
    """Ask on the terminal for one of some letters, until it is one; an empty answer is a default.

    Args:
        question: what is asked.
        choices: the letters, with the words that they stand for.
        default: the letter that holds if nothing is answered.
    """
    listed = ", ".join(f"{letter} {word}" for letter, word in choices.items())
    while True:
        answer = output.ask(f"{question} ({listed}) [{default}]").lower() or default
        for letter, word in choices.items():
            if answer in (letter, word):
                return letter
        output.talk(f"answer {', '.join(choices)}, or Enter for {default}")
