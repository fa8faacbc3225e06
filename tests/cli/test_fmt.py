"""``mentis fmt``: canonical, idempotent, never another game; and ``--encoding`` everywhere."""

import gzip
import json
import os
import zipfile
from pathlib import Path
from typing import Any

import pytest
from case_kit import cases_of
from cli_kit import BAD, GOOD, LISTING, RULEBOOK, WARNED, json_lines, json_of, mentis

CASES = cases_of(__file__)

MESSY = CASES["messy"] + "word " * 60 + "} 1–0 {end}\n"


def final_positions(text: str, *flags: str) -> list[Any]:
    values = json_lines(mentis("validate", "--format", "json", *flags, "-", text=text))
    return [
        (value["valid"], value["plies"], value["final_position"], value["result"])
        for value in values
    ]


SAMPLES = CASES["samples"] | {
    "good": GOOD,
    "warned": WARNED,
    "bad": BAD,
    "messy": MESSY,
    "rulebook": RULEBOOK.read_text(encoding="utf-8"),
    "listing": LISTING.read_text(encoding="utf-8"),
}


@pytest.mark.parametrize("text", SAMPLES.values(), ids=[*SAMPLES])
def test_the_game_stays_the_same(text: str) -> None:
    result = mentis("fmt", "-", text=text)
    before = final_positions(text)
    assert final_positions(result.stdout) == before
    assert result.exit_code == (0 if all(valid for valid, *_ in before) else 1)


@pytest.mark.parametrize("text", SAMPLES.values(), ids=[*SAMPLES])
def test_idempotent(text: str) -> None:
    once = mentis("fmt", "-", text=text).stdout
    assert mentis("fmt", "-", text=once).stdout == once


@pytest.mark.parametrize("text", SAMPLES.values(), ids=[*SAMPLES])
def test_json_is_the_same_before_and_after(text: str) -> None:
    once = mentis("fmt", "-", text=text).stdout

    def games(source: str) -> list[Any]:
        found = json_lines(mentis("fmt", "--to", "json", "-", text=source))
        for value in found:
            del value["tags"], value["inherited"]
        return found

    def unkind(value: Any) -> Any:
        """A comment to the end of the line may become one in braces."""
        if isinstance(value, dict):
            return {
                name: unkind(one)
                for name, one in value.items()
                if name != "kind" or "move" in value
            }
        return [unkind(one) for one in value] if isinstance(value, list) else value

    assert unkind(games(once)) == unkind(games(text))


def test_canonical_form() -> None:
    result = mentis("fmt", "-", text=MESSY, code=0)
    lines = result.stdout.splitlines()
    assert lines[:10] == CASES["canonical_form"]
    body = "\n".join(lines[10:])
    assert "% kept   as it is" in lines
    assert "{a long comment}" in body
    assert "; to the end } of it" in body or ";to the end } of it" in body
    assert "1. Wd2" in body
    assert "d2-e3" in body
    assert "–" not in body
    assert body.endswith("1-0 {end}")
    assert all(len(line) <= 80 for line in lines if not line.startswith(("%", ";")))


def test_position_becomes_canonical() -> None:
    text = '[Position "3k3/7/7/3(S)3/7/7/3K3 b -/- 1"]\n\n*\n'
    assert '[Position "3k3/7/7/3S3/7/7/3K3 b -/- 1"]' in mentis("fmt", "-", text=text).stdout


def test_variant_is_written_down() -> None:
    result = mentis("fmt", "--variant", "wolf", "-", text="1. Wd2 Wd6\n")
    assert '[Variant "Wolf"]' in result.stdout
    assert mentis("validate", "-", text=result.stdout).exit_code == 0


def test_invalid_records_stay_verbatim() -> None:
    bad = '[Event   "x"]\n\n1.   TSNd2 {a\n  b}   TSNd3   *\n'
    result = mentis("fmt", "-", text=GOOD + "\n" + bad + "\n" + GOOD, code=1)
    assert bad in result.stdout
    assert "deployment-square" in result.stderr
    assert "deployment-square" not in result.stdout


def test_check_and_write(tmp_path: Path) -> None:
    path = tmp_path / "a.mgn"
    path.write_text(WARNED)
    os.chmod(path, 0o640)
    check = mentis("fmt", "--check", path, code=1)
    assert str(path) in check.stdout
    assert path.read_text() == WARNED
    write = mentis("fmt", "--write", path, code=0)
    assert write.stdout == ""
    assert "1. TSNd2 TSNd6 *" in path.read_text()
    assert path.stat().st_mode & 0o777 == 0o640
    assert mentis("fmt", "--check", path).exit_code == 0
    assert [one.name for one in tmp_path.iterdir()] == ["a.mgn"]


@pytest.mark.parametrize(
    "change",
    [
        pytest.param(lambda data: data.replace(b"\n", b"\r\n"), id="crlf"),
        pytest.param(lambda data: b"\xef\xbb\xbf" + data, id="bom"),
    ],
)
def test_check_agrees_with_write(tmp_path: Path, change: Any) -> None:
    path = tmp_path / "a.mgn"
    path.write_text(GOOD)
    mentis("fmt", "--write", path)
    canonical = path.read_bytes()
    assert mentis("fmt", "--check", path).exit_code == 0
    path.write_bytes(change(canonical))
    assert mentis("fmt", "--check", path).exit_code == 1
    assert mentis("fmt", "--write", path).exit_code == 0
    assert path.read_bytes() == canonical


def test_bytes_that_are_not_utf_8_stay(tmp_path: Path) -> None:
    path = tmp_path / "a.mgn"
    bad = '[Event "Café"]\n\n1. TSNd2 *\n'.encode("latin-1")
    path.write_bytes(WARNED.encode() + b"\n" + bad)
    printed = mentis("fmt", path)
    assert (printed.exit_code, bad in printed.stdout_bytes) == (1, True)
    assert mentis("fmt", "--write", path).exit_code == 1
    assert bad in path.read_bytes()
    assert path.read_bytes() == printed.stdout_bytes


@pytest.mark.parametrize("arguments", CASES["wrong_use"])
def test_wrong_use(arguments: list[str]) -> None:
    result = mentis(*(word.format(rulebook=RULEBOOK) for word in arguments), code=2)
    assert result.stdout == ""
    assert result.stderr


def test_archives_are_not_rewritten(tmp_path: Path) -> None:
    path = tmp_path / "a.mgn.gz"
    path.write_bytes(gzip.compress(WARNED.encode()))
    before = path.read_bytes()
    assert mentis("fmt", path).exit_code == 0
    assert mentis("fmt", "--write", path).exit_code == 2
    assert path.read_bytes() == before


def test_zip_members_stay_apart(tmp_path: Path) -> None:
    path = tmp_path / "a.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("a.mgn", '[Event "a"]\n\n1. TSNd2 *')
        archive.writestr("b.mgn", '[Event "b"]\n\n1. TSNd2 *')
        archive.writestr("c.txt", "1. TSNd2")
    result = mentis("fmt", path, code=0)
    assert [valid for valid, *_ in final_positions(result.stdout)] == [True, True, True]


def test_listing_round_trip() -> None:
    mgn = mentis("fmt", LISTING).stdout
    listing = mentis("fmt", "--to", "listing", "-", text=mgn, code=0)
    again = mentis("fmt", "-", text=listing.stdout).stdout
    assert [one[:3] for one in final_positions(again)] == [one[:3] for one in final_positions(mgn)]
    assert listing.stdout.splitlines()[0] == "Blue Moves\tRed Moves"
    assert listing.stdout.splitlines()[1] == "1. TSNd2\tTSNd6"
    second = mentis("fmt", "--to", "listing", "-", text=listing.stdout).stdout
    assert second == listing.stdout


def test_listing_of_a_stated_position_is_refused() -> None:
    text = '[Position "3k3/7/7/3S3/7/7/3K3 b -/- 1"]\n\n1. d4-d5 *\n'
    result = mentis("fmt", "--to", "listing", "-", text=text + "\n" + GOOD, code=1)
    assert "position" in result.stderr
    assert "TSNd2" in result.stdout


def test_json() -> None:
    result = mentis("fmt", "--to", "json", RULEBOOK)
    first, second = json_lines(result)
    assert [len(one["plies"]) for one in (first, second)] == [24, 46]
    assert first["tags"]["Result"] == first["result"] == "0-1"
    assert first["plies"][0]["move"] == "TSNd2"
    assert first["plies"][1]["side"] == 1
    assert mentis("fmt", "--to", "json", "-", text=BAD).stdout == ""
    for line in result.stdout.splitlines():
        assert json.loads(line)


@pytest.mark.parametrize("flag", ["", "--check", "--write"])
def test_a_file_that_cannot_be_read_whole_does_not_stop_the_others(
    tmp_path: Path, flag: str
) -> None:
    folder = tmp_path / "records"
    folder.mkdir()
    bad = {
        "b.mgn": WARNED.encode("utf-16"),
        "c.mgn.gz": gzip.compress(RULEBOOK.read_bytes())[:400],
        "d.mgn": WARNED.encode() + b"\n1. TSNd2 {" + b"x" * (1 << 21) + b"}\n",
    }
    for name, data in bad.items():
        (folder / name).write_bytes(data)
    for name in ("a.mgn", "e.mgn"):
        (folder / name).write_text(WARNED)
    done = mentis("fmt", *filter(None, [flag]), folder, code=1)
    for name in bad:
        assert f"{folder / name}: not read to its end; nothing of it is written" in done.stderr
        assert (folder / name).read_bytes() == bad[name]
    assert "b.mgn:1:1: error N023 other-encoding" in done.stderr
    assert "the text is UTF-16; add --encoding utf-16" in done.stderr
    if flag == "--check":
        assert done.stdout.splitlines() == [
            f"{folder / name}: not canonical" for name in ("a.mgn", "e.mgn")
        ]
    elif flag == "--write":
        assert all("1. TSNd2" in (folder / name).read_text() for name in ("a.mgn", "e.mgn"))
    else:
        assert done.stdout.count("1. TSNd2 TSNd6 *") == 2


def test_several_files(tmp_path: Path) -> None:
    for name in ("b.mgn", "a.mgn"):
        (tmp_path / name).write_text(f'[Event "{name}"]\n\n1. TSNd2 *')
    result = mentis("fmt", tmp_path / "b.mgn", tmp_path / "a.mgn")
    assert [valid for valid, *_ in final_positions(result.stdout)] == [True, True]
    assert mentis("fmt", "-", text=result.stdout).stdout == result.stdout


def test_a_link_stays_and_its_file_is_rewritten(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    real, link = tmp_path / "real" / "real.mgn", tmp_path / "link.mgn"
    real.write_text(WARNED)
    link.symlink_to(real)
    assert mentis("fmt", "--write", link).exit_code == 0
    assert link.is_symlink()
    assert real.read_text() == mentis("fmt", "-", text=WARNED).stdout
    assert [file.name for file in real.parent.iterdir()] == ["real.mgn"]


RECORD = (
    '[Event "Café"]\n[Site "?"]\n[Date "2026.01.02"]\n[Round "1"]\n[Blue "René"]\n'
    '[Red "Müller"]\n[Result "*"]\n\n1. TSNd2 TSNd6 *\n'
)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    found = tmp_path / "a.mgn"
    found.write_bytes(RECORD.encode("cp1252"))
    return found


@pytest.mark.parametrize("name", ["windows-1252", "cp1252", "Latin-1"])
def test_validate_reads_it(path: Path, name: str) -> None:
    assert mentis("validate", path).exit_code == 1
    assert mentis("validate", "--encoding", name, path).exit_code == 0


@pytest.mark.parametrize("command", ["validate", "fmt", "show", "load", "analyse", "audit"])
def test_every_reading_command_has_it(path: Path, command: str, tmp_path: Path) -> None:
    more = ["--db", tmp_path / "a.duckdb"] if command == "load" else []
    done = mentis(command, "--encoding", "no-such", path, *more, code=2)
    assert "no such encoding; known are utf-8, windows-1252" in done.stderr


def test_utf_8_is_nothing_else(path: Path) -> None:
    plain, named = mentis("validate", path), mentis("validate", "--encoding", "utf8", path)
    assert plain.stdout == named.stdout
    assert named.exit_code == 1


def test_fmt_makes_utf_8_of_it(path: Path) -> None:
    mentis("fmt", "--write", "--encoding", "windows-1252", path, code=0)
    assert path.read_text(encoding="utf-8") == RECORD
    assert mentis("validate", path).exit_code == 0


def test_show_reads_it(path: Path) -> None:
    assert "René - Müller" in mentis("show", "--encoding", "latin-1", path).stdout


def test_what_was_loaded_without_it_is_tried_again_with_it(path: Path, tmp_path: Path) -> None:
    db = ("--db", tmp_path / "a.duckdb")
    assert mentis("load", path, *db, "--no-index").exit_code == 1
    again = mentis("quarantine", "retry", "--encoding", "windows-1252", *db)
    assert "1 tried = 1 stored" in again.stdout
    (game,) = json_of("games", *db)
    assert (game["blue"], game["red"]) == ("René", "Müller")


def test_load_reads_it(path: Path, tmp_path: Path) -> None:
    db = ("--db", tmp_path / "a.duckdb")
    assert mentis("load", "--encoding", "latin-1", path, *db, "--no-index").exit_code == 0
    (game,) = json_of("games", *db)
    assert game["blue"] == "René"
