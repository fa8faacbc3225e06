"""Every function of the library has an example, and all examples give what they say."""

import doctest
import inspect
import shutil
from pathlib import Path

import pytest

import mentis_records

DATA = Path(mentis_records.__file__).parents[1] / "data"


def members() -> list[tuple[str, object]]:
    """Return the functions, classes and methods of the library by name."""
    found: list[tuple[str, object]] = []
    for name in sorted(set(mentis_records.__all__) - {"__version__"}):
        value = getattr(mentis_records, name)
        if inspect.isclass(value):
            own = [(f"{name}.{key}", each) for key, each in vars(value).items() if key[0] != "_"]
            found += [(name, value), *own]
        else:
            found.append((name, inspect.unwrap(value)))
    return found


MEMBERS = members()
EXAMPLES = [
    test
    for name, value in MEMBERS
    for test in doctest.DocTestFinder(recurse=False).find(
        value.fget if isinstance(value, property) else getattr(value, "__func__", value),
        name,
        module=False,
        globs={},
    )
    if test.examples
]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("library")
    (place / "data").mkdir()
    names = ("data/rulebook.mgn", "data/rulebook-listing.txt")
    for name in names:
        shutil.copy(DATA.parent / name, place / "data")
    mentis_records.load([place / name for name in names], place / "club.duckdb")
    return place


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda test: test.name)
def test_examples(example: doctest.DocTest, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)
    told: list[str] = []
    doctest.DocTestRunner(verbose=False).run(example, out=told.append)
    assert not told, "".join(told)


@pytest.mark.parametrize("name", [name for name, value in MEMBERS if inspect.isfunction(value)])
def test_every_function_is_told(name: str) -> None:
    value = dict(MEMBERS)[name]
    assert inspect.getdoc(value)
    hints = inspect.signature(value).parameters.values()  # type: ignore[arg-type]
    assert all(each.annotation is not each.empty or each.name in ("self", "cls") for each in hints)
    if "." not in name:
        assert name in {test.name for test in EXAMPLES}
