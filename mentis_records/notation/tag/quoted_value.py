"""Values of tags as they stand between their quotes."""


def escape(value: str) -> str:
    """Return a tag's value as it stands between the quotes."""
    return value.replace("\\", "\\\\").replace('"', '\\"')
