"""Whether a record passes a comparison, told from its tags instead of the database's columns."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date
from pathlib import PurePosixPath
from typing import TYPE_CHECKING

from mentis_records.core.date import Period, period_of
from mentis_records.core.query.number import Number, Operator
from mentis_records.core.text import folded
from mentis_records.games import find_game
from mentis_records.query.field import Kind
from mentis_records.store.schema import DESCRIPTION_OF, NOBODY, SETTING_TAGS, setting_tags

if TYPE_CHECKING:
    from mentis_records.query.check import Requirement
    from mentis_records.query.moment import Played


def passes(requirement: Requirement, played: Played) -> bool:
    """Tell whether a record passes a comparison; what it lacks passes none."""
    field, operator, value = requirement.field, requirement.operator, requirement.value
    found = [one for one in _values(requirement, played) if one is not None]
    if isinstance(value, Period):
        periods = [period for text in found if (period := period_of(str(text))) is not None]
        return any(_compare_dates(operator, period, value) for period in periods)
    if field.kind is Kind.NUMBER:
        number = Number(operator, int(value))
        numbers = [int(one) for one in found]
        if operator is Operator.UNEQUAL:
            return bool(numbers) and all(map(number.holds, numbers))
        return any(map(number.holds, numbers))
    texts = [folded(str(one)) for one in found]
    wanted = folded(str(value))
    if field.is_player:
        if operator is not Operator.EQUAL:
            texts = [text for text in texts if text.lower() not in NOBODY]
        texts += [name for text in texts for name in played.namesakes.get(text, ())]
    if operator is Operator.LIKE:
        return any(is_like(text, wanted) for text in texts)
    if operator is Operator.UNEQUAL:
        return bool(texts) and wanted not in texts
    return wanted in texts


def _values(requirement: Requirement, played: Played) -> Iterator[str | int | None]:
    """Yield what the record says of a field."""
    tags = played.record.tags
    field = requirement.field
    if field.tag is not None:
        yield _tag(field.tag, played)
        return
    name = field.name.lower()
    first, _, rest = name.partition(" ")
    own = DESCRIPTION_OF[played.record.game].sides
    sides = [side for side in own if rest == "" and name in ("player", "elo")]
    sides += [side for side in own if side.lower() == first]
    if name == "game":
        yield played.game_id
    elif name == "plies":
        yield len(played.record.plies)
    elif name == "result":
        yield played.record.result
    elif name == "source":
        yield played.source
        yield PurePosixPath(played.source.replace("\\", "/")).name
    elif "elo" in (name, rest):
        for side in sides:
            from mentis_records.store.row.record_row import rating

            yield rating(tags.get(f"{side}Elo"))
    elif field.is_player:
        for side in sides:
            yield tags.get(side)
    elif field.name in SETTING_TAGS:
        if field.name in setting_tags(played.record.game):
            yield played.setting(field.name)
    else:
        yield tags.get(field.name.title())


def _tag(name: str, played: Played) -> str | None:
    """Return what a tag says, or would say if the record had it: some follow from the rest."""
    record = played.record
    if name in setting_tags(record.game):
        return played.setting(name)
    if name == "Game":
        return find_game(record.game).description.title
    if name == "PlyCount":
        return record.tags.get(name, str(len(record.plies) - record.inherited))
    return record.tags.get(name)


def _compare_dates(operator: Operator, found: Period, asked: Period) -> bool:
    """Tell whether all days of a period compare so with another; its ends tell of all."""
    ends = (found.begin, found.end)
    if operator is Operator.EQUAL:
        return all(asked.begin <= day <= asked.end for day in ends)
    if operator is Operator.UNEQUAL:
        return found.end < asked.begin or found.begin > asked.end
    return all(_compare_day(operator, day, asked) for day in ends)


def _compare_day(operator: Operator, day: date, asked: Period) -> bool:
    if operator is Operator.LESS:
        return day < asked.begin
    if operator is Operator.AT_MOST:
        return day <= asked.end
    if operator is Operator.MORE:
        return day > asked.end
    return day >= asked.begin


def is_like(text: str, pattern: str) -> bool:
    """Tell whether a text contains words in any case, or with ``*`` in them is them."""
    text, pattern = text.lower(), pattern.lower()
    if "*" not in pattern:
        return pattern in text
    expression = ".*".join(map(re.escape, pattern.split("*")))
    return re.fullmatch(expression, text, re.DOTALL) is not None
