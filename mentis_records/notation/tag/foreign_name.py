"""What tags and sides are called in German, French and Spanish, where people write them so."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

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
    "Gold": "or oro",
    "Silver": "silber argent plata",
    "Green": "gr\u00fcn gruen vert verde",
    "Mauve": "malve malva",
}


def foreign_names(names: Iterable[str]) -> Mapping[str, str]:
    """Return the words of other languages, in lower case, that mean one of some tags."""
    return {word: name for name in names for word in _WORDS.get(name, "").split()}
