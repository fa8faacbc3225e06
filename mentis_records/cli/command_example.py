"""Two command lines for each command, which its help shows: how it is used most."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

EXAMPLES: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "validate": ("mentis validate club.mgn", "mentis validate games --quiet --format json"),
        "fmt": ("mentis fmt --check games", "mentis fmt --to listing club.mgn"),
        "show": ("mentis show club.mgn --game 2", "mentis show club.mgn --gif club.gif"),
        "new": (
            "mentis new evening.mgn",
            'mentis new evening.mgn --rules antipode --tag "Event=Club evening"',
        ),
        "explain": ("mentis explain", "mentis explain blocked"),
        "moves": ("mentis moves", 'mentis moves "3k3/7/7/7/7/7/3K3 b T1/- 1"'),
        "analyse": (
            "mentis analyse club.mgn --nodes 500",
            "mentis analyse club.mgn --nodes 500 --format mgn --out analysed.mgn",
        ),
        "audit": (
            "mentis audit club.mgn --plies 3",
            "mentis audit club.mgn --plies 3 --certificates proofs.jsonl",
        ),
        "certify": ("mentis certify proofs.jsonl", "mentis certify proofs.jsonl --format json"),
        "perft": ("mentis perft 2", "mentis perft 1 --variant wolf --divide"),
        "generate": (
            "mentis generate --games 2 --seed 7",
            "mentis generate --policy random --rules mensaspiel --out selfplay.mgn.gz",
        ),
        "load": (
            "mentis load club.mgn --db club.duckdb",
            "mentis load games --db club.duckdb --no-index",
        ),
        "index": ("mentis index --db club.duckdb", "mentis index --rebuild --db club.duckdb"),
        "info": ("mentis info --db club.duckdb", "mentis info --db club.duckdb --format json"),
        "games": (
            "mentis games --db club.duckdb --where 'player = \"Ann Smith\"'",
            "mentis games --db club.duckdb --sort date,-plies --limit 10",
        ),
        "game": ("mentis game 2 --db club.duckdb", "mentis game 2 --db club.duckdb --format mgn"),
        "matches": (
            "mentis matches --db league.duckdb",
            "mentis matches 1 --db league.duckdb --format json",
        ),
        "quarantine": (
            "mentis quarantine --db club.duckdb",
            "mentis quarantine export --out refused.mgn --db club.duckdb",
        ),
        "duplicates": (
            "mentis duplicates --db club.duckdb",
            "mentis duplicates --near --db club.duckdb",
        ),
        "edit": (
            "mentis edit 1 --set Date=2026.11.14 --yes --db club.duckdb",
            "mentis edit --where 'player = \"A. Smith\"' --set Event=Cup --yes --db club.duckdb",
        ),
        "players": (
            "mentis players rate --db club.duckdb",
            'mentis players merge "Ann Smith" "A. Smith" --db club.duckdb',
        ),
        "export": (
            "mentis export --db club.duckdb --format csv --out club.csv",
            "mentis export --db club.duckdb --where 'date >= 2026' --out 2026.mgn",
        ),
        "query": (
            'mentis query "red K attacked then within 3 move by K" --db club.duckdb',
            'mentis query "any K attacked for 2" --save siege --db club.duckdb',
        ),
        "tree": (
            "mentis tree --depth 3 --db club.duckdb",
            'mentis tree --moves "TSNd2 TSNd6" --format json --db club.duckdb',
        ),
        "explore": (
            "mentis explore --db club.duckdb",
            "mentis explore --db club.duckdb --db selfplay.duckdb --port 9000 --no-open",
        ),
        "report": (
            "mentis report opening --db club.duckdb --out club-reports",
            "mentis report winrate --where 'date >= 2026' --format html --db club.duckdb",
        ),
        "standings": (
            "mentis standings club.mgn",
            "mentis standings --db club.duckdb --where 'event = \"Club evening\"'",
        ),
        "sql": (
            "mentis sql 'from games limit 3' --db club.duckdb",
            "mentis sql 'select event, count(*) from games group by all' --db club.duckdb",
        ),
        "delete": (
            "mentis delete 1,3-4 --yes --db club.duckdb",
            "mentis delete --where 'event = \"Trial\"' --yes --db club.duckdb",
        ),
        "doctor": ("mentis doctor --db club.duckdb", "mentis doctor --repair --db club.duckdb"),
        "vacuum": (
            "mentis vacuum --db club.duckdb",
            "mentis vacuum --format json --db club.duckdb",
        ),
        "lake": ("mentis lake add club.mgn --lake club.lake --workers 1", "mentis lake add --help"),
        "lake add": (
            "mentis lake add games --lake club.lake",
            "mentis lake add games --lake /mnt/lake --scheduler tcp://10.0.0.1:8786",
        ),
        "lake query": (
            'mentis lake query "red K attacked" --lake club.lake --count',
            'mentis lake query "any K attacked for 2" --lake club.lake --format mgn',
        ),
        "lake tree": (
            "mentis lake tree --depth 3 --lake club.lake",
            'mentis lake tree --moves "TSNd2 TSNd6" --format json --lake club.lake',
        ),
        "lake games": (
            "mentis lake games --lake club.lake --where 'plies > 40'",
            "mentis lake games --lake club.lake --sort date,-plies --limit 10",
        ),
        "lake info": (
            "mentis lake info --lake club.lake",
            "mentis lake info --lake club.lake --format json",
        ),
        "lake export": (
            "mentis lake export --lake club.lake --out club.mgn.gz",
            "mentis lake export --lake club.lake --where 'result = 0-1' --format csv",
        ),
        "lake verify": (
            "mentis lake verify --lake club.lake",
            "mentis lake verify --lake club.lake --sample 100 --format json",
        ),
        "demo": ("mentis demo", "mentis demo --rules mensaspiel --out mensaspiel-demo"),
        "completion": ("mentis completion bash", "mentis completion fish"),
        "version": ("mentis version", "mentis --version"),
    }
)
"""The examples, by the command; they are about a club's records and its database."""
