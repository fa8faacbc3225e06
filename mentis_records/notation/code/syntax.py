"""Codes about movetext that cannot be read: invalid, whatever the rules say."""

from mentis_records.core.diagnostic import Code, Severity

_ABOUT = "movetext that cannot be read"

TERMINAL_WORDS = {
    "TAG_OPEN": "a tag",
    "NUMBER": "a move number",
    "NAG": "an annotation",
    "RESULT": "a result",
}
"""Terminals of ``record.lark`` in a reader's words, in the order in which they are named."""


UNREADABLE = Code(
    id="N101",
    slug="unreadable",
    severity=Severity.ERROR,
    about=_ABOUT,
    message="{found} cannot be read",
    expected="{expected}",
    rule="notation: The official notation",
    hint="text that is not a move belongs in a comment: {{ }}",
    page="""The text is not a move, number, comment, annotation, variation or result. Plies before
it have been checked; those after it on the same line cannot be, because the position is
unknown.""",
)

RESULT_MISSPELT = Code(
    id="N117",
    slug="result-misspelt",
    severity=Severity.ERROR,
    about=_ABOUT,
    message="{found} is not a result",
    expected="1-0, 0-1, 1/2-1/2 or * at the end",
    rule="notation: Record files",
    hint="{hint}",
    page="""A record ends with 1-0, 0-1, 1/2-1/2 or *, without blanks. Words such as Blue wins or
resigns are no result: how the game ended belongs in the tag Termination, or in a comment.""",
)

RESULT_MISWRITTEN = Code(
    id="N118",
    slug="result-miswritten",
    severity=Severity.WARNING,
    about=_ABOUT,
    message="{found} is read as the result {meant}",
    expected="{meant}",
    rule="notation: Lenient reading",
    hint="write {meant}",
    page="""Scores such as 1:0, 1/2 or a half sign are read as the result that they mean. Results
are written 1-0, 0-1, 1/2-1/2 or *, without blanks.""",
    is_repaired=True,
)

TEXT_AROUND = Code(
    id="N119",
    slug="text-around",
    severity=Severity.WARNING,
    about=_ABOUT,
    message="text that belongs to no record: {found}",
    expected="records, and comments in {{ }} or behind ; or %",
    rule="notation: Lenient reading",
    hint="{hint}",
    page="""Headings, web page markup or quoted mail may stand before, between or after the
records. Such text is reported once and skipped; the records around it are read. Text
that has a move number, a ply or a result in it may be part of a record, and is not
skipped.""",
)

COMMA_BETWEEN_PLIES = Code(
    id="N120",
    slug="comma-between-plies",
    severity=Severity.ERROR,
    about=_ABOUT,
    message="a comma behind {found}",
    expected="a blank between plies",
    rule="notation: Record files",
    hint="{hint}",
    page="""Plies stand one behind the other with blanks between them and no commas, and inside a
ply there are no blanks: 1. TSNd2 TSNd6, not TSN d2, TSN d6. One comma a line is reported; plies
that follow are checked when it is gone.""",
)

OTHER_LAYOUT = Code(
    id="N121",
    slug="other-layout",
    severity=Severity.ERROR,
    about=_ABOUT,
    message="{what}",
    expected="{expected}",
    rule="notation: Record files",
    hint="{hint}",
    page="""The text is laid out otherwise than a record: quoted as in a mail, in a table, as the
source of a page, with 1) for 1. or with other signs between the plies. Expected is the first line
as it should be. Nothing is repaired by itself, because a game could be stored that was not played;
what else is wrong with the record is told when it is laid out as one.""",
)

COMMENT_NOT_CLOSED = Code(
    id="N102",
    slug="comment-not-closed",
    severity=Severity.ERROR,
    about=_ABOUT,
    message="a comment begins here and never ends",
    expected="}} before the end of the record",
    rule="notation: Exact reading",
    hint="close the comment with }}",
    page="""A comment in braces ends at the first closing brace; braces do not nest. A line that
begins [Name " starts the next record even inside an open comment, so this one is taken to end
before it. So is one that may hide a tag, in a record without a player's name.""",
)

VARIATION_NOT_CLOSED = Code(
    id="N103",
    slug="variation-not-closed",
    severity=Severity.ERROR,
    about=_ABOUT,
    message="a variation begins here and never ends",
    expected=") before the end of the record",
    rule="notation: Exact reading",
    hint="close the variation with )",
    page="""Every ( needs its ). A variation holds at least one ply and no result; the result of
the game stands after the mainline.""",
)

VARIATION_NOT_OPEN = Code(
    id="N104",
    slug="variation-not-open",
    severity=Severity.ERROR,
    about=_ABOUT,
    message=") without its (",
    expected="( before it",
    rule="notation: Exact reading",
    hint="delete the parenthesis, or open the variation",
    page="""Every ) needs its ( in the same record.""",
)

VARIATION_EMPTY = Code(
    id="N105",
    slug="variation-empty",
    severity=Severity.ERROR,
    about=_ABOUT,
    message="a variation without a ply",
    expected="at least one ply between ( and )",
    rule="notation: Exact reading",
    hint="delete it, or make its text a comment: {{ }}",
    page="""A variation holds at least one ply: what might have been played instead.""",
)

VARIATION_TOO_DEEP = Code(
    id="N106",
    slug="variation-too-deep",
    severity=Severity.ERROR,
    about=_ABOUT,
    message="variations nested more than {limit} deep",
    expected="at most {limit} levels",
    rule="limit of this program",
    hint="the rest of this record was not read",
    page="""Variations may hold variations, fifty levels deep. The record is not read beyond
that.""",
)

RESULT_IN_VARIATION = Code(
    id="N107",
    slug="result-in-variation",
    severity=Severity.ERROR,
    about=_ABOUT,
    message="the result {found} inside a variation",
    expected="a result at the end of the mainline only",
    rule="notation: Exact reading",
    hint="close the variation first, or put the result in a comment",
    page="""A record has one result, after the last ply of its mainline.""",
)

TEXT_AFTER_RESULT = Code(
    id="N108",
    slug="text-after-result",
    severity=Severity.ERROR,
    about=_ABOUT,
    message="{found} after the result",
    expected="a comment, a % line, or the tags of the next record",
    rule="notation: Exact reading",
    hint="{hint}",
    page="""The result ends a record. Only comments and % lines may follow, then the tag pairs of
the next one.""",
)

NUMBER_WITHOUT_PLY = Code(
    id="N109",
    slug="number-without-ply",
    severity=Severity.ERROR,
    about=_ABOUT,
    message="a move number without a ply",
    expected="a ply after the number",
    rule="notation: Exact reading",
    hint="is a ply missing? if not, delete the number",
    page="""A number announces a ply. Where none follows, a ply may have been lost.""",
)

NUMBER_WITHOUT_DOT = Code(
    id="N110",
    slug="number-without-dot",
    severity=Severity.ERROR,
    about=_ABOUT,
    message="the number {found} without a dot",
    expected="{found}. with one or more dots",
    rule="notation: Exact reading",
    hint="write {found}.",
    page="""A move number is digits and at least one dot, so that it is never mistaken for a part
of a result such as 1-0.""",
)

ANNOTATION_ALONE = Code(
    id="N111",
    slug="annotation-alone",
    severity=Severity.ERROR,
    about=_ABOUT,
    message="an annotation or variation without a ply before it",
    expected="a ply first",
    rule="notation: Exact reading",
    hint="move it after the ply that it is about",
    page="""Suffixes such as !, annotations such as $1, and variations follow the ply they are
about.""",
)

TWO_SUFFIXES = Code(
    id="N112",
    slug="two-suffixes",
    severity=Severity.ERROR,
    about=_ABOUT,
    message="a second suffix",
    expected="at most one of ! ? !! ?? !? ?!",
    rule="notation: Exact reading",
    hint="delete one",
    page="""A ply has at most one suffix, directly after it. Other judgements are annotations.""",
)

SUFFIX_DETACHED = Code(
    id="N113",
    slug="suffix-detached",
    severity=Severity.ERROR,
    about=_ABOUT,
    message="a blank between the ply and its suffix",
    expected="{found} directly after the ply",
    rule="notation: Exact reading",
    hint="delete the blank before it",
    page="""A suffix follows its ply without a blank: d2-d3! and not d2-d3 !.""",
)

NAG_RANGE = Code(
    id="N114",
    slug="annotation-range",
    severity=Severity.ERROR,
    about=_ABOUT,
    message="there is no annotation {found}",
    expected="$0 to $255",
    rule="notation: Exact reading",
    hint="",
    page="""Numeric annotations are $0 to $255, as in chess records.""",
)

TOO_MANY_FINDINGS = Code(
    id="N116",
    slug="too-many-findings",
    severity=Severity.ERROR,
    about=_ABOUT,
    message="more than {limit} findings; the rest are not listed",
    expected="a record",
    rule="limit of this program",
    hint="fix what is listed, then check again",
    page="""A thousand findings of one record are listed. The record has been checked to its end,
but further findings are left out.""",
)

TOO_MANY_ERRORS = Code(
    id="N115",
    slug="too-many-errors",
    severity=Severity.ERROR,
    about=_ABOUT,
    message="more than {limit} syntax errors; the rest of this record has not been read",
    expected="a record",
    rule="limit of this program",
    hint="is this text a record at all?",
    page="""After a hundred syntax errors the rest of a record is neither read nor checked.
The next record is read as usual.""",
)
