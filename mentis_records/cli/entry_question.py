"""The questions of ``mentis new``: which game it is, and what its record still lacks."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from mentis_records.cli import output
from mentis_records.cli.entry_board import folded
from mentis_records.cli.entry_tag import is_said, meant_result, meant_tag
from mentis_records.cli.entry_voice import choice_words, meant_choice
from mentis_records.core.capability import is_claimable
from mentis_records.core.outcome import (
    RESULT_DRAW,
    RESULT_FIRST,
    RESULT_SECOND,
    RESULT_UNKNOWN,
    Termination,
)
from mentis_records.core.text import printable
from mentis_records.notation.entry.entry_error import EntryError
from mentis_records.notation.tag.known_tag import RESULTS_OF

if TYPE_CHECKING:
    from mentis_records.cli.entry_desk import Desk
    from mentis_records.cli.entry_voice import Voice
    from mentis_records.core.game import AnyGame
    from mentis_records.core.setting import Setting
    from mentis_records.notation.explain.reading import Reading

_SHARED = ("Event", "Site", "Date")
"""Tags that are proposed as the record before has them."""

_HINTS = {"Date": " (such as today, or 14 Nov 2026)", "Round": " (- if there is none)"}

_LONG = 20
"""Characters of a setting that is too long to be proposed."""

_UNASKED = (Termination.REPETITION, Termination.FORFEIT)
"""Ways to end that an entered game with an open result cannot have come to."""


def ask_game(voice: Voice) -> AnyGame:
    """Return the game that is to be entered, the default one if it is not named."""
    from mentis_records.games import GAMES
    from mentis_records.games.registry import default_game
    from mentis_records.notation.tag.game_tag import find_named

    titles = [game.description.title for game in GAMES]
    default = default_game()
    output.talk(folded(f"Games: {', '.join(titles)}"))
    while True:
        answer = voice.ask(f"Game [{default.description.title}]: ", choice_words(titles))
        if not answer:
            return default
        found = find_named(GAMES, meant_choice(answer, titles))
        if found is not None:
            return found
        output.talk(f"{answer}: choose one of {', '.join(titles)}")


def ask_settings(voice: Voice, game: AnyGame) -> dict[str, str]:
    """Return the settings that are not the usual ones, after one question if all are."""
    facts = game.description
    if not facts.settings:
        return {}
    usual = {each.tag: facts.usual_settings.get(each.tag, each.default) for each in facts.settings}
    shown = ", ".join(f"{tag} {value}" for tag, value in usual.items() if 0 < len(value) < _LONG)
    if len(facts.settings) > 1:
        output.talk(folded(f"Settings: {shown}"))
        if voice.ask("As usual? [Y/n]: ").lower()[:1] != "n":
            return {}
    chosen: dict[str, str] = {}
    for setting in facts.settings:
        value = _ask_setting(voice, setting, usual[setting.tag])
        if value != usual[setting.tag]:
            chosen[setting.tag] = value
    return chosen


def _ask_setting(voice: Voice, setting: Setting, usual: str) -> str:
    output.talk(folded(f"{setting.title}: {setting.kind.expected}"))
    shown = f" [{usual}]" if len(usual) < _LONG else " [as usual]"
    while True:
        answer = voice.ask(f"{setting.tag}{shown}: ", choice_words(setting.values))
        if not answer:
            return usual
        try:
            return setting.read(meant_choice(answer, setting.values))
        except ValueError as error:
            reason = f" ({error})" if str(error) else ""
            output.talk(f"{answer}: expected {setting.kind.expected}{reason}")


def finish(desk: Desk, others: Sequence[Reading]) -> None:
    """Ask for what the record lacks, and keep every answer.

    Args:
        desk: where the game has been entered.
        others: the file's other records, the nearest one last.

    Raises:
        EOFError: there are no more answers.
    """
    facts = desk.entered.game.description
    records = [each.partial for each in others if each.partial is not None]
    last = records[-1].tags if records else {}
    names = {record.tags.get(side, "") for record in records for side in facts.sides}
    players = sorted(names - {"", "?"})
    for tag in ("Event", "Site", "Date", "Round", *facts.sides):
        if is_said(desk.entered.tags.get(tag, "")):
            continue
        proposed = last.get(tag, "") if tag in _SHARED else ""
        proposed = proposed if is_said(proposed) else ""
        hint = "" if proposed else _HINTS.get(tag, "")
        choices = players if tag in facts.sides else ([proposed] if proposed else [])

        def give(answer: str, tag: str = tag) -> None:
            desk.entered.set_tag(tag, meant_tag(tag, answer))

        _ask_until(desk, f"{tag}{hint}", proposed, choices, give)
    _ask_result(desk)


def _ask_until(
    desk: Desk, name: str, proposed: str, choices: Sequence[str], give: Callable[[str], None]
) -> None:
    """Ask until an answer stands, and keep it; of none, and nothing proposed, nothing changes."""
    shown = f" [{printable(proposed)}]" if proposed else ""
    while True:
        answer = desk.voice.ask(f"{name}{shown}: ", choice_words(choices)) or proposed
        if not answer:
            return
        try:
            give(answer)
            desk.keep()
            return
        except EntryError as error:
            desk.refused += 1
            for text in error.lines:
                output.talk(folded(text))


def _ask_result(desk: Desk) -> None:
    entered, facts = desk.entered, desk.entered.game.description
    if entered.outcome is not None:
        return
    if entered.result == RESULT_UNKNOWN:
        first, second = facts.sides
        output.talk(folded(f"1-0 {first} won, 0-1 {second} won, 1/2-1/2 drawn, * it goes on"))
        results = (RESULT_FIRST, RESULT_SECOND, RESULT_DRAW, RESULT_UNKNOWN)

        def end(answer: str) -> None:
            result = meant_result(facts, answer)
            if not result:
                raise EntryError(f"{answer}: expected {', '.join(results)}")
            entered.set_result(result)

        _ask_until(desk, "Result", RESULT_UNKNOWN, results, end)
    if entered.result == RESULT_UNKNOWN or "Termination" in entered.tags:
        return
    final = entered.end_position
    ways = [way for way in facts.terminations if is_claimable(facts, final, entered.result, way)]
    ways += [
        way.value
        for way, results in RESULTS_OF.items()
        if entered.result in results and way not in (*_UNASKED, *ways)
    ]

    def say_how(answer: str) -> None:
        if answer != "?":
            entered.set_result(entered.result, meant_choice(answer, ways))

    output.talk(folded(f"How it ended: {', '.join(ways)}"))
    _ask_until(desk, "Termination", ways[0], ways, say_how)
