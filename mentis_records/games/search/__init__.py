"""Search of any game: positions analysed, wins proven, and the proofs checked."""
