"""Texts in CSV are no formulas to a spreadsheet, and are read back as they were."""

import csv
import io
import random
import re
from decimal import Decimal

from mentis_records.core.csv_text import csv_line

SIGNS = "=+-@'＝＋－＠\t\r\n \0\v\u00a0\",;aZ1.é"


def read_back(cell: str) -> str:
    """Return the text of a cell as README tells it."""
    return cell[1:] if re.match("'+(?:[\t\r]|[\\s\0-\x1f]*[=+\\-@＝＋－＠])", cell) else cell


def read_line(line: str) -> list[str]:
    (row,) = csv.reader(io.StringIO(line, newline=""))
    return row


def test_random_texts_come_back() -> None:
    chance = random.Random(35)
    texts = ["".join(chance.choices(SIGNS, k=chance.randrange(9))) for _ in range(10_000)]
    escaped = 0
    for at in range(0, len(texts), 5):
        cells = read_line(csv_line(texts[at : at + 5]))
        assert list(map(read_back, cells)) == texts[at : at + 5]
        for cell, text in zip(cells, texts[at : at + 5], strict=True):
            escaped += cell != text
            assert cell == "-" or not cell.strip(" \t\r\n\0\v\u00a0").startswith(
                ("=", "+", "-", "@")
            )
            assert not cell.startswith(("\t", "\r"))
    assert 2_000 < escaped < 9_000


def test_numbers_are_numbers() -> None:
    values = (-12.5, -3, Decimal("-0.5"), None, True, "-", "-12.5", "?", "", "1-0", "'tis")
    assert csv_line(values) == "-12.5,-3,-0.5,,true,-,'-12.5,?,,1-0,'tis\n"
