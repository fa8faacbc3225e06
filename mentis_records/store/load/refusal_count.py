"""Refused records counted: how many there are, for which codes, from which sources."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from mentis_records.core.text import encodable
from mentis_records.fast.late_dataclass import dataclass
from mentis_records.store.database import Database, asking

CHOSEN = """
    (len($codes::varchar[]) = 0 or len(list_filter(
        diagnostics::json[],
        lambda found: found ->> 'severity' = 'error'
            and list_contains($codes::varchar[], found ->> 'code')
    )) > 0)
    and (len($sources::varchar[]) = 0 or sources.name in (select unnest($sources))
        or len(list_filter(
            $sources::varchar[],
            lambda wanted: ends_with(sources.name, '/' || wanted)
                or ends_with(sources.name, chr(92) || wanted)
        )) > 0)"""
"""SQL on ``quarantine`` and ``sources`` for the records refused for codes, from sources."""


@dataclass(frozen=True, slots=True)
class RefusalCount:
    """Refused records: all, those with each code, and those from each source, the most first."""

    records: int
    codes: Sequence[tuple[str, int]]
    sources: Sequence[tuple[str, int]]


def chosen_parameters(codes: Collection[str], sources: Collection[str]) -> dict[str, object]:
    """Return the parameters of ``CHOSEN``: ids of codes and names of files, none for all."""
    return {"codes": list(codes), "sources": [encodable(name) for name in sources]}


def count_refusals(
    database: Database, codes: Collection[str] = (), sources: Collection[str] = ()
) -> RefusalCount:
    """Return how many records were refused, of those that are chosen (``fetch_quarantine``).

    A record counts for each code for which it was refused.

    Raises:
        StoreError: the database cannot be read.
    """
    chosen = f"""
        with chosen as (
            select source_id, source_index, coalesce(sources.name, '?') as name, diagnostics
            from quarantine left join sources using (source_id) where {CHOSEN}
        )"""  # noqa: S608 - SQL of the store
    by_code = f"""
        {chosen}, found as (
            select source_id, source_index, unnest(diagnostics::json[]) as found from chosen
        )
        select found ->> 'code' as code, count(distinct (source_id, source_index)) as records
        from found where found ->> 'severity' = 'error'
        group by all order by records desc, code
        """  # noqa: S608 - SQL of this module
    by_source = f"{chosen} select name, count(*) as records from chosen group by all order by all"  # noqa: S608
    parameters = chosen_parameters(codes, sources)
    with asking(database) as connection:
        found = connection.execute(by_code, parameters).fetchall()
        names = connection.execute(by_source, parameters).fetchall()
    names.sort(key=lambda named: -named[1])
    return RefusalCount(sum(count for _, count in names), found, names)
