"""Codes about tag pairs."""

from mentis_records.core.diagnostic import Code, Severity

_ABOUT = "tags"

TAG_MALFORMED = Code(
    id="N201",
    slug="tag-malformed",
    severity=Severity.ERROR,
    about=_ABOUT,
    message="{found} is not a tag pair",
    expected='[Name "value"]',
    rule="notation: Exact reading",
    hint="{hint}",
    page="""A tag pair stands on one line: [, a name that begins with a letter and goes on with
letters, digits and underscores, a value in quotation marks, ]. In the value, \\" is a quotation
mark and \\\\ a backslash; there are no other escapes. Tabs and other
control characters are not allowed.""",
)

TAG_REPEATED = Code(
    id="N202",
    slug="tag-repeated",
    severity=Severity.ERROR,
    about=_ABOUT,
    message="the tag {name} is repeated",
    expected="each tag once",
    rule="notation: Exact reading",
    hint="the first one counts",
    page="""Of a repeated tag the first counts, and the record is refused until it is clear which
one is right.""",
)

TAGS_MISSING = Code(
    id="N203",
    slug="tags-missing",
    severity=Severity.NOTE,
    about=_ABOUT,
    message="standard tags are missing: {names}",
    expected="{all}",
    rule="notation: Record files",
    hint='write them with "?" where the value is unknown',
    page="""Seven tags make a record complete. Missing ones count as unknown. There is one such note
per record; it is never an error.""",
    is_repaired=True,
)

TAG_MISNAMED = Code(
    id="N211",
    slug="tag-misnamed",
    severity=Severity.WARNING,
    about=_ABOUT,
    message="the tag {found} should be {name}",
    expected="{name}",
    rule="notation: Record files",
    hint="write {name}; the tag {found} has no meaning",
    page="""Known tags count only in their own spelling, upper and lower case included, and the
players' tags are the names of the game's sides. Any other tag is kept, but has no meaning.""",
)

TAG_MISNAMED_RULES = Code(
    id="N212",
    slug="tag-misnamed-rules",
    severity=Severity.ERROR,
    about=_ABOUT,
    message="the tag {found} should be {name}, which changes the rules or the start",
    expected="{name}",
    rule="notation: Record files",
    hint="write {name}",
    page="""A tag that chooses the game, its variant or its start must be spelt exactly: if it
were ignored, the record would be checked as a different game. Start, FEN and SetUp stand
for Position.""",
)

TAG_IN_COMMENT = Code(
    id="N213",
    slug="tag-in-comment",
    severity=Severity.ERROR,
    about=_ABOUT,
    message="the tag {name} is in a comment, and nowhere else in the record",
    expected='[{name} "value"] outside comments',
    rule="notation: Exact reading",
    hint="take it out of the comment, or write the tag with ? if the value is unknown",
    page="""A standard tag in a comment was probably a tag until something before it turned it
into a comment. Without it the record might be credited to somebody else.""",
)

TAG_PROSE = Code(
    id="N216",
    slug="tag-prose",
    severity=Severity.ERROR,
    about=_ABOUT,
    message="{found} says who played, but is no tag pair",
    expected='[Name "value"]',
    rule="notation: Record files",
    hint="write {expected}",
    page="""A text in front of a record names a player, such as Blue: Ann, and the record has no tag
for that side. As text it would be skipped, and the game stored without the name. The hint has the
tag pairs to write instead, each on a line.""",
)

TAGS_BEHIND = Code(
    id="N218",
    slug="tags-behind-moves",
    severity=Severity.ERROR,
    about=_ABOUT,
    message="tags without moves, behind moves without tags",
    expected="the tags of a game in front of its moves",
    rule="notation: Record files",
    hint="put the tags in front of line {line} if they belong to those moves",
    page="""Tags begin a record. Tags alone are a game that was not played, such as a forfeit; but
behind a game that has none they are likely to be that game's, written below it. They are not
stored, so that no game is stored twice or without its players.""",
)

DATE_UNLIKELY = Code(
    id="N217",
    slug="date-unlikely",
    severity=Severity.WARNING,
    about=_ABOUT,
    message="the date {found} is {when}",
    expected="a date from 1900 to tomorrow",
    rule="notation: Record files",
    hint="is it mistyped? If it is unknown, write {unknown}",
    page="""A date before 1900 or after tomorrow is probably mistyped. It counts as it is. A
year, or a year and a month, is warned of only if all its days are outside, and an unknown date
never is. Today is what the clock of this computer says.""",
)

GAME_UNKNOWN = Code(
    id="N204",
    slug="game-unknown",
    severity=Severity.ERROR,
    about=_ABOUT,
    message="unknown game {found}",
    expected="{expected}",
    rule="notation: Record files",
    hint="",
    page="""The tag Game names the game whose rules apply. This program knows the games listed
under expected.""",
)

OPTION_UNKNOWN = Code(
    id="N205",
    slug="option-unknown",
    severity=Severity.ERROR,
    about=_ABOUT,
    message="{name} cannot {verb} {found}{reason}",
    expected="{expected}",
    rule="notation: Record files",
    hint="",
    page="""The tag says how the game is played; its value must be as shown under expected. A
word must be one of those listed, spelt the same way. Where one part of a long value is wrong,
that part is shown, and why.""",
)

POSITION_REFUSED = Code(
    id="N206",
    slug="position-refused",
    severity=Severity.ERROR,
    about=_ABOUT,
    message="{what}: {reasons}",
    expected="a possible position to start from",
    rule="notation: Position string",
    hint="",
    page="""The tag Position states where the record starts, or the settings choose it. All that
keeps the game from starting there is listed at once: the position cannot be, settings contradict
each other, or one is missing. The movetext cannot be checked without a start.""",
)

RESULT_UNKNOWN_WORD = Code(
    id="N207",
    slug="result-unknown",
    severity=Severity.ERROR,
    about=_ABOUT,
    message="{found} is not a result",
    expected="1-0, 0-1, 1/2-1/2 or *",
    rule="notation: Record files",
    hint="{hint}",
    page="""A result is 1-0 (the first side won), 0-1 (the second), 1/2-1/2 (a draw) or * (not
finished, or unknown).""",
)

TERMINATION_UNKNOWN = Code(
    id="N208",
    slug="termination-unknown",
    severity=Severity.WARNING,
    about=_ABOUT,
    message="unknown termination {found}",
    expected="{expected}",
    rule="notation: Exact reading",
    hint="it is kept as it is",
    page="""Statistics recognise the terminations listed under expected. Other words are kept and
counted separately.""",
)

DATE_MALFORMED = Code(
    id="N209",
    slug="date-malformed",
    severity=Severity.WARNING,
    about=_ABOUT,
    message="{found} is not a date",
    expected="YYYY.MM.DD, with ?? for what is unknown",
    rule="notation: Record files",
    hint="{hint}",
    page="""Dates are year, month and day joined by dots, such as 2010.04.17. Unknown parts are
question marks: 2010.??.??. Where only one date can be meant, as in 17 April 2010, the
hint says how to write it; 04/05/2010 may be in April or in May.""",
)

DATE_ISO = Code(
    id="N215",
    slug="date-iso",
    severity=Severity.WARNING,
    about=_ABOUT,
    message="the date {found} has hyphens, and is read as {expected}",
    expected="{expected}",
    rule="notation: Exact reading",
    hint="",
    page="""Dates are year, month and day joined by dots, such as 2010.04.17. The form of ISO 8601,
2010-04-17, is read as the same date, and written with dots.""",
    is_repaired=True,
)

NUMBER_TAG_MALFORMED = Code(
    id="N210",
    slug="number-tag-malformed",
    severity=Severity.WARNING,
    about=_ABOUT,
    message="{name} {found} is not a number",
    expected="a whole number",
    rule="notation: Record files",
    hint="it counts as unknown",
    page="""Ratings and PlyCount are whole numbers without a sign.""",
)
