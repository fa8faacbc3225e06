"""A sample of the law that what is called proven holds against every reply and hidden face."""

from __future__ import annotations

from collections import Counter

import pytest
from proof_law import SLUGS, faults

from mentis_records.games import find_game


@pytest.mark.parametrize("slug", SLUGS)
def test_proofs_hold(slug: str) -> None:
    told: Counter[str] = Counter()
    assert list(faults(find_game(slug), 50, 7, told)) == []
    assert told["proven"]
