"""The predicates: the tests that queries are made of, one subject a file."""
