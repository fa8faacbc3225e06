"""Many files in one command, each whole or not at all, and very many records in little memory."""

import subprocess
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path

import pytest
from crowd import measure, write_text, write_zip
from disturbance import MENTIS, environment
from size_kit import sampled, sizes
from store_kit import fetched

from mentis_records.games import GAMES
from mentis_records.notation.read import Reader
from mentis_records.notation.source.record_cutter import cut
from mentis_records.notation.source.record_text import Block
from mentis_records.notation.syntax.movetext_sign import signs_of
from mentis_records.store.database import Database
from mentis_records.store.doctor.checkup import examine
from mentis_records.store.load import load_many as load_many_module
from mentis_records.store.load.load import LoadSummary, Progress, load
from mentis_records.store.load.load_many import load_many
from mentis_records.store.open import create_database, open_database

READER = Reader(GAMES)
LINES = ("1. TSNd2 TSNd6 2. d2#-d3 d6#-d5", "1. d1-c1", "1. TSNd2", "1. TSNd2 TSNd3", "")
"""Records that are sound, short, the beginning of others, refused, and unplayed."""


def _text(number: int) -> str:
    tags = "".join(
        f'[{tag} "{tag} {number % 7}"]\n'
        for at, tag in enumerate(("Site", "Mood"))
        if number >> at & 1
    )
    names = f'[Event "{number % 11}"]\n[Blue "A"]\n[Red "{number % 13}"]\n'
    return f"{names}{tags}\n{LINES[number % len(LINES)]} *\n\n"


def _files(folder: Path, count: int, records: int = 1) -> list[str]:
    folder.mkdir(exist_ok=True)
    paths = [folder / f"{number:03}.mgn" for number in range(count)]
    for number, path in enumerate(paths):
        path.write_text("".join(_text(number * records + at) for at in range(records)))
    return list(map(str, paths))


def _watch(name: str) -> AbstractContextManager[Progress]:
    return nullcontext(lambda records, meter: None)


def _load(file: Path, paths: list[str]) -> list[LoadSummary]:
    with create_database(file) as database:
        return list(load_many(database, READER, paths, 2, _watch))


def _counts(file: Path) -> list[tuple[object, ...]]:
    with open_database(file) as database:
        assert list(examine(database)) == []
        return fetched(
            database,
            "select name, records, stored, duplicates, quarantined from sources order by source_id",
        )


@sampled("files, records", [(20, 2), (60, 1), (30, 6)], 3)
def test_files_together_are_told_and_stored_as_one_after_the_other(
    tmp_path: Path, files: int, records: int
) -> None:
    paths = _files(tmp_path / "records", files, records)
    done = _load(tmp_path / "together.duckdb", paths)
    with create_database(tmp_path / "alone.duckdb") as database:
        for path in paths:
            load(database, READER, path)
    together, alone = _counts(tmp_path / "together.duckdb"), _counts(tmp_path / "alone.duckdb")
    assert together == alone
    assert [(each.source, each.records, each.stored) for each in done] == [
        row[:3] for row in together
    ]
    assert all(each.is_known for each in _load(tmp_path / "together.duckdb", paths))


def test_what_is_known_or_has_grown_among_new_files(tmp_path: Path) -> None:
    paths = _files(tmp_path / "records", 12)
    file = tmp_path / "club.duckdb"
    _load(file, paths[3:6])
    grown = Path(paths[4])
    grown.write_text(grown.read_text() + _text(50))
    Path(paths[7]).write_text(Path(paths[6]).read_text())
    Path(paths[9]).write_text(Path(paths[8]).read_text() + _text(51))
    done = _load(file, paths)
    assert [each.source for each in done] == paths
    assert [each.source for each in done if each.is_known] == [paths[3], paths[5], paths[7]]
    assert [each.source for each in done if each.earlier] == [paths[4], paths[9]]
    assert sum(each.records for each in _load(file, paths)) == 0
    assert len(_counts(file)) == 10


def test_a_file_that_cannot_be_read_leaves_those_before_it(tmp_path: Path) -> None:
    paths = _files(tmp_path / "records", 5)
    gone = str(tmp_path / "gone.mgn")
    done: list[LoadSummary] = []
    with (
        create_database(tmp_path / "club.duckdb") as database,
        pytest.raises(OSError, match="gone"),
    ):
        done.extend(load_many(database, READER, [*paths, gone, *paths[:1]], 1, _watch))
    assert (
        [each.source for each in done]
        == paths
        == [row[0] for row in _counts(tmp_path / "club.duckdb")]
    )


def test_a_file_that_changes_is_not_stored_and_those_before_it_are(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    paths = _files(tmp_path / "records", 5)
    read = load_many_module.Loader.read

    def change(self: load_many_module.Loader, file: object, *words: object, **more: object) -> None:
        read(self, file, *words, **more)  # type: ignore[arg-type]
        if getattr(file, "path", "") == paths[3]:
            with Path(paths[3]).open("a") as target:
                target.write("; more\n")

    monkeypatch.setattr(load_many_module.Loader, "read", change)
    done: list[LoadSummary] = []
    with (
        create_database(tmp_path / "club.duckdb") as database,
        pytest.raises(Exception, match="chang"),
    ):
        done.extend(load_many(database, READER, paths, 1, _watch))
    assert (
        [each.source for each in done]
        == paths[:3]
        == [row[0] for row in _counts(tmp_path / "club.duckdb")]
    )


@pytest.mark.parametrize("text", ["a game fails", "Query interrupted"])
def test_a_fault_leaves_the_files_before_it_and_an_interruption_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str
) -> None:
    paths = _files(tmp_path / "records", 5)
    read = load_many_module.Loader.read

    def fail(self: load_many_module.Loader, file: object, *words: object, **more: object) -> None:
        if getattr(file, "path", "") == paths[3]:
            raise RuntimeError(text)
        read(self, file, *words, **more)  # type: ignore[arg-type]

    monkeypatch.setattr(load_many_module.Loader, "read", fail)
    with (
        create_database(tmp_path / "club.duckdb") as database,
        pytest.raises(RuntimeError, match=text),
    ):
        list(load_many(database, READER, paths, 1, _watch))
    stored = paths[:3] if text == "a game fails" else []
    assert [row[0] for row in _counts(tmp_path / "club.duckdb")] == stored


def test_few_transactions_for_many_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    paths = _files(tmp_path / "records", 40)
    begun = []
    transaction = load_many_module.transaction

    def count(database: Database) -> object:
        begun.append(database)
        return transaction(database)

    monkeypatch.setattr(load_many_module, "transaction", count)
    _load(tmp_path / "club.duckdb", paths)
    assert len(begun) == 1


@sizes("words", (), ("--format", "json"))
def test_all_is_loaded_when_nobody_reads_any_more(tmp_path: Path, words: tuple[str, ...]) -> None:
    folder, file = tmp_path / "records", tmp_path / "club.duckdb"
    large = "".join(_text(4) for _ in range(3_000))
    for number, path in enumerate(_files(folder, 8)):
        Path(path).write_text(_text(number) + f"; {number}\n{large}" * (number % 2))
    with subprocess.Popen(
        [*MENTIS, "load", str(folder), "--db", str(file), *words],
        env=environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as program:
        assert program.stdout is not None
        assert program.stdout.readline()
        program.stdout.close()
        assert program.stderr is not None
        complaint = program.stderr.read()
        assert program.wait() == 1, complaint
    assert "in quarantine" in complaint
    assert len(_counts(file)) == 8


# Very many tiny records take no more memory than allowed; ``crowd.py`` tries more of them


LIMIT = 460_000_000
"""The least that ``--memory-limit`` takes."""


@sizes("count", 5_000, 25_000)
@pytest.mark.parametrize("kind", ["different", "broken"])
def test_records(tmp_path: Path, kind: str, count: int) -> None:
    path, file = tmp_path / "many.mgn", tmp_path / "many.duckdb"
    write_text(path, kind, count)
    use = measure("load", "--no-index", "--memory-limit", f"{LIMIT}B", path, "--db", file)
    assert use.code == (kind == "broken")
    assert use.bytes < LIMIT
    with open_database(file) as database:
        found = database.connection.execute("from sources select stored, records").fetchone()
    assert found == (0 if kind == "broken" else count, count)


@pytest.mark.ci
def test_texts_of_an_archive(tmp_path: Path) -> None:
    peaks = []
    for count in (1_000, 9_000):
        path = tmp_path / f"{count}.zip"
        write_zip(path, "different", count)
        peaks.append(measure("validate", path).bytes)
    assert peaks[1] - peaks[0] < 2_000 * 8_000


def test_a_block_has_no_more_than_so_many_records() -> None:
    text = b'[A "b"]\n\n*\n\n' * 20_000
    blocks = list(cut([text], signs_of(*[game.description for game in GAMES])))
    assert all(isinstance(block, Block) and block.count <= 4_096 for block in blocks)
    assert sum(block.count for block in blocks if isinstance(block, Block)) == 20_000
