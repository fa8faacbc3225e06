"""Sound records with planted defects of every kind, and what must become of each.

``python tests/store/defect.py --records 20000`` loads so many and says what it saw.
"""

import argparse
import json
import random
import tempfile
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

from mentis_records.core.diagnostic import Code, Example, Severity
from mentis_records.games import GAMES, catalogue
from mentis_records.games.selfplay import Collection
from mentis_records.notation.read import Reader
from mentis_records.store.database import Database
from mentis_records.store.load.load import LoadSummary, load
from mentis_records.store.open import create_database

SHARE = 0.05
"""How many of the records have a defect."""

BIG = 100_000
"""Examples of more characters are planted once each."""

ERRORS: tuple[Code, ...] = tuple(code for code in catalogue() if code.severity is Severity.ERROR)
EXAMPLES = tuple((code, example) for code in ERRORS for example in code.examples)


@dataclass
class Planted:
    """A text in parts, with what it is made of.

    ``sound`` are the numbers of records that must be stored or be duplicates; ``defects`` are
    the codes that must be found in records, by number, one of them in each.
    """

    texts: list[str] = field(default_factory=list)
    records: int = 0
    sound: list[int] = field(default_factory=list)
    refused: int = 0
    defects: list[tuple[str, range]] = field(default_factory=list)

    def add(self, code: Code, example: Example) -> None:
        """Add an example; of its records those are sound that are so when it stands alone."""
        readings = list(Reader(GAMES).read_text("example", example.text))
        first = self.records + 1
        self.defects.append((code.id, range(first, first + len(readings))))
        for reading in readings:
            self.records += 1
            if reading.is_valid:
                self.sound.append(self.records)
        self.refused += sum(not reading.is_valid for reading in readings)
        is_alone = not is_tagged(example)
        self.texts.append(example.text if is_alone else example.text.rstrip("\n") + "\n\n")

    def add_sound(self, text: str) -> None:
        """Add a sound record."""
        self.records += 1
        self.sound.append(self.records)
        self.texts.append(text)


def is_tagged(example: Example) -> bool:
    """Tell whether an example may stand among others in a file."""
    return example.text.startswith("[") and not example.text.startswith("[{")


def plant(records: int, seed: int) -> list[Planted]:
    """Return a text of so many records, and one more for each defect that must stand alone."""
    chance = random.Random(seed)
    among = [pair for pair in EXAMPLES if is_tagged(pair[1])]
    count = max(int(records * SHARE), len(among))
    often = [pair for pair in among if len(pair[1].text) < BIG]
    chosen = among + [often[at % len(often)] for at in range(count - len(among))]
    chance.shuffle(chosen)
    policy = GAMES[0].description.policies[0]
    collection = Collection(GAMES[0], policy, policy.players, {}, 60, seed)
    games = collection.records(range(1, records - count + 1))
    planted = Planted()
    places = sorted(chance.sample(range(len(games)), count))
    parts = iter(zip(places, chosen, strict=True))
    at, pair = next(parts)
    for number, text in enumerate(games):
        planted.add_sound(text + "\n")
        if number == at:
            planted.add(*pair)
            at, pair = next(parts, (-1, pair))
    alone = []
    for pair in EXAMPLES:
        if not is_tagged(pair[1]):
            alone.append(Planted())
            alone[-1].add(*pair)
    return [planted, *alone]


def check(database: Database, reader: Reader, folder: Path, planted: list[Planted]) -> LoadSummary:
    """Load texts and check what became of them; return the sums.

    Raises:
        AssertionError: a sum is wrong, a defect was not found or not refused, or a sound record
            was not kept.
    """
    total = Counter[str]()
    for number, source in enumerate(planted):
        path = folder / f"{number}.txt"
        path.write_bytes("".join(source.texts).encode("utf-8", "surrogateescape"))
        done = load(database, reader, str(path))
        assert done.records == source.records, (number, done)
        assert done.records == done.stored + done.duplicates + done.quarantined
        assert done.quarantined == source.refused, (number, done)
        run = database.connection.execute
        # A trial that was cut off is taken for one that has grown when more of it comes.
        (source_id,) = run("select source_id from sources where name = ?", [str(path)]).fetchone()
        kept = run(
            """
            select source_index from games where source_id = $1
            union all select source_index from duplicates where source_id = $1
            order by 1
            """,
            [source_id],
        ).fetchall()
        assert [index for (index,) in kept] == source.sound, number
        rows = run(
            "select source_index, diagnostics from quarantine where source_id = $1", [source_id]
        ).fetchall()
        found = {
            index: {each["code"] for each in json.loads(text) if each["severity"] == "error"}
            for index, text in rows
        }
        for code, places in source.defects:
            assert any(code in found.get(place, ()) for place in places), (number, code)
        assert all(found.values())
        for name in ("records", "stored", "duplicates", "quarantined"):
            total[name] += getattr(done, name)
    return LoadSummary("all", **total)


def main() -> None:
    """Plant, load and check as the command line says."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--records", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    planted = plant(chosen.records, chosen.seed)
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        with create_database(folder / "club.duckdb") as database:
            done = check(database, Reader(GAMES), folder, planted)
    defects = Counter(code for source in planted for code, _ in source.defects)
    print(
        f"{done.records} read = {done.stored} stored + {done.duplicates} duplicates"
        f" + {done.quarantined} quarantined"
    )
    print(f"{defects.total()} defects of {len(defects)} kinds, each found and refused")


if __name__ == "__main__":
    main()
