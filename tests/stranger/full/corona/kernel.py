"""The board in motion of Corona: the plain one, as its rules are plain Python."""

from mentis_records.notation.bulk.plain_kernel import PlainKernel


def kernel(terminals):
    from corona.game import GAME

    return PlainKernel(GAME)
