"""What stretches of bytes say: numbers, dates, plain text; knows neither tags nor plies."""

from __future__ import annotations


def is_plain(text: bytes, begin: int, end: int) -> int:
    """Return 1 for printable ASCII in lines, 0 for text with other letters, -1 for controls."""
    highest = 0
    controls = 0
    for at in range(begin, end):
        byte = text[at]
        highest |= byte
        controls |= ((byte < 32) & (byte != 10) & (byte != 9)) | (byte == 127)
    return -1 if controls else 1 if highest < 128 else 0


def number_of(text: bytes, begin: int, end: int) -> int:
    """Return a number of up to nine digits, -2 for an unknown one, or -1 for anything else."""
    if end - begin == 1 and (text[begin] == 63 or text[begin] == 45):
        return -2
    if not begin < end <= begin + 9:
        return -1
    number = 0
    for at in range(begin, end):
        if not 48 <= text[at] <= 57:
            return -1
        number = number * 10 + text[at] - 48
    return number


def move_number_of(text: bytes, begin: int, end: int) -> int:
    """Return the number before the dots, or -1 for one that is too long."""
    while text[end - 1] == 46:
        end -= 1
    number = number_of(text, begin, end)
    return number if number >= 0 else -1


def has_three_dots(text: bytes, begin: int, end: int) -> int:
    """Return 1 if a move number has exactly three dots, as before a ply of the second side."""
    dots = 0
    while end - dots > begin and text[end - 1 - dots] == 46:
        dots += 1
    return 1 if dots == 3 else 0


def is_date(text: bytes, begin: int, end: int) -> int:
    """Tell whether a value is a date (``core.date.is_date``)."""
    if end - begin == 1:
        return 1 if text[begin] == 63 or text[begin] == 45 else 0
    if end - begin != 10 or text[begin + 4] != 46 or text[begin + 7] != 46:
        return 0
    year = _part_of_date(text, begin, begin + 4)
    month = _part_of_date(text, begin + 5, begin + 7)
    day = _part_of_date(text, begin + 8, begin + 10)
    if year == -2:
        return 1 if month == -2 and day == -2 else 0
    if month == -2:
        return 1 if year >= 1000 and day == -2 else 0
    if year < 1000 or not 1 <= month <= 12:
        return 0
    days = 31
    if month == 2:
        days = 29 if year % 4 == 0 and (year % 100 or year % 400 == 0) else 28
    elif month == 4 or month == 6 or month == 9 or month == 11:
        days = 30
    return 1 if day == -2 or 1 <= day <= days else 0


def is_likely_date(text: bytes, begin: int, end: int, first_year: int, last_day: int) -> int:
    """Tell whether a value is a date, and none of which there is a warning.

    It is from a year on to a day, a number such as 20260131 (``core.date.unlikely_words``).
    """
    if not is_date(text, begin, end):
        return 0
    if end - begin == 1:
        return 1
    day = 0
    for at in range(begin, end):
        if text[at] == 63:
            day *= 10
        elif text[at] != 46:
            day = day * 10 + text[at] - 48
    return 1 if text[begin] == 63 or first_year * 10000 <= day <= last_day else 0


def _part_of_date(text: bytes, begin: int, end: int) -> int:
    """Return digits as a number, -2 for question marks only, else -1."""
    unknown = 0
    for at in range(begin, end):
        unknown += text[at] == 63
    if unknown:
        return -2 if unknown == end - begin else -1
    return number_of(text, begin, end)
