"""Events: who met whom, points, tie-breaks, and what does not add up."""
