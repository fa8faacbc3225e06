"""A game entered from a pipe."""

from pathlib import Path

from cli_kit import mentis

OPEN = '[Event "Open"]\n[Date "2026.11.14"]\n[Result "*"]\n\n1. TSNd2 TSNd6 *\n'
"""A game that is not over."""


def enter(path: Path, *lines: str, options: tuple[str, ...] = ()) -> tuple[int, str, str]:
    """Type lines into ``new``, whose file must be sound; return the exit code and both texts."""
    done = mentis("new", path, *options, text="".join(f"{line}\n" for line in lines))
    if path.exists():
        assert mentis("validate", "--strict", "-q", path).exit_code == 0, path.read_text()
    return done.exit_code, done.stdout, done.stderr
