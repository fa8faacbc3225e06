"""What goes wrong with a lake, in one line for the user."""


class LakeError(Exception):
    """A lake that cannot be read or added to; the message is one line."""


class TakenError(LakeError):
    """Another program has written the next manifest meanwhile."""


class MissingExtraError(LakeError):
    """Dask is not installed."""
