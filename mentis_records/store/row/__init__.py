"""Rows of the tables: records as rows and columns on their way in, and put together again."""
