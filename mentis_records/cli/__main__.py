"""``python -m mentis_records.cli`` is the command ``mentis``."""

from mentis_records.cli.main import run

run()
