"""What is counted of games of Antipode while they are replayed."""
