"""Refused records whose mended form has been loaded, as from a corrected file: found, taken out.

An entry is only taken out if it is beyond doubt which stored record it has become: both say the
same of the occasion, and have the same plies but for slips in one of eight. What stands in the
same place of a file of the same name may differ in one tag, or in one ply of four. The plies of an
entry may also break off, if the round is known or the place is the same. An entry for which all
that is true of several games stays, unless one of them is nearest, and so do listings, which have
no tags. Where more than ``_CROWD`` entries have the same tags, their plies alone distinguish them:
each of these entries has to be the beginning of the record, or to differ from it in one ply.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from pathlib import PurePath

import duckdb

from mentis_records.core.text import folded
from mentis_records.fast.late_dataclass import dataclass
from mentis_records.store.identity import UNKNOWN, occasion_of
from mentis_records.store.load.mended import count_discarded
from mentis_records.store.row.place import Place
from mentis_records.store.schema import DESCRIPTION_OF

_CROWD = 50
"""Entries with the same tags that are compared with a record one by one."""

_ROWS_AT_ONCE = 10_000

_MOST_TEXT = 100_000
"""Characters of an entry that are looked at."""

_LEAST_SHARED = 3
"""Tags that an entry and a record have in common at least, one less in the same place."""

_Values = tuple[str, ...]

_TAG = re.compile(r'^\s*\[\s*(\w+)\s+"((?:[^"\\]|\\.)*)"\s*\]', re.MULTILINE)
_REMARK = re.compile(r"\{[^}]*\}?|;[^\n]*|^%[^\n]*|\$\d+", re.MULTILINE)
_VARIATION = re.compile(r"\([^()]*\)")
_NUMBER = re.compile(r"^\d+\.*$")
_END = frozenset({"10", "01", "1212", "12", ""})
_LETTERS = re.compile(r"[^a-z0-9]+")


@dataclass(frozen=True, slots=True)
class Resolved:
    """A refused record that has been stored: its id, and the new record's source, number, game."""

    entry: str
    source_id: int
    index: int
    game_id: int


@dataclass(frozen=True, slots=True)
class _Text:
    """What a record says: where it stands, in what file, its tags folded, its plies as letters."""

    place: Place
    name: str
    tags: Mapping[str, str]
    plies: tuple[str, ...]
    game_id: int = 0

    @property
    def spot(self) -> tuple[str, str | None, int]:
        """Return the name of the file without its folder, and where the record is in it."""
        return PurePath(self.name).name, self.place.member, self.place.index


def resolve_entries(
    connection: duckdb.DuckDBPyConnection, sources: Collection[int]
) -> list[Resolved]:
    """Take entries of other sources out of quarantine that some sources have brought mended.

    Args:
        connection: within the caller's transaction; nothing may wait to be written.
        sources: the numbers of sources that have just been loaded.
    """
    entries = _fetch_entries(connection, sources)
    if not entries:
        return []
    records = list(_fetch_records(connection, sources, entries))
    found = _match(entries, records)
    places = [entry.place for entry, _ in found]
    connection.execute(
        """
        delete from quarantine using (
            select unnest($sources::integer[]) as source_id, unnest($numbers::integer[]) as number
        ) as mended
        where quarantine.source_id = mended.source_id and source_index = mended.number
        """,
        {
            "sources": [place.source_id for place in places],
            "numbers": [place.index for place in places],
        },
    )
    count_discarded(connection, places)
    return [
        Resolved(
            f"{entry.place.source_id}.{entry.place.index}",
            record.place.source_id,
            record.place.index,
            record.game_id,
        )
        for entry, record in found
    ]


def _fetch_entries(connection: duckdb.DuckDBPyConnection, sources: Collection[int]) -> list[_Text]:
    """Return the entries of other sources that a record of some sources may be, mended.

    They name one of its players or its event, or are of a file of the same name.
    """
    names, values = _fetch_known(connection, sources)
    cursor = connection.execute(
        """
        select source_id, source_index, source_member, source_line, coalesce(sources.name, ''),
            text[:$most]
        from quarantine left join sources using (source_id)
        where source_id not in (select unnest($sources::integer[]))
            and len(text) <= $most and regexp_matches(text, '^\\s*\\[')
        order by source_id desc, source_index desc
        """,
        {"sources": list(sources), "most": _MOST_TEXT},
    )
    found = []
    while rows := cursor.fetchmany(_ROWS_AT_ONCE):
        for *place, name, text in rows:
            tags = _read_tags(text)
            if PurePath(name).name in names or not values.isdisjoint(tags.values()):
                found.append(_Text(Place(*place), name, tags, _read_plies(text)))
    return found


def _fetch_known(
    connection: duckdb.DuckDBPyConnection, sources: Collection[int]
) -> tuple[set[str], set[str]]:
    """Return the names of some sources without folders, and what their records have in tags.

    Of games that are players and events, of duplicates all tags.
    """
    names = connection.execute(
        "select name from sources where source_id in (select unnest($sources::integer[]))",
        {"sources": list(sources)},
    ).fetchall()
    values = connection.execute(
        """
        select distinct unnest([first_player, second_player, event])
        from games where source_id in (select unnest($sources::integer[]))
        union
        select distinct unnest(map_values(tags))
        from duplicates where source_id in (select unnest($sources::integer[]))
        """,
        {"sources": list(sources)},
    ).fetchall()
    known = {folded(value) for (value,) in values if value} - UNKNOWN
    return {PurePath(name or "").name for (name,) in names}, known


def _read_tags(text: str) -> dict[str, str]:
    return {name: folded(value) for name, value in _TAG.findall(text)}


def _read_plies(text: str) -> tuple[str, ...]:
    """Return the plies of a record's mainline, as far as they can be told in a broken text."""
    movetext = _REMARK.sub(" ", _TAG.sub(" ", text))
    before = ""
    while before != movetext:
        before, movetext = movetext, _VARIATION.sub(" ", movetext)
    words = (re.sub(r"^\d+\.+", "", word) for word in movetext.split() if not _NUMBER.match(word))
    return tuple(word for word in map(_plain, words) if word not in _END)


def _plain(ply: str) -> str:
    """Return the letters and digits of a ply."""
    return _LETTERS.sub("", ply.lower())


def _fetch_records(
    connection: duckdb.DuckDBPyConnection, sources: Collection[int], entries: Sequence[_Text]
) -> Iterator[_Text]:
    """Yield the stored records of some sources that may be mended ones, with their plies."""
    values = {value for entry in entries for value in entry.tags.values()} - UNKNOWN
    cursor = connection.execute(
        """
        with records as (
            select source_id, source_index, source_member, source_line, game_id, ply_count,
                map_concat(coalesce(games.tags, map {}), map {
                    'Event': coalesce(event, ''), 'Site': coalesce(site, ''),
                    'Date': coalesce(date, ''), 'Round': coalesce(round, '')
                }) as tags, first_player, second_player
            from games where source_id in (select unnest($sources::integer[]))
            union all
            select source_id, source_index, source_member, source_line, game_id, ply_count,
                tags, null, null
            from duplicates where source_id in (select unnest($sources::integer[]))
        )
        select records.* exclude (game_id, ply_count, tags, first_player, second_player),
            coalesce(sources.name, ''), game_id, games.game, records.ply_count, records.tags,
            records.first_player, records.second_player
        from records join sources using (source_id)
        join games using (game_id)
        """,
        {"sources": list(sources)},
    )
    found: list[tuple[Place, str, int, str, int, dict[str, str]]] = []
    spots = {entry.spot for entry in entries}
    while rows := cursor.fetchmany(_ROWS_AT_ONCE):
        for *place, name, game_id, game, plies, tags, first, second in rows:
            if game not in DESCRIPTION_OF:
                continue
            own = {**tags}
            for side, player in zip(DESCRIPTION_OF[game].sides, (first, second), strict=False):
                own.setdefault(side, player or "")
            own = {tag: folded(value) for tag, value in own.items()}
            text = _Text(Place(*place), name, own, ())
            players = [own.get(side, "") for side in DESCRIPTION_OF[game].sides]
            if text.spot in spots or any(
                value in values for value in (*players, own.get("Event", ""))
            ):
                found.append((text.place, name, game_id, game, plies, own))
    plies_of = _fetch_plies(connection, {each[2] for each in found})
    for where, name, game_id, game, plies, own in found:
        known = dict(occasion_of(game, own, "*"))
        yield _Text(where, name, known, plies_of.get(game_id, ())[:plies], game_id)


def _fetch_plies(
    connection: duckdb.DuckDBPyConnection, game_ids: Collection[int]
) -> dict[int, tuple[str, ...]]:
    rows = connection.execute(
        """
        with plies as (
            select game_id, game, generate_subscripts(turns, 1) as ply, unnest(turns) >> 3 as code
            from mainlines join games using (game_id)
            where game_id in (select unnest($ids::integer[]))
        )
        select game_id, list(notation order by ply)
        from plies join moves on moves.game = plies.game and move_code = code
        where ply > 1
        group by game_id
        """,
        {"ids": list(game_ids)},
    ).fetchall()
    return {game_id: tuple(map(_plain, plies)) for game_id, plies in rows}


def _match(entries: Sequence[_Text], records: Iterable[_Text]) -> list[tuple[_Text, _Text]]:
    """Return the entries that some records are, each with its record; a record mends one text."""
    agreeing = _Agreeing(entries)
    by_spot: defaultdict[tuple[str, str | None, int], set[int]] = defaultdict(set)
    for at, entry in enumerate(entries):
        by_spot[entry.spot].add(at)
    likely: defaultdict[int, list[tuple[float, _Text]]] = defaultdict(list)
    for record in records:
        for at in by_spot.get(record.spot, set()).union(agreeing.find(record)):
            distance = _distance(entries[at], record)
            if distance is not None:
                likely[at].append((distance, record))
    best: dict[int, tuple[float, _Text]] = {}
    for at, found in likely.items():
        least = min(distance for distance, _ in found)
        nearest = [record for distance, record in found if distance == least]
        if len({record.game_id for record in nearest}) == 1:
            best[at] = (least, nearest[0])
    claims: defaultdict[tuple[int, int], list[int]] = defaultdict(list)
    for at, (_, record) in best.items():
        claims[record.place.source_id, record.place.index].append(at)
    chosen: list[tuple[_Text, _Text]] = []
    for claimants in claims.values():
        least = min(best[at][0] for at in claimants)
        nearest_entries = [at for at in claimants if best[at][0] == least]
        said = {(entries[at].plies, *sorted(entries[at].tags.items())) for at in nearest_entries}
        if len(said) == 1:
            chosen += [(entries[at], best[at][1]) for at in nearest_entries]
    return sorted(chosen, key=lambda pair: pair[0].place.row[:2])


class _Agreeing:
    """Entries by what they say of the occasion.

    Of all entries that know the same tags, those that agree with a record in all tags that both
    know are found at once, however many there are.
    """

    def __init__(self, entries: Sequence[_Text]) -> None:
        self._entries = entries
        self._crowds: dict[int, _Crowd] = {}
        self._kinds: defaultdict[frozenset[str], list[tuple[Mapping[str, str], int]]]
        self._kinds = defaultdict(list)
        self._tables: dict[tuple[frozenset[str], frozenset[str]], dict[_Values, list[int]]] = {}
        for at, entry in enumerate(entries):
            own = {tag: value for tag, value in entry.tags.items() if value not in UNKNOWN}
            self._kinds[frozenset(own)].append((own, at))

    def find(self, record: _Text) -> Iterator[int]:
        """Yield the numbers of the entries that share enough tags with a record, all equal.

        Of a crowd, those that have the record's plies but for one, or begin it.
        """
        for kind, members in self._kinds.items():
            shared = kind.intersection(record.tags)
            if len(shared) < _LEAST_SHARED:
                continue
            table = self._tables.get((kind, shared))
            if table is None:
                table = self._tables[kind, shared] = {}
                for own, at in members:
                    table.setdefault(_values(own, shared), []).append(at)
            members_alike = table.get(_values(record.tags, shared), [])
            if len(members_alike) <= _CROWD:
                yield from members_alike
                continue
            crowd = self._crowds.get(id(members_alike))  # the table keeps the list
            if crowd is None:
                plies = {at: self._entries[at].plies for at in members_alike}
                crowd = self._crowds[id(members_alike)] = _Crowd(plies, "Round" in shared)
            yield from crowd.find(record)


class _Crowd:
    """Entries with the same tags, by their plies.

    If one ply was replaced, added or left out, the first or the last half of an entry is intact.
    """

    def __init__(self, plies: Mapping[int, tuple[str, ...]], has_round: bool) -> None:
        self._halves: defaultdict[tuple[bool, tuple[str, ...]], list[int]] = defaultdict(list)
        self._beginnings: defaultdict[tuple[str, ...], list[int]] = defaultdict(list)
        self._begun: defaultdict[tuple[str, ...], set[int]] = defaultdict(set)
        for at, own in plies.items():
            half = len(own) // 2
            self._halves[True, own[:half]].append(at)
            self._halves[False, own[len(own) - half :]].append(at)
            if has_round:
                self._beginnings[own].append(at)
        self._plies = plies
        self._lengths = sorted({len(own) for own in self._beginnings})

    def find(self, record: _Text) -> set[int]:
        """Return the numbers of the entries that a record may be, mended."""
        own, found = record.plies, set[int]()
        for half in {max(0, len(own) + more) // 2 for more in (-1, 0, 1)}:
            for key in ((True, own[:half]), (False, own[len(own) - half :])):
                found.update(at for at in self._halves.get(key, ()) if self._is_near(at, own))
        for length in self._lengths:
            start = own[:length]
            if length > len(own) or start not in self._beginnings:
                continue
            # The beginning of two games stays in quarantine, so that no third one is looked for.
            if len(games := self._begun[start]) < 2 or record.game_id in games:
                games.add(record.game_id)
                found.update(self._beginnings[start])
        return found

    def _is_near(self, at: int, plies: tuple[str, ...]) -> bool:
        """Return True if an entry has some plies but for one."""
        one, other = sorted((self._plies[at], plies), key=len)
        if len(other) - len(one) > 1:
            return False
        first = next((n for n, ply in enumerate(one) if ply != other[n]), len(one))
        return one[first + (len(one) == len(other)) :] == other[first + 1 :]


def _values(tags: Mapping[str, str], shared: Collection[str]) -> _Values:
    return tuple(tags[tag] for tag in sorted(shared))


def _distance(entry: _Text, record: _Text) -> float | None:
    """Return how far a record is from an entry that it may be, mended; None if it is another."""
    is_same_spot = entry.spot == record.spot
    own = {tag: value for tag, value in entry.tags.items() if value not in UNKNOWN}
    shared = [tag for tag in record.tags if tag in own]
    differing = [tag for tag in shared if own[tag] != record.tags[tag]]
    least = _LEAST_SHARED - is_same_spot
    if len(shared) - len(differing) < least or len(differing) > is_same_spot:
        return None
    longest = max(len(entry.plies), len(record.plies))
    matcher = SequenceMatcher(None, entry.plies, record.plies, False)
    common = sum(block.size for block in matcher.get_matching_blocks())
    changed = longest - common
    if not common and longest:
        return None
    is_begun = entry.plies == record.plies[: len(entry.plies)]
    has_round = is_same_spot or "Round" in shared
    if is_begun and not differing and has_round:
        return min(changed, 0.5)  # what is broken hides the rest
    if not all(
        _is_slip(entry.plies[first:last], record.plies[begin:end])
        for kind, first, last, begin, end in matcher.get_opcodes()
        if kind == "replace"
    ):
        return None
    allowed = longest // 4 if is_same_spot and not differing else longest // 8
    if has_round:
        allowed = max(1, allowed)
    return None if changed > allowed else changed + len(differing)


def _is_slip(written: Sequence[str], meant: Sequence[str]) -> bool:
    """Return True if plies may be others miswritten: one letter or digit a ply at most.

    Other plies are another game, which may have the same beginning.
    """
    one, two = "".join(written), "".join(meant)
    most = max(len(written), len(meant))
    if abs(len(one) - len(two)) > most:
        return False
    row = list(range(len(two) + 1))
    for at, letter in enumerate(one, 1):
        before, row[0] = row[0], at
        for place, other in enumerate(two, 1):
            least = min(row[place] + 1, row[place - 1] + 1, before + (letter != other))
            before, row[place] = row[place], least
    return row[-1] <= most
