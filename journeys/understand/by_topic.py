"""What a message is read as by its likely topic, in the place of what its words alone find."""

from collections.abc import Sequence
from typing import Final

from journeys import catalog, library, topics
from journeys.command import Command
from journeys.context import TurnContext
from journeys.local import asks, ends
from journeys.local.purchase import choice
from journeys.local.wordlists import tokens
from journeys.registry import Registry
from journeys.state import ConversationState
from journeys.support.question import kinds
from journeys.understand.topics import begins_anew, counts, does, goods_of, is_of_rules, is_sought
from knowledge import lexicon
from tools.topics.examples import AskedTopic

SOUGHT: Final = frozenset({"search", "browse", "add", "choose", "open_item", "unclear"})
"""What the words of who looks for something are read as."""
BESIDE: Final = frozenset({"order_status", "hand_over"})
"""What is done besides telling what the documents say of it."""
HARDLY: Final = 0.1
"""Less likely, it is about no goods."""
ASKED: Final = frozenset({"ask_library", "ask_item"})
FIRST: Final = 3
"""So many of a list are looked at by anybody."""
LIKELIER: Final = 0.6
"""So likely together, one of them is meant more often than not."""
MOST_SUGGESTED: Final = 4
"""As many stand on a list of what may be meant."""
# What a search takes.
LONGEST: Final = 300
_LIMITS: Final = frozenset({"price_min", "price_max", "options", "in_stock_only"})


def is_named(commands: tuple[Command, ...], context: TurnContext) -> bool:
    """Whether all that is done is to show the product that the message is surely about."""
    topic = topics.product_of(context.text, context)
    if topic is None or len(commands) != 1:
        return False
    return commands[0].name == "open_item" or getattr(commands[0], "queries", ()) == (topic.name,)


def instead(
    commands: tuple[Command, ...], state: ConversationState, context: TurnContext, known: Registry
) -> tuple[Command, ...]:
    """The commands of a message that begins anew, with what it is beyond doubt about in the place of what its words
    alone have found or put in; the same commands where it buys, or nobody can tell."""
    if not begins_anew(state, context):
        return commands
    shown = _with_the_product(commands, state, context, known)
    return shown if shown != commands else _with_the_section(commands, state, context, known)


def _with_the_section(
    commands: tuple[Command, ...], state: ConversationState, context: TurnContext, known: Registry
) -> tuple[Command, ...]:
    """The documents asked in the place of the shelves, or beside an order that is not known and a complaint, by who is
    beyond doubt about a section, and hardly about goods."""
    names = [each.name for each in commands]
    likely = context.topics(context.text)
    # What is told beside the rest takes nothing away.
    topic = topics.surely(context.text, context) if set(names) <= BESIDE else _beyond_doubt(context.text, context)
    is_of_section = topic is not None and topic.kind == "section"
    goods = goods_of(likely)
    is_of_goods = goods >= HARDLY or is_sought(context.text, goods, state) or does(state, context)
    is_asked = "ask_library" in names or "ask_library" not in known.commands
    is_asking_a_person = any(getattr(each, "reason", "complaint") != "complaint" for each in commands)
    if not is_of_section or is_of_goods or is_asked or is_asking_a_person or not set(names) <= SOUGHT | BESIDE:
        return commands
    kept = [each for each in commands if each.name in BESIDE]
    asked = known.commands["ask_library"].model_validate({"question": context.text[:LONGEST]})
    return (*kept, asked)


def _with_the_product(
    commands: tuple[Command, ...], state: ConversationState, context: TurnContext, known: Registry
) -> tuple[Command, ...]:
    """The product shown in the place of what was sought, or put in by words that name another."""
    text = context.text
    topic = _beyond_doubt(text, context) if topics.says_more(text) else None
    sought = [each for each in commands if each.name in SOUGHT]
    asked = [each for each in commands if each.name in ASKED]
    if topic is None or topic.kind != "product" or len(sought) + len(asked) != len(commands):
        return commands
    is_read = len(commands) == 1 and bool(sought) and sought[0].name in ("search", "browse", "open_item")
    is_wished = asks.wants_it(text) or asks.asks_for_any(text)
    is_of_library = all(each.name == "ask_library" for each in commands) and not catalog.is_had_abroad(text, context)
    is_only_asked = not (sought or is_wished or (is_of_library and _is_told_by_none(text, context)))
    if is_read or is_only_asked or _is_of_what_they_have(text) or choice.buys(text) or does(state, context):
        return commands
    searches = [each for each in sought if each.name == "search"]
    if _puts_in(topic, sought, context) or _names_several(searches, context):
        return commands
    if len(searches) == len(sought) == 1:
        own = str(getattr(searches[0], "words", "")) or text
        if _finds(_query(searches[0]), topic, own, context, is_limited=False):
            return commands
    called = _by_its_name(topic, searches[0] if searches else None, text, context, known)
    also = (each for each in asked if sought and _is_of_documents(each, context))
    return (*called, *also) if called else commands


def _is_of_documents(command: Command, context: TurnContext) -> bool:
    """Whether what is asked beside it may be told by the documents, and only goes on with the product by its topic."""
    best = topics.likeliest(str(getattr(command, "question", "")), context)
    return best is None or best.topic.kind == "section" or best.likely < topics.LIKELY


def _puts_in(topic: AskedTopic, sought: Sequence[Command], context: TurnContext) -> bool:
    """Whether the product itself is taken, or one that is called by its whole name."""
    taken = [line.item for each in sought for line in getattr(each, "lines", ())]
    if not taken:
        return False
    called = catalog.titled(topic.name, context)
    is_topic = called is not None and called.items[0].item_id in taken
    return is_topic or any(len(getattr(each, "lines", ())) > 1 for each in sought)


def _names_several(searches: Sequence[Command], context: TurnContext) -> bool:
    """Whether two of the searches name things that are sold: "earbuds and headphones"."""
    named = set()
    for each in searches:
        query = _query(each)
        found = context.call("catalog_search", query=query).result
        title = found.items[0].title if found is not None and found.confidence == "strong" and found.items else ""
        if lexicon.things(query) & lexicon.things(title):
            named.add(title)
    return len(named) > 1


def _is_told_by_none(text: str, context: TurnContext) -> bool:
    """Whether no page surely answers so many words, so that the product itself is what there is to tell."""
    found = library.retrieve(text, context) if len(tokens(text)) >= topics.A_TALE else None
    return found is not None and not (found.is_enough and found.best_score >= library.SURELY)


def _query(search: Command) -> str:
    return " ".join(getattr(search, "queries", ()))[:LONGEST]


def _beyond_doubt(text: str, context: TurnContext) -> AskedTopic | None:
    best = topics.likeliest(text, context)
    return best.topic if best is not None and best.likely >= topics.BEYOND_DOUBT else None


def _is_of_what_they_have(text: str) -> bool:
    """Whether it tells of something bought, or of a trouble, and wants nothing that is sold."""
    is_trouble = kinds.is_trouble(text) and not asks.wants_it(text)
    return is_trouble or kinds.is_of_theirs(text) or is_of_rules(text)


def by_name(
    commands: tuple[Command, ...], text: str, state: ConversationState, context: TurnContext, known: Registry
) -> tuple[Command, ...]:
    """A search, or what is asked back, as a search for the product that the text is surely about by the product's own
    name, unless the text's words find it as well."""
    topic = topics.product_of(text, context)
    is_seeking = len(commands) == 1 and commands[0].name in ("browse", "search")
    is_told_apart = not topics.TELLING.isdisjoint(lexicon.concepts(text))
    if not is_seeking or is_told_apart or ends.wanted(text) is not None or does(state, context):
        return commands
    if topic is None:
        is_sorted = asks.sorts(text)
        return commands if is_sorted else _with_the_likeliest(commands[0], text, state, context, known)
    queries = getattr(commands[0], "queries", ())
    is_limited = any(getattr(commands[0], name, None) for name in _LIMITS)
    if queries and _finds(queries[0], topic, text, context, is_limited=is_limited):
        return commands
    return _by_its_name(topic, commands[0], text, context, known) or commands


def _by_its_name(
    topic: AskedTopic, search: Command | None, text: str, context: TurnContext, known: Registry
) -> tuple[Command, ...]:
    """The product opened, or searched for by its name where it is reckoned, limited to a price, or part of a letter;
    none where it is sold no more."""
    if (called := catalog.titled(topic.name, context)) is None:
        return ()
    is_priced = any(getattr(search, name, None) for name in ("price_min", "price_max"))
    if search is None or not (counts(text) or is_priced or context.about):
        item = called.items[0].item_id
        return (known.commands["open_item"].model_validate({"item": item, "words": text[:LONGEST]}),)
    words = text[:LONGEST] if counts(text) else topic.name  # by which nothing is put into the order
    named = {"queries": (topic.name,), "words": words, "options": (), "sort": "relevance"}
    return (search.model_copy(update=named),)


def _finds(query: str, topic: AskedTopic, text: str, context: TurnContext, *, is_limited: bool) -> bool:
    """Whether what is sought by these words finds the product among the first, or surely others that it may be, such
    as rooms for so many."""
    found = context.call("catalog_search", query=query[:LONGEST]).result
    if found is None or not found.items:
        return False
    titles = [item.title for item in found.items]
    is_there = topic.name in titles
    if found.confidence != "strong":
        return topic.name in titles[:FIRST] and (is_limited or bool(context.about) or len(tokens(text)) < topics.A_TALE)
    return is_there or is_limited or len(tokens(text)) < topics.A_SENTENCE or not topics.is_plain(text, context)


def _with_the_likeliest(
    command: Command, text: str, state: ConversationState, context: TurnContext, known: Registry
) -> tuple[Command, ...]:
    """A search, or the products that the text is likeliest about before what its words find, where none of them is
    among it: who wants to see their shop at night "from my phone" seeks no phone."""
    likely = [one for one in topics.perhaps(text, context) if one.kind == "product"]
    queries = getattr(command, "queries", ())
    is_bare = not any(getattr(command, name, None) for name in _LIMITS)
    if not (likely and queries and is_bare and begins_anew(state, context) and "suggest" in known.commands):
        return (command,)
    if len(tokens(text)) < topics.A_TALE or not _is_likely(text, context):
        return (command,)
    found = context.call("catalog_search", query=queries[0][:LONGEST]).result
    titles = [item.title for item in found.items] if found is not None else []
    if not titles or any(one.name in titles for one in likely):
        return (command,)
    meant = [one.name for one in likely]
    return (known.commands["suggest"].model_validate({"titles": [*meant, *titles][:MOST_SUGGESTED]}),)


def _is_likely(text: str, context: TurnContext) -> bool:
    """Whether the likeliest product is meant as likely as not, or one of the first few more often than not."""
    found = [one.likely for one in context.topics(text)[: topics.MOST_PERHAPS] if one.topic.kind == "product"]
    return bool(found) and (found[0] >= topics.LIKELY or sum(found) >= LIKELIER)
