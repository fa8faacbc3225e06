"""Shards: a part of a collection as Parquet files, written from a database and read as one."""
