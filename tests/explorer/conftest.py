"""A browser, and pages of the explorer whose address a test file gives."""

from collections.abc import Iterator
from typing import Any

import pytest


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
