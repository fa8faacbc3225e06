"""Text to syntax to records and back; knows no game, only the contract in ``core.game``."""
