"""Games that players of a policy play against each other, for any game that has policies."""

from mentis_records.games.selfplay.collection import Collection, generate
from mentis_records.games.selfplay.seating import seatings

__all__ = ["Collection", "generate", "seatings"]
