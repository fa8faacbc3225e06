"""The database room: the only home of DuckDB, which its modules import when they are used."""
