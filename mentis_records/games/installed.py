"""Games of other distributions, found by entry points of the group ``mentis_records.games``.

A game that cannot be used is left out and told of when warnings are shown: the others go on.
"""

from __future__ import annotations

import re
import warnings
from collections.abc import Iterator, Sequence
from importlib.metadata import entry_points

from mentis_records.core.capability_module import declaration_fault
from mentis_records.core.diagnostic import Code, Example
from mentis_records.core.game import AnyGame, GameDescription
from mentis_records.core.outcome import Termination
from mentis_records.core.resource import resource_folder
from mentis_records.core.setting import Setting
from mentis_records.notation.code import CODES as NOTATION_CODES
from mentis_records.notation.tag.known_tag import common_tags

_TAG = re.compile(r"[A-Za-z][A-Za-z0-9_]*", re.ASCII)

RESERVED = frozenset(
    (
        # columns of tables and lists
        *("game_id", "game", "key", "settings", "tags", "kinds", "plies", "ply_count", "moves"),
        *("first_player", "second_player", "first_elo", "second_elo", "first_mover"),
        *("first_points", "second_points", "time_control", "match_id", "round_number", "rounds"),
        *("start_position", "final_position", "start_key", "content_key", "opening_key"),
        *("source_id", "source_index", "source_member", "source_line", "is_open", "inherited"),
        *(
            "irregular",
            "warned",
            "said",
            "said_open",
            "reason",
            "faults",
            "matches",
            "at",
            "reached",
        ),
        *("also", "name", "played", "draws", "open", "performance", "last", "replies", "line"),
        *("unplayed", "shortest", "longest", "undated", "first_day", "last_day", "results"),
        # fields of records, and what games are grouped by
        *("player", "players", "elo", "period", "length", "opening", "reply", "overall"),
        *("histogram", "advantage", "power"),
        # words with which queries begin, or that may stand before or behind a side
        *("and", "any", "count", "empty", "end", "for", "games", "known", "move", "not", "or"),
        *("ply", "position", "seen", "some", "start", "tag", "then", "to", "where", "within"),
    )
)
"""Names in lower case that no side or setting may have, besides those of the common tags."""

_MEMBERS = (
    *("start_position", "parse_position", "format_position", "legal_moves", "resolve", "play"),
    *("outcome", "decode_move"),
)
"""What every game must have besides its description (``core.game.Game``)."""


def installed_games(group: str, known: Sequence[AnyGame]) -> Iterator[AnyGame]:
    """Yield the games that entry points of a group name, where they fit beside the known ones."""
    found = list(known)
    for point in sorted(entry_points(group=group), key=lambda point: (point.name, point.value)):
        try:
            game = point.load()
            reason = _misfit(game, [other.description for other in found])
        except Exception as error:
            reason = f"{type(error).__name__}: {error}"
        if reason:
            warnings.warn(
                f"the game {point.name} ({point.value}) is left out: {reason}", stacklevel=2
            )
            continue
        found.append(game)
        yield game


def _has_default(setting: Setting) -> bool:
    """Tell whether a setting's default is a value of it in canonical form."""
    try:
        return setting.read(setting.default) == setting.default
    except ValueError:
        return False


def _is_value(facts: GameDescription, tag: str, value: str) -> bool:
    """Tell whether a game has a setting with a value, in canonical form."""
    for setting in facts.settings:
        if setting.tag == tag:
            try:
                return setting.read(value) == value
            except ValueError:
                return False
    return False


def _misfit(game: AnyGame, known: Sequence[GameDescription]) -> str:
    """Return why a game cannot stand beside others, or nothing."""
    if isinstance(game, type):
        return f"it is the class {game.__name__}: name an object of it"
    missing = [name for name in _MEMBERS if not callable(getattr(game, name, None))]
    if missing:
        return f"it lacks {', '.join(missing)}"
    facts = game.description
    if not isinstance(facts, GameDescription):
        return "its description is none"
    return (
        _wrong_type(facts)
        or _wrong_names(facts)
        or _wrong_codes(facts)
        or declaration_fault(facts.capabilities)
        or _clash(facts, known)
    )


def _wrong_type(facts: GameDescription) -> str:
    """Return which fact is of another kind than it should be, or nothing."""
    for name in ("slug", "title", "rules_version", "grammar"):
        if not isinstance(getattr(facts, name), str):
            return f"its {name} is {getattr(facts, name)!r}, not a text"
    for name in ("sides", "kinds", "terminations", "settings", "codes", "terminal_words"):
        if not isinstance(getattr(facts, name), tuple):
            return f"its {name} are {getattr(facts, name)!r}, not a tuple"
    if facts.opener not in (None, 0, 1):
        return f"its opener is {facts.opener!r}, not 0, 1 or None"
    if facts.numbered_by and not any(
        isinstance(each, Setting)
        and (each.tag, len(each.values), each.lasts) == (facts.numbered_by, len(facts.sides), True)
        for each in facts.settings
    ):
        return f"{facts.numbered_by!r} is no setting that lasts with a word for each side"
    return ""


def _wrong_names(facts: GameDescription) -> str:
    """Return what is wrong with slug, sides, settings, ends or grammar, or nothing."""
    if not (facts.slug.isascii() and facts.slug.isidentifier() and facts.slug.islower()):
        return f"{facts.slug!r} is not a slug: lower-case letters, digits and _"
    for setting in facts.settings:
        if not isinstance(setting, Setting):
            return f"{setting!r} is not a setting"
        if not _has_default(setting):
            return f"the default of {setting.tag}, {setting.default!r}, is none of its values"
    settings = [setting.tag for setting in facts.settings]
    for tag, value in facts.usual_settings.items():
        if not _is_value(facts, tag, value):
            return f"its usual {tag}, {value!r}, is no value of a setting"
    for tag in (*facts.sides, *settings):
        if not _TAG.fullmatch(tag):
            return f"{tag!r} is not a tag: letters and digits, a letter first"
    if len(facts.sides) != 2:
        return f"it has {len(facts.sides)} sides, not two"
    columns = [f"{side}_{what}" for side in facts.sides for what in ("elo", "points")]
    taken = _repeated([name.lower() for name in (*common_tags(facts.sides), *columns, *settings)])
    if taken:
        named = {tag.lower(): tag for tag in (*facts.sides, *settings)}
        return f"the tag {named[taken]} stands for two things"
    for tag in (*facts.sides, *settings):
        if tag.lower() in RESERVED:
            return f"the tag {tag} is taken: a column, a field or a word of queries is called so"
    if facts.repetitions and Termination.REPETITION not in facts.terminations:
        return "a repetition ends it, but is not among its terminations"
    if not (resource_folder("grammar") / facts.grammar).is_file():
        return f"there is no grammar {facts.grammar}"
    return ""


def _wrong_codes(facts: GameDescription) -> str:
    """Return what is wrong with the diagnostics, or nothing."""
    for code in facts.codes:
        if not isinstance(code, Code):
            return f"{code!r} is not a code"
        if not all(isinstance(each, Example) for each in code.examples):
            return f"an example of its code {code.id} is none"
    twice = _repeated([name for code in facts.codes for name in (code.id, code.slug)])
    return f"it has two codes {twice}" if twice else ""


def _clash(facts: GameDescription, known: Sequence[GameDescription]) -> str:
    """Return what the game shares with another that each must have for itself, or nothing."""
    for other in known:
        if facts.slug == other.slug or facts.title.lower() == other.title.lower():
            return f"there is a game {other.title} ({other.slug}) already"
        ours, theirs = _tags(facts), _tags(other)
        for name, (tag, kind) in ours.items():
            if theirs.get(name, (tag, kind)) != (tag, kind):
                return f"the tag {tag} is of another kind, or in other capitals, in {other.title}"
    codes = {code.id: "the notation" for code in NOTATION_CODES}
    codes |= {code.slug: "the notation" for code in NOTATION_CODES}
    for other in known:
        codes |= dict.fromkeys((code.id for code in other.codes), other.title)
        codes |= dict.fromkeys((code.slug for code in other.codes), other.title)
    for code in facts.codes:
        for name in (code.id, code.slug):
            if name in codes:
                return f"{codes[name]} has the code {name} already"
    return ""


def _tags(facts: GameDescription) -> dict[str, tuple[str, type | None]]:
    """Return the tags of a game by their names in lower case, those of settings with the kind."""
    common: dict[str, tuple[str, type | None]] = {
        tag.lower(): (tag, None) for tag in common_tags(facts.sides)
    }
    return common | {each.tag.lower(): (each.tag, type(each.kind)) for each in facts.settings}


def _repeated(names: Sequence[str]) -> str:
    """Return the first name that stands twice, or nothing."""
    return next((name for at, name in enumerate(names) if name in names[:at]), "")
