"""stub"""
def tree() -> None:
    """Stub."""
