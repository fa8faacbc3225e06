"""What is analysed: positions that are stated, and records with their positions; and the search."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mentis_records.cli import output
from mentis_records.cli.record_file import read_all
from mentis_records.cli.stated_position import STDIN, read_lines
from mentis_records.fast.late_dataclass import dataclass

if TYPE_CHECKING:
    from collections.abc import Iterable
    from concurrent.futures import Future

    from mentis_records.core.game import AnyGame, PositionError
    from mentis_records.core.record import Record
    from mentis_records.games.search.analyser import Analyser
    from mentis_records.games.search.analysis import Analysis, Limits
    from mentis_records.notation.explain.reading import Reading
    from mentis_records.notation.read import Reader


@dataclass(frozen=True, slots=True)
class Stated:
    """A position as an argument or a line states it, or why there is none."""

    game: AnyGame
    text: str
    positions: Sequence[Any] = ()
    error: PositionError | None = None


@dataclass(frozen=True, slots=True)
class Recorded:
    """A record with its number in the input; without positions if it has errors.

    The positions are those before each ply and the one after the last.
    """

    game: AnyGame
    number: int
    reading: Reading
    record: Record | None
    positions: Sequence[Any] = ()


Subject = Stated | Recorded


@dataclass(slots=True)
class Subjects:
    """What arguments name, read one after the other as it is asked for.

    ``game`` and ``settings`` are those of stated positions; ``exit_code`` tells whether there
    was anything among them, up to now, that was refused.
    """

    game: AnyGame
    settings: dict[str, str]
    reader: Reader
    arguments: Sequence[str]
    exit_code: int = output.CLEAN
    _number: int = 0

    def check(self) -> None:
        """End with a usage error if an argument is neither a path nor a position."""
        from mentis_records.core.text import printable

        for argument in self.arguments:
            if argument == STDIN or is_path(argument):
                continue
            error = self._stated(argument.strip()).error
            if error is not None:
                title = self.game.description.title
                nothing = "no such file or folder, and no position"
                output.fail(
                    f"{printable(argument.strip())}: {nothing} of {title}: {printable(str(error))}"
                )

    @property
    def has_positions(self) -> bool:
        """Tell whether positions are stated."""
        return any(each == STDIN or not is_path(each) for each in self.arguments)

    def count(self) -> int | None:
        """Return how many positions there are, or None where that can be read only once."""
        from mentis_records.cli.record_file import expand_paths

        count = 0
        for argument in self.arguments:
            if argument == STDIN:
                return None
            if not is_path(argument):
                count += 1
                continue
            for path in expand_paths([argument]).files:
                if not Path(path).is_file():
                    return None
                found = self.reader.read_path(path)
                count += sum(reading.plies + 1 for reading in found if reading.is_valid)
        return count

    def files(self) -> list[str]:
        """Return the record files that arguments name."""
        from mentis_records.cli.record_file import expand_paths

        paths = [each for each in self.arguments if each != STDIN and is_path(each)]
        return expand_paths(paths).files

    def __iter__(self) -> Iterator[Subject]:
        for argument in self.arguments:
            if argument == STDIN:
                yield from map(self._stated, read_lines())
            elif is_path(argument):
                yield from map(self._recorded, read_all(self.reader, [argument]))
            else:
                yield self._stated(argument.strip())

    def _stated(self, text: str) -> Stated:
        from mentis_records.core.game import PositionError
        from mentis_records.core.start import stored_position

        try:
            position = stored_position(self.game, text, self.settings)
        except PositionError as error:
            self.exit_code = max(self.exit_code, output.FINDINGS)
            return Stated(self.game, text, error=error)
        return Stated(self.game, text, (position,))

    def _recorded(self, reading: Reading) -> Recorded:
        from mentis_records.export.diagnostic.concise import format_diagnostic
        from mentis_records.games import find_game
        from mentis_records.notation.seen_record import replayed

        self._number += 1
        record = reading.record
        if record is None:
            self.exit_code = max(self.exit_code, output.code_of(reading))
            for found in reading.diagnostics:
                if found.is_error:
                    output.talk(format_diagnostic(reading, found))
            return Recorded(self.game, self._number, reading, None)
        game = find_game(record.game)
        return Recorded(game, self._number, reading, record, replayed(game, record))


def is_path(argument: str) -> bool:
    """Tell whether an argument names a file or folder, or is a pattern that some fit."""
    from mentis_records.notation.source.folder import find_sources

    try:
        find_sources(argument)
    except FileNotFoundError:
        return False
    except OSError:
        return True
    return True


@dataclass(frozen=True, slots=True)
class Found:
    """What was found in a position of a subject, by its index; nothing in one without positions.

    ``rival`` is what was found after the best move, where it is compared with the one played.
    """

    subject: Subject
    index: int = 0
    analysis: Analysis | None = None
    rival: Analysis | None = None


def search(
    subjects: Iterable[Subject],
    limits_of: Callable[[Subject], Limits],
    jobs: int = 1,
    has_rivals: bool = False,
) -> Iterator[Found]:
    """Yield what is found in the positions of subjects, in their order.

    With one job each answer comes before the next subject is asked for. ``has_rivals`` tells that
    moves of records are to be compared with the best.
    """
    queue = _Queue(limits_of, jobs, has_rivals)
    try:
        yield from queue.run(subjects)
    finally:
        queue.stop()


_AHEAD = 4
"""Positions that wait for each search that is under way, where there are several."""

_Pending = tuple[Subject, int, "Future[Analysis] | None"]


@dataclass(slots=True)
class _Queue:
    """Searches that have been asked for, in order."""

    limits_of: Callable[[Subject], Limits]
    jobs: int
    has_rivals: bool
    _analysers: dict[str, list[Analyser]] = field(default_factory=dict)
    _asked: int = 0

    def run(self, subjects: Iterable[Subject]) -> Iterator[Found]:
        ahead = 0 if self.jobs == 1 else self.jobs + _AHEAD
        pending: deque[_Pending] = deque()
        compared: deque[tuple[Found, Future[Analysis] | None]] = deque()
        asked = self._ask_all(subjects)
        is_left = True
        while is_left or pending or compared:
            while is_left and len(pending) + len(compared) <= ahead:
                following = next(asked, None)
                if following is None:
                    is_left = False
                else:
                    pending.append(following)
            if pending:
                compared.append(self._compared(*pending.popleft()))
            while compared and (len(compared) > ahead // 2 or not pending):
                found, rival = compared.popleft()
                yield found if rival is None else replace(found, rival=rival.result())

    def stop(self) -> None:
        for analysers in self._analysers.values():
            for analyser in analysers:
                analyser.stop()

    def _ask_all(self, subjects: Iterable[Subject]) -> Iterator[_Pending]:
        for subject in subjects:
            if not subject.positions:
                yield subject, 0, None
            for index, position in enumerate(subject.positions):
                yield subject, index, self._ask(subject, position)

    def _ask(self, subject: Subject, position: Any) -> Future[Analysis]:
        """Have a position searched by the analyser whose turn it is."""
        from mentis_records.games.search.analyser import Analyser

        analysers = self._analysers.setdefault(subject.game.description.slug, [])
        at = self._asked % self.jobs
        if at >= len(analysers):
            analysers.append(Analyser(subject.game))
            at = len(analysers) - 1
        self._asked += 1
        return analysers[at].submit(position, self.limits_of(subject))

    def _compared(
        self, subject: Subject, index: int, future: Future[Analysis] | None
    ) -> tuple[Found, Future[Analysis] | None]:
        """Return what was found, and the search of the position after the best move."""
        from mentis_records.analysis.judgement import rival_of

        if future is None:
            return Found(subject), None
        found = Found(subject, index, future.result())
        record = None if isinstance(subject, Stated) else subject.record
        if not self.has_rivals or record is None or index == len(record.plies):
            return found, None
        rival = rival_of(subject.game, record.plies[index].move, future.result())
        return found, None if rival is None else self._ask(subject, rival)
