"""What is counted of games of Mentis while they are replayed."""
