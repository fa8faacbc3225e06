"""Data classes whose methods are compiled when they are first called.

``dataclasses`` compiles up to six functions for each class, most of which a command never calls:
that took a quarter of the time in which one starts. To type checkers, and to all who
use a class, it is the same decorator.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

__all__ = ["dataclass"]

if TYPE_CHECKING:
    from dataclasses import dataclass
else:

    def dataclass(cls: type | None = None, /, **options: Any) -> Any:
        """Return a class as a data class, with the options of ``dataclasses.dataclass``."""
        if cls is not None:
            return _declare(cls, options)
        return lambda found: _declare(found, options)


_COMPILED = ("__init__", "__repr__", "__eq__", "__hash__")


def _declare(cls: type, options: dict[str, Any]) -> type:
    """Return the class with its fields, and methods that compile themselves."""
    own = set(vars(cls))
    kept = {name: value for name, value in options.items() if name in ("slots", "kw_only")}
    made: type = dataclasses.dataclass(init=False, repr=False, eq=False, **kept)(cls)
    is_frozen, is_compared = options.get("frozen", False), options.get("eq", True)
    wanted = {
        "__init__": options.get("init", True),
        "__repr__": options.get("repr", True),
        "__eq__": is_compared,
        "__hash__": is_compared and is_frozen,
    }
    for name in _COMPILED:
        if wanted[name] and name not in own:
            setattr(made, name, _late(made, name, options))
    if is_compared and not is_frozen and "__hash__" not in own:
        made.__hash__ = None  # type: ignore[assignment]
    if is_frozen:
        made.__setattr__ = made.__delattr__ = _refuse  # type: ignore[method-assign, assignment]
        if "slots" in kept:
            made.__getstate__ = _state  # type: ignore[method-assign, assignment]
            made.__setstate__ = _restore  # type: ignore[attr-defined]
    return made


def _late(cls: type, name: str, options: dict[str, Any]) -> Callable[..., Any]:
    def method(self: Any, *values: Any, **named: Any) -> Any:
        compiled = _compile_init(cls, options) if name == "__init__" else _compile(cls, name)
        setattr(cls, name, compiled)
        return compiled(self, *values, **named)

    return method


def _compile_init(cls: Any, options: dict[str, Any]) -> Callable[..., Any]:
    """Return the method that ``dataclasses`` makes, but without a class around it."""
    store = "put(self, {0!r}, {1})" if options.get("frozen") else "self.{0} = {1}"
    names: dict[str, Any] = {"put": object.__setattr__, "MISSING": dataclasses.MISSING}
    positional, by_name, lines = ["self"], list[str](), list[str]()
    for each in dataclasses.fields(cls):
        value = each.name
        if each.default_factory is not dataclasses.MISSING:
            names[f"make_{each.name}"] = each.default_factory
            default = "MISSING"
            value = f"make_{each.name}()"
            if each.init:
                value += f" if {each.name} is MISSING else {each.name}"
        elif each.default is not dataclasses.MISSING:
            names[f"usual_{each.name}"] = each.default
            default = f"usual_{each.name}"
            value = value if each.init else default
        else:
            default = ""
            if not each.init:
                continue
        if each.init:
            (by_name if each.kw_only else positional).append(
                f"{each.name}={default}" if default else each.name
            )
        lines.append(store.format(each.name, value))
    if hasattr(cls, "__post_init__"):
        lines.append("self.__post_init__()")
    parameters = ", ".join([*positional, *(["*", *by_name] if by_name else [])])
    body = "\n    ".join(lines or ["pass"])
    exec(f"def __init__({parameters}):\n    {body}", names)  # noqa: S102 - names of a class
    made: Callable[..., Any] = names["__init__"]
    return made


def _compile(cls: Any, name: str) -> Callable[..., Any]:
    """Return a method that ``dataclasses`` makes for a class with the same fields."""
    known = dataclasses.fields(cls)
    facts = ("default", "default_factory", "repr", "hash", "compare", "kw_only")
    namespace: dict[str, Any] = {
        each.name: dataclasses.field(**{fact: getattr(each, fact) for fact in facts})
        for each in known
    }
    namespace["__annotations__"] = {each.name: each.type for each in known}
    full: Any = dataclasses.dataclass(
        init=False, repr=name == "__repr__", eq=name != "__repr__", unsafe_hash=name == "__hash__"
    )(type(cls.__name__, (), namespace))
    made: Callable[..., Any] = vars(full)[name]
    return made


def _refuse(self: Any, name: str, *value: Any) -> None:
    raise dataclasses.FrozenInstanceError(f"cannot assign to field {name!r}")


def _state(self: Any) -> list[Any]:
    return [getattr(self, each.name) for each in dataclasses.fields(self)]


def _restore(self: Any, state: list[Any]) -> None:
    for each, value in zip(dataclasses.fields(self), state, strict=True):
        object.__setattr__(self, each.name, value)
