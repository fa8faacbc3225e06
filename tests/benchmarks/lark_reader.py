"""Parse records with Lark alone, by the shipped grammar: prints games and seconds as JSON.

Lark's own LALR parser, one record at a time; making the parser, and cutting the file, are not
counted.
"""

import json
import sys
import time
from pathlib import Path

from lark import Lark

from mentis_records.core.resource import resource_folder


def main(path: str) -> None:
    """Parse every record of a file that has one blank line behind its tags, and print."""
    grammar = resource_folder("grammar") / "mentis.lark"
    parser = Lark.open(str(grammar), parser="lalr", lexer="basic", start=["tagged", "listing"])
    first, *rest = Path(path).read_text(encoding="ascii").split("\n[Event ")
    records = [first, *("[Event " + text for text in rest)]
    begin = time.perf_counter()
    for record in records:
        parser.parse(record, start="tagged")
    print(json.dumps({"games": len(records), "seconds": time.perf_counter() - begin}))


if __name__ == "__main__":
    main(sys.argv[1])
