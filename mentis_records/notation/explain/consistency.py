# cython: boundscheck=True, wraparound=True
"""Check tags by themselves, and what a record claims against what its plies show."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache

from mentis_records.core.capability import is_claimable
from mentis_records.core.date import is_date, plain_date, possible_dates, unlikely_words
from mentis_records.core.diagnostic import Finding
from mentis_records.core.game import GameDescription
from mentis_records.core.outcome import RESULT_DRAW, RESULT_UNKNOWN, RESULTS, Termination
from mentis_records.core.ply_syntax import Token
from mentis_records.core.setting import PartError, Setting
from mentis_records.notation import code
from mentis_records.notation.explain.findings import Report
from mentis_records.notation.explain.replay import Replayed
from mentis_records.notation.source.tag_pattern import may_hide_tag
from mentis_records.notation.syntax.record_syntax import RecordSyntax, TagSyntax, TurnSyntax
from mentis_records.notation.tag.known_tag import (
    RESULTS_OF,
    decides,
    known_terminations,
    misnamed_tags,
    standard_tags,
    tags_of,
    termination_word,
)
from mentis_records.notation.tag.quoted_value import escape
from mentis_records.notation.tag.result_word import read_score

try:
    import cython
except ImportError:
    from mentis_records.fast import uncompiled as cython  # noqa: F401

MAX_NAG = 255

_NO_POINTS = re.compile(r"\s*0\s*[-–:−]\s*0\s*")
_NUMBER = re.compile(r"[0-9]{1,9}")
_COMMENTED_TAG = re.compile(
    r'(?:\[|^[{;%]?)[ \t]*([A-Za-z][A-Za-z0-9_]*)[^\w\n]{1,4}"', re.MULTILINE
)

_UNKNOWN_DATE = "????.??.??"

_UNCHECKED = frozenset(("Event", "Site", "Round"))
"""Tags that may have any value."""


def plain_result(text: str) -> str:
    """Return a result as it should be written, however it is; other texts as they are."""
    return read_score(text) or text


def check_tags(
    syntax: RecordSyntax,
    game: GameDescription,
    report: Report,
    others: Sequence[GameDescription] = (),
) -> dict[str, TagSyntax]:
    """Report malformed, misnamed and missing tags; return the tags by name, the first of each.

    Args:
        syntax: the record.
        game: its game.
        report: takes what is found.
        others: the other games that are known, whose sides' names are not this one's.
    """
    tags: dict[str, TagSyntax] = {}
    for tag in syntax.tags:
        if tag.name in tags:
            report.add(Finding(code.TAG_REPEATED, {"name": tag.name}), tag.start, tag.end)
        else:
            tags[tag.name] = tag
    standard = standard_tags(game)
    missing = tuple([name for name in standard if name not in tags]) if tags else standard
    if missing:
        start, end = beginning(syntax)
        report.add(missing_tags(missing, game.sides), start, end)
        _check_comments(syntax, missing, game, report)
    meanings = misnamed_tags(game, others)
    for name, tag in tags.items():
        meant = meanings.get(name.lower())
        if meant is not None and meant != name:
            entry = code.TAG_MISNAMED_RULES if decides(meant, game) else code.TAG_MISNAMED
            report.add(Finding(entry, {"found": name, "name": meant}), tag.start, tag.end)
        if name not in _UNCHECKED and name not in game.sides:
            _check_value(tag, game, report)
    return tags


def _check_comments(
    syntax: RecordSyntax, missing: Sequence[str], game: GameDescription, report: Report
) -> None:
    """Report standard tags that stand in comments only, and comments that may hide a name."""
    is_nameless = not set(missing).isdisjoint(game.sides)
    for comment in syntax.line.comments:
        for found in _COMMENTED_TAG.finditer(comment.text):
            if found[1] in missing:
                start, end = comment.start + found.start(), comment.start + found.end()
                report.add(Finding(code.TAG_IN_COMMENT, {"name": found[1]}), start, end)
        if is_nameless and comment.type == "BRACE_COMMENT" and may_hide_tag(comment.text):
            report.add(Finding(code.COMMENT_NOT_CLOSED), comment.start, comment.start + 1)


@lru_cache(1_024)
def missing_tags(names: tuple[str, ...], sides: tuple[str, ...]) -> Finding:
    """Return the finding about the standard tags that a record of a game with such sides lacks."""
    return Finding(code.TAGS_MISSING, {"names": ", ".join(names), "all": ", ".join(tags_of(sides))})


def beginning(syntax: RecordSyntax) -> tuple[int, int]:
    """Return the place of a record's first tag or turn."""
    if syntax.tags:
        return syntax.tags[0].start, syntax.tags[0].end
    if syntax.line.turns:
        turn: TurnSyntax = syntax.line.turns[0]
        if turn.number_at >= 0:
            return turn.entries.start(turn.number_at), turn.entries.end(turn.number_at)
        return turn.start, turn.end
    return 0, 0


def _check_value(tag: TagSyntax, game: GameDescription, report: Report) -> None:
    found = {"found": quote_value(tag.value), "name": tag.name}
    finding: Finding | None = None
    if tag.name == "Result":
        plain = plain_result(tag.value)
        if plain not in RESULTS:
            from mentis_records.notation.tag.result_phrase import find_phrase

            meant = find_phrase(tag.value, 0, game.sides)
            hint = "" if meant is None else f'write [Result "{meant.meant}"]'
            if _NO_POINTS.fullmatch(tag.value):
                hint = 'write a game that both forfeited as [Result "*"] [Termination "forfeit"]'
            finding = Finding(code.RESULT_UNKNOWN_WORD, {**found, "hint": hint})
        elif (plain != tag.value and tag.value.isascii()) or "\u00bd" in tag.value:
            finding = Finding(code.RESULT_MISWRITTEN, {**found, "meant": plain})
        elif plain != tag.value:
            finding = Finding(code.RESULT_TYPOGRAPHIC, {**found, "expected": plain})
    elif tag.name == "Termination":
        known = known_terminations(game)
        if termination_word(tag.value) not in known:
            finding = Finding(code.TERMINATION_UNKNOWN, {**found, "expected": ", ".join(known)})
    elif tag.name == "Date":
        finding = _date_finding(tag.value, found)
    elif tag.name == "PlyCount" or tag.name in _ratings(game.sides):
        if not _NUMBER.fullmatch(tag.value) and tag.value not in ("?", "-"):
            finding = Finding(code.NUMBER_TAG_MALFORMED, found)
    else:
        for setting in game.settings:
            if tag.name == setting.tag:
                _check_setting(setting, tag, report)
    if finding is not None:
        report.add(finding, tag.value_start, tag.value_end)


def _check_setting(setting: Setting, tag: TagSyntax, report: Report) -> None:
    """Report a value that a setting cannot have, where only a part of it is wrong that part."""
    start, end, verb, found = tag.value_start, tag.value_end, "be", tag.value
    try:
        setting.read(tag.value)
        return
    except PartError as error:
        reason, verb, found = str(error), "have", tag.value[error.start : error.end]
        start += 1 + len(escape(tag.value[: error.start]))
        end = start + len(escape(found))
    except ValueError as error:
        reason = str(error)
    details = {
        "name": setting.tag,
        "verb": verb,
        "found": quote_value(found),
        "reason": f": {reason}" if reason else "",
        "expected": setting.kind.expected,
    }
    report.add(Finding(code.OPTION_UNKNOWN, details), start, end)


def _date_finding(text: str, found: dict[str, str]) -> Finding | None:
    """Return what is to be said of a date, or of a value that is none as tags state it."""
    if is_date(text):
        when = unlikely_words(text)
        if not when:
            return None
        return Finding(code.DATE_UNLIKELY, {**found, "when": when, "unknown": _UNKNOWN_DATE})
    plain = plain_date(text)
    if plain != text:
        return Finding(code.DATE_ISO, {**found, "expected": plain})
    meant = [f'[Date "{each}"]' for each in possible_dates(text)]
    which = ", whichever is meant" if len(meant) > 1 else ""
    write = f"write {' or '.join(meant)}{which}; as it is, " if meant else ""
    hint = f"{write}it counts as unknown"
    return Finding(code.DATE_MALFORMED, {**found, "hint": hint})


@cache
def _ratings(sides: tuple[str, ...]) -> tuple[str, ...]:
    return tuple([f"{side}Elo" for side in sides])


def quote_value(text: str) -> str:
    """Return a tag's value for a message: quoted, not too long, nothing invisible."""
    return repr(text if len(text) <= 60 else text[:57] + "...")


def check_annotations(syntax: RecordSyntax, report: Report) -> None:
    """Report suffixes that do not touch their ply, and annotations out of range."""
    for turn in syntax.annotated:
        suffix = turn.suffix
        if suffix is not None and suffix.start != turn.end:
            finding = Finding(code.SUFFIX_DETACHED, {"found": suffix.text})
            report.add(finding, suffix.start, suffix.end)
        for nag in turn.nags:
            digits = nag.text[1:].lstrip("0")
            if len(digits) > 3 or int(digits or "0") > MAX_NAG:
                finding = Finding(code.NAG_RANGE, {"found": nag.text[:12]})
                report.add(finding, nag.start, nag.end)


def decide_result(tags: Mapping[str, TagSyntax], token: Token | None, done: Replayed | None) -> str:
    """Return the record's result: its closing token, else its tag, else the board's, else ``*``."""
    if token is not None:
        return plain_result(token.text)
    tag = tags.get("Result")
    if tag is not None:
        plain = plain_result(tag.value)
        return plain if plain in RESULTS else RESULT_UNKNOWN
    if done is not None and done.outcome is not None:
        return done.outcome.result
    return RESULT_UNKNOWN


def check_claims(
    syntax: RecordSyntax,
    tags: Mapping[str, TagSyntax],
    result: str,
    done: Replayed | None,
    game: GameDescription,
    report: Report,
) -> None:
    """Compare result, termination and ply count with each other and with the plies."""
    token = syntax.result
    _check_result_token(syntax, tags, result, report)
    _check_against_board(tags, token, result, done, report)
    _check_ply_count(syntax, tags, report)
    _check_termination(tags, result, done, game, report)
    _note_repetition(syntax, tags, result, done, report)


def _check_ply_count(syntax: RecordSyntax, tags: Mapping[str, TagSyntax], report: Report) -> None:
    count = tags.get("PlyCount")
    if count is None or not _NUMBER.fullmatch(count.value) or syntax.is_cut:
        return
    turns = syntax.line.turns
    if int(count.value) == len(turns) or [turn for turn in turns if turn.is_invalid]:
        return
    details = {"found": str(int(count.value)), "expected": str(len(turns))}
    report.add(Finding(code.PLYCOUNT_WRONG, details), count.value_start, count.value_end)


def _check_result_token(
    syntax: RecordSyntax, tags: Mapping[str, TagSyntax], result: str, report: Report
) -> None:
    token, tag = syntax.result, tags.get("Result")
    if token is None:
        is_misspelt = any(found.code is code.RESULT_MISSPELT for found in report.diagnostics)
        if syntax.tags and not syntax.is_cut and not is_misspelt:
            start, end = _last_place(syntax)
            report.add(Finding(code.RESULT_MISSING, {"expected": result}), start, end)
        return
    if token.text != result:
        details = {"found": token.text, "expected": result}
        report.add(Finding(code.RESULT_TYPOGRAPHIC, details), token.start, token.end)
    if tag is not None and plain_result(tag.value) in RESULTS:
        claimed = plain_result(tag.value)
        if claimed != result:
            details = {"found": result, "tag": claimed}
            report.add(Finding(code.RESULTS_DISAGREE, details), token.start, token.end)


def _last_place(syntax: RecordSyntax) -> tuple[int, int]:
    if syntax.line.turns:
        turn = syntax.line.turns[-1]
        return turn.start, turn.end
    return syntax.tags[-1].start, syntax.tags[-1].end


def _check_against_board(
    tags: Mapping[str, TagSyntax],
    token: Token | None,
    result: str,
    done: Replayed | None,
    report: Report,
) -> None:
    outcome = done.outcome if done is not None else None
    if outcome is None or result == outcome.result:
        return
    tag = tags.get("Result")
    if token is not None:
        start, end = token.start, token.end
    elif tag is not None:
        start, end = tag.value_start, tag.value_end
    else:
        return
    details = {"found": result, "expected": outcome.result, "termination": outcome.termination}
    report.add(Finding(code.RESULT_CONTRADICTS_BOARD, details), start, end)


def _check_termination(
    tags: Mapping[str, TagSyntax],
    result: str,
    done: Replayed | None,
    game: GameDescription,
    report: Report,
) -> None:
    tag = tags.get("Termination")
    word = "" if tag is None else termination_word(tag.value)
    if tag is None or word not in known_terminations(game):
        return
    on_board = None
    if done is not None and done.outcome is not None:
        on_board = done.outcome.termination
    facts, expected = "", ""
    if on_board is not None:
        if tag.value != on_board:
            facts, expected = f"the board: {on_board}", on_board
    elif tag.value in game.terminations:
        if done is None or not done.is_whole:
            return
        if not is_claimable(game, done.final, result, tag.value):
            facts, expected = "the board: the game is not over there", "another termination"
    elif result not in RESULTS_OF[Termination(word)]:
        facts = f"the result {result}"
        expected = (
            "unterminated"
            if result == RESULT_UNKNOWN
            else " or ".join(
                [
                    word.value
                    for word, results in RESULTS_OF.items()
                    if result in results and word not in game.terminations
                ]
            )
        )
    if facts:
        details = {"found": quote_value(tag.value), "facts": facts, "expected": expected}
        finding = Finding(code.TERMINATION_CONTRADICTS, details)
        report.add(finding, tag.value_start, tag.value_end)


def _note_repetition(
    syntax: RecordSyntax,
    tags: Mapping[str, TagSyntax],
    result: str,
    done: Replayed | None,
    report: Report,
) -> None:
    if done is None or not done.repeated:
        return
    tag = tags.get("Termination")
    if result == RESULT_DRAW and (tag is None or tag.value == Termination.REPETITION):
        return
    last = syntax.line.turns[len(done.codes) - 1]
    plies = ", ".join([str(ply) for ply in done.repeated])
    report.add(Finding(code.REPETITION_NOT_CLAIMED, {"plies": plies}), last.start, last.end)
