"""What the tests of boards share."""

from xml.etree import ElementTree

from mentis_records.core.picture import BoardPicture


def stacks(picture: BoardPicture) -> dict[str, str]:
    """Return what stands on each square, in the words that pages say to the ear."""
    found = {}
    for square in picture.squares:
        names = [piece.name for piece in square.pieces]
        if names:
            words = f"stack of {len(names)}, bottom to top {', '.join(names)}"
            side = picture.sides[square.pieces[-1].side or 0]
            found[square.name] = f"{side} {words if len(names) > 1 else names[0]}"
    return found


def check_within_sheet(svg: str) -> None:
    """Check that no point of a drawing lies off its sheet."""
    root = ElementTree.fromstring(svg)
    width, height = map(float, root.attrib["viewBox"].split()[2:])
    for node in root.iter():
        for point in node.attrib.get("points", "").split():
            x, y = map(float, point.split(","))
            assert 0 <= x <= width
            assert 0 <= y <= height
