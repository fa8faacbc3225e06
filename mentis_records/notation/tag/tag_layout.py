"""The column layout of tags: how a game's tags become numbers; knows no text and no kernel."""

from __future__ import annotations

from mentis_records.core.game import GameDescription
from mentis_records.core.outcome import RESULTS, Termination
from mentis_records.fast.late_dataclass import dataclass
from mentis_records.notation.tag.known_tag import RESULTS_OF, known_terminations, standard_tags

TEXT, RESULT, TERMINATION, DATE, NUMBER, PLY_COUNT, OPTION, GAME, POSITION, SETTING = range(10)
"""What the value of a tag must be like.

An option is a setting with few values, one of the column's words. Other settings are read where a
record has them.
"""

NAMED = -2
"""In place of the side before whose plies the number stands, where a setting names it."""

_MOST_OPTIONS = 64
"""Starts that options choose at most; further settings are no options."""


@dataclass(frozen=True, slots=True)
class Layout:
    """The known tags of a game's records, each with a column.

    ``names`` are the tags by column, the standard ones first; ``sides`` those of the players,
    whose columns are side by side; ``kinds`` what their values must
    be like; ``words`` the values that a column's kind allows, where it names some.
    ``terminations`` are the known terminations, ``board_terminations`` the index among them of
    each end that a board shows, in the order of the game's description, and ``results_of`` the
    results that go with each as a set of bits, 0 for those that only a board decides. So many
    ``repetitions`` of a position end a game, 0 none; ``repetition`` is the index of that end among
    those of the board, or -1. ``opener`` is the side before whose plies the number stands, -1 for
    the one that moves first, or ``NAMED`` for the one that a setting names. ``has_points`` tells
    whether games have points.
    """

    names: tuple[str, ...]
    sides: tuple[str, ...]
    kinds: tuple[int, ...]
    words: tuple[tuple[str, ...], ...]
    standard: int
    terminations: tuple[str, ...]
    board_terminations: tuple[int, ...]
    results_of: tuple[int, ...]
    repetitions: int
    repetition: int
    opener: int
    has_points: bool

    def column(self, name: str) -> int:
        """Return the column of a tag.

        Raises:
            ValueError: it has none.
        """
        return self.names.index(name)


def layout_of(game: GameDescription) -> Layout:
    """Return the layout of a game's records."""
    terminations = known_terminations(game)
    kinds: dict[str, tuple[int, tuple[str, ...]]] = dict.fromkeys(standard_tags(game), (TEXT, ()))
    kinds["Date"] = (DATE, ())
    kinds["Result"] = (RESULT, RESULTS)
    kinds["Game"] = (GAME, (game.title,))
    kinds.update(_setting_kinds(game))
    kinds["Position"] = (POSITION, ())
    kinds["Termination"] = (TERMINATION, terminations)
    kinds.update({f"{side}Elo": (NUMBER, ()) for side in game.sides})
    kinds.update(dict.fromkeys(("TimeControl", "Annotator", "Source"), (TEXT, ())))
    kinds["PlyCount"] = (PLY_COUNT, ())
    return Layout(
        tuple(kinds),
        game.sides,
        tuple(kind for kind, _ in kinds.values()),
        tuple(words for _, words in kinds.values()),
        len(standard_tags(game)),
        terminations,
        tuple(terminations.index(word) for word in game.terminations),
        tuple(_results_of(word, game) for word in terminations),
        game.repetitions,
        game.terminations.index(Termination.REPETITION) if game.repetitions else -1,
        NAMED if game.numbered_by else -1 if game.opener is None else game.opener,
        game.has_points,
    )


def _setting_kinds(game: GameDescription) -> dict[str, tuple[int, tuple[str, ...]]]:
    """Return the kinds of the tags of settings, and the words of those that are options."""
    kinds: dict[str, tuple[int, tuple[str, ...]]] = {}
    starts = 1
    for setting in game.settings:
        is_option = 0 < starts * len(setting.values) <= _MOST_OPTIONS
        kinds[setting.tag] = (OPTION, setting.values) if is_option else (SETTING, ())
        starts *= len(setting.values) if is_option else 1
    return kinds


def _results_of(word: str, game: GameDescription) -> int:
    if word in game.terminations:
        return 0
    return sum(1 << RESULTS.index(result) for result in RESULTS_OF[Termination(word)])
