"""ask_library: from a question to passages, to an answer with its sources, or to the honest word that there is none."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final

from journeys import catalog, library, tenant
from journeys.command import written
from journeys.context import TurnContext
from journeys.contract import Done, Worded, Wording
from journeys.guard.injection import is_suspicious
from journeys.local import asks
from journeys.reply import Reply, Text
from journeys.state import ConversationState
from journeys.support import follow_up, in_catalog, retrieving, stopped, tell_hours, tell_ways, told_already
from journeys.support.answering import matter, support_answer_review
from journeys.support.answering.confidence import DOUBTFUL, is_doubtful
from journeys.support.answering.draft import Draft
from journeys.support.answering.nearest import nearest
from journeys.support.answering.quoting import quoted
from journeys.support.answering.rendered import rendered
from journeys.support.applied import applying
from journeys.support.ask_back import MOST_ASKS, ask_back, missing
from journeys.support.asked import Asked
from journeys.support.commands import AskLibrary
from journeys.support.question import complete, kinds
from journeys.support.question.complete import SupportQuestion
from journeys.support.trouble import going_on
from journeys.support.without_answer import fixed, without_answer
from journeys.wording.phrases import say
from tools.catalog.catalog_get_item import CatalogGetItemResult
from tools.support.kb_retrieve import KbRetrieveResult

# As was specified: a shorter question is asked back.
SHORTEST: Final = 10
# Two telling words that no passage has: what was found is about something else.
MUCH_MISSING: Final = 2
STYLES: Final = {
    "concise": "one to three short sentences, or the few steps that matter",
    "detailed": "everything the passages say about it, in at most 1,000 characters",
    "bullet": "a list of short points, each beginning with •",
}


def ask_library(command: AskLibrary, state: ConversationState, context: TurnContext) -> Done:
    text = (command.question or context.text).strip()
    if is_suspicious(text):
        return fixed("takes_no_orders", state)
    earlier = state
    question, state = complete.question_of(state, text, goes_on=command.goes_on)
    context.trace.notes["asked"] = {"question": question.whole, "asks": state.support.support_asks}
    if context.by != "model" and question.before and follow_up.is_of_no_known_word(question.now, context):
        return Done(state=earlier, reply=Text(text=say("did_not_understand", state)))
    if context.by != "model" and (settled := _settled_by_words(question.whole, text, state, context)):
        return settled
    if told := _told_beforehand(question, state, context):
        return told
    found = retrieving.retrieved(question, context, command.queries)
    if _is_an_order(question.whole, found, context):
        near = nearest(question.whole, found, state, context) if found is not None else None
        return replace(fixed("cannot_do_that", state), is_empty=True, nearest=near)
    if found is None:
        return Done(state=state, then=written("hand_over", reason="tool_errors", about=question.whole))
    is_told = found.is_enough and not is_doubtful(library.usable(found))
    if context.by == "local" and kinds.asks_for_ways_to_pay(question.now) and not is_told:
        return Done(state=state, then=written("pay_order"))
    if on := follow_up.of_what_was_spoken_of(question, found, earlier, context):
        state = state if found.is_enough else earlier
        question, found = on
    if context.by == "local" and _is_sold_for_abroad(question.now, found, context):
        return Done(state=state, then=in_catalog.search_for(question.now, context))
    others = tuple(command.queries)
    done = _answered(Asked(question=question, state=state, context=context, found=found, others=others))
    return follow_up.still_of(earlier, done) if context.by == "local" else done


def _is_sold_for_abroad(question: str, found: KbRetrieveResult, context: TurnContext) -> bool:
    """Whether another country is asked about, of which no page here speaks, and the shelves have something."""
    pages = " ".join(f"{snippet.title} {snippet.section} {snippet.text}" for snippet in found.snippets).casefold()
    is_told = catalog.ABROAD in pages or any(country in pages for country in kinds.countries_in(question))
    return not is_told and catalog.is_had_abroad(question, context)


def _told_beforehand(question: SupportQuestion, state: ConversationState, context: TurnContext) -> Done | None:
    """What that costs, or how long it takes, by the passages of the answer before; or what to do with what has stopped
    working."""
    told = told_already.answer_in(question, state, context) or stopped.warranty_of(question.now, state, context)
    return _rendered(told[0], Asked(question=question, state=state, context=context, found=told[1])) if told else None


def _settled_by_words(question: str, text: str, state: ConversationState, context: TurnContext) -> Done | None:
    """What the words of the trade tell without the library: the hours, too little to go by."""
    names_a_thing = asks.asks_for_any(question) and kinds.content_terms(question)  # "kuna gym"
    is_too_short = len(question) < SHORTEST and not (kinds.asks_in_a_word(question) or names_a_thing)
    if is_too_short and not kinds.is_about_hours(question):
        return ask_back(question, "", state, context)
    if tenant.hours(context).is_known and kinds.is_about_our_hours(question, state.tenant.tenant_name or ""):
        return tell_hours.tell_hours(text, state, context)
    return tell_ways.tell_ways(state, context) if kinds.asks_to_pay_a_bill(question) else None


def _is_an_order(question: str, found: KbRetrieveResult | None, context: TurnContext) -> bool:
    """Whether something shall be done that is not ours to do, and no page tells how they do it themselves, or whether
    they may: "can we check out late"."""
    score = found.best_score if found is not None and found.is_enough else 0.0
    is_explained = score >= matter.SURELY or (score > 0 and kinds.asks_whether_they_may(question))
    return context.by != "model" and kinds.asks_to_act(question) and not is_explained


def _answered(asked: Asked) -> Done:
    if asked.context.by == "model" and not asked.found.is_empty_library:
        return _for_a_model(asked)
    if not asked.found.is_enough or not library.usable(asked.found):
        return without_answer(asked)
    if matter.is_lacking(asked.question.now, asked.found):
        return _by_core(asked) or without_answer(asked)
    if _is_unsure_of_trouble(asked):
        near = nearest(asked.whole, asked.found, asked.state, asked.context) if asks.ASKS.search(asked.whole) else None
        return replace(ask_back(asked.whole, "", asked.state, asked.context), nearest=near)
    draft, state = _drafted(asked)
    if draft is None or matter.is_missed(asked.question.now, asked.found, draft.sources):
        return _by_core(asked) or without_answer(asked)
    if not draft.answer:
        return going_on.next_step(asked.found, state, asked.context)
    return _rendered(draft, replace(asked, state=state)) or fixed("cannot_vouch", asked.state)


def _by_core(asked: Asked) -> Done | None:
    """The same without the case that it is asked for, where that is surely told: "can I cancel if my plans change"."""
    if asked.context.by == "model" or (on := retrieving.of_core(asked.question, asked.context)) is None:
        return None
    return _answered(replace(asked, question=on[0], found=on[1]))


def _for_a_model(asked: Asked) -> Done:
    """What is nearest to the question, in the library and, where that may not do, in the catalog beside it.

    The model tells whether it answers; nothing is denied or handed over before it has."""
    draft, state = _drafted(asked) if asked.found.is_enough else (None, asked.state)
    done = _rendered(draft, replace(asked, state=state)) if draft else None
    if asked.is_about_our_hours and tenant.hours(asked.context).is_known:
        done = tell_hours.tell_hours(asked.question.now, asked.state, asked.context)
    done = done or replace(fixed("not_in_documents", asked.state), state=asked.state)
    is_told = asked.found.is_enough and not matter.is_of_here(asked.question.now, asked.found)
    words = (asked.question.now, *asked.others)
    beside = catalog.named(words, state, asked.context) if is_told else None
    items = catalog.about(words[0], asked.context, words[1:]) if beside is None else beside
    return replace(done, wording=wording(asked, library.for_the_model(library.usable(asked.found)), items))


def _rendered(draft: Draft, asked: Asked) -> Done | None:
    if support_answer_review.objection(draft, asked.found, asked.state, asked.context) is not None:
        return None
    applied = _applied(draft, asked)
    return rendered(draft, asked.found, asked.state, asked.context, question=asked.whole, applied=applied)


def _applied(draft: Draft, asked: Asked) -> str:
    """What a rule that is quoted comes to in their own case; a model tells that itself."""
    if asked.context.by == "model":
        return ""
    questions = (asked.whole, asked.context.text, asked.context.burst)
    passages = [snippet.text for snippet in library.usable(asked.found)]
    alone = quoted(asked.whole, asked.found, asked.state, asked.context, is_whole=False).draft
    now = tenant.local_now(asked.context)
    said = next(
        (
            said
            for told in (draft, alone)  # of a section that is told as a whole one line may hold the rule
            if told is not None and (said := applying.applied(questions, told.answer, passages, asked.state, now))
        ),
        "",
    )
    if said:
        asked.context.trace.notes.setdefault("applied", []).append(said)
    return said


def _is_unsure_of_trouble(asked: Asked) -> bool:
    """Who only says that it does not work is asked what they have and see, rather than told what might fit."""
    is_out, left = kinds.is_outage(asked.whole), len(missing(asked.whole, asked.context))
    if asked.state.support.support_asks:
        told = " ".join(asked.state.support.support_details.values())
        return (
            is_out
            and left >= MUCH_MISSING
            and asked.state.support.support_asks < MOST_ASKS
            and not kinds.is_trouble(told)
        )
    is_doubtful = is_out and asked.found.best_score <= DOUBTFUL
    return is_doubtful or (kinds.is_bare_trouble(asked.whole) and left > 0)


def _drafted(asked: Asked) -> tuple[Draft | None, ConversationState]:
    """What the passages say; of steps for a trouble the first, and the state that remembers them."""
    whole = quoted(asked.whole, asked.found, asked.state, asked.context).draft
    goes_on = bool(asked.question.before)
    if whole is not None and follow_up.was_just_told(whole.answer, asked.question, asked.state):
        is_elsewhere = kinds.asks_when(asked.question.now)  # what it costs and how long it takes stand in two documents
        found = asked.found if is_elsewhere else follow_up.of_what_was_told(asked.found, asked.state)
        whole = quoted(asked.question.now, found, asked.state, asked.context).draft
    if whole is None or follow_up.tells_when(whole.answer, asked.question):
        return whole, asked.state  # when somebody comes is no step to take
    return going_on.opened(asked.whole, whole, asked.found, asked.state, asked.context, goes_on=goes_on)


def wording(asked: Asked, passages: list[dict[str, Any]], items: Sequence[CatalogGetItemResult]) -> Wording:
    """What a model is told of a question, how its words are looked at, and what becomes of them."""
    state, context = asked.state, asked.context
    hours = tenant.hours(context)
    before = asked.question.before
    facts = {
        "question": asked.question.now,
        **({"earlier": before} if before else {}),
        **({"told_before": told_before} if before and (told_before := going_on.told_steps(state)) else {}),
        "passages": passages,
        **({"items": [catalog.for_the_model(item, state) for item in items]} if items else {}),
        "style": STYLES[tenant.guardrails(context).answers.style],
        "opening_hours": hours.by_day if hours.is_known else None,
        "asked_back_before": state.support.support_asks,
    }

    def check(worded: Worded) -> str | None:
        if worded.status != "answered" or _is_of_hours(worded, asked):
            return None
        return support_answer_review.objection(
            _draft(worded), asked.found, state, context, has_items=bool(items), beside=worded.beside
        )

    def finish(now: ConversationState, worded: Worded) -> Done | None:
        if _is_of_hours(worded, asked):
            return tell_hours.tell_hours(asked.question.now, now, context)
        if worded.status == "answered" and worded.text:
            done = rendered(_draft(worded), asked.found, now, context)
            if library.OWN_HOURS in worded.sources and hours.is_known:
                told = tell_hours.tell_hours(asked.question.now, done.state, context)
                done = replace(done, reply=_one_text(done.reply, told.reply))
            earlier = going_on.told_steps(state) if before else []
            after = going_on.with_steps_of(_draft(worded), asked.found, done.state, context, before=earlier)
            return replace(done, state=after)
        if worded.status == "told" and worded.text:
            return Done(state=now, reply=Text(text=worded.text))
        if worded.status == "ambiguous" and worded.text and state.support.support_asks < MOST_ASKS:
            return ask_back(asked.whole, worded.text, now, context)
        return without_answer(replace(asked, state=now))

    usable = library.usable(asked.found)
    return Wording(node="support_rag_answer", facts=facts, passages=usable, check=check, finish=finish)


def _one_text(*replies: Reply | None) -> Text:
    return Text(text="\n\n".join(each.text for each in replies if each is not None))


def _is_of_hours(worded: Worded, asked: Asked) -> bool:
    """Whether it is answered by the business's own hours, which code tells."""
    is_known = tenant.hours(asked.context).is_known
    return worded.status == "answered" and worded.sources == (library.OWN_HOURS,) and is_known


def _draft(worded: Worded) -> Draft:
    return Draft(answer=worded.text, sources=tuple(source for source in worded.sources if source != library.OWN_HOURS))
