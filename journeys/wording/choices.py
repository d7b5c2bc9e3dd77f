"""A question of ours with its answers to tap, whichever journey asks it."""

from journeys.command import MAX_WRITTEN
from journeys.reply import MAX_BUTTONS, Buttons, ListReply, Reply, ReplyOption, Text
from journeys.state import ConversationState, Question
from journeys.wording.phrases import say


def choice(text: str, asked: Question, state: ConversationState) -> Reply:
    """Buttons, or a list where there are too many for buttons; words alone where an answer is too long for a row."""
    if not asked.choices or any(len(each.command) > MAX_WRITTEN for each in asked.choices):
        return Text(text=text)
    options = tuple(ReplyOption(id=each.command, title=each.title) for each in asked.choices)
    if len(options) <= MAX_BUTTONS:
        return Buttons(text=text, options=options)
    return ListReply(text=text, button=say("choose", state), options=options)
