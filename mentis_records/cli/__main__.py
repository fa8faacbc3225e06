"""``python -m mentis_records.cli`` is the command ``mentis``."""

from mentis_records.cli.program import run

run()
