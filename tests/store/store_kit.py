"""The records that most tests of the store load, and what reads them."""

from pathlib import Path

from mentis_records.games import GAMES
from mentis_records.notation.read import Reader

HERE = Path(__file__).parent
SAMPLE = HERE / "sample.mgn"
BROKEN = HERE / "broken.mgn"
READER = Reader(GAMES)
