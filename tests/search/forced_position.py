"""Forced wins of every game: late positions of self-play, with the plies until the game is won."""

FORCED = [
    ("mentis", {}, "1t2k(tst)1/1T5/S3T2/2sS3/4T2/2s4/3K3 b -/- 53", 1),
    ("mentis", {}, "4k2/1(sts)5/4n2/2st2T/3t3/7/2K4 b -/- 55", -2),
    ("mentis", {}, "2k2s1/7/3sn2/2(TTS)(SS)3/4T2/7/4K2 r -/n1 29", -2),
    ("mentis", {}, "T2k3/7/7/3(TT)S2/4(tt)2/7/3K2(SS) b -/- 93", 3),
    ("mentis", {}, "3k3/7/4S2/3ST1T/2Tt3/7/2K4 r -/- 90", -4),
    ("mentis", {}, "3k3/7/4S2/2S1T1T/2Tt3/7/2K4 b -/- 90", 5),
    ("mensaspiel", {}, "e3:BWB,f3:W,g4:BWB W1.3.0/B1.4.2 B 3", 1),
    ("mensaspiel", {}, "e3:BWB,g4:BWB,g5:W W1.3.0/B1.4.2 W 3", -2),
    ("mensaspiel", {}, "a3:B,e3:BW,g4:BWB,g5:W W1.3.0/B1.4.2 B 3", 3),
    ("mensaspiel", {}, "b5:B,c5:WB,e4:W,f5:B W0.5.2/B1.3.2 W 3", -4),
    ("mensaspiel", {"FirstPlayer": "W"}, "a5:W,c4:W,e4:W,g3:B,g5:B W1.5.2/B0.5.0 W 3", 5),
    ("antipode", {}, "6G/1S1S3/6G/1S5/1S1SsGG/G1S4/4S1G G 6/6 0/1 f7g7,- pb 0", -2),
    ("antipode", {}, "6G/1S1S3/6G/1S5/1S1SsGG/G1S4/6G S 6/7 0/1 f7g7,d2c2 pb 0", 3),
    (
        "cirkle_mind",
        {},
        "1Bo6/5Ko2/ys4gx2/Mt7/8/6mc1/6Bs1/2Ys2Kt2/2GsMx2BtYt/Kx6Gx/Gc6ko G a8,a9,b11,f10,h1 -",
        3,
    ),
]
"""The game's slug, settings that hold beside the position, the position, and ``mate``."""

QUIET = [
    ("mentis", {}, "3k3/7/7/3N3/7/7/3K3 b -/- 1", 3),
    ("mensaspiel", {}, "a3:W,g5:B W0.0.0/B0.0.0 W 3", 3),
]
"""Positions in which nobody can force a win within so many plies."""
