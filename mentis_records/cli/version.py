"""``mentis version``."""

from __future__ import annotations

from mentis_records import __version__
from mentis_records.cli import output


def version() -> None:
    """Print the versions of the program and of the rules."""
    from mentis_records.games import GAMES

    output.write(f"mentis-records {__version__}")
    for game in GAMES:
        facts = game.description
        output.write(f"{facts.title}: rules version {facts.rules_version}")
