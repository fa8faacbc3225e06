"""All pages that are made: their places in the documentation, and their texts."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from generator import command_page, diagnostic_page, function_page, predicate_page, schema_page
from generator.schema_picture import schema_picture
from mentis_records.cli.main import COMMANDS
from mentis_records.games.code_page import FOLDER


def pages() -> Mapping[str, str]:
    """Return the texts by place."""
    found = {"reference/commands.md": command_page.index_page()}
    for name in COMMANDS:
        found[f"reference/commands/{name}.md"] = command_page.command_page(name)
    found[f"{FOLDER}/index.md"] = diagnostic_page.index_page()
    for page, codes in diagnostic_page.subjects().items():
        found[f"{FOLDER}/{page}.md"] = diagnostic_page.subject_page(codes)
    found["reference/predicates.md"] = predicate_page.predicate_page()
    found["reference/schema.md"] = schema_page.schema_page()
    found["reference/schema-views.md"] = schema_page.views_page()
    found["reference/schema-index.md"] = schema_page.index_page()
    found["reference/schema.svg"] = schema_picture()
    found["reference/python.md"] = function_page.function_page()
    return found


def write_pages(folder: Path) -> None:
    """Write them into the folder of the documentation, those that have changed."""
    for place, text in pages().items():
        path = folder / place
        path.parent.mkdir(parents=True, exist_ok=True)
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8")
