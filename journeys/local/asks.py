"""What the form of a message asks of the shop: to buy, to book, its price, whether there is any, to compare."""

import re
from typing import Final

from journeys.local import circumstances, wants
from journeys.local.purchase import boards, choice
from journeys.local.wordlists import any_of, plain, tokens
from knowledge import lexicon

# A longer sentence may ask of anything.
BRIEF: Final = 8
ASKS: Final = re.compile(
    r"\?|\b(?:is|are|does|do|how much|price|bei|ngapi|je|iko|ziko|kuna|mko|uko|ipo)\b", re.IGNORECASE
)
# "Nguo ya kuogelea iko?"
_THERE_AT_THE_END = re.compile(r"\w (?:i|zi|ki|vi|li)(?:ko|po)\W*\Z", re.IGNORECASE)
_OPEN = re.compile(  # "naangaliaje" asks how
    r"\?|\b(?:is|are|does|do|can|how|what|when|where|which|who|je|iko|ziko|kuna|ngapi|gani|lini|wapi|vipi|aje"
    r"|[ntmuwiz][a-z]{4,14}[aei]je)\b", re.IGNORECASE,
)  # fmt: skip
# What it should be able to do: "a blender that can crush ice" asks for nothing, but for such a blender.
_DESCRIBES = re.compile(
    r"\b(?:that|which) (?:can|could|will|would|does|is|are|has|have|fits?|takes?|holds?|works?|goes|comes"
    r"|makes?|plays?|runs?|lasts?|keeps?|wo ?n['\u2019]?t|do(?:es)? ?n['\u2019]?t|can(?:not| ?['\u2019]?t)|never)\b"
    r"|\b[a-z]{1,3}na(?:yo|zo|lo|cho|vyo|o)(?:(?:weza|eza) (?:ku)?[a-z]{3,16}|toshea|ingia|fit|fanya)\b",
    re.IGNORECASE,
)
_PRICE = re.compile(
    r"\A\W{0,3}ngapi\W{0,3}\Z|\b(?:how much(?! (?:longer|time)\b| [a-z]{3,15} (?:do|does|should|will) (?:i|we|it|a)\b)"
    r"|what (?:does|do|would|will) .{1,60} (?:cost|charge)|what (?:do|would|will) (?:you|u|they) charge"
    r"|(?:what(?:'s|s| is) |and |what are )(?:the |your )?(?:\w{3,12} )?(?:fees?|rates?|tariffs?)"
    r"|(?:rates?|tariffs?|fees?) (?:for|of|per) |price[ds]?|costs?|bei|inagharimu"
    r"|(?:pesa|shilingi|kes|ksh|doh|ganji|inauzwa|ni|z?itakuwa) ngapi|(?:iko|ziko|ni|ya|za) (?:how much|ngapi)"
    r"|(?:m|u)na(?:charge|toza|lipisha) (?:how much|ngapi|aje)"
    r"|(?:a|wa|tu|ni|u)?nalipa (?:ngapi|how much|pesa ngapi) (?:kwa|for|ya|za) \w{3,20}"
    r"|analipa ngapi|(?:u|m)nauza(?:je| ngapi| aje| vipi)|pesa gani|(?<!mbali )kiasi gani|gharama(?: yake)?)\b",
    re.IGNORECASE,
)
_PER = re.compile(
    r"\b(?:per|every|each|kila|kwa(?: kila)?|a) "
    r"(?:month|mwezi|night|usiku|day|siku|week|wiki|year|mwaka|person|mtu|head)\b"
    r"|\b(?:monthly|nightly|weekly|daily)\W*\Z",
    re.IGNORECASE,
)
""" "How much per month" names no month, nor does "bei kwa mwezi"."""
POINTING = re.compile(
    r"\b(?:ones?|those|these|them|it|hii|hizi|hizo|hiyo|hivyo|hivi|zile|ile|vile|za|ya|vya|la|cha|wa)\b", re.IGNORECASE
)
OF_IT = re.compile(r"\b(?:it|its|this|that|hii|hiyo|hicho|hiki|yake|inaweza|ina|hio)\b", re.IGNORECASE)
_WANTS = re.compile(
    r"\b(?:(?<!\bdo )(?<!\bwill )(?<!\bwould )(?<!\bshould )(?:i|we) (?:want|need)"
    r"|(?:i|we)(?:'d| d| would) (?:like|love)|give (?:me|us)|get (?:me|us)|bring (?:me|us)"
    r"|can (?:i|we) (?:get|have)|(?:na|tuna)(?:taka|omba|hitaji|panga)|(?:ninge|tunge)(?:penda|taka)|nadai|nipe|tupe"
    r"|nipatie|nichukulie|niletee|nitumie|ninunulie|nunulia|niagizie|\A\W{0,3}(?:need|want|looking for|in need of))\b"
    r"(?!,? (?:to |just )?(?:out|see|look|view|know|ask|check|browse|ku(?:ona|angalia|tazama|cheki|jua|uliza))\b)",
    re.IGNORECASE,
)
_TO_KNOW = re.compile(
    r"\b(?:na|nina|ninge|tunge)?(?:omba|taka|penda) kujua\b"
    r"|\b(?:want|need|like|wanted) to (?:know|check|ask|find out)\b",
    re.IGNORECASE,
)
_SHOWS = re.compile(
    r"\b(?:show (?:me|us)|let (?:me|us) see|(?:ni|tu)onyeshe(?:ni)?|nishow(?:ie)?|naomba kuona|nataka kuona|nione)\b",
    re.IGNORECASE,
)
_ORDERS = re.compile(
    r"\b(?:(?:order|get|bring|book|buy|give) (?:for )?(?:me|us)|nichukulie|niletee|niagizie|ninunulie|nunulia"
    r"|niwekee|niekee|nipe+|nipatie|nitumie|nidungie)\b|\A\W*(?:(?:and|also|pia|na|please|pls)\W+)*(?:add|ongeza|ongezea|weka|put)\b"
    r"|\A\W*(?:(?:please|pls|kindly|ok|hi)\W+)*(?:send|deliver|bring|tuma|leta) \d"
    r"|\b(?:send|tuma|weka|buy) (?:it )?(?:kwa|to|for|on) (?:namba |number |this |hii )?\+?\d{9,13}\b",
    re.IGNORECASE,
)
# What can be told or shown of a thing, and is not the thing.
_OF_WORDS = re.compile(
    r"\b(?:photos?|pics?|pictures?|videos?|details?|info|information|link|list|number|address|picha|maelezo|orodha|namba)\b",
    re.IGNORECASE,
)
_FOR_NOTHING = re.compile(r"\b(?:another|a new|ingine|nyingine|mpya)(?: \w+)?(?: for| ya)? (?:free|bure)\b(?! d)", re.I)
_ARTICLE = re.compile(r"\b(?:a|an|the) (?!\w*(?:[^s]s)\b)\w", re.IGNORECASE)
_BOOKS = re.compile(
    r"\A\W*(?:please |kindly |pls )?(?:book|reserve)\b|\b(?:book|reserve) (?:it|me|us|for)\b"
    r"|\b(?:to|can (?:i|we)|could (?:i|we)|lets|let us|and) (?:book|reserve)\b"
    r"|\b(?:arrange|organi[sz]e) (?:a|an|for|us|me|some)\b|\b(?:fetch|pick|collect|drop) (?:us|me)\b"
    r"|\b(?:ni|tu)(?:wekee|bookie)\b|\b(?:ku|ni|tu)?(?:book|hifadhi) nafasi\b|\bkubook\b",
    re.IGNORECASE,
)
_SPEAKS_OF_SEVERAL = re.compile(r"\b(?:ones|others|any|show|hizo|hizi|zile|zingine|nionyeshe|nishow)\b", re.I)
_MEASURE = re.compile(
    r"\bhow (?:long|many|big|large|far|heavy|early|late|often|fast)\b"
    r"|\b(?:dakika|siku|masaa|saa|gb|mb|watu|kilo|lita|mita|nchi|inchi) ngapi\b|\b(?:muda|ukubwa|urefu|uzito) gani\b"
    r"|\b(?:i|zi|ki|li)na(?:dumu|chukua|beba|shika)\b"
    r"|\b(?:which|what)(?: one| of \w{2,5})? (?:holds?|lasts?|has|have|takes?|carries|is|are) (?:the )?"
    r"(?:more|most|longer|longest|bigger|biggest|larger|largest|smaller|smallest|faster|fastest|heavier|lighter)\b"
    r"|\b(?:ipi|gani|zipi) (?:ina|iko na|ni|inabeba|inadumu|inakaa)\b",
    re.IGNORECASE,
)
_DATA = re.compile(r"\b\d{1,4}(?:\.\d)? ?(?:gb|gbs|mb|mbs|gigs?)\b", re.IGNORECASE)
_MAY = re.compile(
    r"\W{0,3}(?:can|could|may) (?:we|i|my|our|kids|children|guests)\b|\W{0,3}(?:tu|ni)?na(?:weza|eza)\b"
    r"|\W{0,3}m(?:ta|na)[a-z]{4,14} (?!nini|aje|vipi)[a-z]{3,20}\W{0,3}\Z",
    re.IGNORECASE,
)
_STOCK = re.compile(
    r"\b(?:in|out of) stock\b|\b(?:still|currently|now) (?:available|have (?:it|them)|there)\b|\bsold out\b"
    r"|\bis (?:it|this|that) available\b|\b(?:iko|ziko|ipo|zipo|mko na) stock\b|\bbado (?:i|zi)(?:ko|po)\b"
    r"|\b(?:i|zi)me(?:isha|baki)\b",
    re.IGNORECASE,
)
_FOR_ADVICE = re.compile(
    r"\b(?:which|what) \w{1,20}(?: \w{1,20})? (?:is|are|would be) (?:the )?(?:most )?"
    r"(?:best|better|good|ideal|suitable|right)\b"
    r"|\b(?:which|what) \w{1,20}(?: \w{1,20})? (?:would |can |will |could )?(?:fits?|suits?|takes?|holds?)\b"
    r"|\b(?:which|what) (?:\w{1,20} ){1,2}(?:can|will|could) (?!i\b|we\b|you\b|u\b)\w"
    r"|\A\W{0,3}what (?:can|could|will|would) (?!i\b|we\b|you\b|u\b|be\b|happen)[a-z]{3,12} (?!if\b)\w"
    r"|\bwhat (?:can|could|should|do|must) (?:i|we) (?:use|spray|apply|buy|get|take) (?:for|on|to|against|kwa)\b"
    r"|\b(?:na|ni|tu)tumi[ae] (?:nini|gani)\b|\b[a-z]{3,15} gani (?:ya|za|ina|zina|inaweza|inaua|nitumie|nzuri)"
    r"|\b(?:which|what) (?:\w{1,20} ){1,3}(?:should|would|can|do) (?:i|we) (?:take|get|buy|choose|pick|go)\b"
    r"|\b(?:which|what) \w{1,20}(?: \w{1,20})? (?:lasts|gives|has|holds|offers|is) (?:me |you )?(?:the )?"
    r"(?:longest|most|biggest|largest|fastest|strongest)\b"
    r"|\bis (?:the|this|that|it|your)\b.{0,40}\b(?:good|ok|okay|suitable|right|enough|strong|safe|comfortable)"
    r" (?:for|to|with|in)\b"
    r"|\b(?:inafaa|zinafaa|yanafaa|kinafaa)\b"
    r"|\b(?:recommend|suggest|advise)\b"
    r"|\b(?:nipendekezee|mnapendekeza|unapendekeza|nishauri|nisaidie kuchagua)\w*",
    re.IGNORECASE,
)
_EXISTS = re.compile(
    r"\b(?:(?:what|which) (?:\w{2,20} ){1,3}do (?:you|u) (?:guys )?(?:have|sell|stock|offer)"
    r"|(?:do|are) (?:you|u|ya) (?:guys )?(?:have|sell|stock|selling|host|rent|hire|bake|arrange|offer|provide)"
    r"|(?:have you|u) got|any|(?:is|are) there"
    r"|(?<!\w )una|mna|mnayo|mnazo|mnauza|mna(?:offer|sell|stock|provide)|(?:mko|uko) na(?:[yzl]o|cho|vyo)?|kuna)\b"
    r"|\b(?:you|u|ya) (?:guys )?(?:have|sell|stock|got|offer)\W*$"
    r"|\b(?:lipo|ipo|zipo|vipo|yapo|kipo|ziko|yako|kiko|viko|zinapatikana|inapatikana|hupatikana)\W*$",
    re.IGNORECASE,
)


def buys_now(text: str) -> bool:
    """Whether it says to buy, or how many of a thing are wanted: "I want 2 plain T-shirts"."""
    if ASKS.search(text) and not choice.buys(text):
        return False
    return (
        choice.buys(text)
        or orders(text)
        or books(text)
        or (wants_it(text) and bool(choice.parse_choice(text, {}).quantity))
    )


def wants_it(text: str) -> bool:
    return bool(_WANTS.search(text)) and not _FOR_NOTHING.search(text)  # what broke is to be replaced


def shops(text: str) -> bool:
    """Whether anything in it is said to a shop: a wish, a question after goods or their price, a limit, an advice."""
    return any(says(text) for says in (wants_it, shows, asks_price, asks_for_any, asks_advice, has_limits, buys_now))


def wants_to_know(text: str) -> bool:
    """Whether something is to be told, and nothing to be had: "naomba kujua salio langu"."""
    return bool(_TO_KNOW.search(text))


def shows(text: str) -> bool:
    """Whether a list is to be seen: "show me", "nionyeshe"."""
    return bool(_SHOWS.search(text))


def books(text: str) -> bool:
    """Whether a place is to be taken: "book the boat for two", "niwekee nafasi"."""
    return bool(_BOOKS.search(text))


def orders(text: str) -> bool:
    """Whether it tells us to bring a thing; one of it, where no number is said."""
    return bool(_ORDERS.search(text)) and not (_OF_WORDS.search(text) or _FOR_NOTHING.search(text))


def means_one(text: str) -> bool:
    """Whether one is meant though no number is said: "I'll take the wall clock", "bring me a kettle"."""
    return orders(text) or bool(choice.buys(text) and _ARTICLE.search(text))


def asks(text: str) -> bool:
    return bool(ASKS.search(text))


def asks_openly(text: str) -> bool:
    """Whether it is a question by its form, and not only by a word for the price."""
    return bool(_OPEN.search(_DESCRIBES.sub(" ", text)))


def described(text: str) -> str:
    """The thing that is named by what it is to do, where nothing is asked: the laptop of "laptop that can run it"."""
    what_it_does = _DESCRIBES.search(text)
    if what_it_does is None or asks_openly(text):
        return ""
    thing = text[: what_it_does.start()].strip()
    return thing if lexicon.things(thing) else ""


def plainly_described(text: str) -> str:
    """The same in the words of a wish: "phone 5g" for "phone that has 5g"."""
    text = _DESCRIBES.sub(" ", text) if described(text) else text
    return boards.in_one_word(text).replace("bed/breakfast", "bnb")


def asks_price(text: str) -> bool:
    """Whether it asks what something costs; "za bei nafuu" and "price below 3,000" are limits of a wish."""
    said = wants.parse(text) if _PRICE.search(text) else None
    return said is not None and not (said.sort or said.price_min or said.price_max)


def has_limits(text: str) -> bool:
    """Whether it says what something may cost: whatever it speaks of is to be bought."""
    said = wants.parse(text)
    return bool(said.price_min or said.price_max)


def sorts(text: str) -> bool:
    """Whether it asks for the cheapest, the dearest or the newest of something."""
    return wants.parse(text).sort is not None


def sees_all(text: str) -> bool:
    """Whether all there is shall be shown: "naomba orodha ya bidhaa zenu"."""
    return wants.parse(text).sees_all


def names_data(text: str) -> bool:
    """Whether so much data is named, and nothing that has it: "niuzie 1gb"."""
    return _DATA.search(text) is not None and not lexicon.things(_DATA.sub(" ", text))


def may_be_done(text: str) -> bool:
    """Whether it asks if something may be done there: "can we do yoga in the morning", "mtaandaa mapambo"."""
    return _MAY.match(text) is not None


def plans_a_stay(text: str) -> bool:
    """Whether it says how many come, and when."""
    return wants.parse(text).guests is not None and circumstances.tells_time(plain(text))


def asks_for_any(text: str) -> bool:
    """Whether it asks if there are such things at all: those are shown, not told about."""
    return bool(_EXISTS.search(text))


def asks_to_have(text: str) -> bool:
    """Whether something is to be had, and nothing to be told: a wish, or a question whether it is there."""
    is_wish = asks_for_any(text) or wants_it(text) or _THERE_AT_THE_END.search(text) is not None
    return is_wish and not wants_to_know(text)


def seeks_a_gift(text: str) -> bool:
    """ "What can I get my son", "nimnunulie nini": something is sought for somebody, and nothing is named."""
    return any_of("purchase", "gift", "phrases").search(plain(text)) is not None


def asks_measure(text: str) -> bool:
    """Whether it asks how long, how large or how many: "facial ni dakika ngapi"."""
    return bool(_MEASURE.search(text))


def asks_stock(text: str) -> bool:
    """Whether it asks if any is left: "bado iko"."""
    return bool(_STOCK.search(text))


def without_measure(text: str) -> str:
    """The message without the words that ask for a measure, which are no things: the "saa" of "saa ngapi"."""
    return _MEASURE.sub(" ", text)


def without_price(text: str) -> str:
    """The message without the words that ask what something costs, and for how long or for whom that is."""
    return _PER.sub(" ", _PRICE.sub(" ", text))


def speaks_of_several(text: str) -> bool:
    """Whether more than one thing is meant, or others: "the black ones", "hizi"."""
    return bool(_SPEAKS_OF_SEVERAL.search(text))


def asks_advice(text: str) -> bool:
    """Whether it asks which of such things would do: "which bundle is best for films"."""
    return bool(_FOR_ADVICE.search(text))


def points(text: str) -> bool:
    """Whether it speaks of what was shown: "those", "hiyo"."""
    return bool(POINTING.search(text) or OF_IT.search(text))


def is_brief(text: str) -> bool:
    """Whether hardly more than a thing and a number was said."""
    return len(tokens(text)) <= BRIEF
