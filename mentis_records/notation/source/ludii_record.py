"""Put a Ludii trial into the words of ``.mgn``, with what is wrong with it by the game's rules."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mentis_records.core.capability import trials_of
from mentis_records.core.diagnostic import Finding
from mentis_records.core.game import GameDescription
from mentis_records.core.outcome import (
    RESULT_DRAW,
    RESULT_FIRST,
    RESULT_SECOND,
    RESULT_UNKNOWN,
    WINNERS,
    Termination,
)
from mentis_records.core.trial import Offsets, Told, TrialAccount, TrialFault
from mentis_records.notation import code
from mentis_records.notation.source.ludii_line import LineError, quoted
from mentis_records.notation.source.ludii_trial import CutError, Ending, TrialText, read_trial
from mentis_records.notation.source.record_text import Note, Origin
from mentis_records.notation.tag.known_tag import standard_tags
from mentis_records.notation.tag.quoted_value import escape

GAME_FILE, OPTIONS, RANDOM, VERSION = "LudiiGame", "LudiiOptions", "LudiiRNG", "LudiiVersion"
"""Tags with what a trial says that no other record does."""

_BY_RULES = "NaturalEnd"
_UNKNOWN, _UNKNOWN_DAY = "?", "????.??.??"
_RESULTS = (RESULT_FIRST, RESULT_SECOND)

_Line = tuple[str, Offsets]


def write_trial(text: str, games: Sequence[GameDescription]) -> tuple[str, Origin]:
    """Return a trial in the words of ``.mgn``, and where each line of these comes from.

    Args:
        text: the trial, lines ending in a line feed.
        games: the games that are known.

    Returns:
        The trial itself where it cannot be put into words: the origin then has no places.
    """
    try:
        found = read_trial(text)
    except LineError as error:
        return text, Origin(text, (), (_note_line(text, error),))
    file = found.header.game
    name = file.value.replace("\\", "/").rpartition("/")[2]
    readers = [(game, reader) for game in games if (reader := trials_of(game)) is not None]
    for game, reader in readers:
        if name == reader.LUD:
            account = reader.read(found.trial)
            lines = list(_write(found, account, game))
            notes = tuple(_find_faults(found, account, game))
            words = "".join(f"{line}\n" for line, _ in lines)
            return words, Origin(text, tuple(place for _, place in lines), notes)
    known = ", ".join(reader.LUD for _, reader in readers)
    expected = f"a trial of {known}" if known else "another file: no game here has trials"
    finding = Finding(code.TRIAL_GAME, {"found": quoted(name), "expected": expected})
    return text, Origin(text, (), (Note(finding, file.place),))


def _note_line(text: str, error: LineError) -> Note:
    if isinstance(error, CutError):
        end = len(text.rstrip("\n"))
        return Note(Finding(code.TRIAL_CUT, {"expected": error.expected}), (end, end))
    begin = error.at
    rest = text[begin:].split("\n", 1)[0]
    shown = quoted(rest) or "the end of the line"
    finding = Finding(code.TRIAL_LINE, {"found": shown, "expected": error.expected})
    return Note(finding, (begin, begin + len(rest)))


def _write(found: TrialText, account: TrialAccount, game: GameDescription) -> Iterator[_Line]:
    """Yield the lines of the record, each with the place of what says the same."""
    header, ending = found.header, found.ending
    winner = ending.winner or ending.ranks
    result = _result_of(ending, account)
    for name in standard_tags(game):
        if name == "Result":
            yield _tag(name, Told(result, winner.place))
        else:
            yield _tag(name, Told(_UNKNOWN_DAY if name == "Date" else _UNKNOWN, header.game.place))
    yield _tag("Game", Told(game.title, header.game.place))
    for name, chosen in account.settings.items():
        yield _tag(name, chosen)
    is_broken_off = ending.kind is not None and ending.kind.value != _BY_RULES
    if ending.kind is not None and is_broken_off and account.outcome is None:
        yield _tag("Termination", Told(Termination.ADJUDICATION.value, ending.kind.place))
    yield _tag(GAME_FILE, header.game)
    if header.options:
        options = "; ".join(option.value for option in header.options)
        yield _tag(OPTIONS, Told(options, header.options_place))
    yield _tag(RANDOM, header.random)
    yield _tag(VERSION, ending.version)
    yield "", header.game.place
    tags = {name: chosen.value for name, chosen in account.settings.items()}
    opener = game.opener_of(account.sides[0], tags)
    for ply in account.plies:
        dots = "." if ply.side == opener else "..."
        yield f"{ply.number}{dots} {ply.notation}", ply.place
    yield result, winner.place


def _tag(name: str, told: Told) -> _Line:
    return f'[{name} "{escape(told.value)}"]', told.place


def _result_of(ending: Ending, account: TrialAccount) -> str:
    """Return the result of which the winner's number tells; one that is no player is none."""
    if ending.winner is None:
        return RESULT_UNKNOWN
    player = int(ending.winner.value)
    if player == 0:
        return RESULT_DRAW
    return _RESULTS[account.sides[player - 1]] if player <= 2 else RESULT_UNKNOWN


def _find_faults(found: TrialText, account: TrialAccount, game: GameDescription) -> Iterator[Note]:
    """Yield what is wrong with a trial that can be read."""
    yield from _check_counts(found)
    for fault in account.faults:
        yield _note_fault(fault)
    if account.is_whole:
        yield from _check_ending(found.ending, account, game)


def _check_counts(found: TrialText) -> Iterator[Note]:
    placed, moves = found.placed, len(found.moves) - found.placed
    if int(found.ending.placed.value) != placed:
        details = {
            "found": f"numInitialPlacementMoves is {int(found.ending.placed.value):,}",
            "expected": f"{placed:,}: so many moves of mover 0 come first",
        }
        yield Note(Finding(code.TRIAL_COUNT, details), found.ending.placed.place)
    if found.sizes and len(found.sizes) != moves:
        details = {
            "found": f"{len(found.sizes):,} numbers of legal moves for {moves:,} moves of players",
            "expected": "one for each of these moves",
        }
        yield Note(Finding(code.TRIAL_COUNT, details), found.sizes[-1].place)


def _note_fault(fault: TrialFault) -> Note:
    details = {"found": quoted(fault.found), "expected": fault.expected, "ply": f"{fault.ply}"}
    return Note(Finding(code.FAULT_CODES[fault.kind], details), fault.place, fault.ply)


def _check_ending(ending: Ending, account: TrialAccount, game: GameDescription) -> Iterator[Note]:
    """Compare the last lines with the board after the last move, and with each other.

    The winner on a board that has decided is left to the reading of the record.
    """
    outcome, kind = account.outcome, ending.kind
    if ending.winner is not None and int(ending.winner.value) > 2:
        yield _note_end(ending.winner, "there are two players", "winner=1, winner=2, or winner=0")
        return
    if outcome is not None and kind is None:
        facts = f"the board says: {_words(outcome.result, game)}"
        yield _note_end(ending.ranks, facts, "winner=... and endtype=... before it")
    elif kind is not None and (kind.value == _BY_RULES) != (outcome is not None):
        facts = "the board has decided" if outcome else "the game goes on after the last move"
        expected = f"endtype={_BY_RULES}" if outcome else "the moves up to the end"
        yield _note_end(kind, facts, expected)
    result = _result_of(ending, account) if outcome is None else outcome.result
    ranks = _ranks_of(result, account)
    if ending.ranks.value != ranks:
        said = "the board says" if outcome else "the lines before say"
        yield _note_end(ending.ranks, f"{said}: {_words(result, game)}", f"rankings={ranks}")


def _ranks_of(result: str, account: TrialAccount) -> str:
    """Return the ranks of nobody and both players for a result."""
    if result == RESULT_UNKNOWN:
        return "0.0,0.0,0.0"
    winner = WINNERS[result]
    ranks = ["1.5" if winner is None else "1.0" if side == winner else "2.0" for side in (0, 1)]
    return ",".join(["0.0", *(ranks[side] for side in account.sides)])


def _words(result: str, game: GameDescription) -> str:
    if result == RESULT_UNKNOWN:
        return "nobody has won"
    winner = WINNERS[result]
    return "a draw" if winner is None else f"{game.sides[winner]} won"


def _note_end(told: Told, facts: str, expected: str) -> Note:
    details = {"found": f"{told.value} is told", "facts": facts, "expected": expected}
    return Note(Finding(code.TRIAL_END, details), told.place)
