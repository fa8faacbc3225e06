"""The capabilities that a game may declare, and what the module of each must have; knows no game.

A game declares one by its name and the module that has it, which is imported when it is asked for.
An object with the same members does as well, so that a game may be one file.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from importlib import import_module
from typing import Any, NamedTuple


class CapabilityError(Exception):
    """A capability that a game declares, but does not have as declared, in one line."""


class Member(NamedTuple):
    """A member of a capability's module: its name, its shape, and what it is of.

    A ``function`` is of what it takes, in words; a ``text`` of nothing; a ``value``, a ``tuple``,
    ``tuples by id`` and ``classes`` are of a type of this room.
    """

    name: str
    shape: str
    of: str
    is_optional: bool = False

    @property
    def words(self) -> str:
        """Return what it must be."""
        if self.shape == "function":
            return f"a function of {self.of}"
        if self.shape == "text":
            return "a text"
        article = "" if self.shape in ("tuples by id", "classes") else "a "
        return f"{article}{self.shape} of core.{self.of}".replace("a value of", "a")

    def is_right(self, value: Any) -> bool:
        """Tell whether a value is what the member must be."""
        if self.shape == "function":
            return callable(value)
        if self.shape == "text":
            return isinstance(value, str)
        room, _, name = self.of.rpartition(".")
        of = getattr(import_module(f"mentis_records.core.{room}"), name)
        if self.shape == "value":
            return _fits(value, of)
        if self.shape == "tuple":
            return _are_all(value, of)
        if self.shape == "classes":
            is_listed = isinstance(value, Sequence)
            return is_listed and all(isinstance(one, type) and issubclass(one, of) for one in value)
        return isinstance(value, Mapping) and all(_are_all(row, of) for row in value.values())


def _are_all(values: object, of: Any) -> bool:
    return isinstance(values, Sequence) and all(_fits(value, of) for value in values)


def _fits(value: object, of: Any) -> bool:
    """Tell whether a value is of a type, or has all that a protocol asks for."""
    if getattr(of, "_is_protocol", False):
        return all(hasattr(value, name) for name in vars(of) if not name.startswith("_"))
    return isinstance(value, of)


MEMBERS: Mapping[str, tuple[Member, ...]] = {
    "kernel": (Member("kernel", "function", "the grammar's terminals"),),
    "picture": (Member("picture", "function", "a position and a move"),),
    "vocabulary": (Member("VOCABULARY", "value", "vocabulary.Vocabulary"),),
    "scene_sql": (Member("SCENE_SQL", "value", "query.scene_sql.SceneSql"),),
    "predicates": (Member("PREDICATES", "classes", "query.predicate.Predicate"),),
    "index": (
        Member("FEATURES", "tuple", "feature.Feature"),
        Member("EXCERPT", "value", "feature.Excerpt", is_optional=True),
        Member("SIGHTINGS", "tuple", "feature.Feature", is_optional=True),
        Member("describe", "function", "a position", is_optional=True),
        Member("see", "function", "a position", is_optional=True),
    ),
    "derived": (Member("DERIVED", "tuple", "feature.DerivedFeature"),),
    "tallies": (
        Member("TALLIES", "tuple", "tally.Tally"),
        Member("count", "function", "a game's positions and moves", is_optional=True),
    ),
    "sections": (Member("sections", "function", "a census"),),
    "material": (
        Member("MATERIAL", "value", "material.Material"),
        Member("held", "function", "a position"),
        Member("owned", "function", "a position"),
        Member("change", "function", "a move's code"),
    ),
    "policies": (Member("POLICIES", "tuple", "policy.Policy"),),
    "search": (
        Member("board", "function", "the weights of features, or None"),
        Member("about", "function", "nothing, which says among which games scores hold"),
        Member("features_of", "function", "a position", is_optional=True),
        Member("is_quiet", "function", "a position", is_optional=True),
    ),
    "symmetries": (Member("SYMMETRIES", "tuple", "symmetry.Symmetry"),),
    "families": (
        Member("family", "function", "a move"),
        Member("ABOUT", "text", "", is_optional=True),
    ),
    "score": (Member("score", "function", "a position, a result and a termination"),),
    "choices": (
        Member("choices", "function", "a position"),
        Member("claimed", "function", "a position", is_optional=True),
    ),
    "claims": (Member("may_have_ended", "function", "a position, a result and a termination"),),
    "match": (
        Member("place", "function", "a record's tags"),
        Member("follows", "function", "the rounds before, and the next"),
        Member("outcome", "function", "a match's rounds"),
        Member("is_round", "function", "a record's tags", is_optional=True),
        Member("carried", "function", "the rounds before, and a record's tags", is_optional=True),
        Member("claims", "function", "a match's rounds so far", is_optional=True),
        Member("stones", "function", "a position", is_optional=True),
        Member("told", "function", "a match's rounds so far", is_optional=True),
        Member("next_settings", "function", "a match's rounds so far", is_optional=True),
    ),
    "views": (
        Member("view", "function", "a position and a side"),
        Member("known", "function", "a position and a side"),
    ),
    "trials": (Member("LUD", "text", ""), Member("read", "function", "a trial")),
    "examples": (Member("EXAMPLES", "tuples by id", "diagnostic.Example"),),
}
"""What each capability must have, by the name under which a game declares it.

``kernel`` takes the names of the grammar's terminals by number, or none, and returns a board in
motion (``fast.kernel``); ``picture`` takes a position and the move that led there, or None, and
returns it as a ``core.picture.BoardPicture``. ``score`` takes a position in which a game ended, its
result and how it ended, or None where that is not known, and returns the points of both sides, or
None, of an end that the board does not show; ``may_have_ended`` tells whether a game may have ended
in a position with a result and one of its own terminations, though the board does not show it, such
as by something that the record leaves open; ``choices`` returns all that the side to move can
choose, turns that ``legal_moves`` leaves out included, each choice a tuple of the turns that it may
turn out to be, by facts that are hidden; ``claimed`` returns the index of the side that may have
won by the last turn, by such facts, or a negative number; ``match`` is a
``core.match.MatchRules``. The features of an index are what the kernel says of every position, in
that order, and after them those of the excerpt; tallies are what it counts. For a game without a
kernel of its own, ``describe`` takes a position and returns these features, ``see`` its sightings,
as numbers; ``count`` takes the positions of a whole game and the moves between them, and yields
what it adds to the tallies: a slug, the index on each axis, and a number. ``sections`` takes a
``core.tally.Census`` and returns what the collection report says of it besides, a
``core.section.OwnSections``; ``material`` is a ``core.material.MaterialModule``. ``family`` takes a
first ply and returns the name of its family of openings, the same for its images under symmetries.
``view`` takes a position and the index of a side and returns the position as that side sees it,
``known`` the set of the squares on which it knows every piece (``core.view``). ``trials`` is a
``core.trial.TrialReader``.
"""

NEEDED: Mapping[str, str] = {"derived": "index", "sections": "tallies", "scene_sql": "vocabulary"}
"""Capabilities that say nothing without another one."""


def declaration_fault(capabilities: Mapping[str, object]) -> str:
    """Return what is wrong with what a game declares, or nothing; no module is imported."""
    for name, found in capabilities.items():
        if name not in MEMBERS:
            return f"there is no capability {name!r}: choose from {', '.join(MEMBERS)}"
        if not isinstance(found, str):
            fault = next(_faults(name, found), "")
        else:
            fault = "" if _is_there(found) else f"there is no module {found}"
        if fault:
            return f"its {name}: {fault}"
        if name in NEEDED and NEEDED[name] not in capabilities:
            return f"its {name} needs the capability {NEEDED[name]}"
    return ""


def load_capability(title: str, name: str, found: object) -> Any:
    """Return the module or the object that has a capability.

    Args:
        title: that of the game.
        name: that of the capability.
        found: what the game declares, the module's name or an object.

    Raises:
        CapabilityError: it cannot be imported, or lacks something.
    """
    if not isinstance(found, str):
        return _checked(title, name, found, "")
    try:
        module = import_module(found)
    except Exception as error:
        text = str(error).split("\n", 1)[0]
        words = f"{title} lacks its {name} ({found}): {type(error).__name__}: {text}"
        raise CapabilityError(words) from error
    return _checked(title, name, module, f" ({found})")


def _checked(title: str, name: str, found: object, where: str) -> object:
    for fault in _faults(name, found):
        raise CapabilityError(f"{title} lacks its {name}{where}: {fault}")
    return found


def _faults(name: str, found: object) -> Iterator[str]:
    """Yield what the module or object of a capability lacks."""
    for member in MEMBERS[name]:
        value = getattr(found, member.name, None)
        if value is None:
            if not member.is_optional:
                yield f"{member.name} is missing, {member.words}"
        elif not member.is_right(value):
            yield f"{member.name} is not {member.words}"


def _is_there(name: str) -> bool:
    """Tell whether a module exists, without importing it or the packages that it is in."""
    if name in sys.modules:
        return True
    from importlib.machinery import PathFinder
    from importlib.util import find_spec

    first, *rest = name.split(".")
    spec = find_spec(first) if first else None
    for part in rest:
        if spec is None or spec.submodule_search_locations is None:
            return False
        spec = PathFinder.find_spec(f"{spec.name}.{part}", spec.submodule_search_locations)
    return spec is not None
