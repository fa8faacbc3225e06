"""stub"""
def load() -> None:
    """Stub."""
