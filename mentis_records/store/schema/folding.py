"""SQL on texts as they are compared: what ``core.text.folded`` makes of them."""

from __future__ import annotations

_BLANKS = "".join(char for char in map(chr, range(0x3001)) if char.isspace())


def folded_sql(text: str) -> str:
    """Return the SQL of a text in NFC with single spaces; most texts are like that already."""
    return (
        f"case when regexp_full_match({text}, '([!-~]+ )*[!-~]+') then {text}"
        f" else nfc_normalize(trim(regexp_replace({text}, '[{_BLANKS}]+', ' ', 'g'))) end"
    )
