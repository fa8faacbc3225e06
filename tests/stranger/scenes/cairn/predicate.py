"""The test of queries that Cairn has beside the common ones: ``white outnumbers``."""

from dataclasses import dataclass

from mentis_records.core.query.predicate import Predicate
from mentis_records.core.query.term import UnindexedError


@dataclass(frozen=True, slots=True)
class Outnumbers(Predicate):
    """A side has more pieces on the board than the other."""

    name = "outnumbers"
    syntax = 'side "outnumbers"i'
    forms = ("white outnumbers",)
    about = "a side has more pieces on the board than the other"

    side: int

    @classmethod
    def read(cls, reader, parts):
        return cls(reader.owner(parts[0], "a majority"))

    def term(self, binder):
        raise UnindexedError

    def imaged(self, imager):
        return Outnumbers(imager.owner(self.side))

    def holds(self, moment):
        owners = [piece.side for stack in moment.scene.stacks for piece in stack]
        return owners.count(self.side) > owners.count(1 - self.side)


PREDICATES = (Outnumbers,)
