"""Knows which attribute is asked for, in English, Swahili and Sheng: what it costs, and where something is."""

import re

from knowledge.search.terms import phrases
from knowledge.text import fold

IN_DOCUMENTS = ("location", "located", "address", "avenue", "road", "street", "where")
_A_SHOP = r"(?:branch|branches|outlets?|showrooms?|tawi|matawi)"
# A shop of ours elsewhere is no other place's: the town that is named only tells where they would like it.
_IN_A_TOWN = r"(?: (?:in|at|around|near|huko|pale|hapa|ya|za)? ?[a-z]{3,20})?"
_WHERE = re.compile(
    r"\bwhere (?:is|are|s) (?:you|u|your|the (?:shop|store|office|hotel|resort))\b"
    r"(?: (?:located|situated|based|found))?"
    r"|\bwhere (?:can|do) (?:i|we) find you\b|\bhow (?:do|can) (?:i|we) get (?:to you|there)\b"
    r"(?! from (?:[a-z]{2,12} ){0,3}(?:airport|airstrip|station|stage|terminus|ferry)\b)"
    r"|\b(?:ni|tu|m|u)?(?:na|ta|ki)?fik(?:a|ia)je\b(?: (?:huko|hapo|kwenu|dukani|ofisini))?"
    r"|\b(?:naweza|tunaweza|naeza|tunaeza) kufika(?:je| aje| vipi) ?(?:huko|hapo|kwenu)?"
    r"|\b(?:your|shop|store|office) (?:location|address)\b|\bphysical (?:shop|store|office|location|address|outlet)\b"
    r"|\b(?:shop|store|office|branch|outlet|showroom) (?:\w+ ){0,2}(?:i|we|one|people|customers) (?:can|could|may) "
    r"(?:visit|come|walk|go|see|reach|shop)\b|\bcan (?:i|we) (?:come|walk in|visit|pass by|drop by)\b"
    r".{0,20}\b(?:shop|store|office|you)\b|\bare you (?:only )?online\b"
    r"|\b(?:location|address|anwani) (?:yenu|yako|ya (?:duka|shop|ofisi|hoteli))\b"
    r"|\A\W{0,3}(?:(?:send|share|nitumie|nishow|what is|whats|what s) )?(?:me )?(?:the |your )?"
    r"(?:location|address|directions)(?: pin)?\W{0,3}\Z"
    r"|\A\W{0,3}wapi (?:m|u|li)(?:ko|po|napatikana)\b"
    r"|\b(?:m|u|li|i|zi)(?:ko|po|napatikana|meketi) (?:wapi|(?:mtaa|area|side|u?pande|sehemu|eneo) (?:gani|ipi))\b"
    r"(?: (?:town|cbd|mjini|hapa|tao))?"
    r"|\b(?:mko na|mna|kuna|do you have|is there|have you got)(?: an?| any)? (?:ofisi|office|duka|shop|store) "
    r"(?:yenu |yako )?(?:in |at |near |around |huko |pale |hapa )?[a-z]{3,20}\W{0,3}\Z"
    r"|\b(?:duka|ofisi|shop|hoteli)\w* (?:\w+ )?(?:wapi|mtaa gani)\b"
    r"|\b(?:have|got|open|there|other|more|mna|mnayo|(?:mko|iko|uko|kuna)(?: na)?) (?:an?|any|the|other|another)? ?"
    rf"{_A_SHOP}\b{_IN_A_TOWN}"
    rf"|\b(?:where|how many|which|your|all) (?:are |is )?(?:the |your )?(?:\w+ )?{_A_SHOP}\b{_IN_A_TOWN}"
    rf"|\b{_A_SHOP} (?:ngapi|zingine|nyingine|yenu|zenu|iko|ziko|gani|locations?)\b{_IN_A_TOWN}"
)
_COUNTS = r"(?:ngapi|how much|(?:pesa|doh|shilingi|kiasi) (?:ngapi|gani))"
_PAYS = re.compile(
    r"\b(?:what|how much) (?:do|will|would|must|should|shall) (?:i|we|one) (?:have to )?pay\b"
    rf"|\b(?:ni|na|nita|tuna|tuta|una|uta|a|ana|wana)lip[a-z]+ {_COUNTS}\b"
    rf"|\b(?:mna|una|wana|mta|wata)(?:charge|toza|lipisha)(?: aje| {_COUNTS})?\b"
)
# After how long something is so, customers tell of themselves: its number finds nothing but other numbers.
_SO_LONG = re.compile(
    r"\b(month|week|day|year|mwezi|miezi|siku|wiki) \d{1,3}\b|\b\d{1,3} (hours?|hrs?|days?|weeks?|months?|years?)\b"
)
# How many of a thing there are is no price of it: "mb ngapi".
_HOW_MANY = re.compile(r"\b(mbs?|gbs?|mbps|sms|lita|litres?|vifaa|devices?|mara|floor) ngapi\b")
# What a place has on is its entertainment: "what's on tonight", "form gani weekend hii".
_IS_ON = re.compile(
    r"\bwhat(?: is|s|'s) (?:happening|on) (?=(?:this|on|tonight|today|tomorrow|at|over|for)\b)"
    r"|\b(?:what|which) (?:events?|shows?|activities) (?=(?:are|is|do|on|this|tonight)\b)"
    r"|\b(?:anything|something|what|things)(?: is there| there is| fun)? to do "
    r"(?=(?:at night|tonight|in the evenings?|after dinner|on \w+day))"
    r"|\bcha kufanya (?=(?:jioni|usiku|ijumaa|jumamosi)\b)"
    r"|\bform (?:ni |iko )?(?:gani|aje)\b|\bkuna form\b"
)
SUM = re.compile(
    r"\b(?:kes|ksh|kshs|sh|usd|eur|gbp|tzs|ugx|rwf|ngn|zar)\W{0,2}\d|[$€£]\W?\d"
    r"|\d\W?(?:/=|/-|%|percent|shillings?|bob|dollars?|euros?|kes\b|ksh\b)|\b(?:free|bure|half|nusu)\b",
    re.IGNORECASE,
)
_OF_DELIVERY = re.compile(
    r"\b(?P<of>(?:delivery|shipping|transport|courier|parking|service)) (?:charges?|costs?|rates?|prices?|money)\b"
)


def plainly(question: str) -> str:
    """The folded question, with every way to ask what it costs in the one way that the terms know, and common phrases
    in the words of documents.

    What a service costs is mostly called its fee, while "free of charge" says "charge" of another thing."""
    said = phrases.in_documents(_HOW_MANY.sub(r"\1", fold(question)))
    plain = _OF_DELIVERY.sub(r"\g<of> fee", _PAYS.sub(" how much ", said))
    return _SO_LONG.sub(lambda found: found[1] or found[2], _IS_ON.sub(" entertainment ", plain))


def states_price(text: str) -> bool:
    """Whether a text says what something costs, or that it costs nothing."""
    return SUM.search(text) is not None


def asks_where(question: str) -> bool:
    """Whether the question asks where the business is."""
    return _WHERE.search(fold(question)) is not None


def asks_what_is_on(question: str) -> bool:
    """Whether it asks what happens there: "what's on tonight", "form ni gani weekend hii"."""
    return _IS_ON.search(fold(question)) is not None


def without_where(question: str) -> str:
    """The folded question without the words that ask where: the place is one thing, however it is asked for."""
    return _WHERE.sub(" ", fold(question)).strip(" ?!.,")
