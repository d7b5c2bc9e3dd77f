"""tried: what they were told did not help. A model is asked anew, with what is seen now and the passages about it.

The steps that are left may stand in another section than those told, and be told in another language than the
passages'. Without a model they are told one after another, as they stand."""

from dataclasses import replace

from journeys import library
from journeys.context import TurnContext
from journeys.contract import Done, Worded, Wording
from journeys.state import ConversationState, Trouble
from journeys.support import answer
from journeys.support.asked import Asked
from journeys.support.commands import Tried
from journeys.support.question.complete import SupportQuestion
from journeys.support.trouble import going_on, reading


def tried(command: Tried, state: ConversationState, context: TurnContext) -> Done:
    trouble = reading.current(state, context.tools.now)
    is_theirs = any(each.name == "hand_over" for each in context.commands)
    if context.by != "model" or trouble is None or trouble.is_offered or command.helped or is_theirs:
        return going_on.tried(command, state, context)
    state = going_on.with_tried(trouble, state, context)
    question = SupportQuestion(command.sees or context.text, trouble.question)
    found = library.retrieve(question.now, context, before=question.before, is_whole=False)
    if found is None:
        return going_on.failed(trouble, state)
    asked = Asked(question=question, state=state, context=context, found=found)
    usual = going_on.next_step(found, state, context)
    return replace(usual, wording=_wording(asked, usual))


def _wording(asked: Asked, usual: Done) -> Wording:
    """As of any question to the library; where nothing is left to try, and where it is ours to do, a person is offered,
    or fetched at once for who has tried everything."""
    of_library = answer.wording(asked, library.for_the_model(library.usable(asked.found)), ())
    trouble = asked.state.support.trouble
    finish_of_library = of_library.finish
    assert trouble is not None  # noqa: S101  there is one in its course
    assert finish_of_library is not None  # noqa: S101  every answer of the library is finished

    def finish(now: ConversationState, worded: Worded) -> Done | None:
        now = _without_usual(now, usual, trouble)
        if worded.status == "insufficient":
            return going_on.used_up(now, is_last=going_on.says_everything(asked.context))
        done = finish_of_library(now, worded)
        return going_on.with_a_person(done) if done is not None and worded.status == "answered" else done

    return replace(of_library, facts={**of_library.facts, "tried": trouble.tried}, finish=finish)


def _without_usual(now: ConversationState, usual: Done, trouble: Trouble) -> ConversationState:
    """The state without what code would have told and asked."""
    asked = now.controls.asked
    return now.having(trouble=trouble, asked=None if asked == usual.state.controls.asked else asked)
