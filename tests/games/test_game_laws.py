"""Three games against naive ones, on played and on stated positions, and laws of each position."""

import random
import re
from typing import Any

import naive_antipode
import naive_cirkle_mind
import naive_mensaspiel
import pytest
from law_kit import (
    ANTIPODE,
    CODED,
    MENSASPIEL,
    MIND,
    NAIVE,
    ROUND,
    START,
    drawn,
    syntaxes,
    with_faces,
)
from plain_antipode import AFTER, LONG, POSITION

from mentis_records.core.game import canonical
from mentis_records.core.named_move import FIRST_NAMED, code_of
from mentis_records.core.setting import Choice
from mentis_records.games import find_game
from mentis_records.games.antipode.rules.move import Move, parse_move
from mentis_records.games.antipode.rules.position import Position
from mentis_records.games.antipode.rules.square import COUNT, IMAGES, square_set, squares_of
from mentis_records.games.cirkle_mind.rules import board
from mentis_records.games.cirkle_mind.rules import move as mind_move
from mentis_records.games.cirkle_mind.rules.duel import MARKS
from mentis_records.games.cirkle_mind.rules.piece import FACES
from mentis_records.games.mensaspiel.rules import board as track
from mentis_records.games.mensaspiel.rules.move import BY_CODE, BY_NOTATION
from mentis_records.games.perft import count_leaves
from mentis_records.notation.syntax.ply_reader import read_ply

pytestmark = pytest.mark.one_build

SIZES = {"antipode": 600, "cirkle_mind": 900, "mensaspiel": 1_800}
MIDDLE = "3mc4/2G?5/8/ysyo1kxBx3/1YxYo1bx3/3m?4/2Bo5/2gs1G?3/8/8/3Gc4 G c4,d6 -"
DERIVED = {
    "antipode": ("opener", "move_number"),
    "cirkle_mind": ("move_number", "passes", "claimed", "used"),
    "mensaspiel": ("move_number", "passes"),
}
"""What a position has beside what its string and settings say."""

all_games = pytest.mark.parametrize("slug", SIZES)


def mind(text: str, **settings: str) -> Any:
    return MIND.parse_position(text, settings)


def mensaspiel(text: str, **settings: str) -> Any:
    return MENSASPIEL.parse_position(text, settings)


def settings_of(slug: str, position: Any) -> dict[str, str]:
    """Return the settings with which a position is read again."""
    if slug == "antipode":
        return {}
    if slug == "mensaspiel":
        return {"FirstPlayer": "WB"[position.first_player], "Prisoners": str(position.goal)}
    terms = position.terms
    settings = {"FirstPlayer": "GM"[terms.first_player], "Level": terms.level}
    settings |= {"Layout": terms.layout}
    if terms.level == "super":
        settings["Shield"] = "on" if terms.has_shields else "off"
    return settings


@pytest.mark.parametrize(
    ("slug", "size"), [*SIZES.items(), pytest.param("antipode", 2_000, marks=pytest.mark.ci)]
)
def test_turns_and_what_they_lead_to_are_those_of_the_naive_game(slug: str, size: int) -> None:
    game, naive = find_game(slug), NAIVE[slug]
    results = {game.description.sides[0][0]: "1-0", game.description.sides[1][0]: "0-1"}
    for position, state, moves in drawn(slug, size):
        text = game.format_position(position)
        assert naive.write(state) == text
        notations = [move.notation for move in moves]
        assert sorted(notations) == sorted(naive.turns(state)), text
        assert slug == "antipode" or notations == sorted(notations)
        end, outcome = naive.outcome(state), game.outcome(position)
        found = outcome and (outcome.result, outcome.termination)
        assert found == (end and (results.get(end[0], "1/2-1/2"), end[1])), text
        for move in random.Random(position.key).sample(moves, min(12, len(moves))):
            after = naive.write(naive.play(state, move.notation))
            assert game.format_position(game.play(position, move)) == after, move.notation


@all_games
def test_positions_are_of_all_kinds(slug: str) -> None:
    found, game = drawn(slug, SIZES[slug]), find_game(slug)
    positions, moves = [each for each, *_ in found], [move for *_, some in found for move in some]
    kinds = {move.kind for move in moves}
    if slug == "antipode":
        states = [state for _, state, _ in found]
        assert sum(any(move.kind == "jump" for move in some) for *_, some in found) > 5
        assert sum(state.is_infraction for state in states) > 5
        assert sum(naive_antipode.outcome(state) is not None for state in states) > 5
        return
    assert kinds == {*game.description.kinds}
    if slug == "mensaspiel":
        for flag in ("has_counter", "must_start", "passes"):
            assert {bool(getattr(position, flag)) for position in positions} == {False, True}
        assert {position.starts for position in positions} == {0, 1, 2, 3}
        return
    assert {turn.mark for turn in moves} == {"", *MARKS}
    assert {bool(turn.faces[0]) for turn in moves if turn.kind == "attack"} == {False, True}
    assert {position.winner for position in positions} == {-1, 0, 1}
    assert {position.passes for position in positions} >= {0, 1}
    assert {position.claimed for position in positions} == {-1, 0, 1}
    assert {position.terms.level for position in positions} == {"easy", "medium", "super"}


SETUPS = {"GreenSetup": naive_cirkle_mind.GREEN_SETUP, "MauveSetup": naive_cirkle_mind.MAUVE_SETUP}


@pytest.mark.parametrize(
    ("slug", "counts"), [("cirkle_mind", [16, 256, 5_384]), ("mensaspiel", [8, 56, 635, 5_943])]
)
def test_perft_of_the_start(slug: str, counts: list[int]) -> None:
    """Sequences of turns, counted by the naive game; of CirKle Mind at both levels."""
    for level in ("easy", "medium"):
        game, naive = find_game(slug), NAIVE[slug]
        start = game.start_position({} if slug == "mensaspiel" else {"Level": level, **SETUPS})
        state = naive.start() if slug == "mensaspiel" else naive.start(shield=level == "medium")
        for depth, count in enumerate(counts, 1):
            assert count_leaves(game, start, depth) == count
            assert depth > 2 or naive.perft(state, depth) == count


@pytest.mark.parametrize(
    ("slug", "text", "settings", "depth"),
    [
        ("antipode", START, {}, 2),
        ("antipode", ROUND, {}, 2),
        ("antipode", "S1S1G2/6S/1G5/3s1G1/7/G1S3G/4S2 G 8/8 0/0 -,- pb 0", {}, 2),
        ("antipode", "s6/7/7/7/3S1S1/1GG1G2/1S5 G 13/7 6/0 -,- pt 7", {}, 2),
        ("antipode", "7/7/7/7/1G5/G1G4/Gg5 G 9/13 0/0 -,- pb 0", {}, 2),
        ("cirkle_mind", MIDDLE, {"Level": "easy"}, 3),
        ("cirkle_mind", MIDDLE, {"Level": "medium"}, 3),
        ("mensaspiel", "- W3.6.0/B3.6.0 W 0", {}, 4),
    ],
)
def test_perft_is_that_of_the_naive_game(
    slug: str, text: str, settings: dict[str, str], depth: int
) -> None:
    game, naive = find_game(slug), NAIVE[slug]
    state = naive.read(text, shield=True) if settings.get("Level") == "medium" else naive.read(text)
    found = count_leaves(game, game.parse_position(text, settings), depth)
    assert found == naive.perft(state, depth)


@all_games
def test_a_turn_is_listed_exactly_if_it_is_legal(slug: str) -> None:
    """Faces may be left out: they are then those that are known."""
    game, source, texts = find_game(slug), random.Random(7), syntaxes(slug)
    for position, _, moves in drawn(slug, SIZES[slug])[:: SIZES[slug] // 60]:
        if game.outcome(position) is not None:
            continue
        own = {move.notation: read_ply(move.notation, game.description) for move in moves}
        asked = {text: texts[text] for text in source.sample([*texts], 60)} | own
        verdicts = {
            text: game.resolve(position, ply)
            for text, ply in (asked if slug == "antipode" else texts).items()
        }
        legal = {text: verdict.move for text, verdict in verdicts.items() if verdict.is_legal}
        assert legal == {re.sub(":[A-Z].{3}", "", move.notation): move for move in moves}
        for move in moves:
            verdict = game.resolve(position, own[move.notation])
            assert verdict.move == move
            assert slug == "antipode" or verdict.findings == ()


@all_games
def test_keys_are_equal_exactly_if_positions_are(slug: str) -> None:
    game, keys = find_game(slug), dict[int, str]()
    for position, *_ in drawn(slug, SIZES[slug]):
        text = game.format_position(position)
        assert keys.setdefault(position.key, text) == text
        assert 0 <= position.key < 1 << 63
        if slug == "antipode":
            assert position.canonical_key == canonical(position.key)
        else:
            assert position.key & 7 == 0
            assert position.canonical_key == position.key
    assert len({*keys.values()}) == len(keys)


@all_games
def test_what_follows_from_a_position_is_kept_up_to_date(slug: str) -> None:
    game = find_game(slug)
    for position, *_ in drawn(slug, SIZES[slug]):
        fresh = game.parse_position(game.format_position(position), settings_of(slug, position))
        fields = {name: getattr(position, name) for name in DERIVED[slug]}
        assert fresh._replace(**fields) == position
        if slug == "cirkle_mind":
            assert all(fresh.used[side] & ~position.used[side] == 0 for side in (0, 1))


@pytest.mark.parametrize("slug", ["cirkle_mind", "mensaspiel"])
def test_what_follows_an_illegal_turn_can_be_stated(slug: str) -> None:
    game, chooser, followed = find_game(slug), random.Random(17), 0
    for position, state, moves in drawn(slug, SIZES[slug])[-SIZES[slug] // 3 :]:
        if game.outcome(position) is not None or (slug == "mensaspiel" and position.must_start):
            continue
        texts = list[str]()
        if slug == "cirkle_mind":
            attacks = [turn.notation for turn in moves if turn.kind == "attack"]
            texts = [re.sub(":....", "", text)[:-1] + chooser.choice(MARKS) for text in attacks]
            texts += [with_faces(chooser, state, text) for text in texts]
        plies = [read_ply(text, game.description) for text in texts]
        for ply in [*plies, *chooser.sample([*syntaxes(slug).values()], 60)]:
            verdict = game.resolve(position, ply)
            if verdict.move is not None:
                after = game.format_position(game.play(position, verdict.move))
                assert game.format_position(game.parse_position(after, {})) == after
                assert game.decode_move(verdict.move.code) == verdict.move
                followed += not verdict.is_legal
    assert followed > 200


# Antipode


def resolved(position: Position, text: str) -> Move | None:
    ply = read_ply(text, ANTIPODE.description)
    assert ply is not None, text
    verdict = ANTIPODE.resolve(position, ply)
    return verdict.move if verdict.is_legal else None


def imaged(position: Position, images: tuple[int, ...]) -> Position:
    """Return a position after the squares have become others."""
    gold, silver = (square_set(images[at] for at in squares_of(each)) for each in position.stones)
    first, second = (tuple(images[at] for at in last) for last in position.lasts)
    return Position.of(
        (gold, silver),
        images[position.token],
        position.face,
        position.hands,
        position.captures,
        (first, second),
        position.flags,
        position.side,
        position.opener,
        position.move_number,
    )


def test_citations_are_legal_exactly_if_the_naive_game_has_them() -> None:
    for position, *_ in drawn("antipode", 600):
        state = naive_antipode.read(ANTIPODE.format_position(position))
        if ANTIPODE.outcome(position) is not None or not state.is_infraction:
            continue
        legal = naive_antipode.citations(state)
        asked = {f"P{name}" for name in naive_antipode.SQUARES}
        asked |= {
            f"P{name}:{turn}"
            for name in naive_antipode.SQUARES[::4]
            for turn in naive_antipode.turns(state)
        }
        assert {text for text in asked if resolved(position, text)} == legal & asked
        assert all(resolved(position, text) for text in sorted(legal)[::9])


def test_images_share_a_key_and_are_played_alike() -> None:
    for position, *_ in drawn("antipode", 600)[::10]:
        whole = {imaged(position, images): images for images in IMAGES}
        assert len({each.key for each in whole}) == len(whole)
        assert {each.canonical_key for each in whole} == {position.canonical_key}
        moves = ANTIPODE.legal_moves(position)
        for symmetry, images in zip(ANTIPODE.description.symmetries, IMAGES[1:], strict=True):
            other = imaged(position, images)
            there = {symmetry.transform(move) for move in moves}
            assert there == {*ANTIPODE.legal_moves(other)}
            for move in moves[::11]:
                played = imaged(ANTIPODE.play(position, move), images)
                assert ANTIPODE.play(other, symmetry.transform(move)) == played


def test_codes_are_those_of_moves_alone() -> None:
    source = random.Random(2)
    moves = {move for *_, some in drawn("antipode", 600) for move in some}
    moves |= {move._replace(cited=source.randrange(COUNT)) for move in sorted(moves)[::3]}
    moves |= {*ANTIPODE.legal_moves(ANTIPODE.parse_position(POSITION, {}))}
    assert any(move.code >= FIRST_NAMED for move in moves)
    codes = {move.code: move for move in moves}
    assert len(codes) == len(moves)
    for code, move in codes.items():
        assert 0 <= code < 1 << 60
        assert ANTIPODE.decode_move(code) == move == parse_move(move.notation)
    for code in [*(source.getrandbits(60) for _ in range(2_000)), *range(2_000), -1, 1 << 60]:
        try:
            found = ANTIPODE.decode_move(code)
        except ValueError:
            continue
        assert found.code == code
        assert parse_move(found.notation) == found


def test_a_name_that_is_no_jump_has_no_move() -> None:
    for text in ("a1-c5", "a1-c1-c2", "b4", "nonsense"):
        code = code_of(text)
        with pytest.raises(ValueError, match=r"is no turn|no move has the code"):
            ANTIPODE.decode_move(code)


def test_a_jump_of_many_legs_is_one_turn() -> None:
    position = ANTIPODE.parse_position(POSITION, {})
    listed = {move.notation: move for move in ANTIPODE.legal_moves(position)}
    assert listed.keys() == naive_antipode.turns(naive_antipode.read(POSITION))
    assert max(len(move.signs) for move in listed.values()) == 23
    assert resolved(position, LONG) == listed[LONG]
    assert ANTIPODE.format_position(ANTIPODE.play(position, listed[LONG])) == AFTER
    assert resolved(position, f"{LONG}~a1") is None


# CirKle Mind


def test_claims_are_legal_where_the_page_says() -> None:
    chooser, found = random.Random(23), {False: 0, True: 0}
    for position, state, moves in drawn("cirkle_mind", 900):
        attacks = [turn for turn in moves if turn.kind == "attack" and ":" not in turn.notation]
        for turn in chooser.sample(attacks, min(6, len(attacks))):
            text = with_faces(chooser, state, turn.notation)
            verdict = MIND.resolve(position, read_ply(text, MIND.description))
            is_legal = naive_cirkle_mind.is_claim_legal(state, text)
            assert verdict.is_legal == is_legal, (MIND.format_position(position), text)
            found[is_legal] += 1
            if is_legal:
                assert verdict.move.notation == text
                after = MIND.format_position(MIND.play(position, verdict.move))
                assert after == naive_cirkle_mind.write(naive_cirkle_mind.play(state, text))
                assert MIND.format_position(mind(after)) == after
    assert min(found.values()) > 200


def test_faces_decide_no_legality() -> None:
    """A position with its faces hidden has the same steps and attacks, apart from outcomes."""
    for position, _, moves in drawn("cirkle_mind", 900)[-300:]:
        if MIND.outcome(position) is not None:
            continue
        hidden = re.sub("[YGBMK][tsxoc]", "G?", MIND.format_position(position).split()[0])
        hidden = re.sub("[ygbmk][tsxoc]", "m?", hidden)
        text = " ".join([hidden, *MIND.format_position(position).split()[1:]])
        bare = {re.sub("(:....)?[+=<]", "", turn.notation) for turn in moves}
        blind = {re.sub("[+=<]", "", turn.notation) for turn in MIND.legal_moves(mind(text))}
        assert blind == bare


@pytest.mark.parametrize(
    "other",
    [
        "7mc/8/8/8/3bo4/2m?5/3Yt4/8/8/8/Gc7 G d5,d7 -",
        "7mc/8/8/8/3bo4/2m?5/3G?4/8/8/8/Gc7 G d5,d7 -",
        "7mc/8/8/8/3bo4/2m?5/3yx4/8/8/8/Gc7 G d5,d7 -",
        "7mc/8/8/8/3bo4/2m?5/2Yx5/8/8/8/Gc7 G c5,d7 -",
        "7mc/8/8/8/3bo4/2m?5/3Yx4/8/8/8/Gc7 G d7 -",
        "7mc/8/8/8/3bo4/2m?5/3Yx4/8/8/8/Gc7 M d5,d7 -",
        "7mc/8/8/8/3bo4/2m?5/3Yx4/8/8/8/Gc7 G d5,d7 -p",
    ],
)
def test_all_that_a_position_says_is_in_the_key(other: str) -> None:
    assert mind("7mc/8/8/8/3bo4/2m?5/3Yx4/8/8/8/Gc7 G d5,d7 -").key != mind(other).key


def test_a_winner_is_in_the_key() -> None:
    text = "3m?4/8/8/8/3bo4/2m?5/3Yx4/8/8/8/Gc7 G d5,d7 -"
    assert mind(text).key != mind(f"{text[:-1]}G").key


def test_level_and_layout_are_not_in_the_key() -> None:
    settings = {"Level": "medium", "Layout": CODED}
    assert mind(MIDDLE).key == mind(MIDDLE, **settings).key


def test_codes_of_cirkle_mind_are_those_of_turns() -> None:
    codes = set()
    for text in syntaxes("cirkle_mind"):
        ply = re.fullmatch(r"--|(\w+)-(\w+?)(?:x(\w+)([+=<]))?", text)
        assert ply is not None
        if text == "--":
            codes.add(mind_move.PASSED.code)
            continue
        here, there = board.INDEX[ply[1]], board.INDEX[ply[2]]
        if (here, there) in mind_move.BY_SQUARES and not ply[3]:
            codes.add(mind_move.BY_SQUARES[here, there].code)
        elif ply[3] and ply[3] != ply[1]:
            turn = mind_move.attack(here, there, board.INDEX[ply[3]], ply[4])
            assert turn.notation == text
            codes.add(turn.code)
    for code in codes:
        assert MIND.decode_move(code).code == code
        assert 0 <= code < 1 << 60
    for code in [*range(-10, 1 << 15), 1 << 25, 1 << 59]:
        if code not in codes:
            with pytest.raises(ValueError, match="no move"):
                MIND.decode_move(code)


def test_codes_with_faces() -> None:
    """Those that no duel can have are no moves: an attack on a target never fails in Easy."""
    here, there, at = (board.INDEX[name] for name in ("d5", "d6", "d7"))
    bare = mind_move.attack(here, there, at, "+").code
    for own in range(32):
        for other in range(32):
            for place, mark in enumerate(MARKS):
                code = bare | place << 13 | own << 15 | other << 20
                is_faced = 0 < own <= len(FACES) and 0 < other <= len(FACES)
                levels = range(3)
                ends = (
                    {
                        naive_cirkle_mind.medium(FACES[own - 1], FACES[other - 1], la, ld)
                        for la in levels
                        for ld in levels
                        if can_be(FACES[own - 1], la) and can_be(FACES[other - 1], ld)
                    }
                    if is_faced
                    else {*MARKS}
                    if own == other == 0
                    else set()
                )
                if mark in ends:
                    assert MIND.decode_move(code).code == code
                else:
                    with pytest.raises(ValueError, match="no move"):
                        MIND.decode_move(code)


def can_be(face: str, level: int) -> bool:
    """Return True if a piece can have a level on some square."""
    squares = [colour + shape for colour in "YGBM" for shape in "tsxo"]
    return level in {
        0,
        *(naive_cirkle_mind.level(face, "a1", {"a1": square}) for square in squares),
    }


# MensaSpiel


def test_no_transform_keeps_colours_and_pips() -> None:
    """A map of the track onto itself that keeps steps must keep pips, or it changes the rules."""
    neighbours, start = track.NEIGHBOURS, track.TRANSMITTER
    images = [{start: start}]
    while len(images[0]) < len(track.NAMES):
        known = images[0]
        square = next(s for s in range(17) if s not in known and {*neighbours[s]} & {*known})
        images = [
            {**image, square: there}
            for image in images
            for there in range(17)
            if there not in image.values()
            and all((image[n] in neighbours[there]) == (n in neighbours[square]) for n in image)
        ]
    assert len(images) == 8  # each ring mirrored or not, and the rings exchanged or not
    same_for_both = [
        image
        for image in images
        if any(
            all(track.PIPS[side][image[s]] == track.PIPS[0][s] for s in range(16))
            for side in (0, 1)
        )
        and all(image[track.SAME[s]] == track.SAME[image[s]] for s in range(16))
    ]
    assert [all(image[s] == s for s in image) for image in same_for_both] == [True]


def test_codes_of_mensaspiel_are_those_of_turns() -> None:
    assert len(BY_CODE) == len(BY_NOTATION)
    for move in BY_NOTATION.values():
        assert MENSASPIEL.decode_move(move.code) is move
        assert 0 <= move.code < 1 << 60
    for code in [*range(-10, 1 << 13), 1 << 16, 1 << 59]:
        if code not in BY_CODE:
            with pytest.raises(ValueError, match="no move"):
                MENSASPIEL.decode_move(code)


def test_the_board_is_that_of_the_page() -> None:
    ring = track.NAMES[: track.COUNT]
    assert set(ring) == set(naive_mensaspiel.COLOUR)
    for place, name in enumerate(ring):
        assert track.COLOURS[place] == naive_mensaspiel.COLOUR[name]
        assert track.PIPS[0][place] == naive_mensaspiel.WHITE_PIPS[name]
        assert ring[track.SAME[place]] == naive_mensaspiel.same(name)
        assert track.RING_SETS[name in naive_mensaspiel.RING["B"]] >> place & 1
    assert track.LONGEST == 24


def test_walks_end_where_the_page_says() -> None:
    for steps in range(track.LONGEST + 1):
        for place, name in enumerate(track.NAMES):
            reached = {track.NAMES[at] for at in track.squares_of(track.REACH[steps][place])}
            assert reached == naive_mensaspiel.reach(name, steps), (name, steps)


def test_closed_walks_are_those_of_ruling_6() -> None:
    rings = (*track.NAMES[: track.COUNT],)
    closed = {
        steps: {name for at, name in enumerate(rings) if track.REACH[steps][at] >> at & 1}
        for steps in range(1, 21)
    }
    some = {12: {"c4", "e4"}, 14: {"c3", "c5", "e3", "e5"}, 18: {"a3", "a5", "g3", "g5"}}
    assert {steps: names for steps, names in closed.items() if names} == {
        **{steps: {*rings} for steps in (8, 16, 20)},
        **some,
    }


def test_settings() -> None:
    facts = {setting.tag: setting for setting in MENSASPIEL.description.settings}
    assert facts["FirstPlayer"].kind == Choice(("W", "B"), names=("White first", "Black first"))
    assert MENSASPIEL.start_position({}) == MENSASPIEL.start_position(
        {"FirstPlayer": "W", "Prisoners": "3"}
    )
    assert MENSASPIEL.start_position({"FirstPlayer": "B"}).side == 1
    won = "b3:W,e4:B W0.4.2/B2.4.0 B 3"
    assert MENSASPIEL.outcome(mensaspiel(won)) is None
    assert MENSASPIEL.outcome(mensaspiel(won, Prisoners="2")).termination == "prisoners"
    assert MENSASPIEL.legal_moves(mensaspiel(won, Prisoners="2")) == []
