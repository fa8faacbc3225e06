"""A lake is what one database of the same files is, whatever shards it is cut into; its files."""

import json
import random
import re
import shutil
from pathlib import Path
from typing import Any

import duckdb
import pytest
from compared import Comparison
from lake_kit import Alone, add, pool, question

from mentis_records.games import games_first
from mentis_records.lake import addition, lake_entry
from mentis_records.lake.addition import AddedSource
from mentis_records.lake.exported_text import export_text
from mentis_records.lake.lake_error import LakeError, TakenError
from mentis_records.lake.lake_manifest import (
    Manifest,
    find_manifest,
    load_manifest,
    manifest_file,
    read_manifest,
    write_manifest,
)
from mentis_records.lake.lake_part import STAGING
from mentis_records.lake.merged_answer import count_games
from mentis_records.lake.part_task import PartTask
from mentis_records.lake.verification import verify_lake
from mentis_records.notation.read import Reader
from mentis_records.store.error import StoreError
from mentis_records.store.load.load import load
from mentis_records.store.open import create_database, open_database
from mentis_records.store.position.index import update_index
from mentis_records.store.shard.shard_reader import open_shard

ROOT = Path(__file__).parents[2]
STORE = ROOT / "tests/store"
CUT = 300_000
_TIME = re.compile(r"\d\d:\d\d:\d\dZ")  # when a text was written


def record(number: int, moves: str = "TSNd2 TSNd6 2. d2#-d3#-d4 d6#-d5#-e5", **tags: str) -> str:
    told = {"Event": "Trial", "Blue": "Ann", "Red": "Ben", "Round": str(number), **tags}
    head = "".join(f'[{tag} "{value}"]\n' for tag, value in told.items())
    return f"{head}\n1. {moves} *\n\n"


def write(path: Path, *records: str) -> Path:
    path.write_text("".join(records), encoding="utf-8")
    return path


def database(path: Path, *files: Path) -> Path:
    with create_database(path) as found:
        reader = Reader(games_first("mentis"))
        for file in files:
            load(found, reader, str(file))
        update_index(found)
    return path


def differences(folder: Path, file: Path) -> list[str]:
    with open_database(file) as found:
        comparison = Comparison(folder, found, pool())
        comparison.check_records()
        return comparison.differences


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """Return files that say the same games once more, more of them, less of them, and nonsense."""
    folder = tmp_path_factory.mktemp("files")
    first = [record(number) for number in range(1, 30)]
    again = [record(number, Site="Hall") for number in range(20, 35)]
    longer = [
        record(number, "TSNd2 TSNd6 2. d2#-d3#-d4 d6#-d5#-e5 3. TNNc2 TSNc6")
        for number in range(1, 5)
    ]
    shorter = [record(number, "TSNd2 TSNd6 2. d2#-d3#-d4") for number in range(3, 12)]
    remarked = [record(25, "TSNd2 {a comment} TSNd6 2. d2#-d3#-d4 d6#-d5#-e5")]
    return [
        write(folder / "first.mgn", *first),
        write(folder / "again.mgn", *again, "[Event broken\n\n1. x\n\n", *remarked),
        write(folder / "longer.mgn", *longer, *shorter),
        STORE / "sample.mgn",
        STORE / "broken.mgn",
        ROOT / "data/rulebook-listing.txt",
        ROOT / "data/antipode-match.mgn",
    ]


@pytest.fixture(scope="module")
def stored(files: list[Path], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a database of the files."""
    return database(tmp_path_factory.mktemp("stored") / "one.duckdb", *files)


@pytest.fixture(scope="module")
def lake(files: list[Path], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a lake of the files, which no test changes."""
    folder = tmp_path_factory.mktemp("whole") / "lake"
    add(folder, *files)
    return folder


@pytest.fixture(scope="module")
def small(files: list[Path], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a lake of one file, of which tests take copies."""
    folder = tmp_path_factory.mktemp("small") / "lake"
    add(folder, files[3])
    return folder


def test_a_lake_is_what_a_database_is(files: list[Path], stored: Path, tmp_path: Path) -> None:
    folder = tmp_path / "lake"
    for some in (files[:1], files[1:]):
        add(folder, *some)
    with open_database(stored) as found:
        comparison = Comparison(folder, found, pool())
        comparison.check_records()
        comparison.compare_query("mentis", "red K attacked then within 3 move by K")
        comparison.compare_games("mentis", "plies > 3")
        comparison.compare_tree("mentis", "plies > 3")
        comparison.compare_all_games()
    assert comparison.differences == []
    assert not verify_lake(folder, pool(), None).findings
    assert sum(each.duplicates for each in read_manifest(folder).sources) > 20
    assert all(each.is_known for each in add(folder, *files))
    assert len(find_manifest(folder).shards) == 2


@pytest.mark.ci
def test_long_texts_are_cut(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    chance = random.Random(1)
    records = [record(number, Annotator="x" * chance.randrange(6_000)) for number in range(1, 300)]
    records[150] = "[Event broken\n\n1. x\n\n"
    file = write(tmp_path / "long.mgn", *records)
    folder, stored = tmp_path / "lake", database(tmp_path / "one.duckdb", file)
    (added,) = add(folder, file, size=CUT)
    assert added == AddedSource(str(file), 299, 298, 0, 1)
    manifest = read_manifest(folder)
    assert len(manifest.shards) > 1
    assert differences(folder, stored) == []
    assert not verify_lake(folder, pool(), 5).findings
    places, refused = [], []
    rows = "select source_index, source_line from games order by game_id"
    defects = "select source_index, source_line, diagnostics from quarantine"
    for shard in manifest.shards:
        with open_shard(shard.place(folder)) as found:
            places += found.connection.execute(rows).fetchall()
            refused += found.connection.execute(defects).fetchall()
    with open_database(stored) as found:
        assert places == found.connection.execute(rows).fetchall()
        assert refused == found.connection.execute(defects).fetchall()


def test_a_text_that_is_damaged_is_read_up_to_there(tmp_path: Path) -> None:
    import gzip

    packed = gzip.compress("".join(record(number) for number in range(1, 800)).encode())
    file = tmp_path / "damaged.mgn.gz"
    file.write_bytes(packed[: len(packed) // 2])
    stored = database(tmp_path / "one.duckdb", file)
    add(tmp_path / "lake", file, size=CUT)
    assert differences(tmp_path / "lake", stored) == []


@pytest.mark.ci
def test_a_file_that_ends_its_worker_is_quarantined(files: list[Path], tmp_path: Path) -> None:
    def is_deadly(task: Any) -> bool:
        if not isinstance(task, PartTask) or task.refusal:
            return False
        return any("longer" in piece.name for piece in task.part.pieces)

    folder = tmp_path / "lake"
    added = add(folder, *files[:3], workers=pool(is_deadly))
    found = {Path(each.name).name: each for each in added}
    assert (found["longer.mgn"].records, found["longer.mgn"].quarantined) == (1, 1)
    assert found["first.mgn"].stored == 29
    assert not verify_lake(folder, pool(), None).findings
    told = []
    for shard in read_manifest(folder).shards:
        with open_shard(shard.place(folder)) as stored:
            rows = stored.connection.execute("select diagnostics from quarantine").fetchall()
            told += [each["message"] for (text,) in rows for each in json.loads(text)]
    assert any("died 3 times" in text for text in told)


@pytest.mark.ci
def test_what_was_interrupted_goes_on(files: list[Path], tmp_path: Path) -> None:
    class Interrupted(Alone):
        def run(self, function: Any, items: Any) -> Any:
            for number, outcome in enumerate(super().run(function, items)):
                if number == 1:
                    raise KeyboardInterrupt
                yield outcome

    folder, whole = tmp_path / "lake", tmp_path / "whole"
    with pytest.raises(KeyboardInterrupt):
        add(folder, *files[:2], workers=Interrupted(), size=2_500)  # type: ignore[arg-type]
    assert not find_manifest(folder).number
    assert not list((folder / STAGING).glob("text-*"))
    kept = {each.name for each in (folder / STAGING).iterdir()}
    assert len(kept) == 2
    add(folder, *files[:2], size=2_500)
    add(whole, *files[:2], size=2_500)
    assert find_manifest(folder).shards == find_manifest(whole).shards
    assert kept <= {shard.name.partition("-")[0] for shard in find_manifest(folder).shards}


@pytest.mark.ci
def test_sources_enter_as_soon_as_enough_have_been_read(
    files: list[Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(addition, "_SHARDS_AT_ONCE", 1)
    folder, told = tmp_path / "lake", [files[2], files[0], files[2], files[3]]
    added = add(folder, *told, size=2_000)
    assert [each.name for each in added] == [str(file) for file in told]
    assert [each.is_known for each in added] == [False, False, True, False]
    assert find_manifest(folder).number > 1
    assert differences(folder, database(tmp_path / "one.duckdb", *told)) == []


@pytest.mark.ci
def test_two_add_at_once(
    files: list[Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder, told = tmp_path / "lake", [*files[:2], files[3]]
    is_first = True

    def write_second(place: Path, manifest: Manifest) -> None:
        nonlocal is_first
        if is_first:
            is_first = False
            add(folder, files[3], files[0])
        write_manifest(place, manifest)

    monkeypatch.setattr(lake_entry, "write_manifest", write_second)
    added = add(folder, *told)
    assert [each.is_known for each in added].count(True) == 2
    stored = database(tmp_path / "one.duckdb", files[3], files[0], *told)
    assert differences(folder, stored) == []
    with pytest.raises(TakenError):
        write_manifest(folder, load_manifest(folder, 1))


@pytest.mark.ci
def test_a_reader_stays_with_its_manifest(files: list[Path], tmp_path: Path) -> None:
    folder = tmp_path / "lake"
    add(folder, files[0])
    asked = question(folder)
    before = count_games(asked)
    add(folder, files[2])
    assert count_games(asked) == before
    assert count_games(question(folder)) == before
    verify_lake(folder, pool(), 1)
    assert count_games(asked) == before


def test_verify_finds_what_differs_and_sweeps(files: list[Path], tmp_path: Path) -> None:
    folder = tmp_path / "lake"
    source = shutil.copy(files[0], tmp_path / "first.mgn")
    add(folder, source)
    (folder / STAGING / "work-1").mkdir()
    (folder / "games" / "shard=0123456789ab").mkdir()
    done = verify_lake(folder, pool(), None)
    assert (done.swept, done.findings, done.absent, done.replayed) == (2, [], 0, 29)
    file = manifest_file(folder, 1)
    value = json.loads(file.read_text())
    value["sources"][0]["stored"] -= 1
    value["sources"][0]["records"] -= 1
    file.write_text(json.dumps(value))
    assert len(verify_lake(folder, pool(), 1).findings) == 2
    Path(source).write_text("changed")
    assert verify_lake(folder, pool(), 1).absent == 1


@pytest.mark.parametrize(
    "change",
    [
        lambda value: value["shards"][0].update(name="../../etc"),
        lambda value: value["shards"][0].update(rows={"games'; drop": 1}),
        lambda value: value["shards"][0].update(key_rows=[1]),
        lambda value: value["shards"].append(value["shards"][0]),
        lambda value: value["shards"][0].update(sources=["0" * 64]),
        lambda value: value["sources"][0].update(records=-1),
        lambda value: value["sources"][0].update(name=3),
        lambda value: value.update(layout=2),
        lambda value: value.update(format="another"),
        lambda value: value.pop("shards"),
        lambda value: value.update(sources=None),
    ],
)
def test_manifests_are_checked(change: Any, small: Path, tmp_path: Path) -> None:
    folder = shutil.copytree(small, tmp_path / "lake")
    file = manifest_file(folder, 1)
    value = json.loads(file.read_text())
    change(value)
    file.write_text(json.dumps(value))
    with pytest.raises(LakeError, match="not a manifest of a lake"):
        read_manifest(folder)


def test_files_of_shards_are_checked(small: Path, tmp_path: Path) -> None:
    folder = shutil.copytree(small, tmp_path / "lake")
    (shard,) = read_manifest(folder).shards
    place = shard.place(folder)
    with open_shard(place) as found, pytest.raises(Exception, match="disabled"):
        found.connection.execute("from read_text('/etc/hostname')").fetchall()
    games = place.tables() / "games.parquet"
    for text in (games.read_bytes()[:-30], (place.tables() / "moves.parquet").read_bytes(), b""):
        games.write_bytes(text)
        with pytest.raises(StoreError, match=shard.name):
            open_shard(place).close()
        assert verify_lake(folder, pool(), 1).findings
    games.unlink()
    with pytest.raises(StoreError, match=shard.name):
        open_shard(place).close()


@pytest.mark.parametrize("name", ["mgn", "csv", "apgr"])
def test_formats(name: str, lake: Path, stored: Path) -> None:
    from mentis_records.export.job import export_text as export_database
    from mentis_records.export.registry import FORMATS
    from mentis_records.store.record import fetch_game_ids
    from mentis_records.store.selection import select_rules

    mine: list[str] = []
    its: list[str] = []
    done = export_text(question(lake), name, mine.append)
    with open_database(stored) as found:
        ids = fetch_game_ids(found, select_rules("mentis"))
        chosen: Any = FORMATS[name]
        told = export_database(found, chosen, ids, its.append, rules="mentis")
    assert (done.written, done.refused) == (told.written, told.refused)
    if name == "csv":  # games have other numbers there
        columns = [
            [line.partition(",")[2] for line in "".join(x).splitlines()] for x in (mine, its)
        ]
        assert columns[0] == columns[1]
    else:
        texts = [_TIME.sub("", "".join(parts)) for parts in (mine, its)]
        assert texts[0] == texts[1]


# The files of a lake: read by the SQL of the documentation, and named if one is missing


CASES = Path(__file__).parents[1] / "cases" / "lake"
PAGE = Path(__file__).parents[2] / "docs" / "lake.md"


@pytest.fixture(scope="module")
def club_lake(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a lake of three games, one of which was added again."""
    folder = tmp_path_factory.mktemp("lake") / "club.lake"
    for name in ("a.mgn", "b.mgn"):
        add(folder, CASES / name)
    return folder


def test_the_documented_sql_counts_each_game_once(
    club_lake: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(club_lake.parent)
    blocks = re.findall(r"```sql\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    (sql,) = (block for block in blocks if "read_parquet" in block)
    connection = duckdb.connect()
    for _ in range(2):  # as it was added, and after it was verified
        statements = connection.extract_statements(sql)
        results, longest = (connection.execute(each).fetchall() for each in statements)
        assert results == [("1-0", 3)]
        assert len(longest) == 3
        assert not verify_lake(club_lake, pool(), None).findings


def test_a_missing_file_is_named(club_lake: Path, tmp_path: Path) -> None:
    copy = shutil.copytree(club_lake, tmp_path / "copy")
    for file in copy.glob("games/shard=*/games.parquet"):
        file.unlink()
    said = r"shard [0-9a-f-]+: games file is missing: bring it back"
    with pytest.raises(StoreError, match=said):
        count_games(question(copy))
    assert any(re.match(said, str(each)) for each in verify_lake(copy, pool(), 1).findings)
