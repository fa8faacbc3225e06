"""Every redundant field of a position of Mentis derived again."""

from mentis_records.core.game import PositionError
from mentis_records.games.mentis.rules import key, setup_string
from mentis_records.games.mentis.rules.position import Position


def differences(position: Position) -> list[str]:
    """Return what does not agree: sums computed anew, what is formatted and parsed."""
    found: list[str] = []
    fresh = key.fresh_sums(position.cells, position.hands, position.side)
    if fresh != (position.sum, position.mirror_sum):
        found.append(f"sums {position.sum}, {position.mirror_sum} instead of {fresh}")
    try:
        again = setup_string.parse_setup(setup_string.format_setup(position))
    except PositionError as error:
        found.extend(error.reasons)
    else:
        if again != position:
            found.append("the position string does not give the position back")
    return found
