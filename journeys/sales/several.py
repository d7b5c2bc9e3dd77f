"""Several things ordered in one message: "2 kg of sugar and one flour", "two adults and one child" of one pass."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from decimal import Decimal
from typing import Final

from journeys import catalog
from journeys.command import Command, Option
from journeys.context import TurnContext
from journeys.language.units import ALL, MEASURE, forms, joined
from journeys.local import asks, comparisons, named, totals, wants
from journeys.local.clauses import is_a_condition
from journeys.local.purchase import ages, boards, cart, choice, each_form
from journeys.local.purchase.measured import without_measures
from journeys.local.wordlists import tokens
from journeys.sales.commands import LONGEST_WORDS, Add, Compare, Line, Search
from journeys.sales.told_with import with_their_forms
from journeys.state import ShownItem
from knowledge import lexicon
from knowledge.answer.meaning import terms
from knowledge.text import fold
from tools.catalog.catalog_get_item import CatalogGetItemResult
from tools.catalog.catalog_search import SearchItem
from tools.catalog.units import Unit, orderable

_ENDS: Final = re.compile(r"[?!]+|(?<=\w)\.(?=\s|\Z)")
# A shopping list of more is a person's, or a model's.
MOST_PARTS: Final = 5
# So few are called so; more only share a word or a use.
FEW: Final = 3
# A thing's name, not a text.
LONGEST: Final = 200
OF_ALL: Final = frozenset({"all", "each", "both", "every", "zote", "vyote", "yote", "wote", "kila", "pia", "also"})
_ASKED: Final = OF_ALL | {"ngapi", "gani", "kiasi"}
_PARTS = re.compile(
    r"[,;&+\n](?!\d)|\b(?:and also|n also|and|plus|pamoja na|na pia|n)\b"
    r"|(?<!\bmko )(?<!\buko )(?<!\bmuko )(?<!\bkuko )\bna\b",
    re.IGNORECASE,
)
# "Two packs of diapers and ...": who begins with a number orders.
_COUNTED = re.compile(
    r"\W{0,3}(?:\d{1,2}|an?|one|two|three|four|five|six|moja|mbili|tatu|nne|tano) (?=[a-z]{3})", re.IGNORECASE
)
_NUMBER = r"(?:\d{1,2}|one|two|three|four|five|six|moja|mbili|tatu|nne|tano|sita)"
_A_SINGLE_ONE = re.compile(r"\W{0,3}(?:an?|my|our|the)\s", re.IGNORECASE)
# "2 black 1 white", "nyeusi mbili nyeupe moja".
_BEFORE_A_NUMBER = re.compile(rf"(?<=\w)\s+(?={_NUMBER}\b)", re.IGNORECASE)
_BEHIND_A_NUMBER = re.compile(
    r"(?:(?<=\bmoja)|(?<=\bmbili)|(?<=\btatu)|(?<=\bnne)|(?<=\btano)|(?<=\s\d))\s+(?=\w)", re.IGNORECASE
)
# "The pink one, and the grey bag".
_ONE = re.compile(r"\b(?:one|ile|hiyo|hio|moja)\b", re.IGNORECASE)
_OR = re.compile(r"\b(?:or|ama|au|vs\.?|versus)\b", re.IGNORECASE)
# What stands before the first of two names, or behind the second: "which is better, ...", "... ipi ni nzuri".
_LAST_CLAUSE = re.compile(r"\A.*,|,.*\Z|\b(?:which|ipi|gani) .*\Z", re.IGNORECASE)


def ordered(text: str, context: TurnContext) -> tuple[Command, ...]:
    """What is plainly one item goes into the cart, the rest is looked for; of what is only priced, all are shown.

    Nothing where only one thing is spoken of."""
    told = boards.in_one_word(text)
    told = told if told == text or catalog.has_guests(context) else text
    said = (part.strip() for part in _PARTS.split(told))
    parts = with_their_forms([part for part in said if part and (_things(part) or not asks.asks_price(part))])
    if not 2 <= len(parts) <= MOST_PARTS or any(map(_is_of_no_goods, parts)):
        return ()
    is_priced, is_sought = asks.asks_price(text), asks.asks_for_any(text) or asks.shows(text)
    is_ordered = asks.buys_now(text) or asks.wants_it(text) or _begins_with_a_count(text)
    if not (is_priced or is_sought) and (asks.asks(text) or not is_ordered):
        return ()
    if not all(_is_there(part, context) for part in parts):
        return ()
    if _is_one_of_all(parts, text, context):
        return ()
    lines: list[Line] = []
    sought: list[Search] = []
    found_of: list[Search] = []
    for part in parts:
        search, line = _read(part, lines, context)
        found_of.append(search)
        if line is None:
            sought.append(search)
        elif line not in lines:
            lines.append(line)
    if is_sought:
        return tuple(found_of)
    if is_priced:
        priced = tuple(line.item for line in lines)
        return (Compare(items=priced, question=text[:LONGEST]),) if not sought else tuple(found_of)
    return (*((Add(lines=tuple(lines)),) if lines else ()), *sought)


def priced(text: str, context: TurnContext) -> tuple[Line, ...]:
    """The things whose price is asked, each plainly one item in a form that there is; none where any of them is not."""
    parts = with_their_forms(_parts_priced(text))
    if not 2 <= len(parts) <= MOST_PARTS or not all(_is_there(part, context) for part in parts):
        return ()
    lines = list[Line]()
    for part in parts:
        _, line = _read(part, lines, context)
        if line is None:
            return ()
        lines.append(line)
    return tuple(lines) if len({line.item for line in lines}) == len(lines) else ()


def only_thing_in(text: str, context: TurnContext) -> str:
    """What the message calls the one thing that it names; empty where it names none or several."""
    names = [_things(part) for part in _parts_priced(text) if _is_there(part, context)]
    return names[0] if names and len({frozenset(lexicon.things(name)) for name in names}) == 1 else ""


def _parts_priced(text: str) -> list[str]:
    """The parts that name something, without the words that ask what it costs."""
    said = _PARTS.split(_ENDS.sub(",", text))
    parts = (asks.without_price(totals.without(part)).strip() for part in said)
    return [part for part in parts if not all(word in _ASKED or lexicon.is_stop_word(word) for word in tokens(part))]


def _is_of_no_goods(part: str) -> bool:
    """Whether it is a question, and neither for a thing nor its price, or of a delivery or a case: "how much is
    delivery to Nakuru" is no oil from there."""
    if "delivery" in lexicon.concepts(part) or is_a_condition(fold(part)):
        return True
    return asks.asks_openly(part) and not (asks.asks_price(part) or asks.asks_for_any(part) or asks.shows(part))


def is_a_list(text: str) -> bool:
    """Whether each part is so much of something: "2kg rice, sugar 1kg and two loaves of bread"."""
    parts = [part for part in _PARTS.split(text) if part.strip()]
    counted = [part for part in parts if any(sign.isdigit() for sign in part) or _COUNTED.match(part)]
    return 2 <= len(parts) <= MOST_PARTS and len(counted) == len(parts) and _begins_with_a_count(text)


def _begins_with_a_count(text: str) -> bool:
    """ "Two packs of diapers", "2kg rice"."""
    return _COUNTED.match(text) is not None or MEASURE.match(joined(text, ALL).lstrip(" ,.-")) is not None


def _read(part: str, lines: Sequence[Line], context: TurnContext) -> tuple[Search, Line | None]:
    """The search for what a part names, and the line where that is plainly one item; one of `lines` where it is only
    named once more, in other words."""
    query = " ".join(word for word in without_measures(_things(part)).split() if word not in forms())[:LONGEST]
    found = context.call("catalog_search", query=query).result
    item = named.the_one(found, part) if found else None
    if item is None:
        return _limited(query, part), None
    said = choice.parse_choice(part, item.options, title=item.title, unit=item.unit)
    same = next((line for line in lines if line.item == item.item_id), None)
    if same is not None and not (said.quantity or said.options):
        return Search(queries=(query,)), same
    quantity = Decimal(1) if said.quantity is None else orderable(said.quantity)
    if quantity is None:  # "beanie 20000": none is put in for so many
        return Search(queries=(query,)), None
    return Search(queries=(query,)), Line(item=item.item_id, options=_options(said), quantity=quantity)


def _limited(query: str, part: str) -> Search:
    """The search for one of several things, within what its own part says of price, colour and size: "red shoes size 38
    under 3000 and a kettle"."""
    said = wants.parse(part)
    own = (("colour", said.colours), ("size", said.sizes))
    return Search(
        queries=(query,),
        words=part[:LONGEST_WORDS],
        price_min=None if said.price_min is None else int(said.price_min),
        price_max=None if said.price_max is None else int(said.price_max),
        options=tuple(Option(name=name, value=values[0]) for name, values in own if values),
    )


def with_the_shown(text: str, item: ShownItem | None, context: TurnContext) -> tuple[Command, ...]:
    """So many of the one item in sight, and other things beside it: "two packs, and wipes"."""
    first, *others = [part.strip() for part in _PARTS.split(text) if part.strip()] or [""]
    if item is None or not 1 <= len(others) < MOST_PARTS or asks.asks(text):
        return ()
    said = choice.parse_choice(first, item.options, title=item.title, unit=item.unit)
    is_of_it = bool(said.quantity or (said.options and _ONE.search(first))) and not (said.rest or said.unknown)
    if not is_of_it or not all(_is_there(part, context) for part in others):
        return ()
    quantity = orderable(said.quantity) or Decimal(1)
    lines, sought = [Line(item=item.item_id, options=_options(said), quantity=quantity)], list[Search]()
    for part in others:
        search, line = _read(part, lines, context)
        if line is None:
            sought.append(search)
        elif line not in lines:
            lines.append(line)
    return Add(lines=tuple(lines)), *sought


def _is_one_of_all(parts: Sequence[str], text: str, context: TurnContext) -> bool:
    """Whether one item is called by all parts together: "day pass na lunch" is the Day Pass with Lunch, and "hina
    mikono na miguu" the henna that comes for "hands and feet"."""
    found = (context.call("catalog_search", query=_things(each)[:LONGEST]).result for each in (text, parts[0]))
    items: list[SearchItem] = next((one.items for one in found if one is not None and one.items), [])
    if any(all(lexicon.things(item.title) & lexicon.things(_things(part)) for part in parts) for item in items):
        return True
    forms_of = {value for item in items for values in item.options.values() for value in values if _PARTS.search(value)}
    return any(all(terms(value) & terms(part) for part in parts) for value in forms_of)


def beside(text: str, context: TurnContext) -> tuple[Command, ...]:
    """Things of two kinds set beside each other: the two items themselves, or what there is of both.

    "Which is better for camping, a torch or a lantern?"; nothing where either side names no thing of its own."""
    parts = [_LAST_CLAUSE.sub("", part).strip() for part in _OR.split(comparisons.without_question(text))]
    named_in = [lexicon.things(_things(part)) for part in parts]
    if len(parts) != 2 or not all(named_in) or named_in[0] & named_in[1] or asks.has_limits(text):
        return ()
    queries = [_things(part)[:LONGEST] for part in parts]
    if comparisons.compares(text):
        found = [context.call("catalog_search", query=query).result for query in queries]
        items = [named.the_one(one, part) if one else None for one, part in zip(found, parts, strict=True)]
        if all(items) and len({item.item_id for item in items if item}) == len(parts):
            named_so = tuple(part[:LONGEST] for part in parts)
            return (Compare(items=named_so, question=text[:LONGEST_WORDS]),)
    return tuple(Search(queries=(query,)) for query in queries)


def of_its_forms(text: str, item: CatalogGetItemResult) -> Add | None:
    """Forms of the item that is named beside them, each with its number: "jersey black L mbili na moja red M"."""
    left = re.sub(r"[^\W\d_]+", lambda found: " " if cart.names(found[0], item.title) else found[0], text)
    return of_one_item(left, item.item_id, item.options, item.unit)


def of_one_item(
    text: str, item_id: str, options: choice.Options, unit: str = Unit.PIECE, held: Mapping[str, str] | None = None
) -> Add | None:
    """Forms of the same item, each with its number; None where only one is told. `held` is chosen of each already.

    What one part alone tells holds for all: "2 black and 1 white, all in size 42"."""
    for parts in _parted_forms(ages.without_ages(text, options)):
        read = [_counting_one(part, choice.parse_choice(part, options, unit=unit)) for part in parts]
        told = _without_their_sum([said for said in read if said.rest or not said.is_empty])
        if any(set(said.rest) - OF_ALL or said.unknown or not said.options for said in told):
            continue
        values = {name: {said.options[name] for said in told if name in said.options} for name in options}
        shared = {**(held or {}), **{name: min(each) for name, each in values.items() if len(each) == 1}}
        counted = [said for said in told if orderable(said.quantity)]
        are_shared = all(said.options.items() <= shared.items() for said in told if not said.quantity)
        forms_of = {tuple(sorted({**shared, **said.options}.items())) for said in counted}
        if are_shared and 2 <= len(counted) == len(forms_of):
            lines = (Line(item=item_id, options=_options(said, shared), quantity=said.quantity) for said in counted)
            return Add(lines=tuple(lines))
    return None


def _without_their_sum(told: Sequence[choice.UnderstoodChoice]) -> list[choice.UnderstoodChoice]:
    """Without how many they are together, where that is told before: "3 of them, 2 black and 1 white"."""
    if not told or told[0].options or told[0].quantity is None:
        return list(told)
    return list(told[1:]) if told[0].quantity == sum(said.quantity or 0 for said in told[1:]) else list(told)


def _counting_one(part: str, said: choice.UnderstoodChoice) -> choice.UnderstoodChoice:
    """ "A kid" is one of them, and so is "mtoto"."""
    names_one = _A_SINGLE_ONE.match(part) or any(map(each_form.is_one_person, lexicon.terms(fold(part))))
    is_one = said.options and said.quantity is None and not said.is_unclear and names_one
    return replace(said, quantity=Decimal(1)) if is_one else said


def _parted_forms(text: str) -> Iterator[list[str]]:
    """The parts of a message where it joins them by a word, then before or behind each number: "2 black 1 white"."""
    joined_parts = [part.strip() for part in _PARTS.split(text) if part.strip()]
    for pattern in (None, _BEFORE_A_NUMBER, _BEHIND_A_NUMBER):
        parts = [each for part in joined_parts for each in (pattern.split(part) if pattern else [part])]
        if 2 <= len(parts) <= MOST_PARTS:
            yield parts


def _is_there(part: str, context: TurnContext) -> bool:
    """Whether a part names a thing: one that we know, or that is sold here by that name."""
    if lexicon.things(query := _things(part)):
        return True
    found = context.call("catalog_search", query=query[:LONGEST]).result if query else None
    if not found or found.confidence != "strong":
        return False
    # A name of its own, in the title or beside it, brings few; what only shares a use with much brings much.
    is_its_own_name = found.total_estimate <= FEW and not found.unmatched_words
    return is_its_own_name or bool(named.ranked(found, part)[0].literal)


def _things(part: str) -> str:
    return " ".join(wants.parse(part).terms)


def _options(said: choice.UnderstoodChoice, held: Mapping[str, str] | None = None) -> tuple[Option, ...]:
    return tuple(Option(name=name, value=value) for name, value in {**(held or {}), **said.options}.items())
