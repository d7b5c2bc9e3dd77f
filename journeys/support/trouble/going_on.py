"""A trouble in its course: the next step that was neither told nor done, and a person when none is left."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from journeys import library, tenant
from journeys.command import MAX_WRITTEN, written
from journeys.context import TurnContext
from journeys.contract import Done
from journeys.reply import Text
from journeys.state import Choice, ConversationState, Trouble, YesNo
from journeys.support.answering.draft import Draft
from journeys.support.answering.rendered import rendered
from journeys.support.commands import Tried
from journeys.support.question import kinds
from journeys.support.trouble import reading, steps
from journeys.support.trouble.steps import Instruction
from journeys.wording.choices import choice
from journeys.wording.phrases import say
from tools.support.kb_retrieve import KbRetrieveResult

# A trouble has a handful of steps.
MOST_KEPT: Final = 8
# The trouble in their words; the message itself is in the talk.
LONGEST_KEPT: Final = 300
# It rides in a button's id, which WhatsApp bounds.
LONGEST_ABOUT: Final = 100


def opened(
    question: str,
    whole: Draft,
    found: KbRetrieveResult,
    state: ConversationState,
    context: TurnContext,
    *,
    goes_on: bool,
) -> tuple[Draft, ConversationState]:
    """The first steps of `whole`, an answer to a trouble, and the state that remembers what was told.

    Steps are parted only where the business mends: where it has said what a trouble hangs on. Elsewhere a list is a
    way to go (how to claim a warranty), and told whole."""
    before = state.support.trouble if goes_on else None
    is_trouble = kinds.is_trouble(question)
    known = steps.course(question, found, state, context)
    is_list = any(step.number for step in known)
    if not (is_trouble or is_list):
        return whole, state
    left = steps.left(known, before.told if before else (), *reading.done_before(question))
    first = steps.beginning(left)
    draft, shown = whole, steps.told_in(whole.answer, known)
    if is_trouble and is_list and tenant.guardrails(context).answers.details:
        draft = Draft(answer=steps.rendered(first), sources=steps.sources(first), has_more=len(first) < len(left))
        shown = first
    keys = [*(before.told if before else ()), *(step.key for step in shown)]
    tried = before.tried if before else []
    trouble = Trouble(question=question[:LONGEST_KEPT], at=context.tools.now, told=keys, tried=tried)
    return draft, state.having(trouble=trouble)


def with_steps_of(
    whole: Draft, found: KbRetrieveResult, state: ConversationState, context: TurnContext, *, before: Sequence[str]
) -> ConversationState:
    """The state after a model has told, in its own words, steps for the trouble in hand; `before` were told already.

    Words in which no step of the passages is known again are remembered as they are."""
    trouble = state.support.trouble
    if trouble is None or trouble.at != context.tools.now:
        return state
    known = [*steps.course(trouble.question, found, state, context), *steps.in_passages(found, whole.sources)]
    keys = [step.key for step in steps.told_in(whole.answer, known)] or steps.as_told(whole.answer)
    return state.having(trouble=trouble.having(told=list(dict.fromkeys([*before, *keys]))))


def told_steps(state: ConversationState) -> list[str]:
    return state.support.trouble.told if state.support.trouble else []


def tried(command: Tried, state: ConversationState, context: TurnContext) -> Done:
    trouble = reading.current(state, context.tools.now)
    if trouble is None:
        return Done(state=state, then=written("ask_library", question=context.text[:LONGEST_KEPT]))
    if command.helped:
        return Done(state=state.having(trouble=None), reply=Text(text=say("trouble_mended", state)))
    state = with_tried(trouble, state, context)
    if any(each.name == "hand_over" for each in context.commands):  # it is a person's now
        return Done(state=state)
    found = library.retrieve(_question(trouble, context), context)
    if found is None:
        return failed(trouble, state)
    return next_step(found, state, context, is_last=trouble.is_offered or says_everything(context))


def with_tried(trouble: Trouble, state: ConversationState, context: TurnContext) -> ConversationState:
    """The state that remembers what they said of the steps told."""
    said = context.text[: steps.LONGEST_KEPT]
    trouble = trouble.having(tried=[*trouble.tried, said][-MOST_KEPT:], at=context.tools.now)
    return state.having(trouble=trouble, asked=None)


def failed(trouble: Trouble, state: ConversationState) -> Done:
    """A person where the library cannot be asked."""
    return Done(state=state, then=written("hand_over", reason="tool_errors", about=trouble.question[:LONGEST_ABOUT]))


def says_everything(context: TurnContext) -> bool:
    return reading.says("everything", context.text)


def next_step(
    found: KbRetrieveResult, state: ConversationState, context: TurnContext, *, is_last: bool = False
) -> Done:
    """The next step of those found; a person where it is ours to take, or none is left: offered, or fetched at once
    where it `is_last` that they try."""
    trouble = state.support.trouble
    assert trouble is not None  # noqa: S101  there is one in its course
    step = _next(found, trouble, state, context)
    if step is None or trouble.is_offered:
        return used_up(state, is_last=is_last)
    is_ours = reading.says("is_ours", step.text)
    told = Draft(
        answer=steps.rendered([step]),
        sources=(step.source,),
        lead="" if is_ours or step.is_foreign else say("try_next", state),
    )
    state = state.having(trouble=trouble.having(told=[*trouble.told, step.key]))
    done = rendered(told, found, state, context)
    return _to_a_person(done, is_last=is_last) if is_ours else done


def used_up(state: ConversationState, *, is_last: bool) -> Done:
    """No step is left."""
    return _to_a_person(Done(state=state, reply=Text(text=say("steps_used_up", state))), is_last=is_last)


def with_a_person(done: Done) -> Done:
    """With the offer of a person under a step, in a model's words, that is ours to take."""
    is_ours = done.reply is not None and reading.says("is_ours", done.reply.text)
    return _to_a_person(done, is_last=False) if is_ours else done


def _next(
    found: KbRetrieveResult, trouble: Trouble, state: ConversationState, context: TurnContext
) -> Instruction | None:
    """Who has tried everything is told the rest of the list in hand, and begins no other."""
    known = steps.course(trouble.question, found, state, context) if found.is_enough else []
    left = [step for step in steps.left(known, trouble.told, reading.done(context.text, trouble)) if step.number]
    if says_everything(context):
        left = [step for step in left if steps.is_in_hand(step, known, trouble.told)]
    return left[0] if left else None


def _question(trouble: Trouble, context: TurnContext) -> str:
    """The trouble, and what is seen of it now where that is new."""
    seen = context.text if reading.news(context.text, trouble) else ""
    return f"{trouble.question} {seen}".strip()[:LONGEST_KEPT]


def _to_a_person(done: Done, *, is_last: bool) -> Done:
    """Offered once; who says again that it did not help, or has tried everything, is passed on."""
    state, trouble = done.state, done.state.support.trouble
    assert trouble is not None  # noqa: S101  there is one in its course
    assert done.reply is not None  # noqa: S101  it has words
    hand_over = written("hand_over", reason="request", about=trouble.question[:LONGEST_ABOUT])
    if is_last:
        return replace(done, then=hand_over, reply=done.reply if done.cited else None)
    yes = hand_over if len(hand_over) <= MAX_WRITTEN else written("hand_over", reason="request")
    answers = ((yes, "pass_on_yes"), (written("let_it_be"), "pass_on_no"))
    choices = tuple(Choice(title=say(name, state), command=each) for each, name in answers)
    asked = YesNo(journey="handoff", choices=choices)
    text = f"{done.reply.text}\n\n{say('shall_i_pass_on', state, business=state.tenant.tenant_name)}"
    state = state.having(asked=asked, trouble=trouble.having(is_offered=True))
    return replace(done, state=state, reply=choice(text, asked, state))
