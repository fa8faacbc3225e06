"""``mentis validate``: fields, exit codes, streams, formats, and repeated findings summarised."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from case_kit import cases_of
from cli_kit import BAD, GOOD, LISTING, RULEBOOK, WARNED, json_lines, mentis

CASES = cases_of(__file__)

RECORD_FIELDS = CASES["record_fields"]
DIAGNOSTIC_FIELDS = CASES["diagnostic_fields"]
FORMATS = ["full", "concise", "json", "sarif", "github"]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "bad.mgn").write_text(GOOD + "\n" + BAD)
    (tmp_path / "good.mgn").write_text(GOOD)
    (tmp_path / "warned.mgn").write_text(WARNED)
    return tmp_path


def test_json_fields(folder: Path) -> None:
    values = json_lines(mentis("validate", "--format", "json", folder))
    assert len(values) == 4
    for value in values:
        assert list(value) == RECORD_FIELDS
        for found in value["diagnostics"]:
            assert list(found) == DIAGNOSTIC_FIELDS


def test_json_values(folder: Path) -> None:
    path = folder / "bad.mgn"
    first, second = json_lines(mentis("validate", "--format", "json", path))
    assert {name: first[name] for name in RECORD_FIELDS[:-1]} == {
        "source": str(path),
        "index": 1,
        "line": 1,
        "game": "mentis",
        "valid": True,
        "plies": 2,
        "result": "*",
        "termination": "unterminated",
        "final_position": "3k3/3(tsn)3/7/7/7/3(TSN)3/3K3 b S2T2N2/s2t2n2 2",
    }
    assert (second["index"], second["line"], second["valid"], second["plies"]) == (2, 5, False, 1)
    (found,) = (one for one in second["diagnostics"] if one["severity"] == "error")
    assert found == found | CASES["json_values"]
    assert found["expected"]
    assert found["rule"]


def test_json_of_tags_has_no_ply() -> None:
    (value,) = json_lines(
        mentis("validate", "--format", "json", "-", text='[Event "x"]\n[A ]\n\n*\n')
    )
    (found,) = (one for one in value["diagnostics"] if one["severity"] == "error")
    assert found["ply"] is None
    assert found["move"] is None
    assert value["source"] == "-"


@pytest.mark.parametrize("path", [RULEBOOK, LISTING], ids=lambda path: path.suffix)
def test_rulebook(path: Path) -> None:
    result = mentis("validate", "--format", "json", path, code=0)
    values = json_lines(result)
    assert [value["plies"] for value in values] == [24, 46]
    assert all(value["valid"] for value in values)
    if path.suffix == ".mgn":
        assert [value["result"] for value in values] == ["0-1", "1/2-1/2"]
        assert [value["termination"] for value in values] == ["resignation", "agreement"]
        assert [value["diagnostics"] for value in values] == [[], []]


@pytest.mark.parametrize("name", FORMATS)
@pytest.mark.parametrize(("file", "flags", "code"), CASES["exit_codes"])
def test_exit_codes(folder: Path, name: str, file: str, flags: list[str], code: int) -> None:
    assert mentis("validate", *flags, "--format", name, folder / file).exit_code == code


@pytest.mark.parametrize("arguments", CASES["wrong_use"])
def test_wrong_use(arguments: list[str]) -> None:
    result = mentis(*(word.format(rulebook=RULEBOOK) for word in arguments), code=2)
    assert result.stdout == ""
    assert result.stderr


def test_strict_severity(folder: Path) -> None:
    for flags, severity in (([], "warning"), (["--strict"], "error")):
        (value,) = json_lines(mentis("validate", *flags, "--format", "json", folder / "warned.mgn"))
        found = {one["slug"]: one["severity"] for one in value["diagnostics"]}
        assert found["tile-lower-case"] == severity
        assert found["tags-missing"] == "note"
        assert value["valid"] == (severity == "warning")


def test_variant() -> None:
    text = '[Event "x"]\n\n1. Wd2 Wd6 *\n'
    assert mentis("validate", "-", text=text).exit_code == 1
    for variant in ("wolf", "Wolf", "WOLF"):
        assert mentis("validate", "--variant", variant, "-", text=text).exit_code == 0
    assert mentis("validate", "--variant", "standard", "-", text=text).exit_code == 1
    tagged = text.replace("x", "x") + '\n[Variant "Standard"]\n\n1. Wd2 *\n'
    assert mentis("validate", "--variant", "wolf", "-", text=tagged).exit_code == 1


def test_streams(folder: Path) -> None:
    for name in ("json", "sarif", "github"):
        result = mentis("validate", "--format", name, folder)
        assert result.stderr == ""
    for name in ("full", "concise"):
        result = mentis("validate", "--format", name, folder)
        assert "4 records: " in result.stderr
        assert "4 records: " not in result.stdout


def test_quiet(folder: Path) -> None:
    clean = RULEBOOK.read_text(encoding="utf-8")
    loud = mentis("validate", "--format", "concise", "-", text=clean)
    quiet = mentis("validate", "--quiet", "--format", "concise", "-", text=clean)
    assert len(loud.stdout.splitlines()) == 2
    assert quiet.stdout == ""
    assert quiet.exit_code == 0
    bad = mentis("validate", "-q", "--format", "concise", folder / "bad.mgn")
    assert "deployment-square" in bad.stdout
    assert bad.exit_code == 1


def test_concise(folder: Path) -> None:
    result = mentis("validate", "--format", "concise", folder / "bad.mgn")
    lines = [line for line in result.stdout.splitlines() if "deployment-square" in line]
    assert len(lines) == 1
    assert lines[0].startswith(f"{folder / 'bad.mgn'}:7:10: error M201 ")


def test_full(folder: Path) -> None:
    result = mentis("validate", folder / "bad.mgn")
    lines = result.stdout.splitlines()
    (at,) = (at for at, line in enumerate(lines) if "TSNd2 TSNd3" in line and "|" in line)
    marks = lines[at + 1]
    assert lines[at][marks.index("^") : marks.rindex("^") + 1] == "TSNd3"
    text = "\n".join(lines[at:])
    assert "b7, f7, c6, d6 or e6" in text
    assert "rulebook, Deployment Rules" in text
    assert "3k3/7/7/7/7/3(TSN)3/3K3 r S2T2N2/s3t3n3 1" in text


@pytest.mark.parametrize("before", ["", "\t", "{é将} ", "{" + "a" * 300 + "} "])
def test_full_underlines_the_span(before: str) -> None:
    result = mentis("validate", "-", text=f'[Event "x"]\n\n{before}1. TSNd2 TSNd3 *\n')
    lines = result.stdout.splitlines()
    (at,) = (at for at, line in enumerate(lines) if "TSNd2 TSNd3" in line and "|" in line)
    marks = lines[at + 1]
    # A terminal gives a wide character two columns.
    cells = "".join(char + "_" if char == "将" else char for char in lines[at])
    assert cells[marks.index("^") : marks.rindex("^") + 1] == "TSNd3"


def test_terminal_is_safe() -> None:
    text = '[Event "\x1b[31m\u202e"]\n[Weird \x1b]\n\n1. \x1b]0;x\x07 *\n'
    for name in ("full", "concise"):
        result = mentis("validate", "--format", name, "-", text=text)
        assert "\x1b" not in result.stdout
        assert "\u202e" not in result.stdout
        assert "\x07" not in result.stdout


def test_a_long_line_is_cut_around_its_fault() -> None:
    line = f"1. TSNd2 TSNd6 {{{'a' * 100}}} 2. Ne9 {{{'b' * 100}}} *"
    told = mentis("validate", "-", text=f'[Result "*"]\n\n{line}\n').stdout
    start = line.index("e9")
    lines = f" 3 | ...{line[start - 33 : start + 67]}...\n   | {' ' * 36}^^\n"
    assert lines in told


def test_sarif(folder: Path) -> None:
    result = mentis("validate", "--format", "sarif", folder)
    log = json.loads(result.stdout)
    assert log["version"] == "2.1.0"
    (run,) = log["runs"]
    rules = {rule["id"] for rule in run["tool"]["driver"]["rules"]}
    assert {one["ruleId"] for one in run["results"]} <= rules
    errors = [one for one in run["results"] if one["level"] == "error"]
    assert len(errors) == 1
    region = errors[0]["locations"][0]["physicalLocation"]["region"]
    assert region == {"startLine": 7, "startColumn": 10, "endLine": 7, "endColumn": 15}
    levels = {one["level"] for one in run["results"]}
    assert levels <= {"error", "warning", "note"}
    assert len(run["results"]) == sum(
        len(value["diagnostics"])
        for value in json_lines(mentis("validate", "--format", "json", folder))
    )


def test_sarif_of_nothing() -> None:
    log = json.loads(mentis("validate", "--format", "sarif", "-", text="").stdout)
    assert log["runs"][0]["results"] == []


def test_github(folder: Path) -> None:
    result = mentis("validate", "--format", "github", folder / "bad.mgn")
    lines = result.stdout.splitlines()
    pattern = r"::(error|warning|notice) file=[^,:]+,line=\d+,col=\d+[^:]*::.+"
    assert lines
    assert all(re.fullmatch(pattern, line) for line in lines)
    (error,) = (line for line in lines if line.startswith("::error "))
    assert "line=7,col=10" in error


def test_github_escapes() -> None:
    result = mentis("validate", "--format", "github", "-", text='[Event "x"]\n\n100%,:x *\n')
    (error,) = (line for line in result.stdout.splitlines() if line.startswith("::error "))
    assert "%25" in error.split("::", 2)[2]


def test_nothing_is_said() -> None:
    result = mentis("validate", "-", text="")
    assert "no record" in result.stderr
    assert result.exit_code == 0


def test_a_thousand_records_and_a_typo() -> None:
    text = "".join(
        f'[Event "{at}"]\n\n1. TSNd2 {"TSNd9" if at == 7 else "TSNd6"} *\n\n'
        for at in range(1, 301)
    )
    values: list[Any] = json_lines(mentis("validate", "--format", "json", "-", text=text))
    assert [value["index"] for value in values if not value["valid"]] == [7]
    assert len(values) == 300


@pytest.mark.parametrize("move", ["TSNd6", "TSNd3"])
def test_tags_that_are_written_for_others_are_named(move: str) -> None:
    tags = CASES["tags_that_are_written_for_others_are_named"]
    text = "\n\n".join(f"{lines}\n\n1. TSNd2 {move} *" for lines in tags)
    readings = json_lines(mentis("validate", "--format", "json", "-", text=text + "\n"))
    for pairs, reading in zip(tags.values(), readings, strict=True):
        told = [each for each in reading["diagnostics"] if each["slug"] == "tag-misnamed"]
        assert [each["severity"] for each in told] == ["warning"] * len(pairs)
        messages = [f"the tag {name} should be {known}" for name, known in pairs]
        assert [each["message"] for each in told] == messages


@pytest.mark.parametrize(("tag", "known"), CASES["a_tag_that_would_change_the_rules_is_an_error"])
def test_a_tag_that_would_change_the_rules_is_an_error(tag: str, known: str) -> None:
    result = mentis("validate", "--format", "json", "-", text=f"{tag}\n\n1. TSNd2 *\n", code=1)
    (reading,) = json_lines(result)
    (found,) = [each for each in reading["diagnostics"] if each["slug"] == "tag-misnamed-rules"]
    assert (found["severity"], found["expected"], found["line"]) == ("error", known, 1)


LOWER = "".join(f'[Event "{at}"]\n\n1. tsnd2 tsnd6 *\n\n' for at in range(424))
BROKEN = "".join(f'[Event "{at}"]\n\n1. TSNd2 TSNd9 *\n\n' for at in range(7))


def test_repeats_of_a_warning_are_one_line() -> None:
    done = mentis("validate", "-", text=LOWER)
    told = [line for line in done.stdout.splitlines() if "tile-lower-case" in line]
    assert told == CASES["repeats_of_a_warning_are_one_line"]
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
