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


def write_tables(folder: Path) -> None:
    """Compute the tables of every game's grammar and write them into a folder."""
    sys.path.insert(0, str(Path(__file__).resolve().parent))
    from mentis_records.games import GAMES
    from mentis_records.notation.tables import grammar_tables as tables
    from mentis_records.query.parse.language import write_parsers

    for game in GAMES:
        tables.write_tables(folder, game.description.grammar)
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
        """Work on several modules at a time, if nothing else is asked for."""
        super().finalize_options()
        self.parallel = self.parallel or os.cpu_count()

    def run(self) -> None:
        """Compile, and write the tables if the checkout is what is built."""
        super().run()
        if self.inplace:
            write_tables(GRAMMARS)


def kernels() -> list[Extension]:
    """Return one extension for every module that has a ``.pxd``."""
    if os.environ.get("MENTIS_UNCOMPILED"):
        return []
    from Cython.Build import cythonize

    modules = sorted(path.with_suffix("") for path in PACKAGE.rglob("*.pxd"))
    extensions = cythonize(
        [
            Extension(
                ".".join(module.parts),
                [f"{module}.py"],
                extra_compile_args=["-O3", "-g0"] if os.name == "posix" else [],
            )
            for module in modules
            if module.with_suffix(".py").exists() and module.name != "pointer"
        ],
        build_dir="build/cython",
        nthreads=(os.cpu_count() or 1) if sys.platform == "linux" else 0,
        compiler_directives={
            "language_level": "3",
            "annotation_typing": False,
            "binding": True,
            "boundscheck": False,
            "initializedcheck": False,
            "wraparound": False,
        },
        quiet=True,
    )
    for extension in extensions:
        extension.optional = True
    return list(extensions)


setup(
    packages=[
        *find_packages(include=["mentis_records", "mentis_records.*"]),
        "mentis_records.bundled",
        "mentis_records.grammar",
    ],
    ext_modules=kernels(),
    cmdclass={"build_py": BuildPython, "build_ext": BuildExtensions},
)
