"""How the questions of ``mentis new`` are asked: on a terminal with completion, or line by line."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Protocol

from mentis_records.cli import output
from mentis_records.cli.entry_board import MENU
from mentis_records.core.text import printable

if TYPE_CHECKING:
    from prompt_toolkit import PromptSession
    from prompt_toolkit.application import Application
    from prompt_toolkit.completion import Completer
    from prompt_toolkit.data_structures import Size
    from prompt_toolkit.key_binding import KeyBindings

_RESIZED = "\0"
"""What is answered when the terminal has got another size."""

UNDO = "undo"
"""What Ctrl-Z stands for."""

Words = Callable[[str], Iterable[str]]
"""Returns what a text that has been typed so far may become."""


class Voice(Protocol):
    """Asks, and is answered."""

    is_terminal: bool

    def ask(self, question: str, words: Words | None = None, is_turn: bool = False) -> str:
        """Return the answer to a question, without blanks around it.

        Raises:
            EOFError: there will be no more answers.
        """

    def show(self, content: Callable[[], str]) -> None:
        """Show the game, in place of what was shown before; anew if the terminal's size changes."""


class PlainVoice:
    """Asks on standard error, and reads the answers from standard input, line by line."""

    is_terminal = False

    def ask(self, question: str, words: Words | None = None, is_turn: bool = False) -> str:
        """Return the next line."""
        sys.stdout.flush()
        sys.stderr.write(printable(question))
        sys.stderr.flush()
        line = sys.stdin.readline()
        if not line:
            sys.stderr.write("\n")
            raise EOFError
        if not sys.stdin.isatty():
            sys.stderr.write("\n")
        return line.strip()

    def show(self, content: Callable[[], str]) -> None:
        """Show nothing: it is asked for by ``board``."""


class TerminalVoice:
    """Asks at the foot of a terminal, on which the game stands."""

    is_terminal = True

    def __init__(self) -> None:
        """Begin; the terminal is taken only while a question is open."""
        self._turns = _session(self._watch, has_keys=True)
        self._answers = _session(self._watch, has_keys=False)
        self._room = MENU - 1
        self._size: Size | None = None
        self._content: Callable[[], str] | None = None

    def ask(self, question: str, words: Words | None = None, is_turn: bool = False) -> str:
        """Return what was typed; Ctrl-C clears the line, twice on an empty one it is the end."""
        session = self._turns if is_turn else self._answers
        typed, was_interrupted = "", False
        while True:
            self._size = None
            try:
                answer = session.prompt(
                    question,
                    default=typed,
                    completer=_completer(words),
                    reserve_space_for_menu=self._room,
                )
            except KeyboardInterrupt:
                if was_interrupted:
                    raise EOFError from None
                typed, was_interrupted = "", not session.default_buffer.text
                if was_interrupted:
                    output.talk("Ctrl-C again leaves, as Ctrl-D does")
                continue
            if answer != _RESIZED:
                return answer.strip()
            typed, was_interrupted = session.default_buffer.text, False
            self._draw()

    def show(self, content: Callable[[], str]) -> None:
        """Clear the terminal and show the game."""
        self._content = content
        self._draw()

    def _watch(self, app: Application[str]) -> None:
        """End a question if the terminal has another size than when it was asked."""
        size = app.output.get_size()
        if self._size is None:
            self._size = size
        elif self._size != size and not app.is_done:
            self._size = size
            app.exit(result=_RESIZED)

    def _draw(self) -> None:
        from prompt_toolkit.shortcuts import clear

        if self._content is None:
            return
        text = self._content()
        clear()
        rest = shutil.get_terminal_size((80, 24)).lines - text.count("\n") - 2
        self._room = min(max(rest, 2), MENU) - 1
        output.paint(text)
        sys.stdout.flush()


def make_voice() -> Voice:
    """Return a voice for a terminal, or for a pipe."""
    is_terminal = sys.stdin.isatty() and sys.stdout.isatty() and output.knows_escapes()
    return TerminalVoice() if is_terminal else PlainVoice()


def _session(watch: Callable[[Application[str]], None], has_keys: bool) -> PromptSession[str]:
    from prompt_toolkit import PromptSession
    from prompt_toolkit.history import InMemoryHistory
    from prompt_toolkit.output import ColorDepth

    session: PromptSession[str] = PromptSession(
        history=InMemoryHistory(),
        complete_while_typing=True,
        key_bindings=_keys() if has_keys else None,
        color_depth=None if output.has_colour() else ColorDepth.DEPTH_1_BIT,
    )
    session.app.before_render += watch
    return session


def _keys() -> KeyBindings:
    """Let Ctrl-Z take back the last change where nothing has been typed."""
    from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent

    keys = KeyBindings()

    @keys.add("c-z")
    def _undo(event: KeyPressEvent) -> None:
        if event.current_buffer.text:
            event.current_buffer.undo()
        else:
            event.app.exit(result=UNDO)

    return keys


def _completer(words: Words | None) -> Completer:
    from prompt_toolkit.completion import CompleteEvent, Completer, Completion
    from prompt_toolkit.document import Document

    class _Completer(Completer):
        def get_completions(
            self, document: Document, complete_event: CompleteEvent
        ) -> Iterable[Completion]:
            if words is not None:
                typed = document.text_before_cursor
                begun = typed.lstrip()
                for word in words(begun):
                    yield Completion(word, -len(begun))

    return _Completer()


def choice_words(choices: Sequence[str]) -> Words:
    """Return what completes one of some choices."""
    return lambda begun: [each for each in choices if each.lower().startswith(begun.lower())]


def meant_choice(answer: str, choices: Sequence[str]) -> str:
    """Return the only choice that begins with an answer in any case, or else the answer."""
    found = [each for each in choices if each.lower().startswith(answer.lower())]
    return found[0] if len(found) == 1 else answer
