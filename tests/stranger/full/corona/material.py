"""The stones of Corona as material: nothing is ever taken."""

from mentis_records.core.material import Change, Material

MATERIAL = Material(piece=("stone", "stones"), kinds=("Stone",), entered="placed")


def held(position):
    white, black = position.hands
    return (white,), (black,)


def owned(position):
    on_board = (position.stones.count("w"), position.stones.count("b"))
    white, black = (hand + own for hand, own in zip(position.hands, on_board, strict=True))
    return (white,), (black,)


def change(code):
    return Change() if code >> 3 else Change(entered=(0,))
