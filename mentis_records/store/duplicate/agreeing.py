"""Stored games that may be one with some records, by hashes and the tags that all of these have."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence

import duckdb

from mentis_records.core.text import encodable
from mentis_records.store.duplicate.candidate import Candidate
from mentis_records.store.identity import RESULT, UNKNOWN
from mentis_records.store.schema import text_columns
from mentis_records.store.schema.record_sql import folded_sql

_MOST_KINDS = 8
"""So many kinds of records, by the tags that they have, are asked for by themselves."""

_MOST_TAGS = 3
"""So many tags of a kind are compared: those that tell most of its records apart."""


def fetch_alike(
    connection: duckdb.DuckDBPyConnection,
    records: Collection[Candidate],
    contents: Sequence[int],
    openings: Sequence[int],
) -> list[int]:
    """Return the games of a content or an opening that do not contradict all of some records.

    Of very many games with few plies hardly any are left. Among those that are, some may agree
    with none of the records, but none that agrees is missing.

    Args:
        connection: where the games are.
        records: what they are compared with.
        contents: keys.
        openings: keys.
    """
    found: set[int] = set()
    for game, kind in _kinds(records):
        tags, values = _tags(kind)
        given: dict[str, object] = {"contents": contents, "openings": openings, "game": game}
        conditions = ["game = $game"]
        if tags:
            given["unknown"] = sorted(UNKNOWN)
        for number, tag in enumerate(tags):
            if tag in text_columns(game):
                text = text_columns(game)[tag]
            else:
                text = f"tags[$tag{number}]"
                given[f"tag{number}"] = encodable(tag)
            given[f"values{number}"] = values[tag]
            folded = folded_sql(text)
            conditions.append(
                f"({text} is null or list_contains($unknown::varchar[], {folded})"
                f" or {folded} in (select unnest($values{number}::varchar[])))"
            )
        rows = connection.execute(
            f"""
            select game_id
            from games
            where (
                content_key in (select unnest($contents::bigint[]))
                or opening_key in (select unnest($openings::bigint[]))
            ) and {" and ".join(conditions)}
            """,  # noqa: S608 - columns of the schema, SQL from above
            given,
        ).fetchall()
        found.update(game_id for (game_id,) in rows)
    return sorted(found)


def _kinds(records: Collection[Candidate]) -> Iterator[tuple[str, list[Candidate]]]:
    """Yield records by their game and the tags that they have; all rare kinds of a game are one."""
    kinds: defaultdict[str, defaultdict[frozenset[str], list[Candidate]]]
    kinds = defaultdict(lambda: defaultdict(list))
    for record in records:
        kinds[record.content.game][frozenset(record.occasion)].append(record)
    for game, own in kinds.items():
        found = sorted(own.values(), key=len, reverse=True)
        yield from ((game, kind) for kind in found[:_MOST_KINDS])
        if found[_MOST_KINDS:]:
            yield game, [record for kind in found[_MOST_KINDS:] for record in kind]


def _tags(kind: Sequence[Candidate]) -> tuple[list[str], Mapping[str, list[str]]]:
    """Return tags that all of some records have, and their values in these."""
    shared = set.intersection(*(set(record.occasion) for record in kind)) - {RESULT}
    values = {
        tag: list({encodable(record.occasion[tag]) for record in kind}) for tag in sorted(shared)
    }
    return sorted(values, key=lambda tag: -len(values[tag]))[:_MOST_TAGS], values
