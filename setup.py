"""Compile the kernels, plain Python modules with a ``.pxd``, and compute the grammars' tables.

Without a C compiler the package installs all the same; the kernels then run as they are.
MENTIS_UNCOMPILED=1 asks for that.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

from setuptools import Extension, find_packages, setup
from setuptools.command.build_ext import build_ext
from setuptools.command.build_py import build_py

PACKAGE = Path("mentis_records")
GRAMMARS = Path("grammar")

KERNELS = (
    # optimisation, modules, how much faster they make what they are for
    ("-O2", "fast.mix fast.kernel", "reading: 100 times, with the next three rows"),
    ("-O2", "games.mentis.rules.key games.mentis.rules.rule games.mentis.rules.move_generator", ""),
    ("-O2", "games.mentis.kernel.kernel notation.syntax.scanner notation.bulk.word_scan", ""),
    (
        "-O1",
        "notation.bulk.tag_reader notation.bulk.movetext_reader notation.bulk.block_reader",
        "",
    ),
    ("-O1", "notation.source.boundary notation.source.plain_line", "finding records: 16 times"),
    ("-O2", "games.mentis.index.feature", "the index of positions: 10 times"),
    ("-O1", "games.mentis.tally.tallier", "counts for reports, needed by the kernel"),
    ("-O2", "games.mentis.selfplay.played_game", "self-play: 50 to 90 times"),
    ("-O1", "fast.search.search fast.search.solver games.mentis.search.board", "search: 45 times"),
    ("-O2", "fast.key_set fast.sequence", "loading: 2.4 times; sequences in queries"),
    (
        "-O1",
        "notation.syntax.record_syntax notation.syntax.parser",
        "records with findings, comments",
    ),
    (
        "-O1",
        "core.span notation.explain.findings notation.explain.replay",
        "or variations: 12 times,",
    ),
    (
        "-O1",
        "notation.explain.consistency notation.explain.examine",
        "with the rows above and below",
    ),
    ("-O1", "notation.syntax.recovery notation.source.record_cutter", "1.35 and 1.45 times alone"),
    (
        "-O1",
        "core.contract games.search.plain_board notation.bulk.plain_kernel",
        "other games: 1.6 times",
    ),
)
"""What is compiled. A module that makes nothing at least a third faster stays plain Python."""

FLAGS = {"-O1": ["-O1", "-g0", "-fno-tree-dominator-opts", "-fno-tree-pta"], "-O2": ["-O2", "-g0"]}
"""What the compiler is told: it takes half the time with -O1, of that a tenth less without two."""

SHARED = "mentis_records.fast.shared"
"""Cython's utility code for memoryviews and function types: once, rather than in each kernel."""


def write_tables(folder: Path) -> None:
    """Compute the tables of every game's grammar and write them into a folder."""
    sys.path.insert(0, str(Path(__file__).resolve().parent))
    from mentis_records.games import GAMES
    from mentis_records.notation.tables.grammar_tables import write_tables
    from mentis_records.query.parse.language import write_parsers

    for game in GAMES:
        write_tables(folder, game.description.grammar)
    write_parsers(folder)


class BuildPython(build_py):
    """Puts the tables among the modules; those of an editable install are the checkout's."""

    def run(self) -> None:
        """Copy the modules, and write the tables."""
        super().run()
        built = Path(self.build_lib, PACKAGE, "grammar")
        write_tables(GRAMMARS if self.editable_mode else built)


class BuildExtensions(build_ext):
    """Builds in place with the tables, as many modules at a time as there are cores."""

    def finalize_options(self) -> None:
        """Work on several modules at a time unless told otherwise."""
        super().finalize_options()
        self.parallel = self.parallel or os.cpu_count()

    def run(self) -> None:
        """Compile, and write the tables if the checkout is built."""
        super().run()
        if self.inplace:
            write_tables(GRAMMARS)


def kernels() -> list[Extension]:
    """Return an extension for each kernel, and one for what they share."""
    if os.environ.get("MENTIS_UNCOMPILED"):
        return []
    from Cython.Build import cythonize

    is_posix = os.name == "posix"
    extensions = [
        Extension(
            f"{PACKAGE}.{module}",
            [str(PACKAGE.joinpath(*module.split(".")).with_suffix(".py"))],
            extra_compile_args=FLAGS[level] if is_posix else [],
        )
        for level, modules, _ in KERNELS
        for module in modules.split()
    ]
    extensions.append(
        Extension(
            SHARED,
            [SHARED.replace(".", "/") + ".c"],
            extra_compile_args=FLAGS["-O1"] if is_posix else [],
        )
    )
    found = cythonize(
        extensions,
        build_dir="build/cython",
        nthreads=(os.cpu_count() or 1) if sys.platform == "linux" else 0,
        shared_utility_qualified_name=SHARED,
        emit_linenums=False,
        compiler_directives={
            "language_level": "3",
            "auto_pickle": False,
            "optimize.unpack_method_calls": False,
            "annotation_typing": False,
            "binding": True,
            "boundscheck": False,
            "initializedcheck": False,
            "wraparound": False,
        },
        quiet=True,
    )
    for extension in found:
        extension.optional = True
    return list(found)


setup(
    packages=[
        *find_packages(include=["mentis_records", "mentis_records.*"]),
        "mentis_records.bundled",
        "mentis_records.grammar",
    ],
    ext_modules=kernels(),
    cmdclass={"build_py": BuildPython, "build_ext": BuildExtensions},
)
