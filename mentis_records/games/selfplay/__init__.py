"""Games that players of a policy play against each other, for any game that has policies."""

from mentis_records.games.selfplay.random_policy import policies_of
from mentis_records.games.selfplay.search_policy import search_policy
from mentis_records.games.selfplay.seating import seatings
from mentis_records.games.selfplay.series import Collection, generate

__all__ = ["Collection", "generate", "policies_of", "search_policy", "seatings"]
