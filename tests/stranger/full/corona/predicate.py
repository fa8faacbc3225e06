"""The test of queries that Corona has beside the common ones: ``white threatens b1``."""

from dataclasses import dataclass

from corona.board import bits, completing
from mentis_records.core.query.predicate import SquarePredicate
from mentis_records.core.query.term import Source, Term, UnindexedError
from mentis_records.core.vocabulary import Area


@dataclass(frozen=True, slots=True)
class Threatens(SquarePredicate):
    """A stone of a side would make a row on a point of an area."""

    name = "threatens"
    syntax = 'side "threatens"i areas'
    forms = ("white threatens b1", "black threatens board")
    about = "a stone of the side would make three in a row there"

    side: int
    area: Area

    @classmethod
    def read(cls, reader, parts):
        return cls(reader.owner(parts[0], "a threat"), reader.area(parts[1]))

    def passing(self, scene_sql):
        raise UnindexedError  # how many points there are is in the excerpt alone

    def term(self, binder):
        rows = ("white_rows", "black_rows")[self.side]
        return Term(Source.EXCERPT, f"(({rows} & {bits(self.area)}) <> 0)")

    def seen(self, scene_sql):
        threatens = ("white_threatens", "black_threatens")[self.side]
        return f"(({threatens} & {bits(self.area)}) <> 0)"

    def imaged(self, imager):
        return Threatens(imager.owner(self.side), imager.area(self.area))

    def passes(self, scene, place):
        stones = "".join("wb"[stack[0].side] if stack else "." for stack in scene.stacks)
        return place in completing(stones, "wb"[self.side])


PREDICATES = (Threatens,)
