"""``python -m mentis_records.cli`` is the command ``mentis``."""

from mentis_records.cli.program import run

if __name__ == "__main__":  # and not in the worker processes of a lake
    run()
