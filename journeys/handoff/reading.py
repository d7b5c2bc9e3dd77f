"""Reads, without a model, what only a person can arrange: a table at a certain time."""

import re
from typing import Final

from journeys import catalog
from journeys.command import Command
from journeys.context import TurnContext
from journeys.handoff.commands import HandOver
from journeys.local import asks, circumstances, governor, intent, replies, requests
from journeys.local.wordlists import is_gibberish, plain, tokens
from journeys.state import ConversationState
from knowledge import lexicon

# What an operator reads of it; the message itself is in the talk.
LONGEST: Final = 300
# "Yes please": more words say more than yes.
BARE: Final = 2
_TABLE: Final = re.compile(
    r"\b(?:book|booking|reserve|reservation|kubook|bookie|kureserve|hifadhi|wekea|niwekee|tuwekee)\b.{0,40}\b(?:tables?|meza)\b"
    r"|\b(?:tables?|meza)\b.{0,30}\b(?:book|reserve|reservation)\b"
    r"|\b(?:table|meza) (?:for|at|ya|kwa) "
    r"|\b(?:book|reserve)\b(?!.{0,20}\bpass(?:es)?\b).{0,20}\b(?:breakfast|lunch|dinner|brunch)\b"
)
_ADDRESS: Final = re.compile(r"\S{1,64}@\S{1,64}")
# "My email is ...": its "is" asks nothing.
_STATES: Final = re.compile(r"\A\W*(?:my|our|the) (?:\w{1,12} ){1,2}(?:is|are)\b")
_ASKS_ABOUT_IT: Final = re.compile(
    r"\A\W*(?:do|does|must|should|is|are|how|what|when|where|why|which|je|lazima|kwani|ni lazima)\b"
)
_WHEN: Final = re.compile(
    r"(?:(?:ok|okay|and|so|sawa|na|but|lakini|please|pls) ){0,2}(?:how long|how soon|when|what time|lini|muda gani"
    r"|itachukua (?:muda|dakika|saa|siku)|(?:ni )?(?:saa|dakika|siku) ngapi|kwa muda gani)"
    r"(?: (?:will|would|should|must|can|i|we|wait|does|do|is|are|it|that|this|they|you|someone|somebody|a person"
    r"|the team|take|takes|be"
    r"|come|call|reply|answer|get back|fix|fixed|for|to|me|us|until|till|now|mtanijibu|mtakuja|mnakuja|anakuja"
    r"|atakuja|atanipigia|mtanipigia|gani|ngapi|nitasubiri|ningoje|itachukua|mtarekebisha|mtafix)){0,8}"
)


def claims(text: str, state: ConversationState, context: TurnContext) -> tuple[Command, ...]:
    """A table or a meal to be kept for them: for a time, for no catalog sells it. Who asks about it is told.

    What is wrong in a guest's room is somebody's to mend, whatever the documents say of towels.
    Who asks how long it takes, while a ticket of theirs waits, or only agrees to it, is told again when an answer is
    expected."""
    said = plain(text)
    if state.handoff.handoff_ticket_id and (_WHEN.fullmatch(said.strip(" .?!,")) or _only_agrees(text, state)):
        return (HandOver(reason="request", about=text[:LONGEST]),)
    if _adds_to_ticket(text, state):
        return (HandOver(reason="request", about=text[:LONGEST]),)
    if requests.is_fault(text) and requests.is_of_a_stay(text) and not _ASKS_ABOUT_IT.match(said):
        return (HandOver(reason="request", about=text[:LONGEST]),) if catalog.has_guests(context) else ()
    if not _TABLE.search(said) or _ASKS_ABOUT_IT.match(said) or not circumstances.tells_time(said):
        return ()
    return (HandOver(reason="request", about=text[:LONGEST]),)


def _adds_to_ticket(text: str, state: ConversationState) -> bool:
    """What they tell right after a ticket was made, and that asks and wants nothing else: "please hold it for us"."""
    ticket, told = state.handoff.handoff_ticket_number, state.transcript.response_text or ""
    if not ticket or ticket not in told or is_gibberish(text):
        return False
    said = _STATES.sub(" ", circumstances.without(_ADDRESS.sub(" ", plain(text)), "when", "party"))
    if asks.asks_openly(said) or asks.shops(text) or lexicon.things(said):
        return False
    is_business = governor.classify(text).label == "business"
    return is_business and intent.classify(text).label in ("unknown", "support_question")


def _only_agrees(text: str, state: ConversationState) -> bool:
    """A bare yes where nothing else was asked or shown."""
    sales = state.sales
    is_open = state.controls.asked or sales.last_catalog_results or sales.selected_item_ids or state.purchase.cart
    return not is_open and len(tokens(text)) <= BARE and replies.yes_or_no(text) is True
