"""The conversation of ``mentis new``: what is typed, what it does to the game, what is said."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from mentis_records.cli import output
from mentis_records.cli.entry_board import board_text, folded, numbered, screen, turn_prompt, width
from mentis_records.cli.entry_choice import completed, listed, turns_from
from mentis_records.cli.entry_help import help_text
from mentis_records.cli.entry_paste import Paste
from mentis_records.cli.entry_remark import TAG_LINE, Remarks
from mentis_records.cli.entry_replacement import replacement_words
from mentis_records.cli.entry_tag import known_tag, meant_end, named_by_side
from mentis_records.cli.entry_talk import EntryTalk, refused_turn
from mentis_records.core.outcome import RESULT_UNKNOWN, Termination, ending_words
from mentis_records.core.text import counted, printable
from mentis_records.notation.entry.entry_error import EntryError
from mentis_records.notation.entry.pasted_text import is_pasted

if TYPE_CHECKING:
    from mentis_records.cli.entry_file import EntryFile
    from mentis_records.cli.entry_voice import Voice
    from mentis_records.notation.entry.entered_game import EnteredGame

_SUFFIXES = ("!", "?", "!!", "??", "!?", "?!")
_LONGEST_COMMENT = 1_000
"""Lines of a pipe that a comment goes on for."""

_NUMBERED = re.compile(r"(\d{1,6})\s*(\.+|…)\s*")


class Desk:
    """A game being entered into a file, and the one who enters it."""

    def __init__(self, entered: EnteredGame, file: EntryFile, voice: Voice) -> None:
        """Sit down."""
        self.entered = entered
        self.file = file
        self.voice = voice
        self.refused = 0
        self._talk = EntryTalk(voice)
        self.remarks = Remarks(entered, self._talk, self.keep)
        self._is_turned = False
        self._paste = Paste(self)
        self._is_open = True
        self._is_done = False
        self._acts: dict[str, Callable[[str], None]] = {
            "undo": self._undo,
            "redo": self._redo,
            "back": self._back,
            "forward": self._forward,
            "start": lambda _: entered.go(-1_000_000),
            "end": lambda _: entered.go_to_end(),
            "main": lambda _: entered.go_to_end(),
            "go": self._go,
            "variation": self._variation,
            "delete": self._delete,
            "replace": self._replace,
            "comment": self.remarks.comment,
            "uncomment": self.remarks.uncomment,
            "unmark": self.remarks.unmark,
            "tag": self.remarks.tag,
            "result": self.remarks.result,
            "resign": lambda text: self.remarks.lose(text, Termination.RESIGNATION),
            "time": lambda text: self.remarks.lose(text, Termination.TIME_FORFEIT),
            "draw": self.remarks.draw,
            "flip": self._flip,
            "board": self._show_board,
            "moves": self._moves,
            "position": lambda _: self._talk.tell(entered.game.format_position(entered.position)),
            "record": lambda _: self._read(entered.text.rstrip()),
            "save": lambda _: self.say(f"{file.path} is written after every turn"),
            "help": lambda _: self._read(help_text(width())),
            "done": self._done,
            "quit": self._quit,
        }
        for short, name in (("u", "undo"), ("h", "help"), ("q", "quit"), ("exit", "quit")):
            self._acts[short] = self._acts[name]
        self._acts["b"], self._acts["f"] = self._acts["back"], self._acts["forward"]
        self._acts["finish"] = self._acts["done"]

    @property
    def title(self) -> str:
        """Return what is entered where."""
        state = f"ply {len(self.entered.played)}   {self.entered.result}"
        place = f"{printable(self.file.path.name)}, record {self.file.number}"
        return f"{self.entered.game.description.title}   {state}   {place}"

    def run(self) -> bool:
        """Take turns and words until the game is done, or left; tell whether it is done."""
        while self._is_open:
            if self.voice.is_terminal:
                self.voice.show(self._screen())
            try:
                line = self.voice.ask(turn_prompt(self.entered), self._words, is_turn=True)
            except EOFError:
                break
            if line:
                self.take(line if self.voice.is_terminal else self._whole(line))
        return self._is_done

    def _screen(self) -> Callable[[], str]:
        """Return what shows the game with what has been said, which is not said again."""
        said = tuple(self._talk.said)
        self._talk.said.clear()
        return lambda: screen(self.entered, self.title, self._is_turned, said)

    def _whole(self, line: str) -> str:
        """Return a line with those that follow it in a pipe as far as its last comment goes on."""
        lines = [line]
        while line.rfind("{") > line.rfind("}") and len(lines) < _LONGEST_COMMENT:
            try:
                lines.append(self.voice.ask(""))
            except EOFError:
                break
            line = lines[-1] if "}" in lines[-1] else line
        return " ".join(lines)

    def take(self, line: str) -> None:
        """Do what a line says; what is wrong with it is said."""
        try:
            self._obey(line)
        except EntryError as error:
            self.refuse(error)

    def say(self, text: str) -> None:
        """Say something to who enters the game."""
        self._talk.say(text)

    def refuse(self, error: EntryError) -> None:
        """Say why something does not stand."""
        self.refused += 1
        for text in error.lines:
            self._talk.say(text)

    def close(self) -> None:
        """Take no more lines."""
        self._is_open = False

    def keep(self) -> None:
        """Write the file as the game now is.

        Raises:
            EntryError: it cannot be written beside the other records; the change is taken back.
        """
        try:
            self.file.save(self.entered.text)
        except EntryError:
            self.entered.undo()
            raise

    def _obey(self, line: str) -> None:
        word, _, rest = line.partition(" ")
        act = self._acts.get(word.lower())
        named = TAG_LINE.fullmatch(line)
        facts = self.entered.game.description
        end = meant_end(facts, named_by_side(facts, self.entered.tags, line))
        if act is not None and not self._is_turn(line):
            act(rest.strip())
        elif end is not None:
            self.remarks.end(*end)
        elif named and known_tag(facts, named[1]):
            self.remarks.set_tag(named[1], named[2])
        elif rest and known_tag(facts, word):
            self.remarks.set_plainly(known_tag(facts, word), rest.strip())
        elif is_pasted(line):
            self._paste.take(line)
        elif line[0] in "{;":
            self.remarks.comment(line[1:].removesuffix("}") if line[0] == "{" else line[1:])
        elif line[0] == "(":
            self._aside(line[1:].strip())
        elif line == ")":
            self.entered.leave()
        elif line in _SUFFIXES:
            self.entered.mark(line)
            self.keep()
        elif re.fullmatch(r"\$\d{1,4}", line):
            self.entered.mark(None, int(line[1:]))
            self.keep()
        else:
            self.enter(line)

    def _is_turn(self, line: str) -> bool:
        moves = self.entered.game.legal_moves(self.entered.position)
        return any(move.notation == line for move in moves)

    # Turns

    def enter(self, line: str) -> None:
        """Enter turns, and say what the rules have to say of them."""
        entered = self.entered
        before, last, warned = len(entered.played), entered.result, entered.warnings
        try:
            turns = entered.enter(line)
        except EntryError as error:
            raise refused_turn(entered, line, error) from None
        self.keep()
        for ply, turn in zip(entered.played[before:], turns, strict=True):
            if turn.number not in (None, ply.move_number):
                self._talk.say(f"typed as move {turn.number}: it is move {ply.move_number}")
        if not self.voice.is_terminal and turns:
            self._talk.say(
                f"ply {len(entered.played)}: {numbered(entered, entered.played[-1])} kept"
            )
        for found in entered.warnings:
            if all(found.message != each.message or found.ply != each.ply for each in warned):
                self.say(f"warning: {found.move}: {found.message} [{found.code.id}]")
        self._tell_reopened(last)
        outcome = entered.outcome
        if outcome is not None and not entered.depth and entered.count == len(entered.line):
            words = ending_words(entered.game.description.sides, outcome)
            self._talk.say(f"{words}. done asks for players, date and event")

    def _aside(self, text: str) -> None:
        """Begin a variation of the last turn, and end it if the text does."""
        entered, place = self.entered, self.entered.place
        if not entered.count:
            raise EntryError("a variation replaces a turn: there is none on the board")
        replaced = numbered(entered, entered.played[-1])
        is_whole = text.endswith(")")
        entered.go(entered.count - 1)
        try:
            if text.rstrip(") "):
                self.enter(text.removesuffix(")").strip())
        except EntryError:
            entered.return_to(place)
            raise
        if is_whole:
            entered.return_to(place)
        elif not text:
            self._talk.say(f"the next turn is another one for {replaced}; ) goes back behind it")

    def _variation(self, text: str) -> None:
        if not text:
            self._aside("")
        else:
            self.entered.go_into(_count(text, 1) - 1)

    # Places

    def _undo(self, _: str) -> None:
        self.entered.undo()
        self.file.save(self.entered.text)
        if not self.voice.is_terminal:
            self._talk.say(f"taken back; ply {len(self.entered.played)} is on the board")

    def _redo(self, _: str) -> None:
        self.entered.redo()
        self.file.save(self.entered.text)

    def _back(self, text: str) -> None:
        self.entered.go(self.entered.count - _count(text, 1))

    def _forward(self, text: str) -> None:
        self.entered.go(self.entered.count + _count(text, 1))

    def _go(self, text: str) -> None:
        digits = text.rstrip(".")
        if not digits.isdecimal():
            raise EntryError(f"go {text}: name a move, such as go 3 or go 3...")
        self.entered.go_to_move(_count(digits, 0), is_second=text.endswith(".."))

    def _delete(self, _: str) -> None:
        gone = self.entered.delete()
        self.keep()
        self._talk.say(f"{counted(gone, 'turn')} taken away; undo brings it back")

    def _replace(self, text: str) -> None:
        """Replace the turn on the board, or the one whose number is named."""
        entered, last = self.entered, self.entered.result
        named = _NUMBERED.match(text)
        move = (int(named[1]), named[2] != ".") if named else None
        found = entered.replace_turn(text[named.end() :] if named else text, move)
        self.keep()
        for text in replacement_words(entered, found):
            self._talk.say(text)
        self._tell_reopened(last)

    def _tell_reopened(self, last: str) -> None:
        """Say that the game goes on again if it had a result."""
        if last != RESULT_UNKNOWN and self.entered.result == RESULT_UNKNOWN:
            self._talk.say(f"the result {last} no longer holds: the game goes on")

    # The rest

    def _flip(self, _: str) -> None:
        self._is_turned = not self._is_turned

    def _show_board(self, _: str) -> None:
        if not self.voice.is_terminal:
            output.paint(board_text(self.entered, self._is_turned))

    def _moves(self, text: str) -> None:
        found = turns_from(self.entered, text)
        if not self.voice.is_terminal:
            output.write_text("".join(f"{notation}\n" for notation in found))
        else:
            self._talk.say(folded(listed(found), ""))

    def _read(self, text: str) -> None:
        """Give a text to be read; what is typed under it counts as behind it."""
        line = self._talk.read(text)
        if line:
            self.take(line)

    def _done(self, _: str) -> None:
        self._is_open, self._is_done = False, True

    def _quit(self, _: str) -> None:
        self.close()

    def _words(self, begun: str) -> Iterable[str]:
        """Return the turns and words that a text may become."""
        return completed(self.entered, self._acts, begun)


def _count(text: str, default: int) -> int:
    """Return a number that was typed behind a word."""
    if not text:
        return default
    if not text.isdecimal() or len(text) > 6:
        raise EntryError(f"{text}: expected a number")
    return int(text)
