"""Games of MensaSpiel written as trials of Ludii, for tests."""

from collections.abc import Sequence

from mentis_records.games.mensaspiel.game import GAME
from mentis_records.games.mensaspiel.rules.move import EXCHANGE, PASS, START, Move
from mentis_records.games.mensaspiel.rules.position import Position
from mentis_records.games.mensaspiel.trial.consequence import Consequences, Expected, placements
from mentis_records.games.mensaspiel.trial.listed_count import Sizes

HEAD = (
    "game=/Common/res/lud/board/MensaSpiel.lud\n"
    "START GAME OPTIONS\n{options}END GAME OPTIONS\n"
    "RNG internal state=0,1,-2,3,4,5,127,-128\n"
)
TAIL = "rankings={ranks}\nSANDBOX=false\nLUDII_VERSION=1.3.12\n"
RANKS = {"1-0": (1, "1.0,2.0"), "0-1": (2, "2.0,1.0"), "1/2-1/2": (0, "1.5,1.5")}


def written(
    turns: Sequence[Move], settings: dict[str, str] | None = None, options: Sequence[str] = ()
) -> str:
    """Return a game as the trial that Ludii would write of it."""
    position = GAME.start_position(settings or {})
    has_scores = "Show StepLength/Hide StepLength in player status" not in options
    consequences, counts = Consequences(has_scores), Sizes()
    lines = [_line(each) for each in placements(position)]
    sizes: list[int] = []
    for turn in turns:
        sizes.append(counts.before_turn(position))
        after = GAME.play(position, turn)
        lines += _turn_lines(consequences, position, turn, after)
        if turn.kind == EXCHANGE:
            sizes.append(counts.after_exchange(position))
        if turn.kind in (START, EXCHANGE):
            counts.add_start(position.side, turn.target)
        position = after
    outcome = GAME.outcome(position)
    end, ranks = "", "0.0,0.0"
    if outcome is not None:
        winner, ranks = RANKS[outcome.result]
        if position.first_player == 1:
            winner, ranks = (winner and 3 - winner), ",".join(reversed(ranks.split(",")))
        end = f"winner={winner}\nendtype=NaturalEnd\n"
    text = HEAD.format(options="".join(f"{option}\n" for option in options)) + "".join(lines)
    text += "".join(f"LEGAL MOVES LIST SIZE = {size}\n" for size in sizes)
    return f"{text}numInitialPlacementMoves=18\n{end}{TAIL.format(ranks=f'0.0,{ranks}')}"


def _turn_lines(
    consequences: Consequences, position: Position, turn: Move, after: Position
) -> list[str]:
    if turn.kind == PASS:
        return [_line(consequences.passed(position))]
    if turn.kind == EXCHANGE:
        exchanged = consequences.exchanged(position)
        return [_line(exchanged), _line(consequences.started(position, turn, after, 1))]
    if turn.kind == START:
        starters = position.base[position.side]
        return [_line(consequences.started(position, turn, after, starters))]
    return [_line(consequences.walked(position, turn, after))]


def _line(expected: Expected) -> str:
    head = ",".join(f"{key}={value}" for key, value in expected.values.items())
    return f"Move=[Move:{head},actions={','.join(expected.actions)}]\n"
