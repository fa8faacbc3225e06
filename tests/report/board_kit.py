"""What the tests of boards share."""

from __future__ import annotations

from mentis_records.core.picture import BoardPicture


def stacks(picture: BoardPicture) -> dict[str, str]:
    """Return what stands on each square, in the words that pages say to the ear."""
    found = {}
    for square in picture.squares:
        names = [face.name for face in square.tiles]
        if names:
            words = f"stack of {len(names)}, bottom to top {', '.join(names)}"
            side = picture.sides[square.tiles[-1].side]
            found[square.name] = f"{side} {words if len(names) > 1 else names[0]}"
    return found
