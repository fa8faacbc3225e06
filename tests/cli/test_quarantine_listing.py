"""Refused listings keep what they continue; refused records leave when repaired ones are loaded."""

import json
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from case_kit import cases_of
from cli_kit import json_lines, json_of, mentis

from mentis_records.store.open import open_database

CASES = cases_of(__file__)

BASE = "1. Sc2 Sc6\n2. Tb1 Tb7\n3. Te2 Te6\n"
HEADER = "Blue Moves\tRed Moves\n"
GOES_ON = HEADER + "3. Nd2 Nd6\n4. qq\n"
OTHER = "1. TSNd2 TSNd6\n2. d2#-d3#-d4 d6#-d5#-e5\n3. Sc2 Sc6\n4. qq\n"
PLAYED = "Sc2 Sc6 Tb1 Tb7 Nd2 Nd6"


def load(db: Path, *texts: tuple[str, str], options: tuple[str, ...] = ()) -> None:
    for name, text in texts:
        path = db.parent / name
        path.write_text(text, encoding="utf-8")
        mentis("load", path, "--no-index", "--db", db, *options)


def games(db: Path) -> list[str]:
    query = "select string_agg(notation, ' ' order by ply) as plies from plies where ply > 0"
    rows = json_of("sql", f"{query} group by game_id order by 1", "--db", db)
    return [row["plies"] for row in rows]


def test_what_is_exported_goes_on_from_where_it_did(tmp_path: Path) -> None:
    db, other = tmp_path / "c.duckdb", tmp_path / "d.duckdb"
    load(db, ("f1.txt", OTHER), ("f2.txt", f"{BASE}\n{GOES_ON}"))
    done = mentis("quarantine", "export", "--db", db, code=0)
    load(
        other,
        ("q.mgn", "".join(f"{line}\n" for line in done.stdout.split("\n") if "qq" not in line)),
    )
    assert games(other) == [PLAYED, "TSNd2 TSNd6 d2#-d3#-d4 d6#-d5#-e5 Sc2 Sc6"]


def test_the_header_of_a_listing_is_no_ply(tmp_path: Path) -> None:
    db = tmp_path / "c.duckdb"
    load(db, ("f.txt", f"{BASE}\n{GOES_ON}"))
    text = mentis("quarantine", "export", "--db", db).stdout
    assert "Blue Moves" not in text
    assert text.startswith('[Result "*"]\n\n1. Sc2 Sc6 2. Tb1 Tb7\n3. Nd2 Nd6\n')


def test_a_listing_that_continues_a_refused_one_is_exported_with_it(tmp_path: Path) -> None:
    db, other = tmp_path / "c.duckdb", tmp_path / "d.duckdb"
    load(db, ("f.txt", f"{BASE}4. qq\n\n{GOES_ON}"))
    text = mentis("quarantine", "export", "--db", db).stdout.replace("4. qq\n", "")
    load(other, ("q.mgn", text))
    assert games(other) == [PLAYED, "Sc2 Sc6 Tb1 Tb7 Te2 Te6"]


def test_a_listing_stands_behind_what_is_broken_before_it(tmp_path: Path) -> None:
    db, other = tmp_path / "c.duckdb", tmp_path / "d.duckdb"
    broken = BASE.replace("Tb7", "Tb7@")
    load(db, ("f.txt", f"{broken}\n{GOES_ON.replace('4. qq', '4. Nf1 Nf7')}"), ("g.txt", OTHER))
    done = mentis("quarantine", "export", "--db", db)
    assert (done.exit_code, done.stderr) == (0, "")
    load(other, ("q.mgn", done.stdout.replace("@", "").replace("4. qq\n", "")))
    assert f"{PLAYED} Nf1 Nf7" in games(other)
    assert len(games(other)) == 3


def test_a_base_is_numbered_as_it_was(tmp_path: Path) -> None:
    """Where the game that is kept of it begins at another number."""
    db = tmp_path / "c.duckdb"
    start = "3k3/7/7/7/7/7/3K3 b S3T3N3/s3t3n3 5"
    kept = f'[Event "K"]\n[Position "{start}"]\n\n5. Sc2 Sc6 6. Tb1 Tb7 *\n'
    base = "1. Sc2 Sc6\n2. Tb1 Tb7\n"
    beyond = f"{base}{HEADER}6. Nd2 Nd6\n"
    load(
        db,
        ("k.mgn", kept),
        ("l.txt", f"{base}{HEADER}2. nd2 Nd6\n"),
        ("m.txt", "{x}\n" + beyond),
        options=("--strict",),
    )
    done = mentis("quarantine", "retry", "--db", db)
    assert done.stdout == "2 tried = 1 stored + 0 duplicates + 1 still quarantined\n"
    assert games(db) == ["Sc2 Sc6 Nd2 Nd6", "Sc2 Sc6 Tb1 Tb7"]
    (left,) = json_lines(mentis("quarantine", "show", "--db", db, "--format", "json"))
    assert left["source"].endswith("m.txt")


def test_what_continues_nothing_any_more_is_left_out(tmp_path: Path) -> None:
    db = tmp_path / "c.duckdb"
    load(db, ("f1.txt", OTHER), ("f2.txt", f"{BASE}\n{GOES_ON}"))
    assert mentis("delete", "1", "--db", db, "--yes").exit_code == 0
    done = mentis("quarantine", "export", "--db", db, code=1)
    assert done.stdout == OTHER
    assert done.stderr == ("mentis: left out, listings whose beginning cannot be found: 2.2\n")
    before = mentis("quarantine", "show", "2.2", "--db", db).stdout
    assert mentis("quarantine", "retry", "2.2", "--db", db).exit_code == 1
    assert mentis("quarantine", "show", "2.2", "--db", db).stdout == before


def test_a_listing_is_read_again_behind_what_it_continues(tmp_path: Path) -> None:
    db = tmp_path / "c.duckdb"
    load(
        db,
        ("f.txt", f"{BASE}{HEADER}3. N\u2013d2 Nd6\n"),
        ("g.txt", f"{BASE}{HEADER}3. nd2 Nd6\n"),
        options=("--strict",),
    )
    assert len(json_lines(mentis("quarantine", "show", "--db", db, "--format", "json"))) == 2
    assert json_of("quarantine", "retry", "2.2", "--db", db) == CASES["read_again"]
    assert PLAYED in games(db)
    mentis("quarantine", "retry", "--db", db)
    (left,) = json_lines(mentis("quarantine", "show", "--db", db, "--format", "json"))
    assert "listing-continues-nothing" not in {found["slug"] for found in left["diagnostics"]}
    assert mentis("doctor", "--db", db).exit_code == 0


def test_what_is_continued_may_stand_in_the_file_before_it_grew(tmp_path: Path) -> None:
    db, path = tmp_path / "g.duckdb", tmp_path / "g.txt"
    texts = ("1. Sc2 Sc6\n2. Tb1 Tb7\n", HEADER + "2. nd2 Nd6\n", HEADER + "1. Se2 Se6\n")
    for length in (1, 2, 3):
        load(db, ("g.txt", "".join(texts[:length])), options=("--strict",))
    assert path.exists()
    text = mentis("quarantine", "export", "--db", db).stdout
    assert text == '[Result "*"]\n\n1. Sc2 Sc6\n2. nd2 Nd6\n'
    done = mentis("quarantine", "retry", "--db", db)
    assert done.stdout == "1 tried = 1 stored + 0 duplicates + 0 still quarantined\n"
    assert games(db) == ["Sc2 Sc6 Nd2 Nd6", "Sc2 Sc6 Tb1 Tb7", "Se2 Se6"]


def test_both_listings_are_read_again(tmp_path: Path) -> None:
    db = tmp_path / "c.duckdb"
    text = f"{BASE}{HEADER}3. Nd2 Nd6\n".replace("Sc2", "sc2").replace("Nd2", "nd2")
    load(db, ("f.txt", text), options=("--strict",))
    done = mentis("quarantine", "retry", "--db", db)
    assert done.stdout == "2 tried = 2 stored + 0 duplicates + 0 still quarantined\n"
    assert games(db) == [PLAYED, "Sc2 Sc6 Tb1 Tb7 Te2 Te6"]


def test_the_options_of_the_load_hold_for_reading_again(tmp_path: Path) -> None:
    db = tmp_path / "w.duckdb"
    text = '[Event "w"]\n\n1. sd2 Sd6 2. Sc2 Sc6 *\n'
    load(db, ("w.mgn", text), options=("--variant", "wolf", "--strict"))
    assert mentis("quarantine", "export", "--db", db).stderr == (
        "mentis: read with --variant wolf unless a tag says otherwise: 1.1\n"
    )
    assert mentis("quarantine", "retry", "--db", db).exit_code == 0
    rows = mentis("sql", "select variant from mentis_games", "--db", db, "--format", "json").stdout
    assert json.loads(rows) == [{"variant": "Wolf"}]


def test_entries_of_json_are_exported_apart(tmp_path: Path) -> None:
    db = tmp_path / "m.duckdb"
    entry = '{"header": {"event": 17}, "moves": []}'
    record = '[Event "x"]\n[Result "0-1"]\n\n1. TSNd2 TSNd6 2. zz 0-1\n'
    load(db, ("a.json", f"[{entry}, {entry}]"), ("b.mgn", record))
    done = mentis("quarantine", "export", "--db", db)
    assert (done.exit_code, done.stdout) == (1, record)
    reason = "JSON entries, which must be exported on their own"
    assert done.stderr == f"mentis: left out, {reason}: 1.1, 1.2\n"
    done = mentis("quarantine", "export", "--db", db, "--source", "a.json")
    assert (done.exit_code, done.stderr) == (0, "")
    assert json.loads(done.stdout) == [json.loads(entry)] * 2


def test_what_has_no_text_is_not_counted_as_written(tmp_path: Path) -> None:
    db, out = tmp_path / "u.duckdb", tmp_path / "q.mgn"
    path = tmp_path / "u.mgn"
    path.write_bytes('[Event "x"]\n\n1. Sd2 *\n'.encode("utf-16"))
    assert mentis("load", path, "--db", db).exit_code == 1
    done = mentis("quarantine", "export", "--db", db, "--out", out, code=1)
    assert f"{out}: 0 records\n" in done.stderr
    assert "mentis: left out, without any text: 1.1\n" in done.stderr


def test_actions_without_a_format(tmp_path: Path) -> None:
    db = tmp_path / "m.duckdb"
    load(db, ("a.txt", OTHER))
    for action, name in (("export", "json"), ("export", "csv"), ("retry", "csv")):
        assert mentis("quarantine", action, "--db", db, "--format", name).exit_code == 2


HEAD = (
    '[Event "{event}"]\n[Date "2026.11.14"]\n[Round "{round}"]\n[Blue "{blue}"]\n[Red "Bob"]\n'
    '[Result "*"]\n\n'
)
PLIES = "1. TSNd2 TSNd6 2. d2#-d3-d4 d6#-d5 3. TNNc2 TSNc6 *\n"
SOUND = HEAD.format(event="A", round="1", blue="Ann") + PLIES
MENDED = HEAD.format(event="B", round="2", blue="Cid") + PLIES
BROKEN = MENDED.replace("TSNd2", "TSNd3")
ODD = HEAD.format(event="C", round="3", blue="Dan") + PLIES.replace("TNNc2", "{never closed TNNc2")


@pytest.fixture
def db(tmp_path: Path, place_loaded: Callable[..., Path]) -> Path:
    path = place_loaded(tmp_path / "x.duckdb", "\n".join([SOUND, BROKEN, ODD]))
    assert waiting(path) == ["1.2", "1.3"]
    return path


def waiting(db: Path) -> list[str]:
    return [row["id"] for row in json_of("quarantine", "--db", db)]


def sound(db: Path) -> None:
    mentis("doctor", "--db", db, code=0)


def resolved_load(db: Path, text: str, name: str = "new.mgn") -> list[str]:
    """Load a text; return what it resolves."""
    path = db.parent / name
    path.write_text(text)
    (value,) = json_lines(mentis("load", path, "--db", db, "--format", "json"))
    sound(db)
    return [each["was"] for each in value["resolved"]]


def test_a_mended_file(db: Path) -> None:
    text = "\n".join([SOUND, MENDED, ODD.replace("never closed", "closed}")])
    path = db.parent / "a.mgn"
    path.write_text(text)
    done = mentis("load", path, "--db", db, code=0)
    assert done.stdout.splitlines()[1:] == CASES["a_mended_file"]
    assert waiting(db) == []
    sound(db)


def test_mended_records_of_any_file(db: Path) -> None:
    assert resolved_load(db, MENDED) == ["1.2"]
    assert resolved_load(db, ODD.replace("never closed", "closed}"), "other.mgn") == ["1.3"]


def test_several_files_at_once(db: Path) -> None:
    (db.parent / "1.mgn").write_text(MENDED)
    (db.parent / "2.mgn").write_text(SOUND.replace("Ann", "Eva"))
    done = mentis("load", db.parent / "1.mgn", db.parent / "2.mgn", "--db", db, "--format", "json")
    assert [len(value["resolved"]) for value in json_lines(done)] == [1, 0]
    assert waiting(db) == ["1.3"]
    sound(db)


@pytest.mark.parametrize(
    "text",
    [
        MENDED.replace('[Round "2"]', '[Round "4"]'),
        MENDED.replace("Cid", "Eva"),
        MENDED.replace("2026.11.14", "2026.11.21"),
        HEAD.format(event="B", round="2", blue="Cid") + "1. NNNe2 SSSe6 2. TTTd2 *\n",
        '[Event "B"]\n[Result "*"]\n\n' + PLIES,
        BROKEN,
        SOUND,
    ],
    ids=["round", "player", "date", "plies", "tags", "still broken", "another"],
)
def test_another_game_resolves_nothing(db: Path, text: str) -> None:
    assert resolved_load(db, text) == []
    assert waiting(db)[:2] == ["1.2", "1.3"]


def test_in_the_same_place_one_tag_may_be_mended(db: Path) -> None:
    text = "\n".join([SOUND, MENDED.replace("Cid", "Cyd"), SOUND.replace("Ann", "Eva")])
    with open_database(db) as database:
        ((place,),) = database.connection.execute("select name from sources").fetchall()
    source = Path(place).name
    assert resolved_load(db, text, source) == ["1.2"]


def test_two_records_that_may_be_it_leave_it(db: Path) -> None:
    one = MENDED.replace("TNNc2", "TNNe2")
    other = MENDED.replace("TSNc6", "TSNe6")
    assert resolved_load(db, one + "\n" + other) == []
    assert resolved_load(db, MENDED, "again.mgn") == ["1.2"]


@pytest.mark.ci
def test_the_work_for_a_corrected_file_grows_as_its_records_do(tmp_path: Path) -> None:
    calls = []
    for count in (50, 200):
        heads = [HEAD.format(event="Cup", round=at, blue=f"Ann {at}") for at in range(count)]
        db = tmp_path / f"{count}.duckdb"
        load(db, ("bad.mgn", "\n".join(head + PLIES.replace("d2", "d3", 1) for head in heads)))
        good = tmp_path / f"good-{count}.mgn"
        good.write_text("\n".join(head + PLIES for head in heads))
        words = ("-m", "cProfile", "-m", "mentis_records.cli", "load", good, "--no-index")
        done = subprocess.run(
            [sys.executable, *words, "--db", db], capture_output=True, check=True, text=True
        )
        assert (waiting(db), len(games(db))) == ([], count)
        calls += map(int, re.findall(r"(\d+) function calls", done.stdout))
    assert calls[1] < 5 * calls[0]


def test_a_crowd_with_the_same_tags_leaves_by_its_plies(tmp_path: Path) -> None:
    """Of sixty refused records with the same tags, only their plies say which is which."""
    words = ("generate", "--games", 60, "--max-plies", 9, "--seed", 4, "--jobs", 1)
    games = [text.split("\n\n")[1] for text in mentis(*words).stdout.split("\n\n[Event")]
    games = list(dict.fromkeys(" ".join(text.split()) for text in games))
    assert len(games) > 55
    head = '[Event "Cup"]\n[Date "2026.11.01"]\n[Round "1"]\n[Blue "Ann"]\n[Red "Bob"]\n\n'
    *most, missing = games
    broken = [f"{text[:-3]}9 *" for text in most]
    broken[7] = games[7].rsplit(" ", 4)[0] + " {never closed"
    db = tmp_path / "d.duckdb"
    load(db, ("bad.mgn", "\n".join(f"{head}{text}\n" for text in broken)))
    assert len(waiting(db)) == len(most)
    assert resolved_load(db, f"{head}{missing}\n", "other.mgn") == []
    good = "\n".join(f"{head}{text}\n" for text in reversed(games))
    assert len(resolved_load(db, good, "good.mgn")) == len(most)
    assert waiting(db) == []
