"""What an answer must hold, whatever it is about: a sum, a span of time, a place, where that is asked for."""

import re
from typing import Final

from knowledge.answer.meaning import terms
from knowledge.lexicon import listed_concepts, stem
from knowledge.search.terms import attributes
from knowledge.search.terms.glossary import is_place
from knowledge.text import words

PRICE: Final = terms("price")
_HOW_LONG: Final = re.compile(
    r"\b(?:how (?:long|soon|many (?:minutes|days|weeks|months|hours))"
    r"|(?:muda|dakika|siku|wiki|masaa|miezi) (?:gani|ngapi|mingapi|mangapi|kiasi gani))\b"
    r"|\bwhen (?:will|can|are|do) (?:you|they|it|someone|somebody|the technician)\b"
    r"|\b(?:m|a|wa|i|zi|u)ta\w{3,12} (?:\w{3,12} )?lini\b",
    re.IGNORECASE,
)
SPAN: Final = re.compile(
    r"\b\d{1,4} (?:\w+ )?(?:minutes?|hours?|days?|weeks?|months?|years?)\b|\bat once\b|\bsame day\b"
    r"|\b(?:dakika|masaa|saa|siku|wiki|miezi|mwezi|miaka|mwaka) \d",
    re.IGNORECASE,
)
# A time of day, "every evening" or "two weeks" tells as well how long it is, or when.
_SOON: Final = re.compile(
    r"\d[:.]\d\d\b|\b\d{1,2} ?[ap]m\b|\b(?:immediate|instant|daily|every|always|today|tomorrow|tonight|kila|leo|kesho)"
    r"|\b(?:mon|tues|wednes|thurs|fri|satur|sun)day|\b(?:mara moja|papo hapo)\b"
    r"|\b(?:one|two|three|four|five|six|seven|ten|an?|few) (?:minute|hour|day|week|month|year)"
    r"|\b(?:siku|wiki|miezi|saa|masaa|dakika) (?:moja|mbili|tatu|nne|tano|sita|saba|kumi)\b",
    re.IGNORECASE,
)
_PLACES: Final = frozenset(
    map(
        stem,
        (
            *(word for word in attributes.IN_DOCUMENTS if word not in ("where", "address")),
            "anwani", "mtaa", "barabara", "jengo", "ghorofa", "mjini", "tunapatikana",
            "building", "mall", "plaza", "town", "cbd", "opposite", "junction", "floor",
        ),
    )
)  # fmt: skip
_HOW_TO: Final = re.compile(
    r"\bhow (?:do|can|could|should|would|does|to) (?:i |we |you |one )?"
    r"(?!i |we |you |one |know|find|get|reach|tell)[a-z]{3,}"
    r"|\b(?:na|nina|tuna|ni)(?:weza|eza)je\b|\b(?:ni|n|tu)(?:na|ta|a)?[a-z]{3,12}(?:je| aje| vipi)\b"
    r"|\b(?:jinsi|namna) ya ku",
    re.IGNORECASE,
)
# Where something is done, brought or found: at a shop, on a label, on a page.
SOMEWHERE: Final = re.compile(
    r"\b(?:shops?|offices?|agents?|branch|label|below|behind|desk|reception|counter|chat|hut|lobby|website|email"
    r"|maduka|duka|ofisi|wakala|mawakala|lebo|mapokezi)\b|https?://",
    re.IGNORECASE,
)
# A town beside one of them is where they are; by itself it may be where something is to be had.
_OF_A_SHOP: Final = frozenset(
    {"shop", "shops", "store", "office", "offices", "branch", "branches", "duka", "ofisi", "tawi", "matawi", "tuko"}
)
_OF_HOW_MUCH: Final = re.compile(
    r"\bhow much (?=(?:longer|time)\b|[a-z]{3,15} (?:do|does|should|will) (?:i|we|you|it|a|the|one)\b)"
    r"|\b(?:mbali|umbali|urefu|ukubwa|uzito) (?:wa )?kiasi gani\b"
    r"|\b(?:kasi|spidi|speed|umbali|urefu|ukubwa|uzito|umri|kina)\b(?: [a-z]{1,12}){0,3} ngapi\b",
    re.IGNORECASE,
)
# Whether a fee is paid back is no question of how much it is.
_OF_MONEY_BACK: Final = re.compile(
    r"\b(?:fees?|charges?|cost|ada|gharama|nauli)\b(?=.{0,40}\b(?:back|refund\w{0,4}|returned|[a-z]{0,6}rudi[a-z]{0,6})\b)",
    re.IGNORECASE,
)
_OF_A_SUM: Final = re.compile(r"\b(?:how much|ngapi|kiasi|bei|price)\b", re.IGNORECASE)
# Words by which nothing is named but that a time or a sum is wanted: "itachukua muda gani", "how long does that take".
_TAKES: Final = re.compile(
    r"\b(?:hu|(?:i|zi|u|ki|vi|li|ya|wa|m)(?:na|ta|me|tu)?)(?:chukua|gharimu|cost|take)\b"
    r"|\b(?:does|do|will|would) (?:it|that|this|they) (?:take|cost|be)\b|\b(?:takes?|costs?)\b"
    r"|\b(?:ni|n|a|wa|tu|u|m)?(?:na|ta)lip(?:a|ia|wa)\b",
    re.IGNORECASE,
)


def asks_price(question: str) -> bool:
    """Whether it asks what something costs; "how much paint do I need" asks for litres."""
    asked = _OF_HOW_MUCH.sub(" ", question)
    asked = asked if _OF_A_SUM.search(asked) else _OF_MONEY_BACK.sub(" ", asked)
    return bool(PRICE & set(listed_concepts(attributes.plainly(asked))))


def asks_how_long(question: str) -> bool:
    """Whether it asks how long something takes, or how soon it is."""
    return _HOW_LONG.search(question) is not None


def asks_how_to(question: str) -> bool:
    """Whether it asks how something is done, which steps tell."""
    return _HOW_TO.search(question) is not None


def asks_whereto(question: str) -> bool:
    """Whether it asks where something of theirs is done or found, and not where the business is."""
    return re.search(r"\b(?:where|wapi)\b", question, re.IGNORECASE) is not None and not attributes.asks_where(question)


def without_asking(question: str) -> str:
    """The question without the words that ask how long something takes."""
    return _TAKES.sub(" ", _HOW_LONG.sub(" ", question))


def holds(question: str, text: str) -> bool:
    """Whether a text has what the question demands, or it demands nothing of the kind."""
    if attributes.asks_where(question):
        said = words(text)
        is_of_a_shop = any(word in _OF_A_SHOP for word in said) and any(map(is_place, said))
        return is_of_a_shop or any(stem(word) in _PLACES for word in said)
    if asks_how_long(question):
        return SPAN.search(text) is not None or _SOON.search(text) is not None
    return not asks_price(question) or attributes.states_price(text)


def is_told(question: str, text: str) -> bool:
    """Whether it has what the question demands, and a place where it asks where something of theirs is done."""
    return holds(question, text) and not (asks_whereto(question) and SOMEWHERE.search(text) is None)
