"""What a message is likely about, by what the business' customers ask, where its own words find nothing, or less."""

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from journeys import catalog, topics
from journeys.command import Command
from journeys.context import TurnContext
from journeys.contract import Done
from journeys.local import asks, intent, requests, wants
from journeys.local.wordlists import is_gibberish, tokens
from journeys.registry import Registry
from journeys.reply import ListReply
from journeys.state import ConversationState
from journeys.support.question import complete, kinds
from journeys.understand.errands_read import errands_of
from journeys.understand.topics import begins_anew, goods_of, is_of_rules, is_sought
from knowledge import lexicon
from tools.topics.learning import Likely

# One word or two that found nothing here is not looked for elsewhere: it would find anything.
FEWEST_WORDS: Final = 3
# What a tool takes as a query.
LONGEST: Final = 300
MOST_SUGGESTED: Final = 4
"""As many stand on a list of what may be meant."""
A_SHARE: Final = 0.1
"""A section less likely is none that is left when all goods are not meant."""
PERHAPS: Final = 0.25
"""From here on, 0 to 1, it is told below an honest no: one of two is of the first few topics that are so likely."""
LOOKED_FOR: Final = frozenset(
    {"search", "browse", "add", "choose", "open_item", "unclear", "ask_library", "ask_item", "ask_offers", "deliver",
     "order_status"}
)  # fmt: skip
"""What the words of who looks for something, or asks, are read as."""
_NUMBER: Final = re.compile(r"^\d+\. ", re.MULTILINE)
WISHES: Final = (asks.wants_it, asks.asks_price, asks.asks_for_any, asks.asks_to_have, asks.asks_advice)


def likely_meant(state: ConversationState, context: TurnContext, known: Registry) -> Done | None:
    """What a message is likely about, by what the business' customers ask, where its words find nothing: goods shown,
    or a section of a document quoted."""
    is_sold_abroad = catalog.is_had_abroad(context.text, context)  # which the shelves are asked for by the country
    if context.has_other_wishes or is_sold_abroad or not may_be_of_business(context):
        return None
    best = _best(context)
    command = _telling(best, context, known, least=_least(context)) if best is not None else None
    return _served(command, state, context, known) if command is not None else None


def _best(context: TurnContext) -> Likely | None:
    """What is likeliest meant; of who tells of what they have, or asks how something is done, the likeliest section: no
    goods are meant then, however likely they seem."""
    text, found = context.text[:LONGEST], context.topics(context.text)
    is_of_theirs = requests.tells_of_themselves(text) or kinds.is_trouble(text) or is_of_rules(text)
    if not found or found[0].topic.kind == "section" or not is_of_theirs:
        return found[0] if found else None
    goods = sum(one.likely for one in found if one.topic.kind == "product")
    section = next((one for one in found if one.topic.kind == "section" and one.likely >= A_SHARE), None)
    return section._replace(likely=min(1.0, section.likely / max(1 - goods, section.likely))) if section else None


def _telling(
    best: Likely, context: TurnContext, known: Registry, *, least: float, beside: Sequence[str] = ()
) -> Command | None:
    """The command that tells what is meant, if that is so likely; of goods with these titles `beside` them."""
    text = context.text[:LONGEST]
    if best.topic.kind == "section":
        if best.likely < least or "tell_section" not in known.commands:
            return None
        named = {"document": best.topic.key, "section": best.topic.name, "question": text, "likely": best.likely}
        return known.commands["tell_section"].model_validate(named)
    titles = [topic.name for topic in topics.perhaps(text, context) if topic.kind == "product"]
    one_of_them = sum(one.likely for one in context.topics(text) if one.topic.name in titles)
    if catalog.has_guests(context) and requests.is_of_a_stay(text):
        least = max(least, topics.SURELY)
    if not titles or one_of_them < least or "suggest" not in known.commands:
        return None
    shown = tuple(dict.fromkeys((*titles, *beside)))[:MOST_SUGGESTED]
    return known.commands["suggest"].model_validate({"titles": shown})


def _served(command: Command, state: ConversationState, context: TurnContext, known: Registry) -> Done | None:
    found = known.owner(command).act(command, state, context)
    is_told = not found.is_empty and found.reply is not None
    return replace(found, state=known.after(command, found.state, context.tools.now)) if is_told else None


def with_likely(
    told: list[tuple[Command, Done]],
    before: ConversationState,
    after: ConversationState,
    context: TurnContext,
    known: Registry,
) -> tuple[list[tuple[Command, Done]], ConversationState]:
    """What was told, with what a message that begins anew is likely about where nothing of that was told; and the state
    after it. It stands before it, or in its place where that told nothing or the topic is sure; and below an honest no
    where it is hardly likely."""
    best = _best(context)
    is_of_others = not told or any(command.name not in LOOKED_FOR for command, _ in told)
    if is_of_others or best is None or best.likely < PERHAPS or not begins_anew(before, context):
        return told, after
    if after.purchase.cart or after.purchase.choosing or any(_is_ticket(done) for _, done in told):
        return told, after
    words = "\n".join(done.reply.text for _, done in told if done.reply is not None)
    if any(title in words for title in _titles(best, context)) or _stands(told, best, before, after, context):
        return told, after
    shown = [item.title for item in after.sales.last_catalog_results]
    alone = replace(context, commands=(), served=())
    command = _telling(best, alone, known, least=PERHAPS, beside=shown)
    meant = _served(command, before, alone, known) if command is not None else None
    tells_nothing = all(_tells_nothing(each, done) for each, done in told)
    if command is None or meant is None or _is_cited(meant, told) or (meant.is_doubtful and not tells_nothing):
        return told, after
    is_asked_back = kinds.is_trouble(context.text) and after.support.support_asks > 0
    if tells_nothing and (is_asked_back or best.likely < _least(context)):
        return told if _is_brief(context) else [*told[:-1], (told[-1][0], _below(told[-1][1], meant))], after
    is_kept = best.likely < topics.SURELY and not tells_nothing
    kept = [(each, done) for each, done in told if is_kept and not (command.name == "suggest" and not done.cited)]
    return [(command, meant), *kept], meant.state


def _titles(best: Likely, context: TurnContext) -> list[str]:
    """The product that is likely meant, or that a section tells of under its name."""
    name = best.topic.name.rpartition(" > ")[2]
    return [
        one.topic.name for one in context.topics(context.text) if one.topic.kind == "product" and one.topic.name == name
    ]


def _least(context: TurnContext) -> float:
    """How likely it must be to be told in the place of an honest no."""
    return topics.BEYOND_DOUBT if _is_brief(context) else topics.LIKELY


def _is_brief(context: TurnContext) -> bool:
    """Whether so little is said that it is found as it stands, or not here."""
    said = [term for term in wants.parse(context.text).terms if not lexicon.is_stop_word(term)]
    return len(tokens(context.text)) < topics.A_SENTENCE + (len(said) <= topics.FEWEST_THINGS)


def _stands(
    told: Sequence[tuple[Command, Done]],
    best: Likely,
    before: ConversationState,
    after: ConversationState,
    context: TurnContext,
) -> bool:
    """Whether what was told is surer than what is likely meant."""
    if any(done.is_denied for _, done in told) or complete.question_of(before, context.text)[0].before:
        return True
    if all(_tells_nothing(command, done) for command, done in told):
        return not may_be_of_business(context)
    if best.likely < topics.LIKELY:
        return True
    is_of_goods = best.topic.kind == "product"
    is_trouble = kinds.is_trouble(context.text) or any(each.act == "trouble" for each in errands_of(before, context))
    if any(done.cited and not done.is_doubtful for _, done in told):
        is_told = any(source.partition(f"\u2014 {best.topic.key} ")[1] for _, done in told for source in done.sources)
        return is_of_goods or is_trouble or is_told or best.likely < topics.BEYOND_DOUBT
    if is_trouble and any(done.cited for _, done in told):
        return True
    is_guess = any(done.is_guess for _, done in told) and not catalog.is_had_abroad(context.text, context)
    has_list = bool(after.sales.last_catalog_results) and not is_guess
    is_wanted = (
        is_of_goods
        or asks.wants_it(context.text)
        or is_sought(context.text, goods_of(context.topics(context.text)), before)
    )
    return has_list and (is_wanted or best.likely < topics.SURELY)


def _tells_nothing(command: Command, done: Done) -> bool:
    """Whether it found nothing, asks back, or only notes something."""
    sales = done.state.sales  # of who begins anew nothing was shown before
    if done.cited or sales.last_catalog_results or sales.selected_item_ids or command.name == "ask_offers":
        return False
    is_question = command.name in ("ask_library", "ask_item")
    return not is_question or done.state.controls.asked is not None or done.unanswered is not None


def _is_cited(meant: Done, told: Sequence[tuple[Command, Done]]) -> bool:
    return bool(meant.cited) and set(meant.cited) <= {each for _, done in told for each in done.cited}


def _below(done: Done, meant: Done) -> Done:
    """With what is perhaps meant below an honest no. A list of goods is no choice there."""
    if done.reply is None or meant.reply is None:
        return done
    told = meant.reply.text
    if isinstance(meant.reply, ListReply):
        told = _NUMBER.sub("• ", told.rpartition("\n\n")[0])
    text = f"{done.reply.text}\n\n{told}"
    return replace(
        done, reply=done.reply.model_copy(update={"text": text}), cited=(*done.cited, *meant.cited),
        sources=(*done.sources, *meant.sources),
    )  # fmt: skip


def _is_ticket(done: Done) -> bool:
    return done.wording is not None and done.wording.node == "handoff_message"


def may_be_of_business(context: TurnContext) -> bool:
    """Whether it says enough to be looked for elsewhere, and is not plainly of no business here."""
    text = context.text[:LONGEST]
    is_long = len(tokens(text)) >= FEWEST_WORDS
    return context.by == "local" and is_long and not is_gibberish(text) and not intent.leans_elsewhere(text)
