"""Events written as rounds of results, for tables worked by hand."""

from mentis_records.store.count.event_games import EventGame

RESULTS = {"1": "1-0", "=": "1/2-1/2", "0": "0-1", "*": "*"}

TEN = "ABCDEFGHIJ"
UPSETS = {"AB": "=", "AC": "=", "BC": "=", "AD": "0", "BG": "0", "EF": "=", "IJ": "="}
"""Games of ten players in which the player named first has not won."""

SWISS = [
    "A-B 1, C-D =, E-F 0, G-bye 1",
    "F-A =, G-C 0, B-E 1f, D-bye 1",
    "C-A 0, D-F =, B-G 1, E-bye =",
    "A-D 1, B-C =, G-F 0",
    "B-F 1, G-A 0, C-E 1f, bye-D 1",
]
"""Rounds of seven players; f is a forfeit. E has no game in round 4, D a bye of none in round 5."""


def all_play_all() -> list[EventGame]:
    """Return 45 games; C's against J is a forfeit."""
    pairs = [(one, two) for at, one in enumerate(TEN) for two in TEN[at + 1 :]]
    return [
        game(number, "", one, two, UPSETS.get(one + two, "1") + "f" * (one + two == "CJ"))
        for number, (one, two) in enumerate(pairs, 1)
    ]


def swiss(rounds: list[str] = SWISS) -> list[EventGame]:
    found: list[EventGame] = []
    for number, line in enumerate(rounds, 1):
        for text in line.split(", "):
            names, result = text.split()
            found.append(game(len(found) + 1, str(number), *names.split("-"), result))
    return found


def game(number: int, turn: str, first: str, second: str, result: str) -> EventGame:
    is_unplayed = result.endswith("f") or "bye" in (first, second)
    ending = "forfeit" if result.endswith("f") else ""
    plies = 0 if is_unplayed else 2
    return EventGame(number, turn, "", (first, second), RESULTS[result[0]], ending, plies)


def record_text(event: str, games: list[EventGame]) -> str:
    """Return the games as Mentis records."""
    event = event.replace('"', '\\"')
    return "\n".join(
        f'[Event "{event}"]\n[Site "?"]\n[Date "2024.01.{at % 28 + 1:02}"]\n'
        f'[Round "{each.round or "?"}"]\n'
        f'[Blue "{each.players[0]}"]\n[Red "{each.players[1]}"]\n[Result "{each.result}"]\n'
        + (f'[Termination "{each.termination}"]\n' if each.termination else "")
        + f"\n{'1. TSNd2 TSNd6 ' if each.plies else ''}{each.result}\n"
        for at, each in enumerate(games)
    )
