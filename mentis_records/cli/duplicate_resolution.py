"""Pairs of possible duplicates, resolved by answers on the terminal or one for all of them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from mentis_records.cli import output
from mentis_records.cli.collection_file import Use, opened
from mentis_records.cli.command_hint import next_command
from mentis_records.cli.consent import choose, confirm, is_answered
from mentis_records.core.text import counted, printable

if TYPE_CHECKING:
    from mentis_records.store.database import Database
    from mentis_records.store.duplicate.duplicate_list import Likeness
    from mentis_records.store.selection import Selection

KEEPS = ("first", "later", "both")
"""Which game of a pair is kept."""

FIRST, _SKIP = "f", "s"
"""Answers."""

_ANSWERS = {FIRST: "first", "l": "later", "b": "both", _SKIP: "skip", "q": "quit"}
_LISTED = 20


class Resolution:
    """What is done with pairs of games that might be one."""

    def __init__(
        self,
        db: Path,
        memory_limit: int | None = None,
        keep: str | None = None,
        is_asked: bool = True,
        format_name: str = "table",
    ) -> None:
        """Keep how pairs are resolved.

        Args:
            db: the database.
            memory_limit: what it may use.
            keep: one of ``KEEPS`` for all pairs, or None to ask for each.
            is_asked: whether somebody must agree before anything is done with all of them.
            format_name: table or json.
        """
        self._db = db
        self._memory_limit = memory_limit
        self._keep = keep
        self._is_asked = is_asked
        self._format = format_name

    def run(self, wanted: Sequence[int], selection: Selection) -> None:
        """Resolve the near pairs of a selection, those of some games if any are wanted."""
        if self._keep is None and not is_answered():
            output.fail("resolve how? There is nobody to answer: give --keep first, later or both")
        from mentis_records.store.duplicate.duplicate_list import fetch_near
        from mentis_records.store.selection import select_ids

        if wanted:
            selection &= select_ids(list(wanted))
        with opened(self._db, self._memory_limit, Use.CHANGE) as database:
            pairs = fetch_near(database, selection, is_judged=bool(wanted))
            if pairs:
                self.resolve(database, pairs)
            else:
                output.talk("no pair to resolve")

    def resolve(self, database: Database, pairs: Sequence[Likeness], default: str = _SKIP) -> None:
        """Resolve pairs; ``default`` is the letter of the answer if nothing is typed."""
        if self._keep is None:
            done = self._ask(database, pairs, default)
        else:
            done = self._resolve_all(database, pairs, self._keep)
        if done:
            self._follow(database)
            undoing = next_command("duplicates resolve --undo", self._db)
            output.talk(f"'{undoing}' takes back the last answer")

    def _ask(self, database: Database, pairs: Sequence[Likeness], default: str) -> int:
        """Ask for each pair, and do at once what is answered; return how many were resolved."""
        done, gone = 0, set[int]()
        for number, pair in enumerate(pairs, 1):
            first, later = pair.game_id, pair.other_id or 0
            if not gone.isdisjoint((first, later)):
                continue
            output.talk(f"\npair {number} of {len(pairs)}")
            self._show(database, pair)
            answer = _ANSWERS[choose("Keep which?", _ANSWERS, default)]
            if answer == "quit":
                break
            if answer != "skip":
                gone |= self._resolve(database, pair, answer)
                done += 1
        return done

    def _show(self, database: Database, pair: Likeness) -> None:
        """Show both games side by side: where they stand, and the tags in which they differ."""
        from mentis_records.cli.table import write_rows
        from mentis_records.store.record import fetch_record

        first, later = (
            fetch_record(database, number, is_as_written=True).tags for number in self._ids(pair)
        )
        tags = [tag for tag in {**first, **later} if first.get(tag) != later.get(tag)]
        rows = [[tag, first.get(tag, "-"), later.get(tag, "-")] for tag in tags]
        rows.append(["file", pair.game_source, pair.source])
        names = ["", f"first: game {pair.game_id}", f"later: game {pair.other_id}"]
        write_rows("table", names, rows)

    def _ids(self, pair: Likeness) -> tuple[int, int]:
        return pair.game_id, pair.other_id or 0

    def _resolve_all(self, database: Database, pairs: Sequence[Likeness], keep: str) -> int:
        """Say what is to be done with all pairs, ask, and do it; return how many."""
        if self._format != "json":
            for pair in pairs[:_LISTED]:
                differs = printable(pair.differences) or "nothing"
                output.write_words(f"{_plan(pair, keep)}; they differ in: {differs}")
            if len(pairs) > _LISTED:
                output.write_words(f"and {len(pairs) - _LISTED:,} more pairs")
        if self._is_asked:
            confirm(f"Resolve {counted(len(pairs), 'pair')}?", "nothing was resolved")
        done, gone = 0, set[int]()
        for pair in pairs:
            if gone.isdisjoint(self._ids(pair)):
                gone |= self._resolve(database, pair, keep)
                done += 1
        output.talk(f"{counted(done, 'pair')} resolved")
        if done < len(pairs):
            left = counted(len(pairs) - done, "pair is", "pairs are")
            output.talk(f"{left} left, of games that are duplicates now: resolve once more")
        return done

    def _resolve(self, database: Database, pair: Likeness, keep: str) -> set[int]:
        """Do with a pair what was answered; return the games that are none any more."""
        from mentis_records.store.load.pair_verdict import keep_both, keep_one

        gone = set[int]()
        first, later = self._ids(pair)
        keep = _possible(pair, keep)
        if keep == "both":
            keep_both(database, first, later)
        else:
            kept, other = (first, later) if keep == "first" else (later, first)
            keep_one(database, kept, other)
            gone.add(other)
        if self._format == "json":
            output.write_json({"first": first, "later": later, "kept": keep})
        elif self._keep is None:
            output.write_words(_plan(pair, keep))
        return gone

    def undo(self) -> None:
        """Take back the last answer."""
        from mentis_records.store.load.pair_verdict import undo_verdict

        with opened(self._db, self._memory_limit, Use.CHANGE) as database:
            if self._is_asked:
                confirm("Take back the last answer?", "nothing was undone")
            undone = undo_verdict(database)
            if undone is None:
                output.talk("there is no answer to take back")
                raise SystemExit(output.FINDINGS)
            if self._format == "json":
                value = {"game": undone.game_id, "other": undone.other_id}
                output.write_json({**value, "is_split": undone.is_split})
            elif undone.is_split:
                output.write_words(f"games {undone.game_id} and {undone.other_id} are two again")
            elif undone.game_id == undone.other_id:
                output.write_words(f"still one: both records say the same (game {undone.game_id})")
            else:
                pair = f"games {undone.game_id} and {undone.other_id}"
                output.write_words(f"{pair} are a possible pair")
            self._follow(database)

    def _follow(self, database: Database) -> None:
        """Bring the positions index up to date."""
        from mentis_records.cli.progress import indexing_bar
        from mentis_records.store.position.index import update_index

        with indexing_bar() as advance:
            update_index(database, advance)


def _plan(pair: Likeness, keep: str) -> str:
    """Return in words what an answer does."""
    first, later, keep = pair.game_id, pair.other_id or 0, _possible(pair, keep)
    if keep == "both":
        return f"games {first} and {later} are both kept"
    kept, other = (first, later) if keep == "first" else (later, first)
    return f"game {other} becomes a duplicate of game {kept}"


def _possible(pair: Likeness, keep: str) -> str:
    """Return what can be kept: of a game and its beginning never the beginning alone."""
    return "first" if keep == "later" and "plies" in pair.differences.split() else keep
