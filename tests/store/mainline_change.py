"""SQL that plants defects in the lists of mainlines."""


def change(column: str, plies: str, value: str, games: str = "true") -> str:
    """Return the statement that gives positions another value, in which ``it`` is the old one."""
    return f"""
        update mainlines set {column} = list_transform(
            {column}, lambda it, number: case when number - 1 in {plies} then {value} else it end
        )
        where {games}
        """


def statement(defect: str | list[str]) -> str:
    """Return the statement of a planted defect: its own text, or what ``change`` makes of it."""
    return defect if isinstance(defect, str) else change(*defect)
