"""A page of a longer list: where it begins, and the ways to the pages around it."""

from __future__ import annotations

from typing import Self

from mentis_records.explorer.address import Address
from mentis_records.fast.late_dataclass import dataclass


@dataclass(frozen=True, slots=True)
class PageRange:
    """Rows ``first`` to before ``end``, counted from 0, of ``total``; a page has ``size`` rows."""

    address: Address
    page: int
    size: int
    total: int

    @classmethod
    def of(cls, address: Address, total: int, size: int) -> Self:
        """Return the page that an address names with ``page=``.

        Raises:
            AddressError: it names none.
        """
        return cls(address, address.number("page", 1, least=1), size, total)

    @property
    def first(self) -> int:
        """Return how many rows stand on the pages before."""
        return (self.page - 1) * self.size

    @property
    def end(self) -> int:
        """Return how many rows stand on this page and those before."""
        return min(self.first + self.size, self.total)

    @property
    def last(self) -> int:
        """Return the number of the last page."""
        return max(1, -(-self.total // self.size))

    @property
    def is_beyond(self) -> bool:
        """Tell whether the page is behind the last one."""
        return self.page > self.last

    @property
    def words(self) -> str:
        """Return which rows stand here: ``51 to 100 of 5,000``, or nothing if all do."""
        if self.last == 1 and self.page == 1:
            return ""
        if self.is_beyond:
            return f"nothing here: there are {self.last:,} pages"
        return f"{self.first + 1:,} to {self.end:,} of {self.total:,}"

    @property
    def ways(self) -> list[tuple[str, str, Address]]:
        """Return the ways to other pages: how links call them to programs, and to people."""
        found = []
        if self.page > 1:
            before = min(self.page - 1, self.last)
            found += [("first", "First", self._at(1)), ("prev", "Before", self._at(before))]
        if self.page < self.last:
            found += [
                ("next", "Next", self._at(self.page + 1)),
                ("last", "Last", self._at(self.last)),
            ]
        return found

    def _at(self, page: int) -> Address:
        return self.address.have(page=page if page > 1 else None)
