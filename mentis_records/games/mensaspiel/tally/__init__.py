"""What is counted of games of MensaSpiel while they are replayed."""
