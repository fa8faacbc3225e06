"""Addresses: what they say, what they keep, and what leads nowhere."""

from urllib.parse import unquote, urlsplit

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mentis_records.explorer.address import MAX_PARAMETERS, Address, AddressError

WORDS = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\x00"), min_size=1)
PARTS = WORDS.filter(lambda text: "/" not in text and not text.endswith(".json"))


def parse(link: str) -> Address:
    found = urlsplit(link)
    return Address.parse(unquote(found.path), found.query)


@given(PARTS, PARTS, st.lists(PARTS), st.lists(st.tuples(WORDS, WORDS), max_size=5), st.booleans())
def test_a_link_is_read_as_it_was_written(
    database: str, page: str, path: list[str], pairs: list[tuple[str, str]], is_json: bool
) -> None:
    given_pairs = tuple((name, value) for name, value in pairs if value.strip())
    address = Address(database, page, tuple(path), given_pairs, is_json)
    assert parse(str(address)) == address
    assert str(address).isascii()


def test_what_stays_from_page_to_page() -> None:
    address = Address.parse(
        "/club/games", "where=plies+>+3&where=player+%3D+%22A%22&sort=date&page=2"
    )
    assert address.go("game", 7) == Address(
        "club", "game", ("7",), (("where", "plies > 3"), ("where", 'player = "A"'))
    )
    assert address.lack("where", "plies > 3").all("where") == ['player = "A"']
    assert address.have(page=None, min_games=4).parameters[-1] == ("min-games", "4")


def test_empty_parameters_are_none() -> None:
    assert Address.parse("/club/games", "where=&sort=+&page=3").parameters == (("page", "3"),)


@pytest.mark.parametrize("query", ["page=-1", "page=1e3", "page=²", f"page={'9' * 5_000}"])
def test_numbers(query: str) -> None:
    with pytest.raises(AddressError, match=r"page: .* is no whole number"):
        Address.parse("/club/games", query).number("page", 1)


@pytest.mark.parametrize(
    "query", ["where=%ff", "where=%00", "&".join(f"a{at}=1" for at in range(MAX_PARAMETERS + 1))]
)
def test_no_address(query: str) -> None:
    with pytest.raises(AddressError):
        Address.parse("/club/games", query)
