"""Codes about starts and exchanges that the rules forbid."""

from mentis_records.games.mensaspiel.code.entry import START, entry, plain, stated

_FULL = "a3:WB,a4:W,a5:W,b3:W,b5:W,c3:W,c4:W,c5:W W0.1.1/B0.7.0 W 3"

NO_STARTER = entry(
    101,
    "no-starter",
    "{side} has no starter in the base",
    "a turn with a piece on the rings",
    START,
    "a piece in reserve becomes a starter by a turn marked +",
    """A start brings a starter from the base onto the own ring. Each side begins with three; more
come from the reserve when a start or a move ends on a square whose colour the side also holds
in the other ring.""",
    (stated("b3:W,e4:B W0.6.0/B2.6.0 W 3", "Sa3"), stated("b3:W,e4:B W2.6.0/B0.8.0 B 3", "Se3")),
)
START_OUTSIDE_RING = entry(
    102,
    "start-outside-ring",
    "{side} cannot start on {square}, in the other ring",
    "an empty square of {side}'s own ring",
    f"{START}; R11",
    "only a counter-attack, as the third turn, starts in either ring",
    """Starters go onto an empty square of their own ring: White's is on the left, a3 to c5, Black's
on the right, e3 to g5. The first player may start anywhere once: right after the second start,
if that attacked the first piece.""",
    (stated("c3:W,e4:B,f5:B W2.6.0/B1.6.0 W 3", "Sg3"), plain("1. Sb3", "Sa3")),
)
START_OCCUPIED = entry(
    103,
    "start-occupied",
    "{side} cannot start on {square}, where {owner} stands",
    "an empty square",
    START,
    "",
    """Starters go onto empty squares. They never capture.""",
    (plain("1. Sb3 Se3 2.", "Sb3"), stated("b3:W,g5:W W1.6.0/B3.6.0 B 3", "Sg5")),
)
START_COPIED = entry(
    104,
    "start-copied",
    "{square} has the colour of the first start, {first}: {side} may not copy it",
    "a square of {side}'s ring with another colour",
    f"{START}; R10",
    "",
    """The reply to the first start, of the game or since the rings were empty, may not go to the
square of the same colour. This holds for the start after an exchange, too.""",
    (plain("1. Sb3", "Sg5"), stated("b3:W W1.6.1/B0.8.1 B 1@b3", "ESg5")),
)
EXCHANGE_WITH_STARTER = entry(
    105,
    "exchange-with-starter",
    "{side} exchanges a prisoner with a starter in the base",
    "an empty base",
    "rules, Prisoner exchange; R14",
    "start without an exchange: S{square}",
    """A prisoner is exchanged for a starter only by a side without one.""",
    (stated("b3:W,e4:B W1.6.1/B1.6.0 W 3", "ESa3"), stated("b3:W,e4:B W1.6.0/B1.6.1 B 3", "ESg3")),
)
EXCHANGE_NO_PRISONER = entry(
    106,
    "exchange-no-prisoner",
    "{side} has no prisoner to exchange",
    "a turn without E",
    "rules, Prisoner exchange; R14",
    "",
    """An exchange gives back one prisoner: it goes to the enemy's reserve, and a piece of the own
reserve becomes a starter.""",
    (stated("b3:W,e4:B W0.6.0/B2.6.0 W 3", "ESa3"), stated("b3:W,e4:B W2.6.0/B0.6.0 B 3", "ESg3")),
)
EXCHANGE_NO_RESERVE = entry(
    107,
    "exchange-no-reserve",
    "{side} has no piece in reserve for the exchange",
    "a turn without E",
    "rules, Prisoner exchange; R14",
    "",
    """An exchange needs a piece in the own reserve, which becomes the starter.""",
    (stated("b3:B,c5:W W0.0.1/B2.5.0 W 3", "ESa3"), stated("b3:W,f5:B W2.4.0/B0.0.2 B 3", "ESg3")),
)
EXCHANGE_BLOCKED = entry(
    108,
    "exchange-blocked",
    "{side} cannot start after the exchange: there is no square for it",
    "a turn without E",
    "rules, Prisoner exchange; R14",
    "",
    """The starter that an exchange brings has to start at once. Where it cannot, there is no
exchange.""",
    (
        stated(_FULL, "ESa3"),
        stated("e3:B,e4:B,e5:B,f3:B,f5:B,g3:B,g4:B,g5:BW W0.7.0/B0.1.1 B 3", "ESf3"),
    ),
)
START_DUE = entry(
    109,
    "start-due",
    "{found} after the exchange of a prisoner",
    "the start of the new starter, such as Sa3",
    "rules, Prisoner exchange; R14",
    "",
    """After an exchange the new starter has to start before anything else. In records both are one
turn, such as ESb3; only a stated position can stand between them (x).""",
    (
        stated("b3:W,e4:B W1.5.0/B2.6.0 W 3x", "b3-c3"),
        stated("b3:W,e4:B W1.5.1/B2.5.0 W 3x", "ESa3"),
    ),
)
STARTER_MARK = entry(
    110,
    "starter-mark",
    "{found} does not say what the rules do: {reason}",
    "{expected}",
    "rules, Starter generation; R9, R11",
    "write {expected}",
    """A start or a move makes a starter if it ends on a square whose colour the side also holds in
the other ring, and it has a piece in reserve. The turn is then marked with +, and no other is.
The start of a counter-attack makes none.""",
    (
        stated("b3:W,e4:B W2.6.0/B2.6.0 W 2c@b3", "Sg5+"),
        stated("a3:W,b3:W,c3:W,f5:B,g5:B W0.6.0/B1.6.0 W 3", "b3-g4"),
    ),
)
