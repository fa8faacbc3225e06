"""Tables of records, evaluations, edits and verdicts; rows of plies hold numbers only."""

from __future__ import annotations

from dataclasses import replace

from mentis_records.store.schema.definition import (
    BYTES,
    HASHES,
    LONG,
    LONGS,
    PLAIN,
    TAGS,
    TEXT,
    TEXTS,
    WHOLE,
    WHOLES,
    Column,
    Table,
)

GAME_ID = Column("game_id", WHOLE, "the game: games.game_id")
_PLACE = (
    Column("source_id", WHOLE, "where it came from: sources.source_id"),
    Column("source_index", WHOLE, "which record of the source, from 1"),
    Column("source_member", TEXT, "the text within an archive, or null"),
    Column("source_line", WHOLE, "the line of the text on which the record begins, from 1"),
)
_LINE = (
    GAME_ID,
    Column("line", WHOLE, "the line of play: 0 the mainline, else variations.line"),
    Column("ply", WHOLE, "the ply within the record, from 1, also in variations"),
)
_TURN = Column(
    "turn", LONG, "the move that led to the position times 8, plus the index of the side"
)
TURN = replace(_TURN, comment=f"{_TURN.comment}; -1 at ply 0")
KEY = Column("key", LONG, "identity of the position; key & -8 is the same for its images")
META = Table(
    "meta",
    "Facts of this file, such as the version of its schema",
    (
        Column("key", TEXT, "what the fact is about", "PRIMARY KEY"),
        Column("value", TEXT, "the fact"),
    ),
)
SOURCES = Table(
    "sources",
    "What has been loaded: one row a file or standard input; an archive is one source",
    (
        Column("source_id", WHOLE, "number of the source, from 1"),
        Column("name", TEXT, "the path as it was given, or - for standard input"),
        Column("sha256", TEXT, "SHA-256 of the bytes, in hexadecimal", "NOT NULL UNIQUE"),
        Column("bytes", LONG, "size as stored"),
        Column("loaded_at", "TIMESTAMP", "when it was loaded, in UTC"),
        Column("records", WHOLE, "records read: stored + duplicates + quarantined + deleted"),
        Column("stored", WHOLE, "records that became games"),
        Column("duplicates", WHOLE, "records that were games already"),
        Column("quarantined", WHOLE, "records with errors"),
        Column("deleted", WHOLE, "records whose games have been deleted since"),
        Column("defaults", TAGS, "option tags that held for records without them, as by --variant"),
        Column("earlier", HASHES, "what has been loaded in its place while it was shorter"),
    ),
)
SIDES = Table(
    "sides",
    "The sides of each game",
    (
        Column("game", TEXT, "the game that was played: its slug"),
        Column("side", "UTINYINT", "index of the side, from 0"),
        Column("name", TEXT, "name of the side, which is also the tag of its player"),
    ),
)
GAMES_TABLE = Table(
    "games",
    "The games: one row a record without errors; a null is a tag that the record lacks",
    (
        Column("game_id", WHOLE, "number of the game, from 1"),
        *_PLACE,
        Column("game", TEXT, "the game that was played: its slug"),
        Column("event", TEXT, "tag Event"),
        Column("site", TEXT, "tag Site"),
        Column("date", TEXT, "tag Date, yyyy.mm.dd with ?? for what is unknown"),
        Column("round", TEXT, "tag Round"),
        Column("first_player", TEXT, "the player of the game's first side: the tag of its name"),
        Column("second_player", TEXT, "the player of the second side"),
        Column("result", TEXT, "1-0 the first side won, 0-1 the second, 1/2-1/2, or * unknown"),
        Column("termination", TEXT, "how the game ended: as tagged, else as the board shows"),
        Column("first_points", WHOLE, "points of the first side, or null"),
        Column("second_points", WHOLE, "points of the second side, or null"),
        Column("settings", TAGS, "each setting of the game: its tag, or the value without it"),
        Column("first_elo", WHOLE, "rating of the first side's player; 0 is no rating"),
        Column("second_elo", WHOLE, "rating of the second side's player"),
        Column("first_mover", WHOLE, "the side that moved first: 0 or 1; null without a ply"),
        Column("time_control", TEXT, "tag TimeControl"),
        Column("annotator", TEXT, "tag Annotator"),
        Column("source", TEXT, "tag Source: where the record was published or made"),
        Column(
            "is_open", "BOOLEAN", "whether no record of it ends with a result: it may be cut short"
        ),
        Column("ply_count", WHOLE, "plies of the mainline, those of a continued record included"),
        Column("inherited", WHOLE, "how many of the plies come from a continued record"),
        Column("irregular", WHOLES, "plies that were played against the rules and kept as played"),
        Column("warned", WHOLES, "plies that the rules allow with a warning, such as of a penalty"),
        Column("match_id", WHOLE, "the match that it is a round of, or null: matches.match_id"),
        Column("round_number", WHOLE, "which round of the match it is, or null"),
        Column("start_position", TEXT, "position string before the first ply"),
        Column("start_key", LONG, "key of the start position"),
        Column("content_key", LONG, "hash of start key and move codes, to find duplicates"),
        Column(
            "opening_key",
            LONG,
            "hash of start key, players and first moves, to find records cut short; or null",
        ),
        Column("tags", TAGS, "all further tags, and those whose text a column cannot give back"),
        Column("said", TAGS, "all tags of its own record if it has learned others, else null"),
        Column("said_open", "BOOLEAN", "whether its own record ends without a result; or null"),
    ),
)
MATCHES = Table(
    "matches",
    "The matches, of rounds that belong together: one row each, as their rounds so far tell",
    (
        Column("match_id", WHOLE, "number of the match, from 1"),
        Column("game", TEXT, "the game that was played: its slug"),
        Column("key", TEXT, "what the rounds have in common; another match may have it, too"),
        Column("first_player", TEXT, "the player of the first side, as the first round has it"),
        Column("second_player", TEXT, "the player of the second side"),
        Column("rounds", WHOLE, "how many rounds of it there are"),
        Column("first_points", WHOLE, "points of the first side, or null"),
        Column("second_points", WHOLE, "points of the second side, or null"),
        Column("result", TEXT, "1-0 the first side won, 0-1 the second, 1/2-1/2, or * undecided"),
        Column("reason", TEXT, "what decided it, or how it stands"),
        Column("faults", TEXTS, "what is wrong: rounds missing, unclear or twice, wrong claims"),
    ),
)
MAINLINES = Table(
    "mainlines",
    "The mainlines of the games, one row each; the lists begin with the start position",
    (
        GAME_ID,
        Column("turns", LONGS, f"for each position {TURN.comment}", compression=PLAIN),
        Column("keys", LONGS, f"for each position {KEY.comment}", compression=PLAIN),
    ),
)
"""A row a position would take twice the time to write."""
MOVES = Table(
    "moves",
    "The distinct moves, of mainlines and variations",
    (
        Column("game", TEXT, "the game to which the move belongs: its slug"),
        Column("move_code", LONG, "the move packed into a number"),
        Column("notation", TEXT, "the move in canonical notation"),
        Column("kind", TEXT, "kind of action"),
    ),
)
VARIATIONS = Table(
    "variations",
    "The variations: what might have been played",
    (
        GAME_ID,
        Column("line", WHOLE, "number of the variation within the game, from 1"),
        Column("parent_line", WHOLE, "the line whose ply it replaces: 0 the mainline"),
        Column("ply", WHOLE, "the ply that it replaces, which is also its first"),
    ),
)
VARIATION_PLIES = Table(
    "variation_plies",
    "The plies of the variations; the keys are those of the position after the ply",
    (*_LINE, _TURN, KEY),
)
ANNOTATIONS = Table(
    "annotations",
    "The judgements of plies: one row a ply that has any",
    (
        *_LINE,
        Column("suffix", TEXT, "one of ! ? !! ?? !? ?!, or null"),
        Column("nags", "SMALLINT[]", "numbers of the $n glyphs, in order"),
    ),
)
COMMENTS = Table(
    "comments",
    "The comments, in the order of the record",
    (
        *_LINE,
        Column("place", TEXT, "before or after the ply, or closing: after the result or variation"),
        Column("number", WHOLE, "order among the comments of one place, from 1"),
        Column("kind", TEXT, "brace, line or escape"),
        Column("text", TEXT, "the comment without its marks"),
    ),
)
DUPLICATES = Table(
    "duplicates",
    "The records that were games already, each with the game that was kept",
    (
        GAME_ID,
        *_PLACE,
        Column("ply_count", WHOLE, "plies of the game in it: fewer than it has if it is cut short"),
        Column("inherited", WHOLE, "how many of the plies come from a continued record"),
        Column("result", TEXT, "the result of the record"),
        Column("is_open", "BOOLEAN", "whether the record ends without a result"),
        Column("tags", TAGS, "all tags of the record, and the result and termination it implies"),
        Column("former_id", WHOLE, "its number while it was a game itself, or null"),
        Column("text", TEXT, "the record if it has comments, variations or other plies, or null"),
    ),
)
QUARANTINE = Table(
    "quarantine",
    "The records with errors, kept out of the games",
    (
        *_PLACE,
        Column("text", TEXT, "the record as it stands; bytes that are no UTF-8 as \\xNN"),
        Column("diagnostics", "JSON", "what was found: a list of objects, in order of place"),
        Column("raw", BYTES, "the bytes of the record where they are no UTF-8, else null"),
    ),
)
ALIASES = Table(
    "aliases",
    "The names that stand for another one; games keep names as they are written",
    (
        Column("name", TEXT, "a name of games, in NFC, blanks folded", "PRIMARY KEY"),
        Column("player", TEXT, "the name that it stands for, which may be an alias itself"),
    ),
)
SAVED_QUERIES = Table(
    "saved_queries",
    "The queries that were saved, to be asked by name",
    (
        Column("name", TEXT, "the name, in lower case", "PRIMARY KEY"),
        Column("text", TEXT, "the query"),
    ),
)


EVALUATIONS = Table(
    "evaluations",
    "What searches have found: a row for each line of play of a position, whatever games it is in",
    (
        Column("game", TEXT, "the game to which the position belongs: its slug"),
        Column("settings", TEXT, "the settings that hold beside the position, or nothing"),
        KEY,
        Column("engine", TEXT, "name and version of the search"),
        Column("limits", TEXT, "how long it searched, such as 100000 nodes"),
        Column("rank", WHOLE, "which line it is, from 1: the best"),
        Column("score", "DOUBLE", "points that the side to move may expect, 0 to 1, or null"),
        Column("mate", WHOLE, "plies until the game is won, below 0 by the other side, or null"),
        Column("best", LONG, "the first move packed into a number; null where the game is over"),
        Column("line", TEXTS, "the moves that are expected, in canonical notation"),
        Column("line_codes", LONGS, "the same packed into numbers"),
        Column("depth", WHOLE, "plies that were searched to the end"),
        Column("nodes", LONG, "positions that were looked at"),
    ),
)
"""It is made when it is written first. Rows stay when games go: they are about positions."""


EDITS = Table(
    "edits",
    "The edits of tags that can be undone: a row for each tag of a record that was changed",
    (
        Column("edit_id", WHOLE, "number of the edit, from 1; one edit may change many records"),
        Column("edited_at", "TIMESTAMP", "when it was made, in UTC"),
        Column("source_id", WHOLE, "the source of the record"),
        Column("source_index", WHOLE, "which record of the source, from 1"),
        Column("tag", TEXT, "the tag"),
        Column("former", TEXT, "what it said before; null is no such tag"),
        Column("value", TEXT, "what it says since; null is no such tag"),
    ),
)
"""It is made when it is written first, as the next one is."""
VERDICTS = Table(
    "verdicts",
    "What people have said of games that might be one: a row a pair of records, in order",
    (
        Column("verdict_id", WHOLE, "number of the verdict, from 1"),
        Column("kept_source", WHOLE, "the source of the record that is kept, or is the earlier"),
        Column("kept_index", WHOLE, "which record of the source, from 1"),
        Column("other_source", WHOLE, "the source of the other record"),
        Column("other_index", WHOLE, "which record of the source, from 1"),
        Column("is_same", "BOOLEAN", "whether both are one game; else both are kept"),
    ),
)
