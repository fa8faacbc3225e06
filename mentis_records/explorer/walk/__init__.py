"""What the page of a position shows: its moves, evaluations, settings of its start."""
