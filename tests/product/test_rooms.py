"""The structure of the package: no circles, no crowded rooms, no name with two meanings."""

import ast
from collections import defaultdict
from graphlib import TopologicalSorter
from pathlib import Path

import mentis_records

PACKAGE = Path(mentis_records.__file__).parent

MAX_MODULES = 32

REPEATED = {
    "analyse": "positions and games searched: the command, and the function",
    "apgr": "Abstract Play's game records, read and written",
    "audit": "claimed results held against the board: the command, and the function",
    "board": "the squares of a game's board",
    "catalogue": "all codes of the notation, or of a game, in order",
    "comparison": "groups of games side by side",
    "consistency": "parts of a record that contradict each other, and the codes for that",
    "date": "the days that a tag Date means, in Python and in SQL",
    "delete": "games deleted, and the command",
    "derived": "what follows from a game's features",
    "end_section": "a game's section on how its games end",
    "duel": "attacks and what becomes of them, and a game's codes about that",
    "duplicates": "the command on records that come again, and its page",
    "edit": "tags of stored games, changed and back, the command, and the function",
    "ending": "how games end",
    "entry": "the form of a game's catalogue entries",
    "error": "what goes wrong in a room, as an exception",
    "evaluation": "what searches have found in positions, and the doctor's check of it",
    "example": "the games that a report shows move by move",
    "explanation": "faults of a game's rules put into words",
    "family": "families of openings: a game's own, and what is found on them",
    "feature": "the named facts of a position, and a game's own",
    "finding": "what a report has found, in a title and sentences",
    "follow": "what a board can follow, though it is illegal",
    "game": "the contract of games, a game's own, and the command on played ones",
    "games": "the list of games: the command, and its page in the browser",
    "game_list": "the games that pass some tests, as rows and as values",
    "greedy_rank": "how turns rank for greedy play",
    "image": "mirror images",
    "index": "the positions index, its check, and the command",
    "info": "what a database holds: the command, and its page in the browser",
    "jump": "how stones of a game jump, and the codes about that",
    "kernel": "a board in motion, and a game's own",
    "key": "the keys of a game's positions",
    "length": "how long games last, asked and shown",
    "line": "plies one after the other from a position",
    "load": "sources read into a database, the command, and the function",
    "malformed": "malformed texts that a game has for the notation's codes",
    "match": "rounds that belong together: what a game says of them, and the doctor's check",
    "matches": "the command on rounds that belong together, and its page",
    "material": "the pieces that sides own: the contract, and a game's",
    "move": "a turn as a value, a query's test of it, and the doctor's of the table of moves",
    "move_condition": "conditions on packed moves, in SQL",
    "move_generator": "the legal moves of a game's positions",
    "move_word": "the tests of queries for a game's kinds of turn",
    "movement": "a game's codes about moves",
    "perft": "counts of sequences of turns, a kernel's own, and the command",
    "picture": "a board to be drawn, and a game's own",
    "piece": "a piece as a value, and a query's test of one",
    "place": "where a record stands, and the doctor's check of it",
    "play": "moves played on a game's board",
    "played_game": "whole games between two choosers of moves",
    "player": "players with their names as they are stored, and one player's page",
    "players": "the players of games: the command, and its page in the browser",
    "policy": "how games are played by themselves, and a game's own",
    "position": "a position as a value, a game's own, and a query's test of it",
    "position_string": "a game's positions as texts, parsed, checked and written",
    "power": "how many games it takes to see an advantage, computed and shown",
    "progress": "how far work has come, and its bar",
    "quarantine": "the records that were refused, and the command",
    "query": "the command that answers a query, and its page in the browser",
    "record": "a played game as kept, fetched, and a query's test of it",
    "registry": "the rows of what a room may be extended by",
    "replay": "the plies of records played again, as they are read and as they are stored",
    "report": "a report as a value, one a folder, the command, and the function",
    "resolve": "what a written ply of a game means",
    "result": "results counted, asked and judged",
    "rule": "whether a game's moves are legal",
    "said": "what records say by themselves, and the doctor's check of it",
    "saved_query": "queries by name, stored and read",
    "scene": "what a player sees in a game's positions",
    "scene_sql": "what answers the words of scenes by an index, and a game's own",
    "section": "what a game adds to the collection report, and a game's own",
    "sequence": "positions that come after others, planned, asked and computed",
    "setting": "tags that say how a game is played, and a game's own",
    "setup_string": "the texts that state positions of a game",
    "sql": "statements in SQL, the command, and its page in the browser",
    "square": "the squares of a game's board",
    "square_sql": "sets of squares over a game's features, in SQL",
    "stack": "tiles on one square, and a query's test of them",
    "standings": "the table of an event: the command, the function, and its page",
    "symmetry": "transforms of the board, and a game's own",
    "tallier": "what counts a game's tallies",
    "tally": "what is counted of replayed games, and a game's own",
    "text": "texts from outside, and the codes about them",
    "tree": "the opening tree, and the command",
    "trial": "Ludii's trials: the parts of one, and the codes about them",
    "typical": "games that stand for others",
    "vacuum": "a database's file written anew, and the command",
    "verify": "what was answered before, computed again and compared",
    "view": "what a side sees of a position, and a game's own",
    "vocabulary": "what a query may say of a game, and a game's own",
    "writing": "how plies of a game are written, and the codes about that",
}
"""Modules of one name, and the one meaning that they have."""


def _modules() -> dict[str, Path]:
    found = {}
    for path in PACKAGE.rglob("*.py"):
        parts = [PACKAGE.name, *path.relative_to(PACKAGE).with_suffix("").parts]
        found[".".join(parts).removesuffix(".__init__")] = path
    return found


def _imported(name: str, path: Path, modules: dict[str, Path]) -> set[str]:
    """Return what a module imports of the package, wherever the import stands."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            for alias in node.names:
                inner = f"{node.module}.{alias.name}"
                found.add(inner if inner in modules else node.module)
    return (found & modules.keys()) - {name}


def test_no_import_circle() -> None:
    modules = _modules()
    edges = {name: _imported(name, path, modules) for name, path in modules.items()}
    edges[PACKAGE.name] = set()  # the package's face imports nothing before it is asked
    assert len(edges) > 400
    assert list(TopologicalSorter(edges).static_order())


def test_circles_are_found(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text("def f():\n    from p import b\n")
    (tmp_path / "b.py").write_text("if TYPE_CHECKING:\n    import p.a\n")
    modules = {"p.a": tmp_path / "a.py", "p.b": tmp_path / "b.py"}
    edges = {name: _imported(name, path, modules) for name, path in modules.items()}
    assert edges == {"p.a": {"p.b"}, "p.b": {"p.a"}}


def test_no_room_is_crowded() -> None:
    counts: dict[Path, int] = defaultdict(int)
    for path in PACKAGE.rglob("*.py"):
        counts[path.parent] += path.name != "__init__.py"
    crowded = {str(folder) for folder, count in counts.items() if count > MAX_MODULES}
    assert crowded <= {str(PACKAGE / "cli")}  # one command a file


def test_repeated_names_have_one_meaning() -> None:
    places = defaultdict(list)
    for path in PACKAGE.rglob("*.py"):
        if path.name not in ("__init__.py", "__main__.py"):
            places[path.stem].append(path)
    repeated = {name for name, paths in places.items() if len(paths) > 1}
    assert repeated == REPEATED.keys()
