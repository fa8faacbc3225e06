"""A jump of 23 legs: once around the Perimeter, flipping the Antipode, and nearly once more."""

RING = ("a1", "c1", "e1", "g1", "g3", "g5", "g7", "e7", "c7", "a7", "a5", "a3")
BOARD = "1G1G1G1/G5G/7/G5G/7/g5G/GG1G1G1"
POSITION = f"{BOARD} G 1/13 0/0 -,- pb 0"
LONG = "-".join(RING) + "~" + "-".join(RING)
AFTER = "1G1G1G1/G5G/7/G5G/G6/s5G/1G1G1G1 S 1/13 0/0 -,- pb 0"
RECORD = f'[Game "Antipode"]\n[Position "{POSITION}"]\n\n1. {LONG} d4 *\n'
