"""The measures and who takes part in them: every figure that the program promises."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from pathlib import Path

from mentis_records.core.capability import MATCH
from mentis_records.games.registry import DEFAULT_GAME, OURS
from tests.benchmarks import ours, peer, process, query_timer
from tests.benchmarks.contestant import Contestant, absent, failed, run_in_turn
from tests.benchmarks.corpus import Corpus, first_record, make_chess, make_records
from tests.benchmarks.error import BenchmarkError
from tests.benchmarks.measure import Finding, Measure, Unit, judge

LOAD_1 = "load, one core"
LOAD_2 = "load, two cores"
LOAD_INDEX = "load with position index, one core"
LOAD_MORE = "load of five times the games, two cores"
VALIDATE_1 = "validate, one core"
VALIDATE_2 = "validate, two cores"
VALIDATE_PLAIN = "validate, uncompiled, one core"
_ROUNDS = ("Match=2",)
OTHER_GAMES: dict[str, tuple[str, Sequence[str]]] = {
    f"validate {game.description.title}{told}, one core": (game.description.slug, settings)
    for game in OURS
    for told, settings in (("", ()), (" in rounds", _ROUNDS))
    if game.description.slug != DEFAULT_GAME
    and (not settings or MATCH in game.description.capabilities)
}
"""The rules and settings of the other games by what is done with their records."""
PERFT = "perft(3) in process"
PLAYOUTS = {
    f"random playouts of {game.description.title} from Python": game.description.slug
    for game in OURS
}
"""The rules by what is done with them."""
HELP = "mentis --help"
ONE = "mentis validate, one game"
TYPER = "import typer"
SCAN = "DuckDB's bare mask scan"
POSITION = "query: an exact position"
SEQUENCE = "query: a sequence of two"
FREQUENT = "query: a sequence of two that are often true"
SQUARES = (
    "blue N on d4",
    "blue T on c3",
    "red S on e6",
    "any N on d4",
    "red K on d7",
    "any K on d1",
    "blue any on d1",
    "red any on d5",
    "empty d4",
    "empty a1",
    "blue N in d4",
    "blue height >= 2 on c2",
    "red stack ?? on e5",
)
"""Patterns of one square."""

ATTACKS = (
    "blue S on d3 attacks red N on d6",
    "red K attacked",
    "red T on b3 blocks",
    "any N attacks any K",
    "blue any on row 3 attacks red any",
    "blue any on row 4 attacks red any on row 5",
    "any any on column d attacks any any on column d",
    "any T on board attacks any any on row 4",
    "blue N on c3:e5 attacks red T on c3:e5",
    "blue any on c3:e5 attacks red any on c3:e5",
    "any any on row 4 attacks any S on c3:e5",
    "any any on b2:f6 attacks any N on b2:f6",
    "blue any on b2:f6 attacks red S on b2:f6",
    "not blue any on c3:e5 attacks red any",
)
"""Patterns of attacks: of squares, of the board and of areas, rare ones and frequent ones."""

TABLE = "query: one square, a page of games"
QUERIES = {
    POSITION: 'position "3k3/7/7/7/7/7/3K3 b S3T3N3/s3t3n3"',
    **{f"query: {text}": text for text in SQUARES},
    TABLE: f"{query_timer.TABLE}{SQUARES[0]}",
    **{f"query: {text}": text for text in ATTACKS},
    SEQUENCE: "blue N on d4 then red K attacked",
    FREQUENT: "blue any on c2 then within 4 red any on c6",
    SCAN: query_timer.SCAN,
}
SCID_1 = "Scid import, one core"
SCID_2 = "Scid import, two cores"
PGN_EXTRACT = "pgn-extract -r"
CHESS = "python-chess read_game"
LARK = "stock Lark, parsing only"
CPP = "C++ tokenizer and replay"

_RATE, _TIME, _MEMORY = Unit.PLIES_PER_SECOND, Unit.SECONDS, Unit.BYTES
GROWTH = 5
"""The long collection is so many times the games of the usual one."""

MEASURES = (
    Measure("load", LOAD_1, SCID_1, _RATE, 1.0),
    Measure("load", LOAD_1, PGN_EXTRACT, _RATE, 2.5),
    Measure("load", LOAD_1, CHESS, _RATE, 50.0),
    Measure("load, two cores", LOAD_2, SCID_2, _RATE, None),
    Measure("load with position index", LOAD_INDEX, SCID_1, _RATE, None),
    Measure("validate", VALIDATE_1, LARK, _RATE, 55.0),
    Measure("validate", VALIDATE_1, CPP, _RATE, 0.4),
    Measure("the C++ program itself", CPP, PGN_EXTRACT, _RATE, 8.0),
    Measure("validate, two cores", VALIDATE_2, VALIDATE_1, _RATE, 1.7),
    *(Measure(name.split(",")[0], name, None, _RATE, 30_000.0) for name in OTHER_GAMES),
    Measure("growth: time of five times the games", LOAD_MORE, LOAD_2, _TIME, 5.5),
    Measure("growth: memory beside the mapped file", LOAD_MORE, None, _MEMORY, 1e9),
    Measure("perft(3)", PERFT, None, _TIME, 0.3),
    *(
        Measure(name, name, None, _RATE, 100_000.0 if rules == DEFAULT_GAME else None)
        for name, rules in PLAYOUTS.items()
    ),
    Measure("start-up: mentis --help", HELP, TYPER, _TIME, 1.5),
    Measure("start-up: validate one game", ONE, TYPER, _TIME, 2.0),
    Measure(POSITION, POSITION, None, _TIME, 0.02),
    *(Measure(f"query: {text}", f"query: {text}", SCAN, _TIME, 2.0) for text in SQUARES),
    Measure(TABLE, TABLE, SCAN, _TIME, None),
    *(Measure(f"query: {text}", f"query: {text}", SCAN, _TIME, 4.0) for text in ATTACKS),
    Measure(SEQUENCE, SEQUENCE, SCAN, _TIME, 10.0),
    Measure(FREQUENT, FREQUENT, SCAN, _TIME, 10.0),
    Measure("uncompiled validate", VALIDATE_PLAIN, LARK, _RATE, 1.5),
)

_START_UP = (HELP, ONE, TYPER)
_COMPILED = (
    *(LOAD_1, LOAD_2, LOAD_INDEX, LOAD_MORE, VALIDATE_1, VALIDATE_2, PERFT, HELP, ONE),
    *OTHER_GAMES,
    *PLAYOUTS,
    *QUERIES,
)
_TWO_CORES = (LOAD_2, LOAD_MORE, VALIDATE_2, SCID_2)
_SMALL_GAMES = 3000
"""So many records for what is slower: stock Lark, the uncompiled build, games without a kernel."""


@dataclass(frozen=True, slots=True)
class Plan:
    """How many games the usual collection has, and how often everything runs."""

    scratch: Path
    games: int
    runs: int
    start_up_runs: int


class Suite:
    """The contestants of some measures, made when they are asked for, run in turn."""

    def __init__(self, plan: Plan, tell: Callable[[str], None]) -> None:
        self.plan = plan
        self._tell = tell
        self.contestants: dict[str, Contestant] = {}

    def run(self, measures: Collection[Measure]) -> list[Finding]:
        """Make and run what the measures need; return how they came out."""
        wanted = dict.fromkeys(
            name for each in measures for name in (each.ours, each.peer) if name is not None
        )
        for name in wanted:
            self._tell(f"preparing {name}")
            self.contestants[name] = self._make(name)
        asked = self._pick(QUERIES)
        brief = self._pick(_START_UP)
        heavy = self._pick(self.contestants.keys() - QUERIES.keys() - set(_START_UP))
        run_in_turn(heavy, self.plan.runs, self._tell, process.warm_memory)
        run_in_turn(asked, self.plan.runs, self._tell)
        run_in_turn(brief, self.plan.start_up_runs, self._tell)
        return [judge(each, self.contestants) for each in measures]

    def _pick(self, names: Collection[str]) -> list[Contestant]:
        return [each for name, each in self.contestants.items() if name in names]

    def _make(self, name: str) -> Contestant:
        if name in _TWO_CORES and len(process.all_cores()) < 2:
            return absent(name, "there is one core only")
        try:
            if name in _COMPILED:
                ours.require_build("compiled")
            return self._makers[name]()
        except BenchmarkError as error:
            return failed(name, str(error))
        except ImportError as error:
            return absent(name, f"{error.name} is not installed")

    @cached_property
    def records(self) -> Corpus:
        """The usual collection."""
        return make_records(self.plan.scratch, self.plan.games)

    @cached_property
    def indexed(self) -> Path:
        """The usual collection in a database, with its positions index."""
        return ours.make_indexed(self.records)

    @cached_property
    def few_records(self) -> Corpus:
        """The first of them."""
        return make_records(self.plan.scratch, min(_SMALL_GAMES, self.plan.games))

    @cached_property
    def chess(self) -> Corpus:
        """Chess games with as many plies."""
        return make_chess(self.plan.scratch, self.records)

    @cached_property
    def program(self) -> Path | None:
        """The compiled C++ program."""
        return peer.compile_peer(self.plan.scratch)

    def _checksum(self) -> int | None:
        if self.program is None:
            return None
        return peer.check_records(self.program, self.records, process.all_cores())[1]

    @property
    def _makers(self) -> Mapping[str, Callable[[], Contestant]]:
        one, two = process.one_core(), process.all_cores()
        return {
            LOAD_1: lambda: ours.load(LOAD_1, self.records, one, self._checksum()),
            LOAD_2: lambda: ours.load(LOAD_2, self.records, two, self._checksum()),
            LOAD_INDEX: lambda: ours.load(
                LOAD_INDEX, self.records, one, self._checksum(), is_indexed=True
            ),
            LOAD_MORE: lambda: ours.load(LOAD_MORE, self._more_records(), two),
            VALIDATE_1: lambda: ours.validate(VALIDATE_1, self.records, one),
            VALIDATE_2: lambda: ours.validate(VALIDATE_2, self.records, two),
            VALIDATE_PLAIN: self._uncompiled,
            PERFT: lambda: ours.perft(PERFT, one),
            **{name: partial(ours.playouts, name, what, one) for name, what in PLAYOUTS.items()},
            HELP: lambda: ours.show_help(HELP, one),
            ONE: lambda: ours.validate_one(ONE, first_record(self.plan.scratch), one),
            TYPER: lambda: ours.import_typer(TYPER, one),
            SCID_1: lambda: peer.scid(SCID_1, self.chess, one),
            SCID_2: lambda: peer.scid(SCID_2, self.chess, two),
            PGN_EXTRACT: lambda: peer.pgn_extract(PGN_EXTRACT, self.chess, one),
            CHESS: lambda: peer.python_chess(CHESS, self.chess, one),
            LARK: lambda: peer.stock_lark(LARK, self.few_records, one),
            CPP: lambda: peer.cpp(CPP, self.program, self.records, one),
            **{name: partial(self._validate, name, *what) for name, what in OTHER_GAMES.items()},
            **{name: partial(self._query, name, text) for name, text in QUERIES.items()},
        }

    def _query(self, name: str, text: str) -> Contestant:
        return ours.query(name, text, lambda: self.indexed, process.all_cores())

    def _validate(self, name: str, rules: str, settings: Sequence[str]) -> Contestant:
        games = min(_SMALL_GAMES, self.plan.games)
        records = make_records(self.plan.scratch, games, rules, settings)
        return ours.validate(name, records, process.one_core())

    def _more_records(self) -> Corpus:
        return make_records(self.plan.scratch, GROWTH * self.plan.games)

    def _uncompiled(self) -> Contestant:
        package = ours.copy_uncompiled(self.plan.scratch)
        ours.require_build("interpreted", package)
        return ours.validate(VALIDATE_PLAIN, self.few_records, process.one_core(), package)
