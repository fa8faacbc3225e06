"""``mentis lake``: the list of its commands."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from types import MappingProxyType

import typer

from mentis_records.cli.help_page import LakeCommandList, LakeCommandPage

ACTIONS: Mapping[str, str] = MappingProxyType(
    {
        "add": "Add record files, read by several workers.",
        "query": "Find positions, attacks, moves, sequences.",
        "tree": "Show the moves played in a position.",
        "games": "List games: select, sort, page.",
        "info": "Show what a lake holds.",
        "export": "Write games: mgn, json, csv, apgr.",
        "verify": "Count sources again, replay a sample, sweep.",
    }
)
"""The commands, each a function ``lake_NAME`` in the module of that name."""


def lake() -> None:
    """Keep collections beyond one file: plain Parquet in a folder, worked on by several workers.

    A lake is asked as a database is. Workers are processes of this machine, or those of a
    scheduler of Dask's. It needs the extra: pip install 'mentis-records[lake]'
    """


def make_group() -> typer.Typer:
    """Return the commands."""
    group = typer.Typer(cls=LakeCommandList, no_args_is_help=True, rich_markup_mode=None)
    group.callback()(lake)
    for name, about in ACTIONS.items():
        module = import_module(f"mentis_records.cli.lake_{name}")
        group.command(name, cls=LakeCommandPage, short_help=about)(getattr(module, f"lake_{name}"))
    return group
