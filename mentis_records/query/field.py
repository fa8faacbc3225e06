"""The registry of a record's fields: what may be compared, and the columns that hold it.

To add a field is to add a row to ``_fields``. The names of sides and settings come from the
descriptions of the games.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum

from mentis_records.core.game import GameDescription
from mentis_records.core.outcome import RESULTS
from mentis_records.core.query.number import Operator
from mentis_records.core.setting import WholeNumber
from mentis_records.fast.late_dataclass import dataclass
from mentis_records.store.schema import (
    DESCRIPTIONS,
    ELO_COLUMNS,
    PLAYER_COLUMNS,
    SETTING_TAGS,
    SHARED_COLUMNS,
    SIDE_TAGS,
    quoted,
    setting_sql,
    side_sql,
)

_SAME = (Operator.EQUAL, Operator.UNEQUAL)
_ORDER = (*_SAME, Operator.LESS, Operator.AT_MOST, Operator.MORE, Operator.AT_LEAST)


_GAME_NAME = " ".join(
    (
        "case game",
        *(f"when '{game.slug}' then {quoted(game.title)}" for game in DESCRIPTIONS),
        "end",
    )
)


class Kind(Enum):
    """What the values of a field are: a word for people, and how they may be compared."""

    TEXT = ("a text", (*_SAME, Operator.LIKE))
    NUMBER = ("a number", _ORDER)
    DATE = ("a date", _ORDER)
    CHOICE = ("one of a few words", _SAME)

    def __init__(self, words: str, operators: tuple[Operator, ...]) -> None:
        """Keep what describes the kind."""
        self.words = words
        self.operators = operators


@dataclass(frozen=True, slots=True)
class Field:
    """Something of a record that can be compared.

    ``columns`` is SQL over the columns of ``games``, or over those of the table that
    ``condition`` asks (it has ``{}`` where the comparison goes). Of several columns one must
    compare as asked. ``$tag`` in a column stands for ``tag``. ``choices`` are all the values of
    a choice. ``about`` explains the field, and ``example`` is a value as it is written. A
    column of players compares as asked if another name of the same player does. Numbers are
    ``least`` or more. ``games`` are the slugs of those whose records have it, none if all have.
    """

    name: str
    kind: Kind
    columns: tuple[str, ...]
    about: str
    example: str
    choices: tuple[str, ...] = ()
    condition: str = "{}"
    tag: str | None = None
    is_player: bool = False
    least: int = 0
    games: tuple[str, ...] = ()


def fields_of(slug: str | None) -> dict[str, Field]:
    """Return the fields of a game's records, or of all games' without a slug, as ``FIELDS`` has."""
    return {
        name: field
        for name, field in FIELDS.items()
        if slug is None or not field.games or slug in field.games
    }


def is_seen(field: Field, game: GameDescription) -> bool:
    """Tell whether a field of a game's records says nothing that a side may not see."""
    secret = {setting.tag for setting in game.settings if setting.is_secret}
    return field.tag is None and field.name not in secret


def tag_field(tag: str) -> Field:
    """Return the field of any tag: of its column where it has one, as text."""
    further = "map_extract(tags, $tag)[1]"
    columns = {
        **SHARED_COLUMNS,
        **{side: f"coalesce({side_sql(side, PLAYER_COLUMNS)}, {further})" for side in SIDE_TAGS},
        **{setting: f"coalesce({setting_sql(setting)}, {further})" for setting in SETTING_TAGS},
        **{
            f"{side}Elo": f"coalesce({further}, {side_sql(side, ELO_COLUMNS)}::varchar)"
            for side in SIDE_TAGS
        },
        "PlyCount": f"coalesce({further}, (ply_count - inherited)::varchar)",
        "Game": _GAME_NAME,
        "Result": "result",
        "Termination": "termination",
    }
    return Field(
        f'tag "{tag}"', Kind.TEXT, (columns.get(tag, further),), "any tag", '"..."', tag=tag
    )


def _setting_field(tag: str) -> Field:
    """Return the field of a setting, which all games that have it have of one kind."""
    owners = {game.slug: each for game in DESCRIPTIONS for each in game.settings if each.tag == tag}
    found, games = [*owners.values()], tuple(owners)
    column, about = setting_sql(tag), f"the {found[0].title.lower()}"
    if found[0].values:
        choices = tuple(dict.fromkeys(value for each in found for value in each.values))
        example = f'"{choices[-1]}"'
        return Field(tag, Kind.CHOICE, (column,), about, example, choices=choices, games=games)
    if isinstance(found[0].kind, WholeNumber):
        column = f"try_cast({column} as bigint)"
        return Field(tag, Kind.NUMBER, (column,), about, found[0].default, games=games)
    return Field(tag, Kind.TEXT, (column,), about, '"..."', games=games)


def _games_with(side: str) -> tuple[str, ...]:
    return tuple(game.slug for game in DESCRIPTIONS if side in game.sides)


def _fields() -> Iterator[Field]:
    number, text, choice = Kind.NUMBER, Kind.TEXT, Kind.CHOICE
    yield Field("game", number, ("game_id",), "the number of the game", "12", least=1)
    yield Field("player", text, PLAYER_COLUMNS, "a player, of either side", '"Ann"', is_player=True)
    for side in SIDE_TAGS:
        column, games = side_sql(side, PLAYER_COLUMNS), _games_with(side)
        for name, about in ((f"{side} player", f"the player of {side}"), (side, "the same")):
            yield Field(name, text, (column,), about, '"Ann"', is_player=True, games=games)
    yield Field("elo", number, ELO_COLUMNS, "the rating of a player", "1500")
    for side in SIDE_TAGS:
        column, about = side_sql(side, ELO_COLUMNS), f"the rating of {side}"
        yield Field(f"{side} elo", number, (column,), about, "1500", games=_games_with(side))
    yield Field("Event", text, ("event",), "tag Event", '"Club evening"')
    yield Field("Site", text, ("site",), "tag Site", '"Oslo"')
    yield Field(
        "Date", Kind.DATE, ("date",), "tag Date; a partial one means its whole period", "2024.01"
    )
    yield Field("Round", text, ("round",), "tag Round", '"3"')
    yield Field("Result", choice, ("result",), "how it ended", "1-0", choices=RESULTS)
    yield Field("termination", text, ("termination",), "what ended it", '"repetition"')
    yield Field("plies", number, ("ply_count",), "the plies of the mainline", "40")
    for tag in SETTING_TAGS:
        yield _setting_field(tag)
    yield Field(
        "source",
        text,
        ("name", "parse_filename(name, false, 'both_slash')"),
        "the file that the record came from: its path, or only its name",
        '"club.mgn"',
        condition="source_id in (select source_id from sources where {})",
    )


FIELDS: dict[str, Field] = {field.name.lower(): field for field in _fields()}
"""All fields by name in lower case; tags have fields of their own (``tag_field``)."""
