"""The wishes of a message: the errands that the trained reader has cut, each with what it cannot be read without."""

import re
from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from journeys.local import asks, circumstances
from journeys.local.purchase import choice, numbers
from journeys.local.purchase.codes import code_in
from journeys.local.purchase.pointing import POINTERS, UNITS
from journeys.local.wordlists import plain, tokens
from journeys.reader.errands import Errand
from journeys.support.question.complete import names_nothing, thing_of
from journeys.understand.parts import tells_only_how_many
from knowledge import lexicon
from knowledge.search.terms.glossary import is_place
from knowledge.text import fold

SURE: Final = 0.5
"""As sure as an intent must be to route at all."""
SURELY: Final = 0.7
"""What the word lists have read otherwise must be surer: what only reads may be read wrong, what changes must not."""
MOST_OF_WHAT_NOW: Final = 6
"""Words of what is asked of a trouble that was just told: "what should I do now"."""
MOST_OF_A_PLACE: Final = 5
"""Words of the rest of an address."""
MOST_OF_A_PRICE: Final = 6
"""Words that ask what it costs: "na hiyo ni how much"."""
COUNTED_IN: Final = UNITS | {"pair", "pairs", "jozi", "tu"}
BEYOND_DOUBT: Final = 0.9
"""Who buys something else instead of telling what they were asked for; who gives the whole purchase up."""
# What is shorter is an answer or a name, which the lists know.
FEWEST_WORDS: Final = 3
BESIDE_A_CODE: Final = frozenset({"order", "pay", "deliver", "total"})
DOING: Final = frozenset({"order", "change", "remove", "empty", "pay", "code", "deliver", "total", "about", "offers"})
"""What the reader finds parts in that the word lists do not; all else is read by them, part by part."""
ORDERING: Final = frozenset({"order", "change", "remove"})
OF_NOTHING: Final = frozenset({"hello", "aside"})
OF_THE_LIBRARY: Final = frozenset({"ask", "trouble"})
HAS: Final = re.compile(
    r"\b(?:niko|tuko|nipo|tupo) (?:kwa|kwenye|hapa)\b|\b(?:i am|i'm|im|we are|we're) (?:on|already on)\b"
    r"|\b(?:na|tuna)tumia\b"
)
"""What they are on, stay in or use already."""
HAD: Final = re.compile(
    r"\b(?:i|we) (?:have )?(?:bought|ordered|purchased|got|booked|paid)\b"
    r"|\b(?:ni|tu)li(?:nunua|agiza|buy|order|book|chukua|pata)\w{0,3}\b"
    r"|\b(?:arrived|was delivered|were delivered|has (?:just )?come|(?:you|u) (?:sent|sold|gave|brought) (?:me|us))\b"
    r"|\b(?:i|zi|ki|vi|li|u)(?:me|li)(?:fika|letwa|kuja)\b|\bm(?:me|li)(?:ni|tu)(?:tumia|letea|uzia|pea)\b"
    r"|\b(?:say|suppose|if) (?:i|we)\b|\b(?:tuseme|nikisema) \w|\b(?:ni|tu)ki(?:chukua|nunua|buy|book)\w{0,3}\b"
)
"""What was bought or has come before, or might be."""
IN_CASE: Final = re.compile(
    r"\W{0,3}(?:(?:and|n|na|but|lakini|a?lafu|halafu|then|also|pia|btw) )?"
    r"(?:if|when|in case|incase|kama|(?:ni|tu|i|zi|a)ki\w{3,})\b"
)
_OF_ANOTHER: Final = re.compile(
    r"\b(?:(?:h(?:er|is)|their) (?:number|no|phone|line)|(?:namba|number|simu) yake)\b", re.IGNORECASE
)
_TAKES: Final = re.compile(
    r"\b(?:add|put|give|book|order|take|ongeza|\w{0,3}wekee|weka|nipe|mpe|\w{0,3}chukue|chukua|agiza|nunua)\b",
    re.IGNORECASE,
)
_DANGLES: Final = re.compile(r"\b(?:that|which|who|whose|amba\w{2,3})$", re.IGNORECASE)
"""What follows belongs to it: "the one that | my cousin took"."""
_OF_BRINGING: Final = re.compile(
    r"\b(?:deliver\w{0,3}|there|reach\w{0,3}|arrive\w{0,2}|usafiri|kuleta|kutuma|huko|kule|\w{1,4}fika)\b",
    re.IGNORECASE,
)
_A_COUPON: Final = re.compile(r"\b[A-Z]{4,12}\d{2,4}\b")
"""A code as it is printed: VIATU500."""


def completed(errands: Iterable[Errand]) -> list[Errand]:
    """The wishes, each with what it cannot be read without: the thing that the one before it named, the place they are
    at, what they have or might take, the size that follows the thing."""
    found: list[Errand] = []
    told = goes_to = ""
    for errand in errands:
        before = found[-1] if found else None
        errand = _of_who_receives_it(errand, before)
        if before is not None and (joint := _joint(before, errand)):
            found[-1] = replace(before, text=f"{before.text}{joint}{errand.text}")
        elif _is_only_told(errand):
            told = f"{told} {errand.text}".strip()
        elif before is not None and before.act in ("find", "about") and _is_only_of(errand):
            found[-1] = replace(before, text=f"{before.text} {errand.text}", parts=(*before.parts, *errand.parts))
        elif errand.act in OF_NOTHING and not (errand.act == "hello" and _may_say_more(errand)):
            told = errand.text if any(map(is_place, tokens(errand.text))) else told
        elif before is not None and _is_more_of(before, errand):
            found[-1] = replace(before, text=f"{before.text}, {errand.text}", parts=(*before.parts, *errand.parts))
        else:
            errand = _read_anew(errand, before)
            if before is not None and before.act == "remove" and _says_how_many_stay(errand, before):
                found.pop()  # "take out a jersey, leave one"
            is_asked = errand.act in OF_THE_LIBRARY
            is_open = errand.act == "find" and not errand.part("thing")
            tells_who = errand.act != "change" and bool(told) and circumstances.parse(plain(told)).guests is not None
            is_of_it = is_asked or is_open or errand.act == "about" or tells_who
            text = f"{told} {errand.text}".strip() if is_of_it else errand.text
            text = _in_full(text, before) if is_asked else text
            if is_asked and goes_to and not errand.part("place") and _OF_BRINGING.search(errand.text):
                text = f"{text} {goes_to}"  # "do I pay for delivery there"
            found.append(replace(errand, text=text))
            goes_to = errand.part("place") if errand.act == "deliver" else goes_to
            told = ""
            if errand.act in BESIDE_A_CODE and (code := errand.part("code") or code_in(errand.text)):
                found.append(Errand(act="code", text=code, parts=(("code", code),), sure=errand.sure))
    return [*found, Errand(act="ask", text=told, sure=0.0)] if told and not found else found


def _joint(before: Errand, errand: Errand) -> str:
    """What joins it to the errand before, of which it is the rest, or whose party it tells; empty where it is neither.

    "Book the boat trip. We are 2 adults and a kid." """
    if _DANGLES.search(before.text):
        return " "
    is_ordered = before.act == "order" and bool(before.part("thing")) and not errand.part("thing")
    tells_who = errand.act in ("aside", "order", "find") and circumstances.parse(plain(errand.text)).guests is not None
    is_theirs = is_ordered and tells_who and circumstances.parse(plain(before.text)).guests is None
    return ", " if is_theirs else ""


def _is_only_told(errand: Errand) -> bool:
    """Whether it tells who comes, what they have, or something of a day: "my niece turns 9 on Saturday"."""
    if not errand.text.endswith("?") and HAD.search(fold(errand.text)):
        return True
    said = plain(errand.text)
    if errand.act == "aside" and circumstances.parse(said).guests is not None:
        return True
    if errand.act != "order":
        return tells_only_how_many(errand.text)
    names = any(errand.part(part) for part in ("thing", "option", "count", "place"))
    if errand.part("when") and not names and not choice.buys(errand.text):
        return True  # "we want to come from Monday to Thursday"
    if errand.sure < SURE and not errand.parts:
        return True  # "sorry, I have changed my mind"
    takes_nothing = not choice.buys(errand.text) and (circumstances.tells_age(said) or not names)
    return errand.sure < BEYOND_DOUBT and (takes_nothing or tells_only_how_many(errand.text))


def _is_only_of(errand: Errand) -> bool:
    """Whether it asks no more than the price of what was just named, or tells its form: "and how much?"."""
    is_brief = errand.act in ("about", "ask") and len(tokens(errand.text)) <= MOST_OF_A_PRICE
    thing = errand.part("thing")
    is_of_it = bool(thing) and set(tokens(thing)) <= POINTERS
    is_of_it = is_of_it or names_nothing(errand.text) or _says_only_how_many(errand.text)
    is_of_price = is_brief and asks.asks_price(errand.text) and is_of_it
    return is_of_price or _tells_only_its_form(errand)


def _says_only_how_many(text: str) -> bool:
    """Whether it names nothing but a number of what was named before: "how much for two pairs"."""
    said = [word for word in tokens(asks.without_price(text)) if not lexicon.is_stop_word(word)]
    counted = POINTERS | COUNTED_IN | numbers.words().keys()
    return bool(said) and all(word.isdecimal() or word in counted for word in said)


def _may_say_more(hello: Errand) -> bool:
    """Whether what was taken for a greeting is long enough, and unsure enough, to be a wish."""
    return hello.sure < BEYOND_DOUBT and len(tokens(hello.text)) >= FEWEST_WORDS


def _of_who_receives_it(errand: Errand, before: Errand | None) -> Errand:
    """Another person's number beside an address is whom it goes to, and is asked for no money."""
    is_delivered = before is not None and before.act == "deliver"
    if before is None or not is_delivered or errand.act != "pay" or errand.part("way"):
        return errand
    return replace(errand, act="deliver", sure=before.sure) if _OF_ANOTHER.search(errand.text) else errand


def _read_anew(errand: Errand, before: Errand | None) -> Errand:
    """As what it is by a word that tells it surely: a case is asked of, a code is given, and what is changed was named
    just before."""
    takes = errand.part("count") or choice.buys(errand.text) or _TAKES.search(errand.text)
    takes_none = errand.act in ("order", "remove") and not takes
    if (errand.act == "about" or takes_none) and IN_CASE.match(fold(errand.text)):
        return replace(errand, act="ask")  # what if it is broken when it comes
    if errand.act in ("ask", "about", "offers") and (code := _A_COUPON.search(errand.text)):
        return replace(errand, act="code", parts=(("code", code[0]),))
    if errand.act in ORDERING and not errand.part("thing") and (thing := _counted_in(errand)):
        return replace(errand, parts=(("thing", thing), *errand.parts))
    if before is not None and _is_priced_too(before, errand):
        return replace(errand, act="find")
    is_of_before = before is not None and before.act in ORDERING and bool(before.part("thing"))
    if errand.act == "change" and before is not None and is_of_before and not errand.part("thing"):
        return replace(errand, parts=(("thing", before.part("thing")), *errand.parts))
    return errand


def _is_priced_too(before: Errand, errand: Errand) -> bool:
    """Whether it names one more thing of which the price is asked: "maize flour, how much, and a kilo of sugar"."""
    is_asked = before.act in ("find", "about") and asks.asks_price(before.text)
    says_so = choice.buys(errand.text) or _TAKES.search(errand.text) or asks.wants_it(errand.text)
    return is_asked and errand.act == "order" and bool(errand.part("thing")) and not says_so


def _says_how_many_stay(errand: Errand, before: Errand) -> bool:
    is_of_it = errand.part("thing") == before.part("thing")
    return errand.act == "change" and bool(errand.part("count")) and is_of_it


def _counted_in(errand: Errand) -> str:
    """The thing that stands in a count, "2 helmets"; none where people, nights or pairs are counted."""
    count = errand.part("count")
    if not count or circumstances.parse(plain(count)).guests is not None:
        return ""
    names = [word for word in tokens(count) if not (word.isdecimal() or word in numbers.words() or word in POINTERS)]
    return " ".join(word for word in names if word not in COUNTED_IN and not lexicon.is_stop_word(word))


def _tells_only_its_form(errand: Errand) -> bool:
    """Whether it names the forms of what was just asked about, and takes none: "both half board and full board pls"."""
    is_of_forms = bool(errand.part("option")) and not (errand.part("thing") or errand.part("count"))
    is_brief = errand.act in ("order", "about", "find") and len(tokens(errand.text)) <= MOST_OF_A_PRICE
    return is_brief and is_of_forms and not (choice.buys(errand.text) or asks.wants_it(errand.text))


def _is_more_of(before: Errand, errand: Errand) -> bool:
    """Whether it goes on with the same thing: "I'll take the sofa, in grey", "under 2,000"."""
    if before.act in OF_THE_LIBRARY and errand.act in OF_THE_LIBRARY:
        # "My light is red, what should I do"; "if I cancel on the 10th, what do I lose".
        is_case = IN_CASE.match(fold(before.text)) is not None and not before.text.endswith("?")
        return is_case or (before.act == "trouble" and len(tokens(errand.text)) <= MOST_OF_WHAT_NOW)
    if before.text.count("(") > before.text.count(")") or _is_more_of_a_place(before, errand):
        return True
    is_form_of_it = (
        errand.act == "order" and before.act == "change" and not (errand.part("thing") or errand.part("count"))
    )
    if is_form_of_it and errand.part("option"):
        return True  # "make it a 43, same orange"
    return (
        errand.act == before.act
        and min(before.sure, errand.sure) >= SURE
        and (
            errand.act in ("deliver", "pay", "code", "total", "offers", "empty", "person")
            or (errand.act in ("order", "find", "change") and not errand.part("thing"))
        )
    )


def _is_more_of_a_place(before: Errand, errand: Errand) -> bool:
    """Whether it is the rest of an address: "to Thika Road, mtaa wa Kasarani"."""
    is_brief = len(tokens(errand.text)) <= MOST_OF_A_PLACE and not errand.text.endswith("?")
    return before.act == "deliver" and bool(before.part("place") and errand.part("place")) and is_brief


def _in_full(question: str, before: Errand | None) -> str:
    """With what the errand before it named: "do you have a gym? what time does it open"."""
    is_of_it = before is not None and before.act in (*OF_THE_LIBRARY, "find", "about") and names_nothing(question)
    return f"{thing_of(before.text)} {question}" if before is not None and is_of_it else question
