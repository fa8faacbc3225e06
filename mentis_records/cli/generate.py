"""``mentis generate``."""

from __future__ import annotations

import math
import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from mentis_records.cli import output
from mentis_records.cli.option import Rules, Settings, choose_game, choose_settings, parse_position
from mentis_records.cli.target import check_target, writing

if TYPE_CHECKING:
    from mentis_records.core.game import AnyGame
    from mentis_records.core.policy import Player, Policy

MAX_PLIES = 10_000
MAX_TEMPERATURE = 100.0
MAX_NODES = 1_000_000_000


def generate(
    games: Annotated[
        int,
        typer.Option("--games", "-n", min=1, help="How many games, or matches with all rounds."),
    ] = 1,
    seed: Annotated[int, typer.Option("--seed", min=0, max=2**64 - 1, help="The random seed.")] = 1,
    policy: Annotated[
        str, typer.Option("--policy", help="How moves are chosen: random, greedy or search.")
    ] = "random",
    nodes: Annotated[
        int | None,
        typer.Option(
            "--nodes",
            min=1,
            max=MAX_NODES,
            help="Positions that a move of search may look at.",
            show_default="2000",
        ),
    ] = None,
    opening_plies: Annotated[
        int | None,
        typer.Option(
            "--opening-plies",
            min=0,
            max=MAX_PLIES,
            help="Plies that search chooses by chance: it always finds the same.",
            show_default="4",
        ),
    ] = None,
    player: Annotated[
        list[str] | None,
        typer.Option("--player", help="A strength that takes part; may be repeated. Default: all."),
    ] = None,
    temperature: Annotated[
        float | None,
        typer.Option(
            "--temperature",
            min=0.0,
            max=MAX_TEMPERATURE,
            help="A strength of your own: 0 plays its best, 1 errs by about a piece.",
        ),
    ] = None,
    rules: Rules = "",
    variant: Annotated[str, typer.Option("--variant", help="Variant of the games.")] = "",
    settings: Settings = [],  # noqa: B006 - typer reads it, nobody writes to it
    max_plies: Annotated[
        int,
        typer.Option("--max-plies", min=1, max=MAX_PLIES, help="Stop games after this many plies."),
    ] = 200,
    jobs: Annotated[
        int | None,
        typer.Option("--jobs", "-j", min=1, help="Threads.", show_default="one per processor"),
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option("--out", help="The file to write (also .gz) instead of standard output."),
    ] = None,
) -> None:
    """Generate games by self-play and write their records.

    The same seed gives the same games, whatever the number of threads. Each strength plays
    both sides equally often, give or take one game, however many games there are.
    Games that are not over on the board after --max-plies are stopped as unterminated.
    Where settings ask for a match, its rounds are played until it is decided.
    """
    from mentis_records.cli.progress import progress_bar
    from mentis_records.core.start import beginning_settings
    from mentis_records.core.text import counted
    from mentis_records.games.selfplay import Collection, seatings
    from mentis_records.games.selfplay import generate as play

    check_target(out)
    game = choose_game(rules)
    chosen = _choose_policy(game, policy, nodes, opening_plies)
    players = _choose_players(chosen, player or [], temperature)
    options = choose_settings(game, variant, settings)
    # What is wrong is told before anything is written.
    parse_position(game, "", beginning_settings(game.description, options))
    collection = Collection(game, chosen, players, options, max_plies, seed)
    nouns = ("match", "matches") if collection.has_matches else ("game", "games")
    done = 0
    try:
        with writing(out) as write, progress_bar("playing", nouns[1], out is None) as advance:
            for texts in play(collection, games, jobs or os.cpu_count() or 1):
                write(("\n" if done else "") + "\n".join(texts))
                done += len(texts)
                advance(done, games)
    except OSError as error:
        if out is None:
            raise
        output.fail(f"{out}: {error.strerror or error}")
    if out is not None:
        output.talk(f"{out}: {counted(games, *nouns)}")
    meetings = len(seatings(players))
    if len(players) > 1 and games % meetings:
        output.talk(
            f"{counted(games, *nouns)}: only with a multiple of {meetings} do all players meet one "
            "another equally often on each side"
        )


def _choose_policy(
    game: AnyGame, slug: str, nodes: int | None, opening_plies: int | None
) -> Policy:
    from mentis_records.games.selfplay import policies_of, search_policy
    from mentis_records.games.selfplay.search_policy import NODES, OPENING_PLIES, SEARCH

    if slug == SEARCH:
        plies = OPENING_PLIES if opening_plies is None else opening_plies
        return search_policy(game, nodes or NODES, plies)
    policies = {policy.slug: policy for policy in policies_of(game)}
    if slug not in policies:
        output.fail(f"--policy {slug!r}: choose one of {', '.join([*policies, SEARCH])}")
    for name, value in (("--nodes", nodes), ("--opening-plies", opening_plies)):
        if value is not None:
            output.fail(f"{name}: the policy {slug} does not search")
    return policies[slug]


def _choose_players(
    policy: Policy, names: list[str], temperature: float | None
) -> tuple[Player, ...]:
    """Return who takes part: the named strengths, one of the given temperature, or all."""
    from mentis_records.core.policy import Player

    if temperature is not None:
        if math.isnan(temperature):
            output.fail("--temperature nan: choose a number")
        if not policy.has_temperature:
            output.fail(f"--temperature: the policy {policy.slug} has none")
        if names:
            output.fail("--temperature is a strength of its own: leave out --player")
        strength = abs(temperature)  # -0 is 0
        return (Player(f"{policy.slug} {strength:g}", strength),)
    known = {player.name: player for player in policy.players}
    for name in names:
        if name not in known:
            output.fail(f"--player {name!r}: choose one of {', '.join(known)}")
    return tuple(known[name] for name in dict.fromkeys(names)) or policy.players
