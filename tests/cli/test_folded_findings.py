"""``mentis validate`` for people: repeats are a line with a count, sound records a number."""

import re
from pathlib import Path

from cli_kit import GOOD, json_lines, mentis

LOWER = "".join(f'[Event "{at}"]\n\n1. tsnd2 tsnd6 *\n\n' for at in range(424))
BROKEN = "".join(f'[Event "{at}"]\n\n1. TSNd2 TSNd9 *\n\n' for at in range(7))


def test_repeats_of_a_warning_are_one_line() -> None:
    done = mentis("validate", "-", text=LOWER)
    told = [line for line in done.stdout.splitlines() if "tile-lower-case" in line]
    assert told == [
        "warning[M401] tile-lower-case: tsnd2 has lower-case tile letters",
        "warning[M401] tile-lower-case: 848 times in 424 records, first at -:3:4, 3:10, 7:4; "
        "mentis fmt --write repairs this",
    ]
    assert done.exit_code == 0
    assert "424 records: 424 valid, 0 invalid; 0 errors, 848 warnings, 424 notes" in done.stderr
    assert "-v shows all" in done.stderr


def test_first_errors_of_a_kind_are_shown_whole() -> None:
    done = mentis("validate", "-", text=BROKEN)
    assert done.stdout.count("error[M501] no-such-square: TSNd9: there is no square d9") == 3
    assert "error[M501] no-such-square: 7 times in 7 records, first at -:3:13, 7:13" in done.stdout
    assert "record 4" not in done.stdout
    assert "mentis fmt --write" not in done.stdout
    assert done.exit_code == 1


def test_errors_are_folded_before_warnings() -> None:
    done = mentis("validate", "-", text=LOWER + BROKEN)
    folded = re.findall(r"^(\w+)\[.* times? in ", done.stdout, re.MULTILINE)
    assert folded == ["error", "warning", "note"]
    assert "repairs this in the records without errors" in done.stdout


def test_what_comes_once_is_not_folded() -> None:
    done = mentis("validate", "-", text='[Event "x"]\n\n1. tsnd2 TSNd6 *\n')
    assert " in 1 record" not in done.stdout
    assert "folded" not in done.stderr


def test_sound_records_are_a_count() -> None:
    sound = (
        re.sub(
            "^",
            "",
            '[Event "a"]\n[Site "a"]\n[Date "2026.01.02"]\n[Round "1"]\n'
            '[Blue "a"]\n[Red "b"]\n[Result "*"]\n\n1. TSNd2 *\n\n',
        )
        * 3
    )
    done = mentis("validate", "-", text=sound)
    assert (done.stdout, done.exit_code) == ("", 0)
    assert "3 records: 3 valid" in done.stderr
    for flag in ("-v", "--verbose"):
        assert mentis("validate", flag, "-", text=sound).stdout.count("valid, 1 ply, *") == 3
    assert len(json_lines(mentis("validate", "--format", "json", "-", text=sound))) == 3
    concise = mentis("validate", "--format", "concise", "-", text=sound)
    assert len(concise.stdout.splitlines()) == 3


def test_all_is_shown_on_demand() -> None:
    done = mentis("validate", "-v", "-", text=LOWER)
    assert done.stdout.count("warning[M401] tile-lower-case: tsnd") == 848
    assert " times in " not in done.stdout
    assert "folded" not in done.stderr


def test_places_in_several_files_name_each(tmp_path: Path) -> None:
    for name in ("a.mgn", "b.mgn"):
        (tmp_path / name).write_text(GOOD.replace("TSNd2", "tsnd2"))
    done = mentis("validate", tmp_path)
    (line,) = [
        line
        for line in done.stdout.splitlines()
        if "2 times in 2 records" in line and "M401" in line
    ]
    assert f"first at {tmp_path}/a.mgn:" in line
    assert f", {tmp_path}/b.mgn:" in line


def test_every_file_with_an_error_is_named(tmp_path: Path) -> None:
    bad = "1. TSNd9 TSNd6 *\n"
    (tmp_path / "a.mgn").write_text("\n".join([bad] * 5))
    for name in ("b.mgn", "c.mgn"):
        (tmp_path / name).write_text(bad)
    done = mentis("validate", tmp_path)
    assert done.stdout.count("INVALID") == 5
    assert f"{tmp_path / 'c.mgn'}:1: record 1: INVALID" in done.stdout
    assert "error[M501] no-such-square: 7 times in 7 records" in done.stdout
