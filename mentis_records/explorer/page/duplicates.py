"""The duplicate records, and pairs of games that may be one; as ``mentis duplicates`` has them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from mentis_records.explorer.address import Address
from mentis_records.explorer.content import Content, Table
from mentis_records.explorer.page_range import PageRange
from mentis_records.explorer.visit import Visit
from mentis_records.export.duplicate_row import DUPLICATE_COLUMNS, duplicate_row
from mentis_records.store.duplicate.duplicate_list import Likeness, fetch_merged, fetch_near

PAGE = 100
"""Likenesses a page."""

_NO = ("", "0", "no", "false")


def tell(visit: Visit) -> Table:
    """Return what ``mentis duplicates --format json`` tells."""
    return Table(DUPLICATE_COLUMNS, map(duplicate_row, _find(visit)))


def show(visit: Visit) -> Content:
    """Return a page of the duplicates."""
    address = visit.address
    found = _find(visit)
    pages = PageRange.of(address, len(found), PAGE)
    kinds = Counter(each.kind for each in found)
    is_near = _is_near(address)
    plain = address.have(page=None)
    return Content(
        "duplicates.html",
        {
            "total": len(found),
            "kinds": [(kind, kinds[kind]) for kind in ("exact", "prefix", "near") if kinds[kind]],
            "is_near": is_near,
            "other": plain.have(near=None if is_near else 1),
            "pages": pages,
            "rows": found[pages.first : pages.end],
        },
    )


def _is_near(address: Address) -> bool:
    return address.get("near").strip().lower() not in _NO


def _find(visit: Visit) -> Sequence[Likeness]:
    selection = visit.of_rules
    merged = [] if _is_near(visit.address) else fetch_merged(visit.database, selection)
    return [*merged, *fetch_near(visit.database, selection)]
