"""Codes about sources and their characters, before anything is read."""

from mentis_records.core.diagnostic import Code, Severity

_ABOUT = "sources, files and their text"

NOT_UTF8 = Code(
    id="N001",
    slug="not-utf8",
    severity=Severity.ERROR,
    about=_ABOUT,
    message="byte 0x{byte} is not UTF-8{more}",
    expected="UTF-8 text",
    rule="notation: Record files",
    hint="{hint}",
    page="""Record files are UTF-8 (a byte order mark is accepted). The byte shown begins no
character there. Files from old editors are often Latin-1 or Windows-1252: read them with
--encoding windows-1252, and mentis fmt --write --encoding windows-1252 makes UTF-8 of them. No
encoding is ever guessed, because a name would be stored wrongly.""",
)

CONTROL_CHARACTER = Code(
    id="N002",
    slug="control-character",
    severity=Severity.ERROR,
    about=_ABOUT,
    message="control character U+{number}{more}",
    expected="text without control characters other than tab and line end",
    rule="notation: Record files",
    hint="delete the character",
    page="""A record is text. Control characters such as NUL come from damaged files or from
files that are not text. The record is refused so that nothing hidden is stored.""",
)

DIRECTION_MARK = Code(
    id="N003",
    slug="direction-mark",
    severity=Severity.WARNING,
    about=_ABOUT,
    message="invisible direction mark U+{number}{more}",
    expected="text that reads as it is stored",
    rule="notation: Record files",
    hint="delete the mark unless a right-to-left name needs it",
    page="""Marks that change the reading direction are invisible and can make a tag or a comment
look like another. Names in right-to-left scripts show correctly without them.""",
)

RECORD_TOO_LARGE = Code(
    id="N004",
    slug="record-too-large",
    severity=Severity.ERROR,
    about=_ABOUT,
    message="a record of more than {limit} characters",
    expected="at most {limit} characters per record",
    rule="limit of this program",
    hint='a record starts at a line that begins [Name "; is one missing?',
    page="""One record may have 1,048,576 characters, several thousand times the size of a
normal game. A larger one is refused unread, so that no file can use up memory or time;
quarantine keeps that many of its characters. Usually such a text is not a record at all, or the
tags of many games are missing.""",
)

SOURCE_UNREADABLE = Code(
    id="N005",
    slug="source-unreadable",
    severity=Severity.ERROR,
    about=_ABOUT,
    message="the source cannot be read further: {reason}",
    expected="a sound file",
    rule="notation: Record files",
    hint="is the file complete, and is its extension (.gz, .zst, .zip) right?",
    page="""The archive or file is damaged or cut off. Records before the damage have been read
and are kept; what follows is unknown.""",
)

SOURCE_TOO_LARGE = Code(
    id="N006",
    slug="source-too-large",
    severity=Severity.ERROR,
    about=_ABOUT,
    message="the source unpacks to more than {limit} times its size",
    expected="an archive of records",
    rule="limit of this program",
    hint="unpack it yourself if you trust it",
    page="""Records shrink to a tenth of their size or so. An archive that grows several hundred
times when unpacked is made to fill up memory or disk: it is not read further.""",
)

SOURCE_FOREIGN = Code(
    id="N022",
    slug="no-record-file",
    severity=Severity.ERROR,
    about=_ABOUT,
    message="{what}, not a record file",
    expected="a text file of records",
    rule="notation: Record files",
    hint="{hint}",
    page="""The first bytes tell that the file is a picture, a document, an archive or something
else that is no text. Records are plain text: .mgn or .txt files, .json of Abstract Play, .trl of
Ludii, also packed as .gz, .zst or .zip. Nothing of another file is read.""",
)

OTHER_ENCODING = Code(
    id="N023",
    slug="other-encoding",
    severity=Severity.ERROR,
    about=_ABOUT,
    message="{reason}",
    expected="text in UTF-8, or in the encoding that --encoding names",
    rule="notation: Record files",
    hint="{hint}",
    page="""Record files are UTF-8. A text of two bytes a character (UTF-16) is recognised, and
read with --encoding utf-16. With --encoding, a byte that is no character of that encoding ends the
reading, because the encoding is not the right one.""",
)

CHESS_GAME = Code(
    id="N024",
    slug="chess-game",
    severity=Severity.ERROR,
    about=_ABOUT,
    message="this is a game of chess",
    expected="a record of {games}",
    rule="notation: Record files",
    hint="leave it out; chess programs read it",
    page="""Moves such as Nf3 and O-O, or a position in FEN, tell that a record is one of chess. Its
file looks like a record file, because record files are modelled on those of chess; but the rules of
chess are not known here. Nothing else is said of such a record.""",
)

GAME_FAULT = Code(
    id="N026",
    slug="game-fault",
    severity=Severity.ERROR,
    about=_ABOUT,
    message="the game {game} gives neither a move nor a finding for {found}",
    expected="a move, or what is wrong with the ply",
    rule="the contract of games: resolve",
    hint="report it to the authors of the game",
    page="""The rules of an installed game were asked what a ply means, and gave no answer. That is
a mistake in the game, not in the record. Nothing of the record is stored, the other records are
read, and the exit code is 3.""",
)

ENTRY_MALFORMED = Code(
    id="N007",
    slug="entry-malformed",
    severity=Severity.ERROR,
    about=_ABOUT,
    message="not a game record: {reason}",
    expected="an object with header and moves, as Abstract Play's schema has it",
    rule="notation: Record files",
    hint="remove the entry, or export it again",
    page="""A JSON source holds Abstract Play's game records: one, or a list of them. This entry
lacks a field that every record needs, or has something else in its place. The entries before and
after it are read all the same.""",
)

ENTRY_CLAIM = Code(
    id="N008",
    slug="entry-claim",
    severity=Severity.ERROR,
    about=_ABOUT,
    message="{field} is {found}",
    expected="{expected}",
    rule="Abstract Play's schema: header",
    hint="correct the entry, or export it again",
    page="""The players' field result holds a number, the winner's being the higher, and the
field unrated, true or false, says whether the game counts for ratings. A JSON entry with anything
else in them, such as NaN, null or a text, is refused, because nobody can say what was meant.""",
)

ENTRY_CONTRADICTION = Code(
    id="N009",
    slug="entry-contradiction",
    severity=Severity.ERROR,
    about=_ABOUT,
    message="{field} says {found}, but {other} says {value}",
    expected="fields that agree",
    rule="Abstract Play's schema: header, players in seating order",
    hint="correct the entry, or export it again",
    page="""A JSON entry says many things twice: who played which side, by the order of the
players, their field side and the tags; how the game ended, by their results, the last move and
the tags. Where two of them disagree the entry is refused, so that no game is stored as won by the
wrong side.""",
)

ENTRY_FIELD = Code(
    id="N010",
    slug="entry-field",
    severity=Severity.WARNING,
    about=_ABOUT,
    message="{field} is {found}",
    expected="{expected}",
    rule="Abstract Play's schema",
    hint="{hint}",
    page="""A field of a JSON entry is not what the schema says. It decides neither what was
played nor who won, so the game is read; the hint says what was done with the field.""",
)

ENTRY_CODES = (ENTRY_MALFORMED, ENTRY_CLAIM, ENTRY_CONTRADICTION)
"""Why an entry of JSON is not put into words, but kept as JSON."""
