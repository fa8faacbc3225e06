"""Write games of a lake as text: each shard is written by a worker, and all in the same order."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import field, replace

from mentis_records.export.job import export_text as export_shard_text
from mentis_records.export.registry import FORMATS, TextFormat
from mentis_records.fast.late_dataclass import dataclass
from mentis_records.lake.merged_answer import LakeQuestion
from mentis_records.lake.shard_task import ShardAsk, following_moves, opened_shard, select_in

_MOST_NAMED = 20


@dataclass(frozen=True, slots=True)
class ShardText:
    """The games of a shard as text, and what is told of them."""

    text: str
    written: int
    refused: int
    refusals: Mapping[int, str]
    irregular: tuple[int, ...]


@dataclass(slots=True)
class ExportedGames:
    """What became of games: ``refusals`` and ``irregular`` name the first of them."""

    written: int = 0
    refused: int = 0
    refusals: dict[str, str] = field(default_factory=dict)
    irregular: list[str] = field(default_factory=list)


def export_text(
    question: LakeQuestion,
    format_name: str,
    write: Callable[[str], object],
    *,
    wanted: Mapping[str, Sequence[int]] | None = None,
) -> ExportedGames:
    """Write games in the order of the shards, and in each in the order of their numbers.

    Args:
        question: which games of which lake.
        format_name: of a format of text.
        write: takes the text in parts.
        wanted: the numbers of the games by shard, in place of all that are selected.
    """
    chosen = FORMATS[format_name]
    if not isinstance(chosen, TextFormat):
        raise TypeError(f"{format_name} is not text")
    asks = question.asks(format_name=format_name, columns_of=question.chosen.sole)
    if wanted is not None:
        asks = [
            replace(ask, ids=tuple(wanted[ask.shard.id])) for ask in asks if ask.shard.id in wanted
        ]
    done = ExportedGames()
    write(chosen.begin(question.chosen.sole))
    before = ""
    for ask, found in question.answers(write_in, asks):
        if found.written:
            write(before + found.text)
            before = chosen.between
        done.written += found.written
        done.refused += found.refused
        for game_id, reason in found.refusals.items():
            if len(done.refusals) < _MOST_NAMED:
                done.refusals[f"{ask.shard.id}:{game_id}"] = reason
        done.irregular += [f"{ask.shard.id}:{game_id}" for game_id in found.irregular]
    write(chosen.end)
    return done


@following_moves
def write_in(ask: ShardAsk) -> ShardText:
    """Return games of a shard as text, without what stands before the first and behind the last."""
    from mentis_records.store.record import fetch_game_ids

    chosen = FORMATS[ask.format_name]
    if not isinstance(chosen, TextFormat):
        raise TypeError(f"{ask.format_name} is not text")
    inner = replace(chosen, begin=lambda _: "", end="")
    parts: list[str] = []
    with opened_shard(ask) as database:
        selection = select_in(database, ask.chosen)
        ids = fetch_game_ids(database, selection) if ask.ids is None else list(ask.ids)
        found = export_shard_text(database, inner, ids, parts.append, rules=ask.columns_of)
    return ShardText("".join(parts), found.written, found.refused, found.refusals, found.irregular)
