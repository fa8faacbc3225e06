"""``--memory-limit``: what sizes it takes, and that the engine obeys."""

from pathlib import Path

import pytest
from typer.testing import CliRunner

from mentis_records.cli.main import make_app
from mentis_records.store.database import transaction
from mentis_records.store.file.memory_limit import LEAST_BYTES, OWN_BYTES, parse_size
from mentis_records.store.open import create_database, open_database
from mentis_records.store.row.appending import appending


@pytest.mark.parametrize(
    ("text", "size"),
    [
        ("500MB", 500_000_000),
        (" 500 mb ", 500_000_000),
        ("2GB", 2_000_000_000),
        ("1.5GiB", 1_610_612_736),
        ("512MiB", 536_870_912),
        ("460000KB", LEAST_BYTES),
        ("460000000B", LEAST_BYTES),
        ("1TB", 1_000_000_000_000),
    ],
)
def test_sizes(text: str, size: int) -> None:
    assert parse_size(text) == size


@pytest.mark.parametrize(
    "text",
    [
        "",
        "500",
        "MB",
        "-500MB",
        "500MB; drop table games",
        "500MB'",
        "1e9B",
        "0x500MB",
        "500XB",
        "500M",
        "٥٠٠MB",
        "1.5.5GB",
        "9" * 400 + "MB",
        "nanMB",
        "399MB",
        "0MB",
    ],
)
def test_what_is_no_size(text: str) -> None:
    with pytest.raises(ValueError, match=r"is not a size such as|is too little: at least 460MB"):
        parse_size(text)


def test_the_engine_gets_its_part(file: Path) -> None:
    """It says sizes in words, cut to a tenth of a MiB."""
    for make in (create_database, open_database):
        with make(file, memory_limit=OWN_BYTES + (128 << 20)) as database:
            found = database.connection.execute(
                "select current_setting('memory_limit'), current_setting('temp_directory')"
            ).fetchone()
            assert found == ("128.0 MiB", f"{file}.tmp")


def test_the_engine_keeps_a_third_of_its_part_for_what_it_writes(file: Path) -> None:
    query = "select current_setting('block_allocator_memory')"
    with create_database(file, memory_limit=OWN_BYTES + (96 << 20)) as database:
        assert database.connection.execute(query).fetchone() == ("32.0 MiB",)


def test_a_full_group_of_rows_goes_into_the_file_at_once(file: Path) -> None:
    rows = "select range as key, 1 as game_id, 1 as ply from range(100_000)"
    with create_database(file) as database, transaction(database) as connection:
        before = file.stat().st_size
        with appending(connection):
            for _ in range(2):
                connection.execute(f"insert into positions_by_key by name {rows}")
        assert file.stat().st_size > before + 500_000


@pytest.mark.ci
def test_what_does_not_fit_goes_beside_the_database(file: Path) -> None:
    with create_database(file, memory_limit=LEAST_BYTES) as database:
        rows = "select range as a, hash(range) as b from range(12_000_000)"
        database.connection.execute(f"create temp table sorted as ({rows}) order by b")
        assert file.with_name(f"{file.name}.tmp").is_dir()
    assert not file.with_name(f"{file.name}.tmp").exists()


@pytest.mark.parametrize(
    ("words", "environment"),
    [
        (("--memory-limit", "x"), {}),
        (("--memory-limit", "'; drop table games"), {}),
        (("--memory-limit", "1MB"), {}),
        ((), {"MENTIS_MEMORY_LIMIT": "much"}),
    ],
)
@pytest.mark.parametrize(
    "command", ["load", "index", "info", "games", "tree", "export", "report", "doctor"]
)
def test_commands_refuse_what_is_no_size(
    file: Path, sample: Path, command: str, words: tuple[str, ...], environment: dict[str, str]
) -> None:
    first = {"load": [str(sample)], "report": ["winrate"]}.get(command, [])
    done = CliRunner().invoke(
        make_app([command]), [command, *first, "--db", str(file), *words], env=environment
    )
    assert done.exit_code == 2
    assert "--memory-limit " in done.stderr
    assert done.stdout == ""
    assert not file.exists()


def test_a_load_with_a_limit_is_the_same(file: Path, sample: Path) -> None:
    limit = ["--memory-limit", "460MB"]
    done = CliRunner().invoke(make_app(["load"]), ["load", str(sample), "--db", str(file), *limit])
    assert (done.exit_code, done.stderr) == (0, "")
    assert "4 stored" in done.stdout
    for command in ("index", "info", "doctor"):
        assert (
            CliRunner().invoke(make_app([command]), [command, "--db", str(file), *limit]).exit_code
            == 0
        )
