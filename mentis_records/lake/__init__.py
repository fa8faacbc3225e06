"""A lake: a collection beyond one file, as shards of plain Parquet, worked on by Dask's workers."""
