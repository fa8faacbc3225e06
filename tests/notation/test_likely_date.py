"""The bulk reader and the single one agree on which dates need a warning."""

import random
from pathlib import Path

from mentis_records.core.date import tomorrow
from mentis_records.games import GAMES
from mentis_records.notation.read import Reader
from mentis_records.notation.sheet import Sheet


def test_both_readers_warn_of_the_same_dates(tmp_path: Path) -> None:
    source = random.Random(7)
    day = tomorrow()
    years = [1000, 1899, 1900, 1901, day.year - 1, day.year, day.year + 1, 9999]
    dates = ["?", "-", "????.??.??", f"{day:%Y.%m.%d}"]
    for _ in range(400):
        year, month, date = source.choice(years), source.randint(0, 13), source.randint(0, 32)
        parts = [f"{year}", f"{month:02}" if month else "??", f"{date:02}" if date else "??"]
        dates.append(".".join(parts))
    path = tmp_path / "a.mgn"
    tags = "".join(f'[{name} "x"]\n' for name in ("Event", "Site", "Round", "Blue", "Red"))
    path.write_text(
        "".join(f'{tags}[Date "{text}"]\n[Result "*"]\n\n1. TSNd2 *\n\n' for text in dates)
    )
    reader = Reader(GAMES)
    singly = [
        [found.code.slug for found in reading.diagnostics]
        for reading in reader.read_path(str(path))
    ]
    together: list[list[str]] = []
    for sheet in reader.read_sheets(str(path)):
        assert isinstance(sheet, Sheet)
        together += [
            [found.code.slug for found in reading.diagnostics] for reading in sheet.readings(False)
        ]
    assert together == singly
    assert 0 < sum("date-unlikely" in found for found in singly) < len(dates)
