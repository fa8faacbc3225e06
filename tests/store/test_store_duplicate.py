import itertools
from array import array

import pytest
from case_kit import cases_of
from size_kit import sampled, sizes
from store_kit import LoadText, fetched

from mentis_records.notation.sheet import Sheet
from mentis_records.store.database import Database
from mentis_records.store.duplicate.duplicate_list import fetch_near

CASES = cases_of(__file__)

PLIES = "1. TSNd2 TSNd6"


def record(plies: str = PLIES, **tags: str) -> str:
    merged = CASES["tags"] | tags
    head = "".join(f'[{name} "{value}"]\n' for name, value in merged.items())
    return f"{head}\n{plies} {merged['Result']}\n"


PAIRS = [(record(plies, **tags), is_one) for plies, tags, is_one in CASES["pairs"]]
PAIRS.append(("1. TSNd2 TSNd6\n", False))
"""A record besides ``record()``, and whether both are one game."""


@sampled(
    "is_one_file, second, is_duplicate",
    ((kind, *pair) for kind in (True, False) for pair in PAIRS),
    5,
)
def test_pairs(
    load_text: LoadText, second: str, is_duplicate: bool, is_one_file: bool, database: Database
) -> None:
    if second.startswith("1."):
        first, second = second, record()
    else:
        first = record()
    if is_one_file:
        summary = load_text(first + "\n" + second)
        assert (summary.records, summary.stored) == (2, 1 if is_duplicate else 2)
    else:
        load_text(first)
        load_text(second + "\n")
    kept = database.connection.execute("select count(*) from games").fetchone()
    assert kept == (1 if is_duplicate else 2,)


def test_what_all_records_of_a_sheet_have_is_not_asked_for_each_duplicate(
    load_text: LoadText, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = []
    column = Sheet.column

    def note(sheet: Sheet, field: str) -> "array[int]":
        asked.append(field)
        return column(sheet, field)

    monkeypatch.setattr(Sheet, "column", note)
    assert load_text("\n".join([record()] * 2)).duplicates == 1
    few = len(asked)
    asked.clear()
    assert load_text("\n".join([record(Event="Club morning")] * 50)).duplicates == 49
    assert 0 < len(asked) <= few


def test_a_duplicate_is_remembered(load_text: LoadText, database: Database) -> None:
    load_text(record())
    load_text("\n" + record(Event="?", Annotator="Carl"))
    load_text("\n\n" + record("1. TSNd2 TSNd6 {so}"))
    rows = fetched(
        database,
        "select game_id, source_id, source_index, result, tags['Annotator'], text from duplicates",
    )
    assert rows[0] == (1, 2, 1, "1-0", "Carl", None)
    assert rows[1][:5] == (1, 3, 1, "1-0", None)
    assert rows[1][5].endswith("1. TSNd2 TSNd6 {so} 1-0\n")


def test_an_unknown_value_joins_no_two_games(load_text: LoadText, database: Database) -> None:
    load_text(record(Event="?"))
    load_text(record(Event="Club evening"))
    load_text(record(Event="Club morning"))
    assert fetched(database, "select event from games order by game_id") == [
        ("Club evening",),
        ("Club morning",),
    ]
    assert fetched(database, "select tags['Event'] from duplicates") == [("Club evening",)]


def test_the_same_in_one_file(load_text: LoadText) -> None:
    text = "\n".join(record(Event=event) for event in ("?", "Club evening", "Club morning"))
    summary = load_text(text)
    assert (summary.stored, summary.duplicates) == (2, 1)


LONG = (
    "1. TSNd2 TSNd6 2. d2#-d3#-d4 d6#-d5#-e5 3. TNNc2 TSNc6 4. c2-c3-c4#-b4 c6#-c5 "
    "5. b4-b5-b6#-b7 TSe6 6. d4-d3-e3-f3 e6xb6"
)


def beginning(plies: int) -> str:
    words = [word for word in LONG.split() if not word.endswith(".")][:plies]
    return " ".join(
        f"{at // 2 + 1}. {word}" if at % 2 == 0 else word for at, word in enumerate(words)
    )


def games(database: Database) -> list[tuple[int, str, str]]:
    run = database.connection.execute
    found = run("select ply_count, result, event from games order by all").fetchall()
    counts = run(
        """
        select records = stored + duplicates + quarantined,
            stored = (select count(*) from games where games.source_id = sources.source_id),
            duplicates = (select count(*) from duplicates where duplicates.source_id
                = sources.source_id)
        from sources
        """
    ).fetchall()
    assert all(all(row) for row in counts)
    owners = run("select count(*) from duplicates anti join games using (game_id)").fetchone()
    assert owners == (0,)
    for table in ("position_keys", "comments", "variations", "annotations"):
        assert run(f"select count(*) from {table} anti join games using (game_id)").fetchone() == (
            0,
        )
    return found


NOTED = "{as far as it was kept}"
LENGTHS = ((3, 12), (12, 3), (8, 9), (10, 12), (12, 9, 10), (2, 12, 5), (1, 2, 3), (9, 10, 12))


@sampled(
    "lengths, is_one_file, note",
    (
        (lengths, *kind)
        for lengths in LENGTHS
        for kind in ((True, ""), (True, NOTED), (False, NOTED))
    ),
    5,
)
def test_the_longer_record_is_kept(
    load_text: LoadText, database: Database, lengths: tuple[int, ...], note: str, is_one_file: bool
) -> None:
    texts = [
        record(f"{beginning(plies)} {note}", Event="?" if at else "Cup", Result="*")
        for at, plies in enumerate(lengths)
    ]
    for text in ["\n".join(texts)] if is_one_file else texts:
        load_text(text)
    assert games(database) == [(max(lengths), "*", "Cup")]
    rows = fetched(database, "select ply_count, text from duplicates")
    assert sorted(row[0] for row in rows) == sorted(set(lengths) - {max(lengths)})
    assert all(bool(note) == (text is not None and note in text) for _, text in rows)


@sampled(
    "tags, is_same, order, is_one_file, plies",
    (
        (*case, order, *kind)
        for case in CASES["other_tags"]
        for order in ((0, 1), (1, 0))
        for kind in ((True, 5), (True, 9), (False, 9))
    ),
    11,
)
def test_a_beginning_with_other_tags(
    load_text: LoadText,
    database: Database,
    tags: dict[str, str],
    is_same: bool,
    order: tuple[int, int],
    is_one_file: bool,
    plies: int,
) -> None:
    pair = [record(LONG), record(beginning(plies), **tags)]
    texts = [pair[at] for at in order]
    for text in ["\n".join(texts)] if is_one_file else texts:
        load_text(text)
    found = games(database)
    assert len(found) == (1 if is_same else 2)
    assert found[-1][0] == 12
    if is_same:
        assert found[0][1] == "1-0"


def test_an_unplayed_game_begins_nothing(load_text: LoadText, database: Database) -> None:
    load_text(record(LONG) + "\n" + record("", Termination="forfeit"))
    assert len(games(database)) == 2


def test_escaped_names_are_found_on_both_ways(load_text: LoadText, database: Database) -> None:
    """One record is read in a sheet, the other explained; the name has escapes and accents."""
    name = r"Zo\u00eb \"x\" \\ y".replace(r"\u00eb", "\u00eb")
    load_text(record(LONG.replace("TSNd2", "tsnd2"), Blue=name))
    load_text(record(beginning(9), Blue=name))
    load_text(record(LONG + " 7. f3-f4-f5-f6", Blue=name))
    assert [row[0] for row in games(database)] == [13]


@pytest.mark.parametrize("order", [(0, 1, 2), (2, 1, 0), (1, 0, 2), (2, 0, 1)])
def test_unknown_tags_are_learned_in_any_order(
    load_text: LoadText, database: Database, order: tuple[int, ...]
) -> None:
    texts = [
        record(Event="?", Date="?", Round="?", Blue="?", Result="*"),
        record(Site="Leeds", Termination="resignation", BlueElo="1500", Room="7", Round="-"),
        record(Event="?", Annotator="Ada", BlueElo="?", Room="?"),
    ]
    for at in order:
        load_text(texts[at])
    row = fetched(
        database,
        """
        select event, site, date, round, blue, red, result, termination, annotator, blue_elo,
            tags['Room'], tags['BlueElo']
        from mentis_games
        """,
    )
    assert row == [
        (
            *("Club evening", "Leeds", "2024.05.01", "3", "Ada", "Bert", "1-0", "resignation"),
            *("Ada", 1500, "7", None),
        )
    ]
    assert games(database)[0][0] == 2
    load_text("\n" + record("1. TSNd2 TSNd6 2. Te2"))
    assert [row[0] for row in games(database)] == [3]


def test_a_date_that_is_none_tells_games_apart(load_text: LoadText, database: Database) -> None:
    """What one record of a game says, none that says otherwise may join."""
    load_text(record(Date="????.??.??"))
    load_text(record(Date="5.3.2024"))
    load_text(record(Date="6.3.2024"))
    found = fetched(database, "select date from games order by game_id")
    assert found == [("5.3.2024",), ("6.3.2024",)]


UNNAMED = {"Blue": "?", "Red": "?"}
LEARNERS = {
    "the longer one learns": [(9, UNNAMED), (8, {}), (9, {})],
    "a short one learns": [(1, UNNAMED), (9, {}), (1, {})],
    "a longer short one learns": [(3, UNNAMED), (2, {}), (3, {})],
    "a player each": [(9, {"Blue": "?"}), (9, {"Red": "?"}), (2, {})],
}
"""The plies of each record, and its tags that are not as usual."""


@sampled(
    "name, is_one_file, order",
    itertools.product(LEARNERS, (True, False), itertools.permutations(range(3))),
    11,
)
def test_who_learns_who_played_may_begin_others_or_be_begun(
    load_text: LoadText, database: Database, name: str, is_one_file: bool, order: tuple[int, ...]
) -> None:
    records = [record(beginning(plies), **tags) for plies, tags in LEARNERS[name]]
    texts = [records[at] for at in order]
    if is_one_file:
        load_text("\n".join(texts))
    else:
        for number, text in enumerate(texts):
            load_text("\n" * number + text)
    found = database.connection.execute(
        "from mentis_games select blue, red, ply_count order by 3 desc"
    )
    expected = [("Ada", "Bert", 3 if "longer short" in name else 9)]
    if name == "a short one learns" and order[2] == 0:
        # Its only twin is no game any more when it comes.
        expected.append(("?", "?", 1))
    assert found.fetchall() == expected
    games(database)


def test_near_ones_are_those_of_one_variant(load_text: LoadText, database: Database) -> None:
    start = {"Position": "3k3/7/7/7/7/7/3K3 b S3T3N3/s3t3n3 1"}
    load_text(record(Event="A", Variant="Wolf", **start))
    load_text(record(Event="B", Site="x"))
    load_text(record(Event="C", Date="2024.05.02", Round="?"))
    (found,) = fetch_near(database)
    assert (found.game_id, found.other_id, found.differences) == (2, 3, "event date")


@sampled("tag, plies, is_one_file", itertools.product(CASES["telling"], (12, 3), (True, False)), 7)
def test_a_tag_that_both_have_tells_games_apart(
    load_text: LoadText, database: Database, tag: str, plies: int, is_one_file: bool
) -> None:
    texts = [
        record(beginning(plies), **{tag: "a"}),
        record(LONG, **{tag: "b"}),
        record(LONG, **{tag: " b"}),
        record(LONG, **{tag: "?"}),
    ]
    for text in ["\n".join(texts)] if is_one_file else texts:
        load_text(text + "\n" * len(text))
    assert [row[0] for row in games(database)] == [plies, 12]
    near = [found.differences for found in fetch_near(database)]
    column = "time_control" if tag == "TimeControl" else tag.lower()
    assert near == ([column] if plies == 12 else [])


def test_games_that_nobody_played_are_near_only_of_the_same_players(
    load_text: LoadText, database: Database
) -> None:
    texts = [
        record("", Blue="Ann", Red="Bob", Round="1", Result="1-0"),
        record("", Blue="Ann", Red="bye", Round="2", Result="1-0"),
        record("", Blue="Ann", Red="Bob", Round="3", Result="1-0"),
    ]
    load_text("\n".join(texts))
    (found,) = fetch_near(database)
    assert (found.game_id, found.other_id, found.differences) == (1, 3, "round")


def test_a_record_without_names_is_told_as_near(load_text: LoadText, database: Database) -> None:
    load_text(record())
    load_text("1. TSNd2 TSNd6\n")
    load_text("\n1. TSNd2 TSNd6 1-0\n")
    (found,) = fetch_near(database)
    assert (found.game_id, found.other_id, found.differences) == (1, 2, "blue red")
    assert fetched(database, "select game_id from duplicates") == [(2,)]


@pytest.mark.parametrize("order", list(itertools.permutations(range(3))))
def test_what_a_nameless_record_learns_may_make_it_one_with_a_named_one(
    load_text: LoadText, database: Database, order: tuple[int, ...]
) -> None:
    """So it would be after export and load."""
    unnamed = {"Blue": "?", "Red": "?", "Result": "*"}
    texts = [
        record(Event="?", Round="?", **unnamed),
        record(Date="?", Round="?"),
        record(Round="?", **unnamed),
    ]
    for at in order:
        load_text(texts[at] + "\n" * at)
    assert games(database) == [(2, "1-0", "Club evening")]
    assert fetch_near(database) == []


def test_names_are_one_in_any_form_of_unicode(load_text: LoadText, database: Database) -> None:
    composed, apart = "Jos\u00e9 N\u00fa\u00f1ez", "Jose\u0301 Nu\u0301n\u0303ez"
    load_text(record(LONG, Blue=composed))
    load_text(record(LONG, Blue=apart))
    load_text(record(beginning(9), Blue=f"{apart} "))
    load_text(record(f"{LONG} 7. f3-f4-f5-f6", Blue=composed.replace(" ", "\u00a0 ")))
    assert [row[0] for row in games(database)] == [13]
    players = fetched(database, "select name, games from players order by 1")
    assert players == [("Bert", 1), (composed, 1)]


def test_many_loads_agree_with_the_definition(load_text: LoadText, database: Database) -> None:
    """Of beginnings with the same players the longest is kept, whatever the order of files."""
    import random

    chance = random.Random(5)
    lengths = [chance.randint(1, 12) for _ in range(40)]
    events = [chance.choice(["A", "B"]) for _ in lengths]
    pairs = list(zip(lengths, events, strict=True))
    at = 0
    while at < len(pairs):
        size = chance.randint(1, 5)
        some = pairs[at : at + size]
        load_text("\n".join(record(beginning(n), Event=e, Result="*") for n, e in some) + "\n" * at)
        at += size
    longest = {event: max(n for n, e in pairs if e == event) for event in "AB"}
    assert games(database) == sorted((n, "*", event) for event, n in longest.items())


@sizes("rounds", 500, 3_000)
@pytest.mark.parametrize("order", [(2, 3), (3, 2)])
def test_many_rounds_of_the_same_few_plies(
    load_text: LoadText, database: Database, order: tuple[int, int], rounds: int
) -> None:
    """Each round's two records are one game; those of other rounds are looked at once only."""
    for plies in order:
        texts = [record(beginning(plies), Round=str(number)) for number in range(rounds)]
        assert load_text("\n".join(texts)).records == rounds
    run = database.connection.execute
    kept = run("select ply_count, count(*), count(distinct round) from games group by all")
    assert kept.fetchall() == [(3, rounds, rounds)]
    duplicates = run(
        """
        select count(*) from duplicates join games using (game_id)
        where duplicates.ply_count = 2 and duplicates.tags['Round'] = games.round
        """
    )
    assert duplicates.fetchall() == [(rounds,)]
