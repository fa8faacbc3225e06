"""What tests of positions are made of, for the common ones and for those that a game brings."""
