"""The refused records, by why and from where; and one with its findings, as ``mentis quarantine``.

With an id behind the page's name it is ``mentis quarantine show``, else ``list``.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from mentis_records.core.diagnostic import Code
from mentis_records.core.text import encodable
from mentis_records.explorer.address import Address, AddressError
from mentis_records.explorer.content import Content, File, Table, Value
from mentis_records.explorer.marked_text import MarkedText
from mentis_records.explorer.page_range import PageRange
from mentis_records.explorer.visit import Visit
from mentis_records.export.quarantine_row import QUARANTINE_COLUMNS, quarantine_row
from mentis_records.fast.late_dataclass import dataclass
from mentis_records.games import find_code
from mentis_records.report.words.wording import shorten
from mentis_records.store.load.quarantine import Quarantined, fetch_quarantine, record_value
from mentis_records.store.load.refusal_count import count_refusals

PAGE = 50
"""Records a page."""

LINES = 200
"""Lines of a record a page."""

FINDINGS = 12
"""Findings of a record that are listed before the others are asked for."""

_OF_GAMES = ("where", "query")
"""Parameters that select games, which refused records are not."""

_LONGEST = 200
"""Characters of a reason that are shown."""


@dataclass(frozen=True, slots=True)
class _Kind:
    """Records refused for a code, or from a source: what it says, how many, the way to them."""

    label: str
    words: str
    records: int
    place: Address
    is_chosen: bool


def tell(visit: Visit) -> Table | Value:
    """Return what ``mentis quarantine list`` or ``show`` tell with ``--format json``."""
    if visit.address.path:
        return Value(record_value(_record(visit)))
    if unheld := [name for name, _ in visit.address.parameters if name in _OF_GAMES]:
        raise AddressError(f"{unheld[0]}: tags of refused records are not checked")
    codes, sources = _chosen(visit.address)
    found = fetch_quarantine(visit.database, codes=codes, sources=sources)
    return Table(QUARANTINE_COLUMNS, map(quarantine_row, found))


def show(visit: Visit) -> Content | File:
    """Return the list, or one record."""
    address = visit.address
    if address.path:
        return _show_record(visit)
    codes, sources = _chosen(address)
    counted = count_refusals(visit.database, codes, sources)
    pages = PageRange.of(address, counted.records, PAGE)
    found = fetch_quarantine(
        visit.database, codes=codes, sources=sources, limit=PAGE, offset=pages.first
    )
    plain = address.have(page=None)
    return Content(
        "quarantine.html",
        {
            "total": counted.records,
            "is_part": bool(codes or sources),
            "json": address.have(page=None, rules=None, where=None, query=None).as_json,
            "has_selection": any(name in _OF_GAMES for name, _ in address.parameters),
            "everything": plain.have(code=None, source=None),
            "codes": [_by_code(plain, each, records) for each, records in counted.codes],
            "sources": [_by_source(plain, name, records) for name, records in counted.sources],
            "pages": pages,
            "rows": [
                (
                    address.go("quarantine", record.id),
                    _place(record),
                    _codes(record),
                    _reason(record),
                )
                for record in found
            ],
        },
    )


def _show_record(visit: Visit) -> Content | File:
    record, address = _record(visit), visit.address
    if form := address.get("format"):
        if form != "text":
            raise AddressError(f"format: no {form[:40]!r}; there is text")
        text = encodable(record.text).encode()
        return File(f"record-{record.id}.txt", "text/plain; charset=utf-8", text)
    marked = MarkedText(record.text, record.place.line, record.diagnostics)
    pages = PageRange.of(address, len(marked), LINES)
    codes = dict.fromkeys(found["code"] for found in record.diagnostics)
    return Content(
        "refused.html",
        {
            "record": record,
            "where": _place(record),
            "findings": record.diagnostics,
            "shown": FINDINGS,
            "places": [_finding_place(address, marked, found) for found in record.diagnostics],
            "outside": marked.outside,
            "lines": marked.lines(pages.first, pages.end),
            "pages": pages,
            "turned": "Pages of the record",
            "codes": [code for each in codes if (code := _code(each)) is not None],
            "text": address.have(format="text", page=None),
            "json": address.have(page=None, rules=None, where=None, query=None).as_json,
            "list": address.go("quarantine"),
        },
    )


def _record(visit: Visit) -> Quarantined:
    text = visit.address.path[0]
    source, dot, index = text.partition(".")
    is_id = all(part.isascii() and part.isdigit() and len(part) < 10 for part in (source, index))
    found: Sequence[Quarantined] = ()
    if dot and is_id and len(visit.address.path) == 1:
        try:
            found = fetch_quarantine(visit.database, [(int(source), int(index))])
        except KeyError:
            found = ()
    if not found:
        raise KeyError(f"no record {text[:40]} is in quarantine")
    return found[0]


def _chosen(address: Address) -> tuple[list[str], Sequence[str]]:
    """Return the ids of the codes and the names of the sources that are asked for."""
    codes = []
    for text in address.all("code"):
        code = _code(text.strip())
        if code is None:
            raise AddressError(f"code: no {text[:40]!r}")
        codes.append(code.id)
    return codes, address.all("source")


def _code(text: str) -> Code | None:
    try:
        return find_code(text)
    except KeyError:
        return None


def _by_code(address: Address, number: str, records: int) -> _Kind:
    code = _code(number)
    slug, meaning = ("", "") if code is None else (code.slug, code.meaning)
    chosen = [text for text in address.all("code") if number == getattr(_code(text), "id", "")]
    place = address.have(code=None) if chosen else address.have(code=[slug or number])
    return _Kind(slug or number, meaning, records, place, bool(chosen))


def _by_source(address: Address, name: str, records: int) -> _Kind:
    chosen = name in address.all("source")
    place = address.have(source=None) if chosen else address.have(source=[name])
    return _Kind(name, "", records, place, chosen)


def _finding_place(address: Address, marked: MarkedText, found: dict[str, Any]) -> str:
    """Return the link to the line of a finding, or nothing if it is on none."""
    row = marked.row(found)
    if not 0 <= row < len(marked):
        return ""
    page = row // LINES + 1
    return f"{address.have(page=page if page > 1 else None)}#line-{found['line']}"


def _place(record: Quarantined) -> str:
    member = f":{record.place.member}" if record.place.member else ""
    return f"{record.source}{member}:{record.place.line}"


def _codes(record: Quarantined) -> str:
    return ", ".join(record.codes)


def _reason(record: Quarantined) -> str:
    return shorten(record.reason, _LONGEST)
