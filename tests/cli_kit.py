"""What the tests of commands share."""

import json
from pathlib import Path
from typing import Any

from click.testing import Result
from typer.testing import CliRunner

from mentis_records.cli.main import app_for

DATA = Path(__file__).parents[1] / "data"
RULEBOOK = DATA / "rulebook.mgn"
LISTING = next(iter(sorted(DATA.glob("rulebook*.txt"))))

GOOD = '[Event "x"]\n\n1. TSNd2 TSNd6 *\n'
WARNED = '[Event "x"]\n\n1. tsnd2 TSNd6 *\n'
BAD = '[Event "x"]\n\n1. TSNd2 TSNd3 *\n'


def mentis(*arguments: object, text: str | None = None, code: int | None = None) -> Result:
    """Run the program, which has to exit with ``code`` if given; other exceptions are passed on."""
    result = CliRunner().invoke(
        app_for([str(one) for one in arguments]), [str(one) for one in arguments], input=text
    )
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    assert code in (None, result.exit_code), f"exit code {result.exit_code}\n{result.output}"
    return result


def json_lines(result: Result) -> list[Any]:
    return [json.loads(line) for line in result.stdout.splitlines()]


def json_of(*arguments: object, code: int | None = None) -> Any:
    """Return what a command writes with ``--format json``."""
    return json.loads(mentis(*arguments, "--format", "json", code=code).stdout)
