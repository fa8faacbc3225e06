"""Codes about attacks that the rules forbid, their outcomes, and the faces that they show."""

from mentis_records.games.cirkle_mind.code.entry import DUEL, TURN, entry, stated

_MET = "7mc/8/8/8/3bx4/2yo1kt3/3Yx4/8/8/8/Gc7 G - -"
_BESIDE = "3mc4/8/8/8/8/8/2yxBx4/8/8/8/3Gc4 G - -"
_COVERED = "7mc/8/8/8/3m?4/2m?5/3G?4/8/8/8/Gc7 G - -"
_BEHIND = "7mc/8/8/2m?5/3m?4/8/3G?4/8/8/8/Gc7 G - -"
_SHOWN = "7mc/8/8/8/3bo4/2m?5/3Yx4/8/8/8/Gc7 G d5,d7 -"

ATTACK_AFTER_BACKWARD = entry(
    201,
    "attack-after-backward",
    "no attack after the backward step to {square}",
    "an attack after a step forward or sideways",
    f"{TURN}; R7",
    "write {start}-{square}",
    """A piece attacks when it has moved forward or sideways, never when it has moved backward.""",
    (stated(_BESIDE, "d5-d4xc4+"), stated("8/8/mc2bx4/3Yx4/8/8/8/8/8/8/Gc7 M - -", "d9-d10xd11=")),
)
ATTACK_OUT_OF_REACH = entry(
    202,
    "attack-out-of-reach",
    "{attacked} is neither in front of {square} nor beside it",
    "the square in front, at the left or at the right",
    f"{TURN}; R7",
    "",
    """A piece attacks from the square where it has landed, and only what is directly in front of it
or at its left or right.""",
    (stated(_BESIDE, "d5-d6xc5+"), stated(_BESIDE, "d5-e5xc5+")),
)
ATTACK_TO_REAR = entry(
    203,
    "attack-to-rear",
    "{attacked} is behind {square}",
    "the square in front, at the left or at the right",
    f"{TURN}; R7",
    "",
    """A piece never attacks what is behind it: on the lower row for Green, on the higher row for
Mauve.""",
    (
        stated("7mc/8/8/8/3bt4/2Yx5/3bo4/8/8/8/Gc7 G - -", "c6-d6xd5="),
        stated("7mc/8/8/3Yx4/2bx5/8/8/8/8/8/Gc7 M - -", "c7-d7xd8+"),
    ),
)
NO_OPPONENT_THERE = entry(
    204,
    "no-opponent-there",
    "no piece stands on {attacked}",
    "a piece of {enemy}",
    TURN,
    "write {start}-{square} for a step alone",
    """An attack names the square of the opposing piece.""",
    (stated(_COVERED, "d5-d6xe6+"), stated(_BESIDE, "d5-d6xd7=")),
)
ATTACK_ON_OWN = entry(
    205,
    "attack-on-own",
    "the piece on {attacked} is {side}'s own",
    "a piece of {enemy}",
    TURN,
    "",
    """Only opposing pieces are attacked.""",
    (
        stated("7mc/8/8/8/3Bx4/8/3Yx4/8/8/8/Gc7 G - -", "d5-d6xd7+"),
        stated("7mc/8/8/3bx4/2yx5/8/8/8/8/8/Gc7 M - -", "d8-d7xc7="),
    ),
)
WRONG_OUTCOME = entry(
    301,
    "wrong-outcome",
    "the outcome is {right!r}, not {wrong!r}: {duel}",
    "{expected}",
    DUEL,
    "{right}: {outcome}",
    """The outcome of an attack follows from both faces, and with shields from the squares of both.
In Easy a target is captured by any piece, a black piece captures any, and is captured only by its
own shape; others capture what has their shape or their colour. With shields the defender's level
counts, too: 0, 1 on its colour or shape, 2 on both.""",
    (
        stated(_MET, "d5-d6xe6+"),
        stated("7mc/8/8/8/8/8/8/8/bx7/8/Gs6Gc G - -", "a1-a2xa3=", level="medium"),
    ),
)
FACES_DISAGREE = entry(
    302,
    "faces-disagree",
    "{found} shows {face} on {place}, where {known} stands",
    "the face that stands there",
    "notation: Turns; R19",
    "",
    """The faces in an attack are the attacker's, then the defender's. They must be those of the
set-ups or the stated position.""",
    (stated(_MET, "d5-d6xe6:YxKx<"), stated(_MET, "d5-d6xd7:YsBx=")),
)
FACE_CHANGED = entry(
    303,
    "face-changed",
    "{found} shows {face}, but the piece on {place} has shown {known}",
    "the face that was shown before",
    "rules, Hidden information; R19",
    "",
    """A piece that has taken part in an attack is known. It never shows another face.""",
    (
        stated(_SHOWN, "d5-d6xd7:YtBo="),
        stated(_COVERED, "d5-d6xd7:YxBt= c6-c5 2. d6-e6 d7-d6xe6:BtYs=", "d7-d6xe6:BtYs="),
    ),
)
FACE_TAKEN = entry(
    304,
    "face-taken",
    "{found} shows {face} on {place}, but that is another piece of {of}",
    "a face that no other piece of {of} has",
    "rules, Pieces; R19",
    "",
    """Each side has every face once. A face that was set up on another square, or that another
piece has shown, even one removed since, is no longer to be had.""",
    (
        stated(_COVERED, "d5-d6xd7:GcBx+"),
        stated(_BEHIND, "d5-d6xd7:YxBx+ c8-c7xd7:BxYx+", "c8-c7xd7:BxYx+"),
    ),
)
NO_TARGET_LEFT = entry(
    305,
    "no-target-left",
    "{found} leaves both sides without their victory targets",
    "faces that leave one side its target",
    "rules, End; R19",
    "",
    """A side without its victory target and without a piece of unknown face has lost. Both cannot
have: the first of them lost when its target was captured.""",
    (
        stated("8/8/8/8/3m?4/8/3G?4/8/8/8/8 G - -", "d5-d6xd7:YxBx+"),
        stated("8/8/8/3mc4/8/3G?4/8/8/8/8/8 G - -", "d6-d7xd8:YxMc+"),
    ),
)
