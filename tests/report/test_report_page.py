"""What holds for every registered report, whatever the database: files, page, honesty, safety."""

import base64
import csv
import hashlib
import json
import re
import subprocess
import sys
from collections.abc import Callable, Sequence
from datetime import date
from html.parser import HTMLParser
from itertools import pairwise, product
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest
from case_kit import cases_of
from matplotlib import get_cachedir
from size_kit import sampled, sizes

from mentis_records import __version__
from mentis_records.core.progress import Progress
from mentis_records.games import GAMES
from mentis_records.notation.read import Reader
from mentis_records.report.document import pdf
from mentis_records.report.document.page import TEMPLATES
from mentis_records.report.document.report_folder import ReportFiles
from mentis_records.report.registry import REPORTS, find_report
from mentis_records.store.load.load import load
from mentis_records.store.open import create_database, open_database

CASES = cases_of(__file__)

GAME = GAMES[0]
MADE = date(2024, 5, 6)
RULEBOOK = Path(__file__).parents[2] / "data" / "rulebook.mgn"
HOSTILE = "=1+1</style><script>alert(1)</script>--><b>$x^2$ ' \" & \x07 \u65e5"
NUMBERS_AND_PAGE = ("html", "csv", "json")
FIGURES_AND_PAGE = (*NUMBERS_AND_PAGE, "svg", "png")
"""The PDF has tests of its own; laying it out takes longest."""

PICTURED = ("winrate", "many")
"""The report, and the database, of which files of figures are made; the page draws all."""

VOID = {"br", "hr", "img", "link", "meta"}

Built = dict[tuple[str, str], ReportFiles]
Told = dict[tuple[str, str], list[tuple[float, float | None]]]


class Page(HTMLParser):
    """A page taken apart; fails where tags do not match."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.open: list[str] = []
        self.words: list[str] = []
        self.scripts: list[str] = []
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag, f"</{tag}> closes something else"

    def handle_data(self, data: str) -> None:
        if self.open and self.open[-1] == "script":
            self.scripts.append(data)
        elif self.open and self.open[-1] not in ("style", "title", "desc"):
            self.words.append(data)

    @property
    def text(self) -> str:
        return " ".join(" ".join(self.words).split())

    def all(self, tag: str) -> list[dict[str, str | None]]:
        return [attributes for name, attributes in self.tags if name == tag]


def page_of(files: ReportFiles) -> Page:
    return Page(files.page.read_text(encoding="utf-8"))


def make(file: Path, *sources: Path) -> Path:
    with create_database(file) as database:
        for source in sources:
            load(database, Reader(GAMES), str(source))
    return file


def build(
    slug: str,
    file: Path,
    out: Path,
    formats: Sequence[str] = NUMBERS_AND_PAGE,
    progress: Progress | None = None,
) -> ReportFiles:
    with open_database(file) as database:
        return REPORTS[slug].build(database, GAME, out, progress, made=MADE, formats=formats)


def trusted_scripts(page: Page) -> None:
    """Fail unless the page's only script is the replayer, and all others are data."""
    replayer = (TEMPLATES / "replayer.js").read_text(encoding="utf-8")
    kinds = [attributes.get("type") for attributes in page.all("script")]
    assert len(kinds) == len(page.scripts)
    for kind, script in zip(kinds, page.scripts, strict=True):
        if kind is None:
            assert script == replayer
        else:
            assert kind == "application/json"
            json.loads(script)
            assert not set("<>&") & set(script)
    assert kinds.count(None) == (1 if kinds else 0)
    (policy,) = [
        meta["content"] or ""
        for meta in page.all("meta")
        if meta.get("http-equiv") == "Content-Security-Policy"
    ]
    assert "default-src 'none'" in policy
    allowed = re.findall(r"script-src 'sha256-([^']+)'", policy)
    digest = hashlib.sha256(replayer.encode()).digest()
    assert allowed == ([base64.b64encode(digest).decode()] if kinds else [])


def write_games(file: Path, count: int) -> Path:
    """Write games of few plies with all results, some of them with the Wolf."""
    openings = ("TSNd2", "TSNc2", "TSNe2", "Nd2")
    results = ("1-0", "0-1", "1/2-1/2", "1-0", "*")
    records = []
    for index in range(count):
        result = results[index % 5]
        variant = "Wolf" if index % 7 == 0 else "Standard"
        tags = {
            "Event": "Sample",
            "Site": "?",
            "Date": "2024.01.01",
            "Round": str(index + 1),
            "Blue": f"Ada {index}",
            "Red": "Bert",
            "Result": result,
            "Variant": variant,
        }
        lines = [f'[{name} "{value}"]' for name, value in tags.items()]
        reply = "TSNd6 2. Nb1" if index % 3 else "TSNc6"
        lines += ["", f"1. {openings[index % 4]} {reply} {result}", ""]
        records.append("\n".join(lines))
    file.write_text("\n".join(records), encoding="utf-8")
    return file


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("report")


@pytest.fixture(scope="module")
def databases(folder: Path) -> dict[str, Path]:
    return {
        "empty": make(folder / "empty.duckdb"),
        "rulebook": make(folder / "rulebook.duckdb", RULEBOOK),
        "many": make(folder / "many.duckdb", write_games(folder / "many.mgn", 210)),
    }


def formats_of(slug: str, name: str) -> tuple[str, ...]:
    """Return what is made; files of figures only once, for they take long."""
    return FIGURES_AND_PAGE if (slug, name) == PICTURED else NUMBERS_AND_PAGE


@pytest.fixture(scope="module")
def told() -> Told:
    """The progress that was told while the reports were built."""
    return {}


@pytest.fixture(scope="module")
def built(folder: Path, databases: dict[str, Path], told: Told) -> Built:
    """Every report on every database, when it is asked for; those on one share a folder."""

    class Lazy(dict[tuple[str, str], ReportFiles]):
        def __missing__(self, key: tuple[str, str]) -> ReportFiles:
            slug, name = key
            seen = told.setdefault(key, [])
            self[key] = build(
                slug,
                databases[name],
                folder / name,
                formats_of(slug, name),
                lambda done, total: seen.append((done, total)),
            )
            return self[key]

    return Lazy()


everywhere = sampled("slug, name", product(REPORTS, ("empty", "rulebook", "many")), 2)
pictured_first = sorted(REPORTS, key=PICTURED[0].__ne__)
of_many = sampled("slug", ((slug,) for slug in pictured_first), 2)


def test_rows_of_the_registry() -> None:
    assert set(REPORTS) >= {"opening", "winrate"}
    for slug, kind in REPORTS.items():
        assert find_report(slug) is kind
        assert slug == kind.slug
        assert kind.title
        assert kind.description
        assert "\n" not in kind.description
    with pytest.raises(KeyError):
        find_report("weather")


def test_the_registry_is_light() -> None:
    program = (
        "import sys, mentis_records.report.registry\n"
        "print(sorted({'duckdb', 'matplotlib', 'jinja2', 'numpy'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert done.stdout.strip() == "[]", done.stderr


@everywhere
def test_files(built: Built, slug: str, name: str) -> None:
    files = built[slug, name]
    assert files.paths[0] == files.page == files.page.parent / f"{slug}.html"
    assert len(set(files.paths)) == len(files.paths)
    for file in files.paths:
        assert file.name.startswith(slug)
        assert file.stat().st_size > 0
    assert files.paths[-1].name == f"{slug}.manifest"
    facts = files.page.parent / "numbers" / f"{slug}.json"
    assert facts in files.others
    endings = sorted(file.suffix for file in files.others[:-1] if file != facts)
    kinds = [f".{ending}" for ending in sorted(formats_of(slug, name)) if ending != "html"]
    figures = len(endings) // len(kinds)
    assert endings == sorted(kinds * figures)
    # Players whom nobody has named make no event.
    assert (figures == 0) == (name == "empty" or (slug, name) == ("event", "rulebook"))


@everywhere
def test_page_is_whole(built: Built, slug: str, name: str) -> None:
    page = page_of(built[slug, name])
    for landmark in ("header", "main", "footer", "h1"):
        assert len(page.all(landmark)) == 1
    assert page.all("html")[0]["lang"] == "en"
    ids = [attributes["id"] for _, attributes in page.tags if "id" in attributes]
    assert len(ids) == len(set(ids))
    for attributes in page.all("a"):
        target = attributes["href"] or ""
        if target.startswith("#"):
            assert target[1:] in ids
        else:
            assert not urlsplit(target).scheme
            assert (built[slug, name].page.parent / unquote(target)).is_file()
    pictures = [attributes for _, attributes in page.tags if attributes.get("role") == "img"]
    assert all(attributes.get("aria-label") for attributes in pictures)
    levels = [int(tag[1]) for tag, _ in page.tags if re.fullmatch("h[1-6]", tag)]
    assert all(after <= before + 1 for before, after in pairwise(levels))


@everywhere
def test_page_asks_for_nothing(built: Built, slug: str, name: str) -> None:
    files = built[slug, name]
    text = files.page.read_text(encoding="utf-8")
    page = Page(text)
    assert not {"iframe", "img", "object", "embed"} & {tag for tag, _ in page.tags}
    trusted_scripts(page)
    plain = re.sub(r'\bxmlns(:\w+)?="[^"]*"', "", text)
    plain = re.sub(r"<script>.*?</script>", "", plain, flags=re.DOTALL)
    assert not re.findall(r"https?:|@import|//", plain)
    assert not any(key.startswith("on") for _, attributes in page.tags for key in attributes)
    for target in re.findall(r"url\(([^)]*)\)", text):
        assert target.startswith("#")
    styles = text.count("<style")
    assert styles == 1, "a style sheet within a drawing holds for the whole page"
    for target in re.findall(r'href="#([^"]+)"|url\(#([^)]*)\)', text):
        assert f'id="{target[0] or target[1]}"' in text


@everywhere
def test_foot(built: Built, slug: str, name: str) -> None:
    text = page_of(built[slug, name]).text
    games = {"empty": "0 Mentis games", "rulebook": "2 Mentis games", "many": "210 Mentis games"}
    foot = text[text.rindex("Made by") :]
    for words in (__version__, "2024-05-06", f"{name}.duckdb", games[name], "all Mentis games"):
        assert words in foot
    assert "Fingerprint of all Mentis games in the database" in foot
    assert "report verify" in foot


def test_a_page_without_numbers_beside_it_offers_no_check(
    databases: dict[str, Path], tmp_path: Path
) -> None:
    files = build("winrate", databases["rulebook"], tmp_path, ("html",))
    text = page_of(files).text
    assert "Fingerprint of all" in text
    assert "report verify" not in text


@pytest.mark.parametrize("slug", REPORTS)
def test_empty(built: Built, slug: str) -> None:
    page = page_of(built[slug, "empty"])
    assert "no games of this kind in the database" in page.text
    assert not page.all("svg")
    assert "%" not in page.text


@sampled("slug", ((slug,) for slug in reversed(REPORTS)), 2)
def test_two_games_are_too_few(built: Built, slug: str) -> None:
    files = built[slug, "rulebook"]
    page = page_of(files)
    assert "Only 2 games have a result: read this as a list of what happened" in page.text
    assert "favours" not in page.text
    assert "advantage of" not in page.text
    source = files.page.read_text(encoding="utf-8")
    drawings = re.findall(r'<svg [^>]*aria-hidden="true">.*?</svg>', source, flags=re.DOTALL)
    figures = [drawing for drawing in drawings if "DejaVu Sans" in drawing[:200]]
    (head,) = re.findall(r'<div class="finding">.*?</header>', source, flags=re.DOTALL)
    assert len(figures) == 2 * len(page.all("figure")) - head.count("<figure")


@pytest.mark.ci
@of_many
def test_figures_state_n_selection_and_method(built: Built, slug: str) -> None:
    for file in built[slug, "many"].others:
        if file.suffix == ".svg":
            text = file.read_text(encoding="utf-8")
            for words in ("n = ", "Selection: ", "Method: ", "many.duckdb", __version__):
                assert words in text, file.name
        if file.suffix == ".png":
            content = file.read_bytes()
            for words in (b"Selection: ", b"Method: ", b"fingerprint ", __version__.encode()):
                assert words in content, file.name
        if file.suffix == ".json" and file.stem != slug:
            facts = json.loads(file.read_text(encoding="utf-8"))
            assert facts["figure"] == file.stem
            assert facts["n"] > 0
            assert {"selection", "method", "program", "database", "made"} <= set(facts)
            assert (facts["report"], facts["where"], facts["query"]) == (slug, [], [])
            assert re.fullmatch("[0-9a-f]{16}", facts["fingerprint"])
    page = page_of(built[slug, "many"])
    figures = len(page.all("figure"))
    numbers = built[slug, "many"].page.parent / "numbers"
    summary = json.loads((numbers / f"{slug}.json").read_text())
    assert (len(summary["figures"]), summary["facts"]["Games"]) == (figures, "210")
    assert page.text.count("n = ") == figures
    assert page.text.count("many.duckdb") == 1, "where numbers come from is said once"


@sampled("slug, sections", CASES["sections_with_example_games"], 2)
def test_sections_with_example_games(built: Built, slug: str, sections: list[str]) -> None:
    text = built[slug, "many"].page.read_text(encoding="utf-8")
    found = re.findall(r'<section id="([^"]+)"(.*?)</section>', text, flags=re.DOTALL)
    assert [name for name, content in found if 'class="replayer"' in content] == sections


@of_many
def test_csv_and_json_agree(built: Built, slug: str) -> None:
    for file in built[slug, "many"].others:
        if file.suffix != ".csv":
            continue
        with file.open(encoding="utf-8", newline="") as lines:
            table = list(csv.DictReader(lines))
        rows = json.loads(file.with_suffix(".json").read_text(encoding="utf-8"))["rows"]
        assert len(table) == len(rows) > 0
        for line, row in zip(table, rows, strict=True):
            assert list(line) == list(row)
            assert [_as_csv(cell) for cell in row.values()] == list(line.values())


def _as_csv(cell: object) -> str:
    if cell is None or isinstance(cell, bool):
        return "" if cell is None else str(cell).lower()
    return str(cell)


@pytest.fixture(scope="module")
def again(databases: dict[str, Path], folder: Path) -> Callable[..., Path]:
    """Return what makes reports in a process with other hashes and settings of matplotlib's."""
    home = folder / "home"
    home.mkdir()
    (home / "matplotlibrc").write_text("font.size: 30\naxes.facecolor: red\n")
    program = (
        "import sys; from datetime import date; from pathlib import Path\n"
        "from mentis_records.games import GAMES\n"
        "from mentis_records.report.registry import REPORTS\n"
        "from mentis_records.store.open import open_database\n"
        "with open_database(sys.argv[1]) as database:\n"
        "    for slug, formats in (each.split(':') for each in sys.argv[3:]):\n"
        "        REPORTS[slug].build(\n"
        "            database, GAMES[0], Path(sys.argv[2]), made=date(2024, 5, 6),\n"
        "            formats=formats.split(','))\n"
    )
    out = folder / "again"

    def again(*slugs: str) -> Path:
        formats = [f"{slug}:{','.join(formats_of(slug, 'many'))}" for slug in slugs]
        subprocess.run(
            [sys.executable, "-c", program, databases["many"], out, *formats],
            check=True,
            # The list of fonts is kept, for it takes long to make.
            env={
                "PYTHONHASHSEED": "7",
                "MATPLOTLIBRC": str(home),
                "HOME": str(home),
                "XDG_CACHE_HOME": str(Path(get_cachedir()).parent),
            },
        )
        return out

    return again


@pytest.mark.ci
@sizes("slugs", [PICTURED[0]], [slug for slug in REPORTS if slug != PICTURED[0]])
def test_same_bytes_again(built: Built, again: Callable[..., Path], slugs: list[str]) -> None:
    out = again(*slugs)
    for slug in slugs:
        for file in built[slug, "many"].paths:
            name = file.relative_to(built[slug, "many"].page.parent)
            assert (out / name).read_bytes() == file.read_bytes(), name


@pytest.fixture(scope="module")
def hostile(folder: Path) -> Path:
    """A database whose name, and a variant and a player in it, are traps for pages."""
    file = folder / "<img src=x onerror=alert(1)>.duckdb"
    make(file, write_games(folder / "hostile.mgn", 40))
    with create_database(file) as database:
        run = database.connection.execute
        run(
            "update games set settings = map {'Variant': ?}, first_player = ? "
            "where settings['Variant'] = 'Wolf'",
            [HOSTILE, HOSTILE],
        )
    return file


@pytest.mark.ci
@sampled("slug", ((slug,) for slug in pictured_first), 3)
def test_hostile_text_stays_text(hostile: Path, tmp_path: Path, slug: str) -> None:
    is_pictured = slug == PICTURED[0]
    files = build(slug, hostile, tmp_path, ("html", "csv", *(["svg"] if is_pictured else [])))
    page = page_of(files)
    assert "img" not in {tag for tag, _ in page.tags}
    trusted_scripts(page)
    assert "<img src=x onerror=alert(1)>.duckdb" in page.text
    for path in files.others:
        if path.suffix == ".svg":
            text = path.read_text(encoding="utf-8")
            assert "<script" not in text
            assert "<img" not in text
        if path.suffix == ".csv":
            with path.open(encoding="utf-8", newline="") as lines:
                cells = [cell for row in csv.reader(lines) for cell in row]
            assert not [cell for cell in cells if re.match(r"[=+@]|-(?![\d.]+$)", cell)]
    assert any(path.suffix == ".svg" for path in files.others) == is_pictured


@pytest.mark.ci
@sampled("slug", ((slug,) for slug in REPORTS), 4)
def test_pdf(
    databases: dict[str, Path], tmp_path: Path, slug: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pdf, "_DENSITY", 0.5)
    files = build(slug, databases["rulebook"], tmp_path, ["pdf"])
    assert files.page is None
    assert files.paths[0].name == f"{slug}.pdf"
    assert files.paths[0].read_bytes().startswith(b"%PDF-")


@everywhere
def test_progress_ends_at_the_whole(built: Built, told: Told, slug: str, name: str) -> None:
    assert built[slug, name]
    seen = told[slug, name]
    assert seen[-1][0] == seen[-1][1]
    assert all(total is not None and 0 <= done <= total for done, total in seen)
