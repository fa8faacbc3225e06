"""What is counted of games of CirKle Mind while they are replayed."""
