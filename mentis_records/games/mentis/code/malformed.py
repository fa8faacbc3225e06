"""Malformed Mentis records for the catalogue entries of the notation, by code."""

from mentis_records.core.diagnostic import Example

_T = '[Event "x"]\n\n'
_M = "\n\n1. TSNd2 *\n"
_SHUFFLE = "1. d1-c1 d7-c7 2. c1-d1 c7-d7 3. d1-c1 d7-c7 4. c1-d1 c7-d7"
_E = '[Event "x"]\n'
_CHESS = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w"
_WIN = '[Position "3k3/3N3/7/7/7/7/3K3 b -/- 1"]\n'


def _entry(result: str, date: str = "2024-05-01", **fields: str) -> str:
    """Return an entry of JSON whose first player has a result, and further fields, as JSON."""
    further = "".join(f', "{name}": {value}' for name, value in fields.items())
    return (
        f'{{"header": {{"game": {{"name": "Mentis"}}, "date-start": "{date}", "players": '
        f'[{{"name": "Ada", "result": {result}}}, {{"name": "Bert", "result": 0}}]{further}}}, '
        '"moves": [["TSNd2", "TSNd6"]]}'
    )


_NAN, _UNTRUE = _entry("NaN"), _entry("1", unrated="1")
_WINS, _OTHER = _entry("1", tags='{"Result": "0-1"}'), _entry("1", tags='{"Blue": "Bert"}')
_PIED, _EVENT = _entry("1", pied='"yes"'), _entry("1", event="5")

EXAMPLES: dict[str, tuple[Example, Example]] = {
    "N001": (
        Example('[Event "Caf\udce9"]\n\n1. TSNd2 *\n', "\udce9"),
        Example("1. TSNd2 {\udcff} TSNd6\n", "\udcff"),
    ),
    "N002": (
        Example("1. TSNd2 \x00 TSNd6\n", "\x00"),
        Example('[Event "a\x07b"]\n\n1. TSNd2 *\n', "\x07"),
    ),
    "N003": (
        Example('[Event "\u202eabc"]\n\n1. TSNd2 *\n', "\u202e"),
        Example("1. TSNd2 {good\u200f} *\n", "\u200f"),
    ),
    "N004": (
        Example('[Event "x"]\n\n{' + "a" * 1_048_576 + "}\n*\n", "["),
        Example("{" + "a" * 1_048_576 + "}\n1. TSNd2\n", "{"),
    ),
    "N024": (
        Example('[Event "x"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 *\n', "e4"),
        Example("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n", _CHESS),
    ),
    "N007": (
        Example('[{"header": {}}]\n', '{"header": {}}'),
        Example('{"header": 1, "moves": []}\n', '{"header": 1, "moves": []}'),
    ),
    "N008": (Example(_NAN + "\n", _NAN), Example(_UNTRUE + "\n", _UNTRUE)),
    "N009": (Example(_WINS + "\n", _WINS), Example(_OTHER + "\n", _OTHER)),
    "N010": (Example(_PIED + "\n", _PIED), Example(_EVENT + "\n", _EVENT)),
    "N101": (
        Example(_T + "1. TSNd2 TSNd6 and so on *\n", "and so on"),
        Example(_T + "1. TSNd2 ~ *\n", "~"),
    ),
    "N117": (
        Example(_T + "1. TSNd2 TSNd6 resigns\n", "resigns"),
        Example(_T + "1. TSNd2 TSNd6 draw\n", "draw"),
    ),
    "N118": (
        Example(_T + "1. TSNd2 TSNd6 1/2\n", "1/2"),
        Example(_T + "1. TSNd2 TSNd6 1:0\n", "1:0"),
    ),
    "N119": (
        Example(_T + "1. TSNd2 TSNd6 *\n\nRound two\n", "Round two"),
        Example("<pre>\n" + _T + "1. TSNd2 *\n", "<pre>"),
    ),
    "N120": (Example(_T + "1. TSNd2, TSNd6 *\n", ","), Example("1. TSNd2 TSNd6,\n", ",")),
    "N121": (
        Example("> 1. TSNd2 TSNd6\n> 2. d2#-d3 d6#-d5\n", ">"),
        Example(_T + "1) TSNd2 TSNd6 *\n", "1)"),
    ),
    "N216": (
        Example("Blue: Ann\nRed: Bob\n\n1. TSNd2 TSNd6\n", "Blue: Ann\nRed: Bob"),
        Example('Blue = Ann\n[Red "Bob"]' + _M, "Blue = Ann"),
    ),
    "N218": (
        Example('1. TSNd2 TSNd6 1-0\n\n[Blue "Ann"]\n[Red "Bob"]\n', '[Blue "Ann"]\n[Red "Bob"]'),
        Example('1. TSNd2 TSNd6\n\n[Event "x"]\n', '[Event "x"]'),
    ),
    "N217": (
        Example('[Date "1026.11.14"]' + _M, '"1026.11.14"'),
        Example('[Date "2202.??.??"]' + _M, '"2202.??.??"'),
    ),
    "N211": (
        Example('[event "x"]' + _M, '[event "x"]'),
        Example('[White "A"]' + _M, '[White "A"]'),
    ),
    "N212": (
        Example('[variant "Wolf"]' + _M, '[variant "Wolf"]'),
        Example('[FEN "x"]' + _M, '[FEN "x"]'),
    ),
    "N213": (
        Example('[Site "x"]\n;[Event "y"]' + _M, '[Event "'),
        Example('[Site "x"]\n{[Blue "A"]}' + _M, '[Blue "'),
    ),
    "N102": (
        Example(_T + "1. TSNd2 {never closed *\n", "{"),
        Example(_T + '1. TSNd2 TSNd6 { *\n\n[Event "y"]\n\n*\n', "{"),
    ),
    "N103": (
        Example(_T + "1. TSNd2 (1. TSNc2\n", "("),
        Example(_T + "1. TSNd2 TSNd6 (1... TSNc6 2. d2-d3\n", "("),
    ),
    "N104": (Example(_T + "1. TSNd2 ) *\n", ")"), Example(_T + "1. TSNd2 (1. TSNc2)) *\n", ")")),
    "N105": (Example(_T + "1. TSNd2 () *\n", ")"), Example(_T + "1. TSNd2 ({why not?}) *\n", ")")),
    "N106": (
        Example(_T + "1. TSNd2 " + "(1. TSNc2 " * 51 + ")" * 51 + " *\n", "("),
        Example(_T + "1. Sd2 " + "(1. Nd2 " * 60, "("),
    ),
    "N107": (
        Example(_T + "1. TSNd2 (1. TSNc2 1-0) *\n", "1-0"),
        Example(_T + "1. TSNd2 TSNd6 (1... TSNc6 *) *\n", "*"),
    ),
    "N108": (
        Example(_T + "1. TSNd2 * TSNd6\n", "TSNd6"),
        Example(_T + "1. TSNd2 1-0 (1. TSNc2)\n", "("),
    ),
    "N109": (Example(_T + "1. TSNd2 TSNd6 2. *\n", "2."), Example(_T + "1. 1. TSNd2 *\n", "1.")),
    "N110": (Example(_T + "1 TSNd2 *\n", "1"), Example(_T + "1. TSNd2 TSNd6 2 d2-d3 *\n", "2")),
    "N111": (Example(_T + "$1 1. TSNd2 *\n", "$1"), Example(_T + "(1. TSNc2) 1. TSNd2 *\n", "(")),
    "N112": (Example(_T + "1. TSNd2!!! *\n", "!"), Example(_T + "1. TSNd2! ? *\n", "?")),
    "N113": (Example(_T + "1. TSNd2 ! *\n", "!"), Example(_T + "1. TSNd2 TSNd6 ?? *\n", "??")),
    "N114": (
        Example(_T + "1. TSNd2 $256 *\n", "$256"),
        Example(_T + "1. TSNd2 $1 $99999 *\n", "$99999"),
    ),
    "N116": (
        Example(_T + "1. TSNd2 " + "$999 " * 1_001 + "*\n", "$999"),
        Example(_T + "1. TSNd2 (1. TSNc2 " + "$256 " * 1_200 + ") *\n", "$256"),
    ),
    "N115": (Example(_T + "1 " * 101 + "\n", ""), Example("1. TSNd2 " + "$1 d9 " * 101, "")),
    "N201": (
        Example('[Event "x"]\n[Site "no end]' + _M, '[Site "no end]'),
        Example('[Event "x"]\n[Site ?]' + _M, "[Site ?]"),
    ),
    "N202": (
        Example('[Event "x"]\n[Event "y"]' + _M, '[Event "y"]'),
        Example('[Blue "A"]\n[Red "B"]\n[Blue "C"]' + _M, '[Blue "C"]'),
    ),
    "N203": (Example("1. TSNd2 TSNd6\n", "1."), Example('[Event "x"]' + _M, '[Event "x"]')),
    "N204": (
        Example('[Game "Chess"]' + _M, '"Chess"'),
        Example('[Event "x"]\n[Game ""]' + _M, '""'),
    ),
    "N205": (
        Example('[Variant "Fox"]' + _M, '"Fox"'),
        Example('[Event "x"]\n[Variant "wolf"]' + _M, '"wolf"'),
    ),
    "N206": (
        Example('[Position "8/7/7/7/7/7/3K3 b - 1"]' + _M, '"8/7/7/7/7/7/3K3 b - 1"'),
        Example('[Position "3k3/7/7/7/7/7/3K3 b S4/s3 1"]' + _M, '"3k3/7/7/7/7/7/3K3 b S4/s3 1"'),
    ),
    "N207": (
        Example('[Result "2-0"]' + _M, '"2-0"'),
        Example('[Event "x"]\n[Result "draw"]' + _M, '"draw"'),
    ),
    "N208": (
        Example('[Termination "coffee"]' + _M, '"coffee"'),
        Example('[Event "x"]\n[Termination "Resignation"]' + _M, '"Resignation"'),
    ),
    "N209": (
        Example('[Date "17 April 2010"]' + _M, '"17 April 2010"'),
        Example('[Date "2010.02.30"]' + _M, '"2010.02.30"'),
    ),
    "N215": (
        Example('[Date "2010-04-17"]' + _M, '"2010-04-17"'),
        Example('[Event "x"]\n[Date "2024-02-29"]' + _M, '"2024-02-29"'),
    ),
    "N210": (
        Example('[BlueElo "strong"]' + _M, '"strong"'),
        Example('[PlyCount "one"]' + _M, '"one"'),
    ),
    "N301": (Example(_T + "1. TSNd2 2. TSNd6 *\n", "2."), Example(_T + "7. TSNd2 *\n", "7.")),
    "N302": (
        Example(_T + "TSNd2 TSNd6 *\n", "TSNd2"),
        Example(_T + "1. TSNd2 TSNd6 d2#-d3 *\n", "d2#-d3"),
    ),
    "N304": (
        Example("1. TSNd2 TSNd6 4. Sc2 Se6\n2. d2#-d3 d6#-d5\n", "4."),
        Example(_T + "1... TSNd2\n2. TSNd6 d2-d3 *\n", "1..."),
    ),
    "N305": (
        Example("1. TSNd2 TSNd6\n12. d2#-d3 d6#-d5\n3. Sc2\n", "12."),
        Example(_T + "1. TSNd2 TSNd6 7. d2#-d3 d6#-d5 3. Sc2 *\n", "7."),
    ),
    "N303": (
        Example(_T + "1. TSNd2 1\u20130\n", "1\u20130"),
        Example('[Event "x"]\n[Result "0\u22121"]\n\n1. TSNd2 0-1\n', '"0\u22121"'),
    ),
    "N401": (Example(_WIN + "\n1. d6xd7 0-1\n", "0-1"), Example(_E + f"\n{_SHUFFLE} 1-0\n", "1-0")),
    "N402": (
        Example(_E + '[Result "1-0"]\n\n1. TSNd2 0-1\n', "0-1"),
        Example(_E + '[Result "1/2-1/2"]\n\n1. TSNd2 *\n', "*"),
    ),
    "N403": (
        Example(_E + '[Result "1-0"]\n\n1. TSNd2\n', "TSNd2"),
        Example(_E + "\n1. TSNd2 TSNd6\n", "TSNd6"),
    ),
    "N404": (
        Example(_E + '[Termination "resignation"]\n\n1. TSNd2 1/2-1/2\n', '"resignation"'),
        Example(_E + '[Termination "repetition"]\n\n1. TSNd2 1/2-1/2\n', '"repetition"'),
    ),
    "N405": (
        Example(_E + '[PlyCount "7"]\n\n1. TSNd2 *\n', '"7"'),
        Example(_E + '[PlyCount "0"]\n\n1. TSNd2 *\n', '"0"'),
    ),
    "N406": (
        Example(_WIN + "\n1. d6xd7 d7-c7 1-0\n", "d7-c7"),
        Example(_E + f"\n{_SHUFFLE} 5. d1-e1 1/2-1/2\n", "d1-e1"),
    ),
    "N407": (
        Example(_E + f"\n{_SHUFFLE} 1-0\n", "c7-d7"),
        Example(_E + f"\n{_SHUFFLE} 5. d1-e1 *\n", "c7-d7"),
    ),
    "N501": (
        Example("3. d2-d3 TSNd6\n", "3."),
        Example("1. TSNd2 TSNd6\n\nBlue Moves\tRed Moves\n4. d2-d3 d6-d5\n", "4."),
    ),
    "N502": (
        Example("Blue Moves\tRed Moves\n", "Blue Moves\tRed Moves"),
        Example("1. TSNd2\n\nBlue Moves\tRed Moves\n", "Blue Moves\tRed Moves"),
    ),
}
