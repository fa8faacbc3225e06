"""Games of other distributions, found by entry points of the group ``mentis_records.games``.

A game that cannot be used is left out and told of when warnings are shown: the others go on.
"""

from __future__ import annotations

import re
import sys
import warnings
from collections.abc import Iterator, Sequence
from pathlib import Path

from mentis_records.core.capability_module import declaration_fault
from mentis_records.core.diagnostic import Example
from mentis_records.core.game import AnyGame, GameDescription
from mentis_records.core.outcome import Termination
from mentis_records.core.resource import resource_folder
from mentis_records.core.setting import Setting
from mentis_records.notation.tag.known_tag import common_tags

GROUP = "mentis_records.games"

_TAG = re.compile(r"[A-Za-z][A-Za-z0-9_]*", re.ASCII)

_MEMBERS = (
    *("start_position", "parse_position", "format_position", "legal_moves", "resolve", "play"),
    *("outcome", "decode_move"),
)
"""What every game must have besides its description (``core.game.Game``)."""


def installed_games(known: Sequence[AnyGame]) -> Iterator[AnyGame]:
    """Yield the games of other distributions that fit beside the known ones."""
    if not any(map(_has_group, sys.path)):
        return  # the library that reads entry points takes longer to import than all of this
    from importlib.metadata import entry_points

    found = list(known)
    for point in sorted(entry_points(group=GROUP), key=lambda point: (point.name, point.value)):
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


def _has_group(folder: str) -> bool:
    """Tell whether a distribution in a folder of modules names the group."""
    try:
        files = [*Path(folder).glob("*.dist-info/entry_points.txt")]
        files += Path(folder).glob("*.egg-info/entry_points.txt")
        return any(GROUP in file.read_text(encoding="utf-8") for file in files)
    except (OSError, UnicodeDecodeError):
        return True


def _has_default(setting: Setting) -> bool:
    """Tell whether a setting's default is a value of it in canonical form."""
    try:
        return setting.read(setting.default) == setting.default
    except ValueError:
        return False


def _misfit(game: AnyGame, known: Sequence[GameDescription]) -> str:
    """Return why a game cannot stand beside others, or nothing."""
    missing = [name for name in _MEMBERS if not callable(getattr(game, name, None))]
    if missing:
        return f"it lacks {', '.join(missing)}"
    facts = game.description
    if not isinstance(facts, GameDescription):
        return "its description is none"
    if not (facts.slug.isascii() and facts.slug.isidentifier() and facts.slug.islower()):
        return f"{facts.slug!r} is not a slug: lower-case letters, digits and _"
    for setting in facts.settings:
        if not isinstance(setting, Setting):
            return f"{setting!r} is not a setting"
        if not _has_default(setting):
            return f"the default of {setting.tag}, {setting.default!r}, is none of its values"
    tags = (*facts.sides, *(setting.tag for setting in facts.settings))
    for tag in tags:
        if not _TAG.fullmatch(tag):
            return f"{tag!r} is not a tag: letters and digits, a letter first"
    if len(facts.sides) != 2:
        return f"it has {len(facts.sides)} sides, not two"
    names = [*common_tags(facts.sides), *(setting.tag for setting in facts.settings)]
    lower = [name.lower() for name in names]
    taken = [name for at, name in enumerate(names) if lower[at] in lower[:at]]
    if taken:
        return f"the tag {taken[0]} stands for two things"
    if facts.repetitions and Termination.REPETITION not in facts.terminations:
        return "a repetition ends it, but is not among its terminations"
    if not (resource_folder("grammar") / facts.grammar).is_file():
        return f"there is no grammar {facts.grammar}"
    wrong = [code for code in facts.codes if not isinstance(getattr(code, "id", None), str)]
    if wrong:
        return f"{wrong[0]!r} is not a code whose id is a text"
    examples = [each for code in facts.codes for each in code.examples]
    if not all(isinstance(each, Example) for each in examples):
        return "an example of its codes is none"
    fault = declaration_fault(facts.capabilities)
    if fault:
        return fault
    for other in known:
        if facts.slug == other.slug or facts.title.lower() == other.title.lower():
            return f"there is a game {other.title} ({other.slug}) already"
        shared = {code.id for code in facts.codes} & {code.id for code in other.codes}
        if shared:
            return f"{other.title} has the codes {', '.join(sorted(shared))} already"
    return ""
