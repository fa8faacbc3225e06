"""Random record files: few games in many forms, repeated, cut short, contradicting and damaged."""

import random
import tomllib
from pathlib import Path

CASES = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))

PLIES = (
    *("TSNd2", "TSNd6", "d2#-d3#-d4", "d6#-d5#-e5", "TNNc2", "TSNc6", "c2-c3-c4#-b4", "c6#-c5"),
    *("b4-b5-b6#-b7", "TSe6", "d4-d3-e3-f3", "e6xb6"),
)
OTHERS = {2: "d2#-d3", 3: "d6#-d5", 5: "TSNe6", 6: "c2-c3", 7: "c6-c5", 9: "Te6"}
"""Plies that may stand in the place of others, most of them what is left of these."""

TAGS = CASES["tags"]
LIKELY = ("Event", "Date", "Blue", "Red", "Result")


def random_text(chance: random.Random, most: int = 6, damage: float = 0.3) -> str:
    """Return a text of some records, the same ones more often than not.

    Args:
        chance: decides all.
        most: how many records at most.
        damage: how likely it is that characters are lost, added or changed.
    """
    records = [random_record(chance) for _ in range(chance.randint(1, most))]
    if chance.random() < 0.5:
        records += chance.choices(records, k=chance.randint(1, 2))
    if chance.random() < 0.3:
        records.insert(0, random_listing(chance))
    text = chance.choice(("\n\n", "\n", "\n\n\n")).join(records) + chance.choice(("", "\n", "\n\n"))
    if chance.random() < damage:
        for _ in range(chance.randint(1, 4)):
            at = chance.randrange(len(text) + 1)
            text = text[:at] + chance.choice(CASES["odd"]) + text[at + chance.randint(0, 3) :]
    return text


def random_record(chance: random.Random) -> str:
    """Return a record with tags."""
    names = [name for name in TAGS if chance.random() < (0.85 if name in LIKELY else 0.1)]
    tags = {name: chance.choice(TAGS[name]) for name in names or ["Event"]}
    lines = [f'[{name} "{value}"]' for name, value in tags.items()]
    words = [*_plies(chance, chance.random() < 0.15)]
    if chance.random() < 0.75:
        token = tags.get("Result", "*") if chance.random() < 0.95 else "1-0"
        words.append(token if chance.random() < 0.95 else "½-½")
    if chance.random() < 0.1:
        words.append("{ closing }")
    return "\n".join(lines) + "\n\n" + " ".join(words) + "\n"


def random_listing(chance: random.Random) -> str:
    """Return one or two listings without tags, the second of which may go on with the first."""
    count = chance.randint(1, 12)
    text = " ".join(_plies(chance, False, count)) + "\n"
    if count > 3 and chance.random() < 0.5:
        text += f"\n2. {' '.join(PLIES[2:4])} 3. {chance.choice((PLIES[4], 'Sb1'))}\n"
    return text


def _plies(chance: random.Random, has_remarks: bool, count: int = -1) -> list[str]:
    count = chance.choice((0, 1, 2, 3, 7, 8, 9, 12)) if count < 0 else count
    words = []
    for at, ply in enumerate(PLIES[:count]):
        if at % 2 == 0:
            words.append(f"{at // 2 + 1}.")
        is_last = at == count - 1
        other = OTHERS.get(at)
        words.append(other if is_last and other and chance.random() < 0.4 else ply)
        if has_remarks and chance.random() < 0.3:
            words.append(chance.choice(("{ fine }", "$1", "{ so\nso }", "; to the end\n")))
            if at == 1:
                words.append(chance.choice(("(1... TSNe6 2. Te1)", "(1... TSNe6 {why})", "")))
    return words
