"""stub"""


def report() -> None:
    """Stub."""
