"""stub"""
def sql() -> None:
    """Stub."""
