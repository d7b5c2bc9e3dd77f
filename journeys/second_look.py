"""What is tried when a command found nothing: the library and the catalog, another journey, the offer of a person."""

import re
from dataclasses import replace
from typing import Final

from journeys import catalog
from journeys.asking import asking_back
from journeys.command import Command
from journeys.context import TurnContext
from journeys.contract import Done, Worded
from journeys.handoff import beside, matters
from journeys.likely_meant import FEWEST_WORDS, LONGEST, WISHES, likely_meant, may_be_of_business
from journeys.local import asks, intent, requests
from journeys.local.wordlists import is_gibberish, tokens
from journeys.registry import CommandUnknown, Registry
from journeys.reply import ListReply, Text
from journeys.state import ConversationState, Tell
from journeys.support.question import kinds
from journeys.support.question.complete import is_answering
from journeys.understand import evidence
from knowledge import lexicon

# Fewer words tell a person no more than us.
FEWEST_OF_A_MATTER: Final = 4
_SENTENCE: Final = re.compile(r"(?<=[.!?])\s|\n")
ASKED_HERE: Final = 0.5
"""From here on, 0 to 1, a question is nearly one that customers ask of the documents."""


def after_nothing(
    command: Command, done: Done, state: ConversationState, context: TurnContext, known: Registry
) -> Done:
    """`done`, or what is had of it elsewhere where it found nothing or nothing sure, or the offer of a person."""
    done = had_elsewhere(command, done, state, context, known)
    if not done.is_empty or isinstance(done.reply, ListReply) or asks_for_words(done):
        return done
    names_nothing = command.name == "search" and not (lexicon.things(context.text) or asks.shops(context.text))
    is_clear = names_nothing and (says_enough(context.text) or _asks_of_shown(state, context.text))
    offered_ = offered(state, context, known, is_unclear=is_clear)
    return replace(offered_, nearest=done.nearest) if offered_ else done


def had_elsewhere(
    command: Command, done: Done, state: ConversationState, context: TurnContext, known: Registry
) -> Done:
    """`done`, or what another journey, the library or the shelves have where it found nothing or nothing sure."""
    if done.is_empty and done.otherwise:
        done = _otherwise(done, state, context, known)
    if done.is_doubtful and (sold := likely_sold(done, context, known)):
        return sold
    if not done.is_empty:
        return done
    if not isinstance(done.reply, ListReply) and (meant := likely_meant(state, context, known)):
        return meant
    done = _from_library(command, done, state, context, known)
    if done.is_empty and not isinstance(done.reply, ListReply) and (sold := likely_sold(done, context, known)):
        return sold
    return done


def on_the_shelves(done: Done, context: TurnContext, known: Registry) -> Done | None:
    """What is surely sold of a question that would be passed on to a person, if anything is."""
    is_theirs = kinds.is_trouble(context.text) or kinds.is_of_theirs(context.text)
    if not done.otherwise or context.by != "local" or is_theirs:
        return None
    if (denied := not_to_be_had(context.text, done.state, context, known)) is not None:
        return denied
    held = evidence.gather(context.text[:LONGEST], done.state, context)
    is_asked = asks.asks_price(context.text) or asks.asks_for_any(context.text)
    if not (held.is_on_the_shelves and is_asked and lexicon.things(context.text)):
        return likely_sold(done, context, known)
    found = _otherwise(replace(done, then=""), done.state, context, known)
    return None if found.is_empty else found


def not_to_be_had(text: str, state: ConversationState, context: TurnContext, known: Registry) -> Done | None:
    """The plain no of the shelves to who asks for a thing by its name; None where they have one, or nobody can tell."""
    if not lexicon.things(text) or "search" not in known.commands:
        return None
    command = known.commands["search"].model_validate({"queries": (text[:LONGEST],), "words": text[:LONGEST]})
    found = known.owners["search"].act(command, state, context)
    return replace(found, state=known.after(command, found.state, context.tools.now)) if found.is_denied else None


def likely_sold(done: Done, context: TurnContext, known: Registry) -> Done | None:
    """What on the shelves has clearly most of the rare words of a message that nothing answers."""
    text = context.text[:LONGEST]
    if not may_be_of_business(context) or kinds.is_trouble(text) or kinds.is_of_theirs(text):
        return None
    is_asked = asks.asks_openly(text) or done.nearest is not None or done.is_doubtful
    if is_asked and not any(is_wish(text) for is_wish in WISHES):
        return None
    if context.has_other_wishes or "search" not in known.commands:
        return None
    found = context.call("catalog_search", query=text, by_rarity=True).result
    if found is None or not found.items:
        return None
    command = known.commands["search"].model_validate({"queries": (text,)})
    listed = known.owners["search"].act(command, done.state, context)
    if not isinstance(listed.reply, ListReply) and (listed.is_empty or listed.reply is None):
        return None
    return replace(listed, is_empty=False, otherwise="", state=known.after(command, listed.state, context.tools.now))


def looked_for(state: ConversationState, context: TurnContext, known: Registry) -> Done | None:
    """What the library or the catalog surely has, before it is said that a message was not understood."""
    if not may_be_of_business(context):
        return None
    text = context.text[:LONGEST]
    told = _of_library(text, state, context, known)
    if told is not None and told.cited:
        return told
    # One word of the shelves in a question about something else proves nothing; "I want to upgrade from 10 to 25 Mbps"
    # buys no 25 of the first.
    is_sold = evidence.gather(text, state, context).for_sales >= evidence.DOUBTED and "search" in known.commands
    if is_sold and not evidence.says_what_to_do(text):
        command = known.commands["search"].model_validate({"queries": (text,)})
        found = known.owners["search"].act(command, state, context)
        if not (found.is_empty or found.then or found.reply is None):
            return replace(found, state=known.after(command, found.state, context.tools.now))
    sold = likely_meant(state, context, known) or likely_sold(told or Done(state=state), context, known)
    return sold or not_to_be_had(text, state, context, known) or told


def _of_library(text: str, state: ConversationState, context: TurnContext, known: Registry) -> Done | None:
    """The library's answer, or what comes closest, which stands below the words of whoever says no."""
    if (kind := known.commands.get("ask_library")) is None:
        return None
    command = kind.model_validate({"question": text, "goes_on": False})
    done = known.owners["ask_library"].act(command, state, context)
    if done.is_empty or done.then or done.reply is None or not done.cited:
        return Done(state=state, is_empty=True, nearest=done.nearest) if done.nearest is not None else None
    return replace(done, state=known.after(command, done.state, context.tools.now))


def _from_library(
    command: Command, done: Done, state: ConversationState, context: TurnContext, known: Registry
) -> Done:
    """What the library has of a message that another journey found nothing for: not of goods, which no page sells; of
    several wishes at once by the words of this one alone, for by all of them it would tell another."""
    text = _own_words(command, context)
    if not text or catalog.is_of_goods(text, context):
        return done
    if done.nearest is not None or done.unanswered is not None or not may_be_of_business(context):
        return done
    told = _of_library(text[:LONGEST], state, context, known)
    if told is None:
        return done
    return told if told.cited else replace(done, nearest=told.nearest)


def _own_words(command: Command, context: TurnContext) -> str:
    """Those words of the message that a search of several was made of; the whole where it has but one wish."""
    own = str(command.model_dump().get("words", "")) if command.name == "search" else ""
    return own or ("" if context.has_other_wishes else context.text)


def beside_offers(done: Done, state: ConversationState, context: TurnContext, known: Registry) -> Done | None:
    """What the documents tell of a reduction, where customers ask nearly so: "any deal where one night is free"."""
    text = context.text[:LONGEST]
    if context.by != "local" or len(tokens(text)) < FEWEST_OF_A_MATTER or done.reply is None or done.then:
        return None
    if evidence.gather(text, state, context).asked < ASKED_HERE:
        return None
    told = _of_library(text, state, context, known)
    return told if told is not None and told.cited else None


def beside_ticket(done: Done, state: ConversationState, context: TurnContext, known: Registry) -> Done:
    """With what the library surely tells of a matter that was passed on: what they can do meanwhile."""
    if done.nearest is not None or done.unanswered is not None or any(each.cited for each in context.served):
        return done
    is_done_for_them = requests.is_of_a_stay(context.text) and not matters.changes_contract(context.text)
    has_page = matters.is_urgent(context.text) or beside.of_matter(context) != ""
    if not has_page and (is_done_for_them or not may_be_of_business(context)):
        return done
    if done.state.handoff.escalation_reason == "dispute" and not _asks_or_has_trouble(context.text):
        return done  # what holds is no answer to who says that it was not kept: "pesa imekatwa na bando halijaingia"
    asked = beside.question(context)
    told = _of_library(asked, state, context, known) if asked else None
    if asked and (told is None or not told.cited) and matters.is_danger(context.text):
        told = _of_library(beside.OF_EMERGENCIES, state, context, known)
    is_only_wished = done.state.handoff.escalation_reason == "human_request"  # with nothing else it finds anything
    if told is None or not told.cited or told.reply is None or (is_only_wished and told.is_doubtful):
        return done
    helps = _only_with(beside.word_of(context.text), told.reply.text)
    return replace(done, nearest=replace(told, reply=Text(text=helps))) if helps else done


def _only_with(word: str, told: str) -> str:
    """Of each paragraph that has the word the sentences with it; the others as they are."""
    paragraphs = [
        " ".join(each for each in _SENTENCE.split(part) if word in each) if word and word in part else part
        for part in told.split("\n\n")
    ]
    return "\n\n".join(paragraphs) if word in told else ""


def _asks_or_has_trouble(text: str) -> bool:
    return asks.ASKS.search(text) is not None or kinds.is_trouble(text)


def offered(
    state: ConversationState, context: TurnContext, known: Registry, *, is_unclear: bool = False
) -> Done | None:
    """Whether to pass on what nothing here serves: a guest's wish, and what says enough for a person to take it up."""
    kind = known.commands.get("offer_person")
    if kind is None or context.by != "local":
        return None
    offer = known.owners["offer_person"].act
    is_for_somebody = requests.is_of_a_stay(context.text) or requests.tells_of_themselves(context.text)
    if is_for_somebody and catalog.has_guests(context):
        return offer(kind(), state, context)
    if is_unclear:
        return asking_back(offer(kind.model_validate({"why": "unknown"}), state, context), state, context)
    return None


def says_enough(text: str) -> bool:
    """Whether somebody who reads it may know what is wanted, and it is not plainly of no business here."""
    is_of_something = len(tokens(text)) >= FEWEST_OF_A_MATTER or (asks.may_be_done(text) and lexicon.things(text))
    return bool(is_of_something) and not is_gibberish(text) and not intent.leans_elsewhere(text)


def _asks_of_shown(state: ConversationState, text: str) -> bool:
    """Whether it is a question about what they look at, however short: "ikiisha inajirenew?"."""
    is_shown = bool(state.sales.last_catalog_results or state.sales.selected_item_ids)
    is_question = asks.asks_openly(text) and len(tokens(text)) >= FEWEST_WORDS
    return is_shown and is_question and not is_gibberish(text) and not intent.leans_elsewhere(text)


def _otherwise(done: Done, state: ConversationState, context: TurnContext, known: Registry) -> Done:
    """Another journey's answer where this one has none, as if it had been asked alone; its own honest no when that has
    none either."""
    try:
        command = known.decoded(done.otherwise)
    except CommandUnknown:
        return done
    other = known.owner(command).act(command, state, context)
    if other.is_empty or other.then or other.reply is None or asks_for_words(other):
        return replace(done, nearest=done.nearest or other.nearest)
    return replace(_or_its_own(done, other), state=known.after(command, other.state, context.tools.now))


def _or_its_own(done: Done, other: Done) -> Done:
    """The other's answer, and the first's own no where a model finds that the other does not answer either."""
    if other.wording is None or (finish := other.wording.finish) is None:
        return other

    def finished(state: ConversationState, worded: Worded) -> Done | None:
        if worded.status == "insufficient":  # nobody is asked for what the shop just does not have
            reply = Text(text=worded.text) if worded.text else done.reply
            return replace(done, state=state, reply=reply, is_empty=False, otherwise="")
        return finish(state, worded)

    return replace(other, wording=replace(other.wording, finish=finished))


def asks_for_words(done: Done) -> bool:
    """Whether it asks for something that is written, and not chosen."""
    return isinstance(done.state.controls.asked, Tell)


def asks_for_details(done: Done) -> bool:
    """Whether it only asks for what an answer hangs on."""
    return not done.cited and is_answering(done.state)
