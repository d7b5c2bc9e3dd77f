"""say: the reply. A model words what may be worded, in one call; code renders everything else and joins it."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, Final

from journeys import catalog, library, looks, registry
from journeys.act import TICKET
from journeys.card import card_of
from journeys.check.reading.clauses import sentences
from journeys.command import parted
from journeys.context import TurnContext
from journeys.contract import Done, Worded
from journeys.flow import Flow, Turn
from journeys.llm import Form, form
from journeys.registry import Registry
from journeys.reply import Buttons, ListReply, Media, Reply, Template, Text
from journeys.state import ConversationState
from journeys.worded import OF_ITEMS, Part, Review, WordedReply, named
from journeys.wording.phrases import say as sentence
from journeys.wording.phrases import spoken

OFFERED: Final = frozenset({"add", "open_item", "more"})
OF_GOODS: Final = frozenset({"catalog_present_options", OF_ITEMS})
BESIDE_THEM: Final = frozenset({"told", "insufficient"})
NOT_FOUND: Final = ("not_in_documents", "no_documents", "not_our_business")
"""How code says it; a hand-over for that reason begins with the same words."""
_ROW: Final = re.compile(r"\d{1,2}\. ")
PROMPT: Final = """\
You are the assistant of a business, and write to a customer on WhatsApp. `findings` are what was just found or done for
each wish in `card.message`; write the words of each in `text`, in `language` (en; sw: everyday Kenyan Swahili; sheng:
Nairobi's Sheng) and in the tone `tone`: short, warm, plain, no greeting, no headings, no list of prices. What a finding
has in `shown_below` is added by code under your words: do not repeat it. `usual_sentence` is what code would say: keep
its meaning. State only what `findings` and `card` hold: copy figures, names, times and codes exactly, bound to the item
they belong to. Claim nothing about payment, delivery, discounts, stock, refunds, and promise nothing, unless a finding
says it, or `card.offers` for what it takes off: one that needs no code and whose terms a total keeps is in what they
pay; of the others name at most one, with its code, where they ask what they pay or for a discount. Reckon what they ask
to know (nights, people, half, what it adds up to), and write each sum beside the prices and counts it is made of: "3
nights at KES 8,000 are KES 24,000". Say what a rule means for them in the rule's own sentence, after it: "for parties
of 8, so not for your 11". Ask at most one question in all. Do not tell them to check with us: they are
talking to us.

parts       one for each finding: its number, text, status (answered, unless the finding's own rules say otherwise;
            covered, with no text, where another part tells what it asks for) and sources (numbers of passages; empty
            where there are none)
look_again  at most three more looks, only if a finding lacks what the customer asked and another look may bring it:
            search (query for the catalog, which has services and their times too) or ask_library (a question for the
            documents, in English too); `finding` is the one that it takes the place of, 0 for none; else empty. Word
            all parts all the same, with what is not told: a look may find nothing"""


def say(flow: Flow, runtime: Turn) -> dict[str, Any]:
    context, done = replace(runtime.context, by=flow.get("by", "local")), flow.get("done", ())
    usual = joined([each.reply for each in done if each.reply is not None])
    changes: dict[str, Any] = {"links": tuple(link for each in done for link in each.links), **_rests_on(done)}
    if usual is None:
        return changes | {"silence": "nothing to say"}
    if flow.get("by") != "model" or not any(each.wording for each in done):
        return changes | {"reply": usual}
    said = _asked(flow, context)
    if said is None or not (said.parts or said.look_again):
        return changes | {"reply": usual}
    if more := looks.again(said, flow, context):
        return more
    said, flow = looks.without_covered(said, flow)
    shown = joined([each.reply for each in flow["done"] if each.reply is not None])
    return _worded(said, flow, context, shown or usual)


def after_say(flow: Flow) -> str:
    return "check" if "reply" in flow or "silence" in flow else "act"


def _asked(flow: Flow, context: TurnContext) -> WordedReply | None:
    state, known = flow["state"], registry.of(context)
    findings = [
        {
            "finding": number,
            "of": each.wording.node,
            "shown_below": _below(each),
            **each.wording.facts,
        }
        for number, each in enumerate(flow["done"], 1)
        if each.wording is not None
    ]
    nodes = tuple(dict.fromkeys(str(each["of"]) for each in findings))
    if not OF_GOODS.isdisjoint(nodes):
        catalog.find_offers(context)
    facts = {
        "card": card_of(state, context, known),
        "findings": findings,
        "language": spoken(state.understood.response_language),
        "tone": state.tenant.tone_style,
    }
    review = Review(flow, context)
    answer: WordedReply | None = context.mind.asked(_form(known, nodes), facts, review.objection)
    return WordedReply(parts=review.kept, look_again=answer.look_again if answer else [])


def _below(done: Done) -> str:
    text = done.reply.text if done.reply is not None else ""
    return text.removeprefix(done.lead).strip() if done.lead else ""


_forms: dict[tuple[int, tuple[str, ...]], Form] = {}


def _form(known: Registry, nodes: tuple[str, ...]) -> Form:
    key = (id(known), nodes)
    if key not in _forms:
        prompts = {name: prompt for journey in known.journeys for name, prompt in journey.nodes.items()}
        parts = [PROMPT, *(f"# Findings of `{node}`\n{prompts[node].strip()}" for node in nodes)]
        _forms[key] = form(nodes, "\n\n".join(parts), WordedReply)
    return _forms[key]


def _worded(said: WordedReply, flow: Flow, context: TurnContext, usual: Reply) -> dict[str, Any]:
    """The reply in the model's words, each finding's block as code renders it, and the usual reply to fall back on."""
    state, made, unsaid, passed_on = flow["state"], list(flow["done"]), list[int](), list[Reply]()
    for part in _asking_once(said.parts, made):
        at, done = part.finding - 1, made[part.finding - 1]
        assert done.wording is not None  # noqa: S101  the check has seen to it
        worded = Worded(text=part.text.strip(), sources=tuple(part.sources), status=part.status)
        if worded.status == "covered" and not _below(done):
            made[at] = replace(done, reply=None, cited=(), sources=())
            continue
        finished = done.wording.finish(state, worded) if done.wording.finish else _with_lead(done, worded)
        if finished is None:
            continue
        known = part.text.strip() if part.status == "insufficient" else ""
        if finished.then and any(_is_ticket(each) for each in made):
            # Its ticket is told already; that nothing was found for it is not.
            words = Text(text=known or sentence("not_in_documents", state))
            made[at] = _citing(done, worded, replace(done, reply=words, cited=(), sources=()))
            continue
        if finished.then:
            command = registry.of(context).decoded(finished.then)
            after = registry.of(context).owner(command).act(command, finished.state, context)
            finished = replace(after, unanswered=after.unanswered or finished.unanswered)
            passed_on += [_after("", after.reply, state)] if after.reply is not None else []
        if known and finished.reply is not None:
            finished = replace(finished, reply=_after(known, finished.reply, state))
        if worded.text and worded.status in BESIDE_THEM:
            finished = _citing(done, worded, finished)
        state, made[at] = (finished.state if done.wording.finish else state), finished
        unsaid += [at] if part.status == "insufficient" and not known else []
    if any(_is_ticket(each) for each in made):  # one word of what could not be told is enough
        made = [
            replace(each, reply=None) if at in unsaid and not _is_ticket(each) else each for at, each in enumerate(made)
        ]
    reply = joined([each.reply for each in made if each.reply is not None]) or usual
    return {
        "state": state,
        "done": tuple(made),
        "reply": reply,
        "links": tuple(link for each in made for link in each.links),
        **_rests_on(made),
        "by_code": tuple(_by_code(flow["done"], made)),
        # Whoever's words are refused, what was passed on has been, and is told.
        "fallback": joined([usual, *passed_on]) if passed_on else usual,
        **{f"fallback_{name}": value for name, value in _rests_on(flow["done"]).items()},
    }


def _by_code(done: Sequence[Done], made: Sequence[Done]) -> Iterator[tuple[str, str]]:
    """The words of a model, and beside them those of code."""
    for usual, worded in zip(done, made, strict=True):
        if usual.reply is not None and worded.reply is not None and worded.reply.text != usual.reply.text:
            yield worded.reply.text, usual.reply.text


def _asking_once(parts: Sequence[Part], done: Sequence[Done]) -> list[Part]:
    """Without what a model asks beside another finding's own question, "shall I send the prompt?": one yes would answer
    both."""
    asking = {at for at, each in enumerate(done) if isinstance(each.reply, Buttons) and _asks(each.reply)}
    return [
        part.model_copy(update={"text": _told_only(part.text)}) if asking - {part.finding - 1} else part
        for part in parts
    ]


def _told_only(text: str) -> str:
    told = "\n".join(
        " ".join(each for each in sentences(line) if not each.endswith("?")) for line in text.splitlines()
    ).strip()
    return told or text


def _citing(done: Done, worded: Worded, finished: Done) -> Done:
    """What is told though the passages do not answer may rest on some of them too."""
    cited, _ = named(done, worded)
    return replace(finished, cited=tuple(each.chunk_id for each in cited), sources=library.citations(cited))


def _after(known: str, reply: Reply, state: ConversationState) -> Reply:
    """What code adds to what a model has told of it: not once more that the documents do not say."""
    text = reply.text
    for name in NOT_FOUND:
        text = text.removeprefix(sentence(name, state, business=state.tenant.tenant_name)).strip()
    return reply.model_copy(update={"text": "\n\n".join(filter(None, (known, text)))})


def _is_ticket(done: Done) -> bool:
    return done.wording is not None and done.wording.node == TICKET


def _rests_on(done: Sequence[Done]) -> dict[str, tuple[str, ...]]:
    """The passages that a reply rests on, and their names, each once."""
    return {
        "cited": tuple(dict.fromkeys(chunk for each in done for chunk in each.cited)),
        "sources": tuple(dict.fromkeys(source for each in done for source in each.sources)),
    }


def _with_lead(done: Done, worded: Worded) -> Done:
    if not worded.text or done.reply is None:
        return done
    text = f"{worded.text}{done.reply.text.removeprefix(done.lead)}" if done.lead else worded.text
    cited, _ = named(done, worded)
    return replace(
        done,
        reply=done.reply.model_copy(update={"text": text}),
        cited=tuple(snippet.chunk_id for snippet in cited),
        sources=library.citations(cited),
    )


def joined(replies: Sequence[Reply]) -> Reply | None:
    """One reply of several, in the order in which they were asked for, but that a question comes last.

    What is offered beside an answer stays in its place: a thing to buy, or a list, of which only the word on how to
    choose from it ends the reply."""
    if len(replies) < 2:
        return replies[0] if replies else None
    told, asking = [each for each in replies if not _asks(each)], [each for each in replies if _asks(each)]
    parts = [part for reply in told for part in _paragraphs(reply)]
    parts += [part for reply in told for part in _paragraphs(reply, is_hint=True)]
    parts += [part for reply in asking for part in _paragraphs(reply)]
    text = "\n\n".join(part for at, part in enumerate(parts) if not _is_told_elsewhere(at, parts))
    # What can be tapped answers the question; else it is the list, and only then a thing to buy.
    tapped = [each for each in replies if isinstance(each, Buttons | ListReply)]
    last = max(reversed(tapped), key=lambda each: (_asks(each), isinstance(each, ListReply)), default=replies[-1])
    if isinstance(last, Media | Template):
        return Text(text=text)
    return last.model_copy(update={"text": text})


def _is_told_elsewhere(at: int, parts: Sequence[str]) -> bool:
    """Whether the same stands below; what leads over to an answer is told above the first one."""
    return parts[at] in (parts[:at] if parts[at].endswith(":") else parts[at + 1 :])


def _paragraphs(reply: Reply, *, is_hint: bool = False) -> list[str]:
    """A reply's paragraphs; of a list of things without the word on how to choose from it, or that alone."""
    parts = [part for part in reply.text.split("\n\n") if part]
    has_hint = isinstance(reply, ListReply) and len(parts) > 1 and not _ROW.match(parts[-1])
    if not has_hint or _asks(reply):
        return [] if is_hint else parts
    return parts[-1:] if is_hint else parts[:-1]


def _asks(reply: Reply) -> bool:
    """Whether it waits for an answer, and does not only offer things to look at or to buy."""
    commands = (parted(each.id) for each in reply.options) if isinstance(reply, Buttons | ListReply) else ()
    return any(command is None or command[0] not in OFFERED for command in commands)
