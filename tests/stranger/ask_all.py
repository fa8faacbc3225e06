"""Answer many queries in one run of the package, with the games on the path: JSON in, JSON out."""

import json
import sys

import mentis_records
from mentis_records.games import find_game
from mentis_records.query.parse.language import language_of


def main() -> None:
    asked = json.load(sys.stdin)
    with mentis_records.open(asked["db"]) as collection:
        rules = asked["rules"]
        found = {
            text: {row.game: list(row.plies) for row in collection.query(text, rules=rules)}
            for text in asked["queries"]
        }
        forms = language_of(find_game(rules)).all_forms
        for form in forms:
            collection.query(form, rules=rules)
    json.dump({"found": found, "forms": forms}, sys.stdout)


main()
