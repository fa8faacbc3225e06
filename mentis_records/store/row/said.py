"""A record's own tags and ending, whatever other records of its game say."""

from __future__ import annotations

from collections.abc import Mapping

from mentis_records.fast.late_dataclass import dataclass
from mentis_records.store.schema import setting_tags


@dataclass(frozen=True, slots=True)
class Said:
    """What a record says by itself: its tags, with its result and termination among them.

    One that ``is_open`` has no result at its end: it may have been cut short, perhaps within a
    ply. The first ``inherited`` plies come from a record that it continues.
    """

    tags: Mapping[str, str]
    is_open: bool = False
    inherited: int = 0

    @property
    def result(self) -> str:
        """Return the result."""
        return self.tags["Result"]

    @property
    def termination(self) -> str | None:
        """Return how it ended, or None."""
        return self.tags.get("Termination")


def said_of(
    game: str,
    tags: Mapping[str, str],
    result: str,
    termination: str | None,
    plies: int,
    is_open: bool = False,
    inherited: int = 0,
) -> Said:
    """Return what a record of a game, of some plies, says that has these tags; the rest is implied.

    The game, its settings and the true number of plies are known without it, and left out.
    """
    known = {"Game", *setting_tags(game)}
    own = {tag: value for tag, value in tags.items() if tag not in known}
    if own.get("PlyCount") == str(plies - inherited):
        del own["PlyCount"]
    implied = {} if termination is None else {"Termination": termination}
    return Said({**own, "Result": result, **implied}, is_open, inherited)
