"""Corona: three in a row around a hole, with stones that move; offers all that a game may offer."""
