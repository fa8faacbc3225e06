"""What --where selects, against a filter that reads the records themselves."""

import calendar
import operator
import random
import re
from collections.abc import Callable, Iterator
from datetime import date
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from game_set import DATES, NAMES, write_records

from mentis_records.core.record import Record
from mentis_records.games import GAMES
from mentis_records.notation.read import Reader
from mentis_records.query.error import QueryError
from mentis_records.query.field import FIELDS, fields_of
from mentis_records.query.plan.compile import select
from mentis_records.store.load.load import load
from mentis_records.store.open import create_database, open_database
from mentis_records.store.selection import Selection, select_ids

RECORDS = 150
SOURCES = ("one.mgn", "two.mgn")
COMPARE: dict[str, Callable[[Any, Any], bool]] = {
    "=": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}


class Collection:
    """The records by game number, and a database of them."""

    def __init__(self, folder: Path) -> None:
        self.records: dict[int, tuple[Record, str]] = {}
        self._said: dict[str, list[tuple[int, list[Any]]]] = {}
        self.folder = folder
        with create_database(folder / "x.duckdb") as database:
            for seed, name in enumerate(SOURCES):
                path = folder / name
                path.write_text(write_records(RECORDS, seed), encoding="utf-8")
                assert load(database, Reader(GAMES), str(path)).stored == RECORDS
                query = "select source_index, game_id from games where source_id = ?"
                number = dict(database.connection.execute(query, [seed + 1]).fetchall())
                for reading in Reader(GAMES).read_path(str(path)):
                    assert reading.record is not None
                    self.records[number[reading.index]] = (reading.record, name)
        self.database = open_database(folder / "x.duckdb")

    def select(self, *texts: str) -> list[int]:
        return self.fetch(select(texts, sole=lambda: None))

    def said(self, field: str) -> list[tuple[int, list[Any]]]:
        """Return what each record says of a field, by game."""
        if field not in self._said:
            self._said[field] = [
                (number, values(field, number, record, source, self.folder))
                for number, (record, source) in self.records.items()
            ]
        return self._said[field]

    def fetch(self, selection: Selection) -> list[int]:
        query = f"select game_id from {selection.games} order by all"
        run = self.database.connection.execute
        return [row[0] for row in run(query, dict(selection.parameters)).fetchall()]


@pytest.fixture(scope="module")
def collection(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Collection]:
    found = Collection(tmp_path_factory.mktemp("selection"))
    yield found
    found.database.close()


def values(field: str, number: int, record: Record, source: str, folder: Path) -> list[Any]:
    """Return what a record says of a field, in the naive way; nothing where it says nothing."""
    tags = record.tags
    name = field.lower()
    if name.startswith("tag "):
        found: list[Any] = [tags.get(field[5:-1])]
    elif name == "game":
        found = [number]
    elif name == "plies":
        found = [len(record.plies)]
    elif name == "termination":
        found = [record.termination]
    elif name == "result":
        found = [record.result]
    elif name == "variant":
        found = [tags.get("Variant", "Standard")]
    elif name == "source":
        found = [source, str(folder / source)]
    elif name == "player":
        found = [tags.get("Blue"), tags.get("Red")]
    elif name.endswith("elo"):
        sides = ["Blue", "Red"] if name == "elo" else [name.split()[0].title()]
        written = [tags.get(f"{side}Elo", "") for side in sides]
        found = [int(elo) if elo.isdigit() else None for elo in written]
    else:
        found = [tags.get(name.split()[0].title())]
    return [value for value in found if value is not None]


@cache
def days(text: str) -> tuple[date, date] | None:
    year, month, day = [*text.split("."), "??", "??"][:3]
    if "?" in year:
        return None
    first = date(int(year), 1 if "?" in month else int(month), 1 if "?" in day else int(day))
    last_month = 12 if "?" in month else int(month)
    last_day = calendar.monthrange(int(year), last_month)[1] if "?" in day else int(day)
    return first, date(int(year), last_month, last_day)


def holds(found: list[Any], sign: str, value: Any, is_date: bool) -> bool:
    if is_date:
        period, asked = (days(found[0]) if found else None), days(value)
        if period is None:
            return False
        assert asked is not None
        one, other = period, asked
        every = [date.fromordinal(at) for at in range(one[0].toordinal(), one[1].toordinal() + 1)]
        tests = {
            "=": lambda day: other[0] <= day <= other[1],
            "!=": lambda day: not other[0] <= day <= other[1],
            "<": lambda day: day < other[0],
            "<=": lambda day: day <= other[1],
            ">": lambda day: day > other[1],
            ">=": lambda day: day >= other[0],
        }
        return all(map(tests[sign], every))
    if sign == "~":
        if "*" in value:
            pattern = re.compile(".*".join(map(re.escape, value.split("*"))), re.I | re.S)
            return any(pattern.fullmatch(text) for text in found)
        return any(value.lower() in text.lower() for text in found)
    if sign == "!=":
        return bool(found) and all(text != value for text in found)
    return any(COMPARE[sign](text, value) for text in found)


def quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def random_comparison(chance: random.Random, field: str) -> tuple[str, str, Any]:
    """Return a field's name as written, an operator and a value."""
    found = FIELDS.get(field.lower())
    kind = "TEXT" if found is None else found.kind.name
    if kind == "NUMBER":
        numbers = (0, 1, 3, 8, 150, 200, 1400, 1500, 1600)
        least = 1 if field == "game" else 0
        pairs = [(sign, value) for sign in COMPARE for value in numbers]
        signs = {"=": least, "<=": least, "<": least + 1}
        return field, *chance.choice([one for one in pairs if one[1] >= signs.get(one[0], 0)])
    if kind == "DATE":
        known = [day for day in DATES if day[0] != "?"]
        return field, chance.choice(list(COMPARE)), chance.choice([*known, "2024", "2024.02"])
    if kind == "CHOICE":
        return field, chance.choice(("=", "!=")), chance.choice(found.choices)
    sign = chance.choice(("=", "!=", "~"))
    words = (*NAMES, *SOURCES, "Event 1", "Oslo", "resignation", "good", "1400", "17", "Wolf")
    parts = ("o", "a*", "*n", "*e*i*", "SMITH", "größe", "'", ".", "%", "_")
    return field, sign, chance.choice(parts if sign == "~" else words)


ALL_FIELDS = [
    *(field.name for field in fields_of("mentis").values()),
    *(f'tag "{tag}"' for tag in ("Mood", "Event", "BlueElo", "RedElo", "Nonsense")),
]


def written(field: str, sign: str, value: Any) -> str:
    found = FIELDS.get(field.lower())
    is_text = found is None or found.kind.name == "TEXT"
    return f"{field} {sign} {quoted(value) if is_text else value}"


def naive(collection: Collection, field: str, sign: str, value: Any) -> set[int]:
    is_date = field == "Date"
    said = collection.said(field)
    if field.lower().split()[-1] in ("player", "blue", "red") and sign != "=":
        said = [(number, [one for one in found if one != "?"]) for number, found in said]
    return {number for number, found in said if holds(found, sign, value, is_date)}


@pytest.mark.parametrize("field", ALL_FIELDS)
def test_every_field_and_operator(collection: Collection, field: str) -> None:
    chance = random.Random(field)
    some = False
    for name, sign, value in {random_comparison(chance, field) for _ in range(40)}:
        expected = sorted(naive(collection, name, sign, value))
        some = some or bool(expected)
        assert collection.select(written(name, sign, value)) == expected, (sign, value)
    assert some or "Nonsense" in field


def random_expression(
    chance: random.Random, collection: Collection, depth: int
) -> tuple[str, set[int]]:
    kind = chance.random()
    if depth == 0 or kind < 0.3:
        comparison = random_comparison(chance, chance.choice(ALL_FIELDS))
        return written(*comparison), naive(collection, *comparison)
    left, in_left = random_expression(chance, collection, depth - 1)
    if kind < 0.5:
        return f"not ({left})", set(collection.records) - in_left
    right, in_right = random_expression(chance, collection, depth - 1)
    if kind < 0.75:
        return f"({left}) AND ({right})", in_left & in_right
    return f"({left}) or {right if ' or ' not in right else f'({right})'}", in_left | in_right


@pytest.mark.parametrize("seed", range(60))
def test_random_selections(collection: Collection, seed: int) -> None:
    chance = random.Random(seed)
    text, expected = random_expression(chance, collection, 3)
    assert collection.select(text) == sorted(expected), text
    more, also = random_expression(chance, collection, 2)
    assert collection.select(text, more) == sorted(expected & also), (text, more)


def test_binding(collection: Collection) -> None:
    a, b, c = "plies = 3", "result = 1-0", "elo > 1400"
    assert collection.select(f"{a} or {b} and {c}") == collection.select(f"{a} or ({b} and {c})")
    assert collection.select(f"not {a} and {b}") == collection.select(f"(not {a}) and {b}")


def test_selections_join(collection: Collection) -> None:
    some = select_ids([3, 5, 7]) & select(["game > 3"]) & select(["game != 7"])
    assert collection.fetch(some) == [5]
    assert collection.fetch(select([])) == sorted(collection.records)
    assert some.words == "game 3, 5, 7 and game > 3 and game != 7"


def test_a_partial_date_needs_all_its_days(collection: Collection) -> None:
    dates = {number: record.tags.get("Date") for number, (record, _) in collection.records.items()}

    def found(text: str) -> set[str | None]:
        return {dates[number] for number in collection.select(text)}

    january = {"2024.01.01", "2024.01.31", "2024.01.??"}
    assert found("Date = 2024.01") == january
    assert found("Date >= 2024.01") == january | {"2024.02.??", "2024.02.29", "2024.??.??"}
    assert found("Date > 2024.01") == {"2024.02.??", "2024.02.29"}
    assert found("Date < 2024") == {"2023.12.31", "2023.??.??"}
    assert found("Date <= 2024.02.29") - found("Date < 2024") == january | {
        "2024.02.??",
        "2024.02.29",
    }
    assert "????.??.??" not in found("Date > 1000 or Date <= 9999")


@pytest.mark.parametrize("name", NAMES)
def test_no_text_of_the_user_is_in_the_sql(collection: Collection, name: str) -> None:
    text = quoted(name)
    selection = select(
        [f'player = {text} or source ~ {text} or tag {text} != {text} or Event ~ "*{name[:1]}"']
        if '"' not in name
        else [f"player = {text}"]
    )
    if len(name) > 1:
        assert name not in selection.condition
    assert "drop" not in selection.condition
    collection.fetch(selection)
    count = collection.database.connection.execute("select count(*) from games").fetchone()
    assert count == (2 * RECORDS,)


@pytest.mark.parametrize(
    "value", ["\x7f", "\u202e", "💣", "a" * 9_000, "*" * 200, "\\\\", '\\"' * 9]
)
def test_odd_values(collection: Collection, value: str) -> None:
    for sign in ("=", "!=", "~"):
        collection.select(f'player {sign} "{value}"')
        collection.select(f'tag "{value[:40]}" {sign} "x"')


def test_no_utf_8(collection: Collection) -> None:
    with pytest.raises(QueryError, match="not UTF-8"):
        collection.select('player = "\udcff"')


def test_as_much_as_is_allowed(collection: Collection) -> None:
    assert collection.select(" or ".join(["plies=3"] * 500)) == collection.select("plies = 3")
    deep = "(" * 50 + "plies = 3" + ")" * 50
    assert collection.select(deep) == collection.select("plies = 3")
    assert collection.select("not " * 50 + "plies = 3") == collection.select("plies = 3")
