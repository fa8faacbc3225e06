"""Look at a database from within: ``look.py DB [STATEMENT...]`` says what the doctor finds in it.

Each statement damages it; what it repairs is said, and what it then has. Runs where Laurel is
installed.
"""

import json
import sys
from pathlib import Path

from mentis_records.store.doctor.checkup import examine
from mentis_records.store.open import create_database

MATCHES = """
    select list(game_id order by round_number) as ids, any_value(matches.first_points),
        any_value(matches.second_points), any_value(matches.result), any_value(reason)
    from matches join games using (match_id) group by match_id order by ids
    """
GAMES = "select event, first_points, second_points, warned from games order by all"


def main(path: str, statements: list[str]) -> None:
    with create_database(Path(path)) as database:
        told = []
        for statement in statements:
            database.connection.execute(statement)
            told.append([str(found) for found in examine(database, is_repairing=True)])
        print(
            json.dumps(
                {
                    "repaired": told,
                    "found": [str(found) for found in examine(database)],
                    "matches": database.connection.execute(MATCHES).fetchall(),
                    "games": database.connection.execute(GAMES).fetchall(),
                }
            )
        )


main(sys.argv[1], sys.argv[2:])
