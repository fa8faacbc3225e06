"""What is shown of characters that cannot be seen: signs and words, never escapes of a language."""

import re

import pytest

from mentis_records.core.text import printable, printable_lines


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("Ann\nBob", "Ann↵Bob"),
        ("Ann\rBob", "Ann↵Bob"),
        ("Ann\tBob", "Ann Bob"),
        ("Ann\xa0Bob", "Ann Bob"),
        ("\x1b[31m", "␛[31m"),
        ("\x00\x07\x7f", "␀␇␡"),
        ("\x9b", "<U+009B>"),
        ("a\u202eb", "a<U+202E>b"),
        ("Ren\udce9", "Ren\\xe9"),
        ("René", "René"),
    ],
)
def test_signs(text: str, shown: str) -> None:
    assert printable(text) == shown
    assert printable(shown) == shown


def test_no_control_is_left_and_none_is_an_escape() -> None:
    controls = "".join(map(chr, (*range(0x20), *range(0x7F, 0xA0))))
    shown = printable(controls)
    assert shown.isprintable()
    assert "\\" not in shown
    assert re.sub("[\n\t]", "", printable_lines(controls)).isprintable()
