"""stub"""
def show() -> None:
    """Stub."""
