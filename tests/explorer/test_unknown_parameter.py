"""Parameters that a page does not have are refused, with those that it has."""

import pytest
from explorer_kit import make_client, make_database
from starlette.testclient import TestClient

from mentis_records.explorer.content import PAGES, PARAMETERS

pytestmark = pytest.mark.one_build


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> TestClient:
    folder = tmp_path_factory.mktemp("unknown")
    (folder / "a.mgn").write_text('[Blue "Ann"]\n\n1. TSNd2 TSNd6 1-0\n', encoding="utf-8")
    return make_client({"d": make_database(folder / "d.duckdb", folder / "a.mgn")})


@pytest.mark.parametrize("page", PAGES)
@pytest.mark.parametrize(
    "rest", ["wher=x", "Where=x", "result=1-0", "wher=", "where=plies>0&page1=2"]
)
def test_unknown_parameters_are_refused(client: TestClient, page: str, rest: str) -> None:
    for ending in ("", ".json"):
        answer = client.get(f"/d/{page}{ending}?{rest}")
        assert answer.status_code == 400
        assert "has no parameter" in answer.text
        for name in ("where", *PARAMETERS[page]):
            assert name in answer.text


def test_every_page_says_which_parameters_it_has() -> None:
    assert list(PARAMETERS) == list(PAGES)


@pytest.mark.parametrize("place", ["/?wher=x", "/d?wher=x"])
def test_the_way_to_a_page_passes_no_parameter_over(client: TestClient, place: str) -> None:
    assert client.get(place, follow_redirects=True).status_code == 400
