"""A browser for the explorer's pages: the system's Chromium, driven by Playwright, and axe.

Both come with the extra ``browser``; who imports this without them is skipped.
"""

import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest

playwright = pytest.importorskip("playwright.sync_api", reason="the extra browser brings it")
axe = pytest.importorskip(
    "axe_playwright_python.sync_playwright", reason="the extra browser has it"
)

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
IN_BROWSER = [
    pytest.mark.skipif(CHROMIUM is None, reason="no Chromium here; CI installs one"),
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
]

Open = Callable[..., Any]
"""Opens a page by its path behind the explorer's address, in a window so wide."""


@contextmanager
def opened_browser() -> Iterator[Any]:
    """Start a browser for the block."""
    with playwright.sync_playwright() as driver:
        found = driver.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield found
        found.close()


@contextmanager
def visiting(browser: Any, address: str) -> Iterator[Open]:
    """Open pages in the block; fail if one says a word or asks anybody else for anything."""
    contexts: list[Any] = []
    said: list[str] = []

    def ask(request: Any) -> None:
        if not request.url.startswith((f"{address}/", "data:")):
            said.append(request.url)

    def visit(path: str, width: int = 1200, **options: Any) -> Any:
        context = browser.new_context(viewport={"width": width, "height": 900}, **options)
        contexts.append(context)
        page = context.new_page()
        page.on("console", lambda message: said.append(message.text))
        page.on("pageerror", lambda error: said.append(str(error)))
        page.on("request", ask)
        page.goto(f"{address}/{path}")
        return page

    yield visit
    for context in contexts:
        context.close()
    assert said == []


def violations(page: Any) -> list[tuple[str, str]]:
    """Return what axe finds wrong on a page: the rule, and the first element that breaks it."""
    found = axe.Axe().run(page).response["violations"]
    return [(each["id"], each["nodes"][0]["html"]) for each in found]


def assert_for_all(page: Any) -> None:
    """Axe finds nothing wrong with a page, in light and dark, and a phone shows all its width."""
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        assert violations(page) == []
    page.set_viewport_size({"width": 380, "height": 900})
    assert page.evaluate("document.documentElement.scrollWidth") <= 380
