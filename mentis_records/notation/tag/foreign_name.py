"""What tags and sides are called in German, French and Spanish, where people write them so."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from mentis_records.notation.tag.chess_side import CHESS

_WORDS = {
    "Event": "turnier veranstaltung tournoi torneo evento",
    "Site": "ort lieu lugar",
    "Date": "datum fecha",
    "Round": "runde ronde ronda",
    "Result": "ergebnis resultat r\u00e9sultat resultado",
    "White": "wei\u00df weiss blanc blancs blanco blancas",
    "Black": "schwarz noir noirs negro negras",
    "Blue": "blau bleu azul",
    "Red": "rot rouge rojo",
    "Gold": "oro",
    "Silver": "silber argent plata",
    "Green": "gr\u00fcn gruen vert verde",
    "Mauve": "malve malva",
}


def foreign_names(names: Sequence[str]) -> Mapping[str, str]:
    """Return the words of other languages, in lower case, that mean one of some tags.

    Those of chess mean the sides, which stand in front of the tag Result.
    """
    words = {word: name for name in names for word in _WORDS.get(name, "").split()}
    if CHESS[0] not in names and "Result" in names:
        at = names.index("Result")
        for name, side in zip(CHESS, names[at - 2 : at], strict=False):
            words.update(dict.fromkeys((name.lower(), *_WORDS[name].split()), side))
    return words
