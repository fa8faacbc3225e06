"""A browser, pages of the explorer at an address of a test file, and what is used again."""

from collections.abc import Iterator
from typing import Any

import pytest
from reuse_kit import figures_are_drawn_once, last_file_stays_open

__all__ = ["figures_are_drawn_once", "last_file_stays_open"]


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    """Give a browser."""
    from browser_kit import opened_browser

    with opened_browser() as found:
        yield found


@pytest.fixture
def visit(browser: Any, address: str) -> Iterator[Any]:
    """Give what opens pages of the explorer at an address."""
    from browser_kit import visiting

    with visiting(browser, address) as visit:
        yield visit
