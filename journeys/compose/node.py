"""check: holds the reply to the evidence, introduces the assistant once, and keeps what was said.

A customer who asked something else while buying is led back by one line, and a model's Markdown becomes WhatsApp's
marks.
"""

import re
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, Final

import structlog

from journeys.check import Evidence, Objection, objections
from journeys.check.objections import Author
from journeys.compose.grounds import grounds, order_total
from journeys.context import TurnContext
from journeys.flow import Flow, Turn
from journeys.llm import prompts
from journeys.reply import Buttons, ListReply, Reply, Text
from journeys.state import LONGEST_SAID, Confirm, ConversationState, Pick, Question, Tell, TranscriptMessage, last_words
from journeys.wording.contact import data_notice
from journeys.wording.money import money
from journeys.wording.phrases import say, spoken_here

# A mark that is not closed takes the rest of its line, in which no other of its kind is closed either.
_BOLD, _STARS, _LINES = (
    re.compile(rf"(?<!\S)({mark})(?=\S)(?:(.+?)\1(?!\w)|.*)") for mark in (r"\*\*|__", r"\*\*", "__")
)
_HEADING = re.compile(r"^#{1,6} +(.+)$", re.MULTILINE)
# What begins like a link and is none is taken up to where another may begin.
_LINK = re.compile(r"\[([^\]]+)\]\((https?://[^)\s]+)\)|\[[^\]]*(?:\]\([^)\s]*\])?")
_BULLET = re.compile(r"^( *)[-*] +", re.MULTILINE)
_GAP = re.compile(r"\n{3,}")

# What is said of amounts and of whose they are, which hangs on what stands near.
OF_VALUES: Final = frozenset({"value", "other_item", "other_form", "compared"})
OF_BUYING: Final = frozenset({"sales", "checkout"})
OF_TICKETS: Final = "handoff_message"
# Why a person is asked for by whoever is in no mood to pay.
OF_WRONG: Final = frozenset(
    {"human_request", "complaint", "dispute", "refund", "legal", "frustration", "abuse", "danger", "sensitive"}
)
OF_PICKS: Final = {
    "way": "pick_method",
    "option": "pick_option",
    "quantity": "quantity",
    "cart": "cart",
    "line": "cart",
}

log = structlog.get_logger(__name__)


def check(flow: Flow, runtime: Turn) -> dict[str, Any]:
    state, context = flow["state"], runtime.context
    told = {"notices": _notices(flow, context)} if flow.get("notices") else {}
    if "reply" not in flow and told.get("notices"):
        return {"state": state.having(response_text=told["notices"][-1].text)} | told
    if "reply" not in flow:
        context.trace.notes["silence"] = flow.get("silence", "no reply")
        return {"state": state.having(response_text=None)}
    reply, below = _grounded(flow, context)
    said = reply.text  # without what stands above and under it: the next turn has no need of that
    reply = _worded(reply, "\n\n".join([reply.text, *below]))
    if _is_in_another_language(flow, state):
        reply = _worded(reply, f"{say('languages_spoken', state, languages=spoken_here(state))}\n\n{reply.text}")
    if _is_introducing(flow, state):
        introduced = context.trace.notes["introduction"] = introduction(state)
        reply = _worded(reply, f"{introduced}\n\n{reply.text}")
        state = state.having(is_introduced=True)
    if "state_lost" in context.trace.notes:
        reply = _worded(reply, f"{say('starts_over', state)}\n\n{reply.text}")
    if context.unread:
        reply = _worded(reply, f"{say('read_in_part', state)}\n\n{reply.text}")
    return {"state": _remembered(said, reply, state, context), "reply": reply} | told


def _is_introducing(flow: Flow, state: ConversationState) -> bool:
    """With the first answer of ours, but not before the answer to a complaint, and not to what code refused."""
    is_answering = "by" in flow and state.understood.governor_classification != "abuse"
    is_handed_over = any(each.wording and each.wording.node == OF_TICKETS for each in flow.get("done", ()))
    return is_answering and not is_handed_over and not state.controls.is_introduced


def _is_in_another_language(flow: Flow, state: ConversationState) -> bool:
    """Whether the message was in a language that is not spoken here; a tap or a number is in none."""
    return flow.get("by", "code") != "code" and state.understood.is_other_language


def _remembered(words: str, reply: Reply, state: ConversationState, context: TurnContext) -> ConversationState:
    """The last words of both sides, as far as a card has room for them."""
    said = [TranscriptMessage(who="customer", text=context.text[:LONGEST_SAID])] if context.text.strip() else []
    messages = [*state.transcript.messages, *said, TranscriptMessage(who="us", text=words[:LONGEST_SAID])]
    return state.having(response_text=reply.text, messages=last_words(messages))


def introduction(state: ConversationState) -> str:
    """Who the customer talks to, and how their data is treated."""
    is_welcome = not any(said.who == "us" for said in state.transcript.messages)  # none amid a complaint
    is_spoken = state.understood.response_language == state.tenant.default_language
    own = state.tenant.bot_intro if is_welcome and is_spoken else None
    who = own or say("introduction", state, bot=state.tenant.bot_name, business=state.tenant.tenant_name)
    return "\n\n".join(filter(None, (who, data_notice(state))))


def _notices(flow: Flow, context: TurnContext) -> tuple[Reply, ...]:
    """Each notice that states nothing but what its event told."""
    told = partial(grounds, flow["state"], context, cited=())
    return tuple(notice for notice in flow["notices"] if _may_leave(notice.text, told, flow, context, "code"))


def _grounded(flow: Flow, context: TurnContext) -> tuple[Reply, list[str]]:
    """The reply, else the wording of code alone, else a sentence that states nothing; and what stands under it."""
    usual = flow.get("fallback")
    author: Author = "both" if usual else "code"
    by_code = usual or flow["reply"]
    candidates: tuple[tuple[Reply | None, Author, Sequence[str], Sequence[str]], ...] = (
        (flow["reply"], author, flow.get("cited", ()), flow.get("sources", ())),
        (usual, "code", flow.get("fallback_cited", ()), flow.get("fallback_sources", ())),
    )
    for candidate, written_by, cited, named in candidates:
        if candidate is None:
            continue
        told = partial(grounds, flow["state"], context, flow.get("links", ()), cited=cited)
        back = reminder(flow, candidate)
        worded = _worded(candidate, for_whatsapp(candidate.text))
        whole = f"{worded.text}\n\n{back or ''}".strip()
        own = usual.text if usual is not None else ""
        leaves: Reply | None = worded
        if not _may_leave(whole, told, flow, context, written_by, by_code=own):
            leaves = _without_own_words(worded, by_code.text, told, flow, context) if written_by == "both" else None
        if leaves is not None:
            if cited:
                context.trace.notes["cited"] = list(cited)
            return leaves, [*_sources(named, flow["state"]), *([back] if back else [])]
    # A last yes is asked for all of an order or for none of it.
    is_confirmed = isinstance(flow["state"].controls.asked, Confirm)
    told = partial(grounds, flow["state"], context, flow.get("links", ()))
    if not is_confirmed and (stands := _what_stands(by_code.text, told, flow, context)):
        rests_on = flow.get("fallback_sources", ()) if usual else flow.get("sources", ())
        return _worded(by_code, stands), _sources(rests_on, flow["state"])
    return Text(text=say("cannot_say", flow["state"])), []


def _without_own_words(
    reply: Reply, by_code: str, told: Callable[..., Evidence], flow: Flow, context: TurnContext
) -> Reply | None:
    """The reply without those paragraphs of a model that something speaks against, and with what code has said of the
    finding where none of its words is left; None where that mends nothing, or leaves no words of a model."""
    language, own = flow["state"].understood.response_language, for_whatsapp(by_code).split("\n\n")
    against = partial(objections, language=language, author="both", by_code=by_code, prompts=prompts())
    parts = reply.text.split("\n\n")
    sound = {
        part
        for at, part in enumerate(parts)
        if part in own or not against(part, told(beside=[*parts[:at], *parts[at + 1 :]]))
    }
    kept = list[str]()
    for part in parts:
        kept += [part] if part in sound else [each for each in _by_code(part, sound, flow) if each not in kept]
    left = "\n\n".join(kept)
    is_mended = sound != set(parts) and any(part not in own for part in kept)
    return (
        _worded(reply, left) if is_mended and _may_leave(left, told, flow, context, "both", by_code=by_code) else None
    )


def _by_code(part: str, sound: set[str], flow: Flow) -> list[str]:
    """What code has said of a finding of which a model's words are refused; nothing where others of these stand."""
    for worded, usual in flow.get("by_code", ()):
        words, own = (for_whatsapp(each).split("\n\n") for each in (worded, usual))
        if part in words and sound.isdisjoint(each for each in words if each not in own):
            return own
    return []


def _what_stands(text: str, told: Callable[..., Evidence], flow: Flow, context: TurnContext) -> str:
    """What code has said without the paragraphs that something speaks against: an order is not kept from them because
    of a word beside it. Empty where nothing is left."""
    language = flow["state"].understood.response_language
    against = partial(objections, language=language, author="code", prompts=prompts())
    parts = for_whatsapp(text).split("\n\n")
    sound = [part for at, part in enumerate(parts) if not against(part, told(beside=[*parts[:at], *parts[at + 1 :]]))]
    left = "\n\n".join(sound)
    return left if len(sound) < len(parts) and _may_leave(left, told, flow, context, "code") else ""


def _sources(named: Sequence[str], state: ConversationState) -> list[str]:
    """Title — Section — File (version), a line each, whichever findings rest on them."""
    return ["\n".join([say("sources", state), *(f"• {each}" for each in named)])] if named else []


def _may_leave(
    text: str,
    told: Callable[..., Evidence],
    flow: Flow,
    context: TurnContext,
    author: Author,
    *,
    by_code: str = "",
) -> bool:
    """Whether nothing speaks against it; what does is kept in the trace."""
    language = flow["state"].understood.response_language
    against = partial(objections, language=language, author=author, by_code=by_code, prompts=prompts())
    found = against(text, told())
    if found and not (all(each.code in OF_VALUES for each in found) and _stands_in_parts(text, told, against)):
        context.trace.notes.setdefault("unsupported", []).append([each.what or each.code for each in found])
        log.warning("journeys.reply.refused", codes=[each.code for each in found], routes=flow.get("routes"))
        return False
    return True


def _stands_in_parts(text: str, told: Callable[..., Evidence], against: Callable[..., list[Objection]]) -> bool:
    """Whether each paragraph stands by itself, as each answer of a model was looked at.

    Among the prices of a cart and of a list a true sum is hard to see, and one item to tell from another."""
    parts = text.split("\n\n")
    return len(parts) > 1 and not any(
        against(part, told(beside=[*parts[:place], *parts[place + 1 :]])) for place, part in enumerate(parts)
    )


def _worded(reply: Reply, text: str) -> Reply:
    return reply.model_copy(update={"text": text})


def reminder(flow: Flow, reply: Reply) -> str | None:
    """Nothing when the reply is itself about the purchase, or none is open; the till does not ask about an item. Nor is
    asked to pay who has just told what went wrong."""
    if _is_of_wrong(flow):
        return None
    state, waiting = flow["state"], flow.get("waiting")
    routes = set(flow.get("routes", ()))
    is_of_item = waiting is not None and waiting.journey == "sales" and "sales" not in routes
    if not routes or (routes & OF_BUYING and not is_of_item) or _is_asked_in(reply, state.controls.asked):
        return None
    if waiting is not None and waiting == state.controls.asked and (name := _name(waiting)):
        return say(f"reminder_{name}", state, **_known(state, waiting))
    asked = state.controls.asked
    is_asked_anew = asked is not None and _name(asked) is not None
    if routes & OF_BUYING or not state.purchase.cart or is_asked_anew or state.purchase.payment_status == "pending":
        return None
    return say("reminder_cart_kept", state)


def _is_of_wrong(flow: Flow) -> bool:
    """Whether it went to a person for what went wrong, or for who will not talk to us any more."""
    tickets = (each.wording.facts for each in flow.get("done", ()) if each.wording and each.wording.node == OF_TICKETS)
    return any(facts.get("reason") in OF_WRONG for facts in tickets)


def _name(asked: Question) -> str | None:
    """The reminder's name; None for a question that is not about buying."""
    match asked:
        case Confirm():
            return "confirm"
        case Tell(what="phone"):
            return "phone"
        case Pick(of=of):
            return OF_PICKS.get(of)
    return None


def _is_asked_in(reply: Reply, asked: Question | None) -> bool:
    shown = tuple(option.id for option in reply.options) if isinstance(reply, Buttons | ListReply) else ()
    return asked is not None and bool(shown) and shown == tuple(each.command for each in asked.choices)


def _known(state: ConversationState, waiting: Question) -> dict[str, str]:
    amount = money(*told) if (told := order_total(state)) else ""
    return {"amount": amount, "values": ", ".join(each.title for each in waiting.choices)}


def for_whatsapp(text: str) -> str:
    text = _LINK.sub(lambda match: f"{match[1]}: {match[2]}" if match[1] else match[0], text)
    text = _BOLD.sub(_bold, text)
    text = _BULLET.sub(r"\1• ", _HEADING.sub(r"*\1*", text))
    return _GAP.sub("\n\n", text).strip()


def _bold(match: re.Match[str]) -> str:
    if match[2]:
        return f"*{match[2]}*"
    other = _LINES if match[1] == "**" else _STARS
    return other.sub(lambda inner: f"*{inner[2]}*" if inner[2] else inner[0], match[0])
