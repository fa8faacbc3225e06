"""``mentis players merge --suggested``: names that look alike, merged one by one or all at once."""

from __future__ import annotations

import shlex
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from mentis_records.cli import output
from mentis_records.cli.collection_file import Use, opened
from mentis_records.cli.command_hint import next_command
from mentis_records.cli.consent import choose, confirm, is_answered
from mentis_records.cli.game_number import spans
from mentis_records.core.text import counted, printable

if TYPE_CHECKING:
    from mentis_records.statistics.name import NameComparison
    from mentis_records.store.database import Database
    from mentis_records.store.player_merge import Merge

_ANSWERS = {"y": "yes", "n": "no", "q": "quit"}
_NAMED = 20


def merge_suggested(
    db: Path, memory_limit: int | None, is_all: bool, is_forced: bool, is_asked: bool
) -> None:
    """Merge players with similar names, by an answer for each pair, or all of them.

    Args:
        db: the database.
        memory_limit: what it may use.
        is_all: whether all pairs are merged.
        is_forced: whether also players who have met in a game.
        is_asked: whether somebody must agree to all of them.
    """
    if not is_all and not is_answered():
        output.fail("merge which? There is nobody to answer: give --all")
    from mentis_records.export.player_row import compare_players
    from mentis_records.store.player import fetch_players

    with opened(db, memory_limit, Use.CHANGE) as database:
        found = fetch_players(database)
        compared = compare_players(found)
        tell_ambiguous(compared)
        pairs = [(each.first, each.second) for each in compared.pairs]
        if not pairs:
            output.talk("no names look alike")
            return
        merge = _merge_all if is_all else _ask
        games = {each.name: each.games + each.unplayed for each in found}
        done = merge(database, pairs, games, is_forced, is_asked)
        if done:
            undoing = f"players split {shlex.join(map(printable, done))}"
            output.talk(f"to undo it: {next_command(undoing, db)}")
            follow = tell_twice if is_all else _resolve_twice
            follow(database, db)


def tell_clashes(database: Database, names: Sequence[str]) -> None:
    """Name the games that have one player on both sides if names are merged with the first."""
    from mentis_records.store.player_merge import Merging

    merging = Merging(database)
    for other in names[1:]:
        merge = merging.find(names[0], other)
        if merge is not None:
            _warn(merge, is_forced=True)
            merging.add(merge)


def tell_ambiguous(compared: NameComparison) -> None:
    """Name the players who may be one of several others, and are therefore left."""
    from mentis_records.export.player_row import ambiguous_words

    for line in ambiguous_words(compared):
        output.talk(printable(line))


def _resolve_twice(database: Database, db: Path) -> None:
    """Ask about games, kept apart by names only, that have the same players since a merge."""
    from mentis_records.cli.duplicate_resolution import FIRST, Resolution
    from mentis_records.store.duplicate.duplicate_list import fetch_namesake_pairs

    pairs = fetch_namesake_pairs(database)
    if pairs:
        games = counted(len(pairs), "game is", "games are")
        output.talk(f"\n{games} there twice, under both names; keep one of each")
        Resolution(db).resolve(database, pairs, FIRST)


def tell_twice(database: Database, db: Path) -> None:
    """Say which games, kept apart by names only, have the same players since a merge."""
    from mentis_records.store.duplicate.duplicate_list import fetch_namesake_pairs

    pairs = fetch_namesake_pairs(database)
    for each in pairs[:_NAMED]:
        command = next_command(f"duplicates resolve {each.other_id}", db)
        output.talk(f"games {each.game_id} and {each.other_id} may be one: {command}")
    if len(pairs) > _NAMED:
        command = next_command("duplicates resolve", db)
        output.talk(f"and {len(pairs) - _NAMED:,} pairs more: {command}")


def _merge_all(
    database: Database,
    pairs: Sequence[tuple[str, str]],
    games: Mapping[str, int],
    is_forced: bool,
    is_asked: bool,
) -> list[str]:
    """Say which players are to be merged, ask, and merge them; return the names that stand so."""
    from mentis_records.store.player_merge import find_merges, merge_all

    merges, doubtful = find_merges(database, pairs, is_forced)
    for each in merges[:_NAMED]:
        output.write_words(_said(each, games))
        _warn(each, is_forced=True)
    if len(merges) > _NAMED:
        output.write_words(f"and {len(merges) - _NAMED:,} more")
    for each in doubtful:
        _warn(each, is_forced=False)
    if not merges:
        output.talk("nothing to merge")
        return []
    if is_asked:
        confirm(f"Merge {counted(len(merges), 'name')}?", "nothing was merged")
    done = merge_all(database, merges)
    output.talk(f"{counted(len(done), 'name')} merged")
    return done


def _ask(
    database: Database,
    pairs: Sequence[tuple[str, str]],
    games: dict[str, int],
    is_forced: bool,
    is_asked: bool,
) -> list[str]:
    """Ask for each pair whether it is one player, and merge it at once; return the names."""
    from mentis_records.store.player_merge import Merging, merge_all

    merging = Merging(database)
    done: list[str] = []
    own = {name: name for pair in pairs for name in pair}

    def is_asked_of(first: str, second: str) -> bool:
        merge = merging.find(own[first], own[second])
        return merge is not None and (is_forced or not merge.clashes)

    total, number = sum(is_asked_of(first, second) for first, second in pairs), 0
    for at, (first, second) in enumerate(pairs, 1):
        merge = merging.find(own[first], own[second])
        if merge is None:
            continue
        _warn(merge, is_forced)
        if not is_asked_of(first, second):
            continue
        number += 1
        player, other = _counted(merge, games)
        answer = choose(
            f"{number} of {total}: is {other} the same player as {player}?", _ANSWERS, "n"
        )
        if answer == "q":
            break
        if answer == "y":
            done += merge_all(database, [merge])
            merging.add(merge)
            games[merge.player] = games.get(merge.player, 0) + games.get(merge.other, 0)
            output.write_words(f"{printable(merge.other)} is {printable(merge.player)} now")
            own = {
                name: merge.player if each == merge.other else each for name, each in own.items()
            }
            total = number + sum(is_asked_of(first, second) for first, second in pairs[at:])
    return done


def _counted(merge: Merge, games: Mapping[str, int]) -> tuple[str, str]:
    """Return both names, each with its games."""
    player, other = (
        f"{printable(name)} ({counted(games.get(name, 0), 'game')})"
        for name in (merge.player, merge.other)
    )
    return player, other


def _said(merge: Merge, games: Mapping[str, int]) -> str:
    """Return in words who would be whom."""
    player, other = _counted(merge, games)
    return f"{other} is {player}"


def _warn(merge: Merge, is_forced: bool) -> None:
    """Say which games would have one player on both sides."""
    if not merge.clashes:
        return
    games = counted(len(set(merge.clashes)), "game")
    names = f"{printable(merge.other)} is {printable(merge.player)}"
    sides = f"one player on both sides of {games} then: {spans(merge.clashes)}"
    output.talk(f"{names}: {sides}{'' if is_forced else '; not merged without --force'}")
