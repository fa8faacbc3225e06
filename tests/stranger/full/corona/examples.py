"""Malformed records of Corona for the pages of ``mentis explain`` that all games share."""

from mentis_records.core.diagnostic import Example

EXAMPLES = {
    "N101": (
        Example('[Game "Corona"]\n\n1. a1 d5 *\n', "d5"),
        Example('[Game "Corona"]\n\n1. a1 b1 2. a1=b1 *\n', "a1=b1"),
    )
}
