"""What is said while a game is entered: on a terminal above the prompt, else at once."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mentis_records.cli import output

if TYPE_CHECKING:
    from mentis_records.cli.entry_voice import Voice


class EntryTalk:
    """Says things; what a terminal is to show at the next prompt waits in ``said``."""

    def __init__(self, voice: Voice) -> None:
        """Begin with nothing said."""
        self.voice = voice
        self.said: list[str] = []

    def say(self, text: str) -> None:
        """Say something to who enters the game."""
        if self.voice.is_terminal:
            self.said += text.split("\n")
        else:
            output.talk(text)

    def read(self, text: str) -> None:
        """Give a text to be read, on a terminal in place of the game."""
        if not self.voice.is_terminal:
            output.write(text)
            return
        self.voice.show(lambda: text)
        self.voice.ask("Enter goes on: ")

    def tell(self, text: str) -> None:
        """Give something that was asked for: on a terminal above the prompt."""
        if self.voice.is_terminal:
            self.said += text.split("\n")
        else:
            output.write(text)
