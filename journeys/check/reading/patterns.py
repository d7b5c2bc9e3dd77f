"""How facts are written: every regular expression of the evidence check, in one place."""

import re
from decimal import Decimal

from journeys.check.reading.words import AFTER, BEFORE, COLOURS, CURRENCIES, MONTHS, either
from journeys.check.reading.words import PAYS_TO as PAYEES
from journeys.language.numbers import table

GROUPS = r"(?:(?:,\d{3})+|(?: \d{3})+|(?:\.\d{3})+|(?:['\u2019]\d{3})+)"
NUM = rf"(?:\d{{1,3}}{GROUPS}(?:[.,]\d{{1,2}})?|\d+(?:[.,]\d+)?)(?!\d)"
SCALED = rf"{NUM}(?:[ ]?(?:k|m|bn|mn)(?![a-z0-9])|[ ]?(?:million|thousand|milioni|elfu)\b)?"
START = r"(?<![a-z0-9])(?<!\d[.,])"
END = r"(?![a-z0-9])"

SIGN = either(mark for mark in CURRENCIES if not mark[-1].isalpha() and "/" not in mark)
CURRENCY = either(mark for mark in CURRENCIES if mark.isalpha())
BEFORE_MONEY = rf"(?:(?<![a-z]){CURRENCY}\.?|{SIGN})[ ]?[:=]?[ ]?"
AFTER_MONEY = rf"[ ]?(?:/[=-]|{SIGN}|{CURRENCY}{END})"
# "28 KES 7,800": the currency is that of the number after it.
MONEY = rf"{BEFORE_MONEY}{SCALED}(?:[ ]?/[=-])?|{START}{SCALED}{AFTER_MONEY}(?![.:]?[ ]?\d)"

PERCENT = (
    rf"{START}{NUM}[ ]?(?:%|per\s?cent\b|pct\b|asilimia\b|percentage\b)"
    rf"|\basilimia[ ](?:ya[ ])?{NUM}"
)
# "Your daughter of 14 may come" is no day of May.
MONTH = (
    r"(?!may (?:both|all|each|not|also|only|still|come|have|be|stay|use|go|join|swim|visit|enter|take|bring|eat|play|do"
    r"|get|pay)\b)"
    rf"{either(MONTHS)}\b\.?"
)
YEAR = r"(?:,?[ ]\d{4}(?!\d))?"
DATE = (
    r"(?<!\d)\d{4}-\d{1,2}-\d{1,2}(?!\d)|(?<![\d/.-])\d{1,2}[/.-]\d{1,2}[/.-](?:\d{4}|\d{2})(?![\d/-])"
    rf"|(?<!\d)\d{{1,2}}(?:st|nd|rd|th)?[ ](?:of[ ]|ya[ ])?{MONTH}{YEAR}"
    rf"|\b{MONTH}[ ]\d{{1,2}}(?:st|nd|rd|th)?(?!\d){YEAR}"
)
TIME = r"(?<![\d:.,])\d{1,2}:\d{2}(?::\d{2})?(?:[ ]?[ap]\.?m\b)?(?!\d|:\d)|(?<![\d:.,])\d{1,2}(?:\.\d{2})?[ ]?[ap]m\b"
PHONE = (
    r"(?<![a-z0-9+])(?:\+?25[4-6][ -]?|0)(?:\d[ -]?){8}\d(?!\d)"
    r"|(?<![a-z0-9])\+\d{1,3}(?:[ ()-]{0,2}\d){6,12}(?!\d)"
)
UUID = r"(?<![a-z0-9])[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}(?![a-z0-9])"
CODE = (
    rf"{UUID}|\#[a-z0-9]+(?:[-/][a-z0-9]+)*|\#[ ]\d+"
    r"|(?<![a-z0-9])(?!(?:under|over)-\d)(?=[a-z]{1,30}[-/]?[a-z0-9/-]{0,40}?\d)[a-z]+[-/]?[a-z0-9]+(?:[-/][a-z0-9]+)*"
    r"|(?<![a-z0-9.,])\d{1,30}[a-z]{1,30}\d[a-z0-9]*(?:[-/][a-z0-9]+)*"
)
NUMBER = rf"{START}{SCALED}(?:-?[a-z]{{1,12}})?{END}|{START}{NUM}"

FACT = re.compile(
    rf"(?P<date>{DATE})|(?P<time>{TIME})|(?P<phone>{PHONE})|(?P<percent>{PERCENT})|(?P<money>{MONEY})"
    rf"|(?P<code>{CODE})|(?P<number>{NUMBER})",
    re.IGNORECASE,
)
NUMERAL = re.compile(rf"({NUM})(?:[ ]?(million|milioni|thousand|elfu|k|mn|bn|m)(?![a-z0-9]))?", re.IGNORECASE)
POWERS = {"k": 3, "thousand": 3, "elfu": 3, "m": 6, "mn": 6, "million": 6, "milioni": 6, "bn": 9}
UNIT = re.compile(r"\d[ -]?(?!(?:k|mn?|bn)$)[a-z]+$", re.IGNORECASE)
CURRENCY_MARK = re.compile(rf"{SIGN}|{CURRENCY}|/[=-]", re.IGNORECASE)
# No price is told by these: by the night or the kilo one may be.
SIZES = frozenset(
    {"gigabyte", "megabyte", "mbps", "watt", "volt", "milliampere_hour", "inch", "centimetre", "millimetre"}
)
NEXT_WORD = re.compile(r"[ -]?(?:full |working |straight |za |ya )?([a-z]+)", re.IGNORECASE)
STUCK_WORD = re.compile(r"\d[ -]?([a-z]+)$", re.IGNORECASE)
LAST_WORD = re.compile(r"(?<![a-z])([a-z]+)[ ]*(?:(?:ni|za|ya)[ ]*)?$", re.IGNORECASE)
MEASURES_FIRST = frozenset({
    "siku", "saa", "masaa", "lisaa", "sekunde", "dakika", "wiki", "mwezi", "miezi", "mwaka", "miaka", "gb", "mb",
    "lita", "mita", "inchi", "kilo", "gramu", "ml", "mililita",
})  # fmt: skip
GROUPING = re.compile("[ '\u2019]")
JOINS = re.compile("[ ]?(?:[-\u2013\u2014]|to|hadi|na|and)[ ]?", re.IGNORECASE)
LISTS = re.compile("[ ]?(?:,|&|/|[-\u2013]|or|and|au|na)[ ]?", re.IGNORECASE)

# "The 90-minute one" counts nothing.
IS_ONE_OF_THEM = re.compile(r"\b(?:the|this|that|each|every|another) (?:[\w'.-]{1,24} ){0,3}$", re.IGNORECASE)

IS_EACH = re.compile(r"\bkila (?:m|ki|li|u|ka)?moja$", re.IGNORECASE)

# What stands before a number: at the end of the words that precede it.
_FILL = "is|of|ni|ya|are|now|just|only|at|to|for|sasa|tu|kwa|about|around|karibu|[:=-]|@"
SAYS_PRICE = re.compile(rf"(?:\b{either(BEFORE['price'])}\b|@)(?:[ ]?(?:{_FILL})){{0,3}}[ ]?$", re.IGNORECASE)
_ID = rf"\b{either(BEFORE['identity'])}\b(?:[ ]?(?:yako|yenu|your|is|ni|ya)){{0,2}}"
SAYS_ID = re.compile(rf"{_ID}[ ]?$", re.IGNORECASE)
SAYS_ID_NUMBER = re.compile(
    rf"{_ID}[ ]?(?:no\b|number|num\b|namba|nambari|id\b|[:#=])(?:[ ]?(?:is|ni|ya|[:.=#])){{0,2}}[ ]?$",
    re.IGNORECASE,
)
SAYS_CHOICE = re.compile(
    rf"\b{either(BEFORE['choice'])}\b"
    r"(?:[ .,:]*\b(?:with|the|a|ya|na|no|number|namba|nambari|between|from)\b){0,3}[ .,:]*"
    "(?:\\d{1,2}[ ]?(?:,|-|\u2013|to|or|and|au|na|hadi)[ ]*(?:or|au|na|and)?[ ]?){0,10}$",
    re.IGNORECASE,
)
SAYS_STOCK_BEFORE = re.compile(rf"\b{either(BEFORE['stock'])}\b(?:[ ]?(?:is|ni|tu|only|:)){{0,2}}[ ]?$", re.IGNORECASE)
SAYS_LEFT_BEFORE = re.compile(r"\b(?:zimebaki|zimesalia|yamebaki|vimebaki)(?: \w+)? $", re.IGNORECASE)
SAYS_BOUND = re.compile(rf"\b{either(BEFORE['bound'])}\b(?:[ ](?:of|ya|yako|your|is|ni)){{0,2}}[ :]*$", re.IGNORECASE)
# The amount that a clause begins with, the customer's own: "for 3,500 there is …", "if 3,500 is your limit".
SAYS_BUDGET = re.compile(r"(?:^|[.,;!] )(?:for|with|if|kwa|na|kama) $", re.IGNORECASE)
# How far a rounded figure may be from the one it stands for, and on which side.
SAYS_NEAR = re.compile(
    r"\b(?:(?P<under>just (?:under|below|inside|short of)|almost|nearly|(?:a (?:little|bit) |slightly )?under"
    r"|less than|chini kidogo ya)"
    r"|(?P<over>just (?:over|above)|(?:a (?:little|bit) |slightly )(?:over|more than)|zaidi kidogo ya|upwards of)"
    r"|about|around|roughly|approximately|some|close to|or so|karibu(?: na)?|takriban|kama)\b(?: your| yako)?[ ]?$",
    re.IGNORECASE,
)
SAYS_AGE = re.compile(
    r"\b(?:ages? of|aged|umri wa|(?:children|kids|guests|watoto) (?:under|over|below|above)) $", re.IGNORECASE
)
# An amount that is taken for an example: "on a first order of KES 4,000".
SAYS_EXAMPLE = re.compile(
    r"\b(?:on an?(?: \w+){1,3} (?:of|for|worth|at)|(?:kwa|ukinunua)(?: \w+){1,3} (?:ya|za|vya))(?: KES| Ksh)?[ ]?$",
    re.IGNORECASE,
)
IS_EXAMPLE = re.compile(r"\A (?:of|worth of) [a-z]", re.IGNORECASE)
SAYS_TOTAL = re.compile(r"\b(?:together|altogether|in total|in all|jumla|pamoja|kwa zote)\b", re.IGNORECASE)
SAYS_IT_LASTS = re.compile(r"\b(?:lasts?|valid for|good for|expires? (?:in|after)) $", re.IGNORECASE)
PART_OFF = re.compile(r"\ba (?:half|quarter|fifth|tenth)(?= off\b)", re.IGNORECASE)
TIMES_AFTER = re.compile(r"\A ?[\u00d7*x] ?(?=[A-Z\d])", re.IGNORECASE)
# "KES 8,400 and 2 children at …": what is counted is no amount.
COUNTED_AFTER = re.compile(
    r"\A ?(?:people|persons?|guests?|adults?|child(?:ren)?|kids?|tickets?|nights?|passes|pairs?|pieces?|watu|wageni"
    r"|watoto|tiketi|usiku|pea|jozi|vipande)\b",
    re.IGNORECASE,
)
TIMES_BEFORE = re.compile(r"\d ?[\u00d7*x] ?$", re.IGNORECASE)
PAYS_TO = re.compile(rf"\b{either(PAYEES['words'])}\b", re.IGNORECASE)
ASKS_FOR_PIN = re.compile(rf"\b{either(PAYEES['prompts'])}\b", re.IGNORECASE)
SAYS_OPTION = re.compile(rf"\b(?:{either(COLOURS)}|sizes?|saizi) (?:(?:ya|za|cha|vya|ni) )?$", re.IGNORECASE)
# An hour as people say it: "open from 9".
SAYS_HOUR = re.compile(
    r"\b(?:from|until|till|opens? at|closes? at|at|by|before|kabla ya|between|and|to|saa|hadi) $", re.IGNORECASE
)
SAYS_HOUR_AFTER = re.compile(
    r"\A\s?(?:to|-|\u2013|until|till|hadi|mpaka)(?:\s?\d{1,2}(?!\d| ?(?:km|gb|mb|kg|cm))|\s{4})", re.IGNORECASE
)
# Small numbers in words with what they measure.
_LASTING = [
    "minute", "minutes", "hour", "hours", "day", "days", "week", "weeks", "month", "months", "year", "years", "second",
    "seconds", "metre", "metres", "meters", "kilometres", "litre", "litres",
    "character", "characters", "kilo", "kilos", "gig", "gigs",
]  # fmt: skip
_ENGLISH = {word: value for word, value in table("units", "en").items() if value}
_TENS = either(word for word, value in _ENGLISH.items() if value >= 20)
_ONES = either(word for word, value in _ENGLISH.items() if value < 10)
_SWAHILI = {
    form: value
    for word, value in table("units", "sw").items()
    if value
    for form in (word, *({f"m{word}", f"mi{word}", f"wa{word}"} if value < 9 else ()))
} | {"miwili": 2, "wawili": 2, "mmoja": 1}
_SWAHILI |= {
    f"{ten} na {one}": tens + value
    for ten, tens in (("kumi", 10), ("ishirini", 20), ("thelathini", 30))
    for one, value in _SWAHILI.items()
    if value < 10
}
_SMALL = rf"(?P<tens>{_TENS})[ -](?P<ones>{_ONES})|(?P<small>{either(_ENGLISH)})|(?P<half>half an?|half(?= day\b))"
MEASURED = re.compile(
    rf"\b(?:{_SMALL})(?:[ -](?:full|whole|more|working|straight|calendar))?"
    rf"[ -](?P<unit>{either([*_LASTING, 'inch', 'inches'])})\b(?!,? please)"
    r"|(?P<quarter>(?:a )?quarter of an) (?P<of>hour)\b"
    rf"|(?P<article>(?<=\bwithin )an?|(?<=\bfor )an?|(?<=\btakes )an?|(?<=\btake )an?|(?<=\bin )an?|(?<=\bwith )an?"
    r"|(?<=\bup to )an?"
    r"|an?(?= (?:week|month|year|day) (?:ahead|in advance|earlier|later))"
    r"|an?(?= (?:full |whole )?(?:week|month|year) of\b)"
    r"|(?<=\bwait )an?|(?<=\blasts )an?|(?<=\blast )an?|(?<=\bof )an?(?= (?:year|month))|(?<=\bafter )an?)"
    rf" (?:full |whole |entire )?(?P<one>{either(_LASTING)})\b(?! (?:pass|trip|tour|rate|guest|visit)\b)"
    r"|\bthe (?P<eve>day) before\b"
    rf"|\b(?P<first>{either(MEASURES_FIRST)}) (?!(?<=gb )moja|(?<=mb )moja|(?<=kilo )moja|(?<=lita )moja)"
    rf"(?P<word>{either(_SWAHILI)})\b"
    r"(?! (?:na \w+|asubuhi|usiku|jioni|mchana)\b)",
    re.IGNORECASE,
)


def measured(match: re.Match[str]) -> Decimal:
    """The number of a measure in words."""
    if match["quarter"]:
        return Decimal("0.25")
    if match["half"]:
        return Decimal("0.5")
    if match["article"] or match["eve"]:
        return Decimal(1)
    words = match["word"] or match["small"]
    if words:
        return Decimal((_ENGLISH | _SWAHILI)[words.casefold()])
    return Decimal(_ENGLISH[match["tens"].casefold()] + _ENGLISH[match["ones"].casefold()])


# What stands after a number.
SAYS_STOCK = re.compile(rf"\A[ ]?(?:[a-z]+[ ]){{0,2}}?{either(AFTER['stock'])}\b", re.IGNORECASE)
# "42 is available" names a size: several would be counted in the plural.
IS_ONE = re.compile(r"\A (?:is|comes|has)\b", re.IGNORECASE)
OF_STOCK = re.compile(
    r"\b(?:left|remain\w*|in stock|available|only|last|tu|pekee|\w{2}(?:me)?(?:baki|salia)\w*)\b", re.IGNORECASE
)
SAYS_LEFT = re.compile(r"\A (?:(?:pairs?|pieces?) )?(?:are )?left\b", re.IGNORECASE)
SAYS_COUNT = re.compile(rf"\A[ ]?(?:[a-z]+[ ]){{0,2}}?{either(AFTER['count'])}\b", re.IGNORECASE)
SAYS_PERCENT = re.compile(r"[ ]?(?:%|per\s?cent|pct)", re.IGNORECASE)
IS_PERCENT = re.compile(r"asilimia[ ](?:ya[ ])?$", re.IGNORECASE)
ENDS_IN_MONEY = re.compile(rf"{BEFORE_MONEY}$", re.IGNORECASE)
BEGINS_WITH_MONEY = re.compile(AFTER_MONEY, re.IGNORECASE)
