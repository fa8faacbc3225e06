"""The positions of games: their index, and the answers of queries that go through them."""
