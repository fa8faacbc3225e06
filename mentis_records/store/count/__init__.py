"""The numbers that statistics are made of, asked of the database; draws no conclusion."""
