"""A sequence of values of one kind, also as Arrow or pandas tables; fetches nothing."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, TypeVar, overload

from mentis_records.collection.html import table
from mentis_records.core.text import counted
from mentis_records.store.statement_rows import require

if TYPE_CHECKING:
    import pandas
    import pyarrow

_SHOWN = 20
"""Rows that a notebook shows."""

RowT = TypeVar("RowT", covariant=True)


class Rows(Sequence[RowT], Generic[RowT]):
    """Values of a frozen dataclass, in order; its fields are the columns of a table."""

    def __init__(self, kind: type[RowT], values: Iterable[RowT]) -> None:
        """Keep values of a dataclass."""
        self._values = tuple(values)
        self.names = tuple(field.name for field in fields(kind))  # type: ignore[arg-type]

    @overload
    def __getitem__(self, index: int) -> RowT: ...

    @overload
    def __getitem__(self, index: slice) -> Sequence[RowT]: ...

    def __getitem__(self, index: int | slice) -> RowT | Sequence[RowT]:
        """Return a value, or some."""
        return self._values[index]

    def __len__(self) -> int:
        """Return how many there are."""
        return len(self._values)

    def __repr__(self) -> str:
        """Return how many there are, and the first."""
        first = f", first {self._values[0]!r}" if self._values else ""
        return f"<{counted(len(self), 'row')}{first}>"

    def columns(self) -> dict[str, list[Any]]:
        """Return the values by column."""
        return {name: [getattr(value, name) for value in self._values] for name in self.names}

    def arrow(self) -> pyarrow.Table:
        """Return a table of Arrow's.

        Raises:
            MissingExtraError: pyarrow is not installed.
        """
        columns = {
            name: [_plain(value) for value in column] for name, column in self.columns().items()
        }
        return require("pyarrow", "arrow").table(columns)

    def df(self) -> pandas.DataFrame:
        """Return a data frame of pandas.

        Raises:
            MissingExtraError: pandas is not installed.
        """
        return require("pandas", "pandas").DataFrame(self.columns())

    def _repr_html_(self) -> str:
        shown = [[getattr(value, name) for name in self.names] for value in self._values[:_SHOWN]]
        more = f"{_SHOWN} of " if len(self) > _SHOWN else ""
        return table(self.names, shown, more + counted(len(self), "row"))


def _plain(value: Any) -> Any:
    """Return a value of which Arrow knows the kind."""
    if isinstance(value, Path):
        return str(value)
    if is_dataclass(value):
        return {each.name: _plain(getattr(value, each.name)) for each in fields(value)}
    if isinstance(value, tuple | list):
        return [_plain(each) for each in value]
    return value
