"""``mentis version``."""

from __future__ import annotations

from mentis_records import __version__
from mentis_records.cli import output


def version() -> None:
    """Print the versions of the program and of the rules, and how the kernels were built."""
    from mentis_records.fast.kernel import IS_COMPILED
    from mentis_records.games import GAMES

    output.write(f"mentis-records {__version__}")
    output.write(f"kernels: {'compiled' if IS_COMPILED else 'interpreted'}")
    for game in GAMES:
        facts = game.description
        output.write(f"{facts.title}: rules version {facts.rules_version}")
