"""What an operator lets a customer tap: a form for buttons or a list, held to what the channel takes of them."""

from collections.abc import Iterator
from typing import Any, Final
from uuid import UUID

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_POST

from conversations import ownership
from conversations.channels import registry
from conversations.channels.base import Taps
from conversations.desk import talk
from conversations.desk.access import Desk, at_desk
from conversations.desk.talk import Talk
from journeys.reply import MAX_BUTTONS, MAX_ROWS, Buttons, ListReply, ReplyOption
from journeys.wording.phrases import say

KINDS: Final = (("buttons", f"Buttons, up to {MAX_BUTTONS}"), ("list", f"A list of up to {MAX_ROWS} rows"))
PLACES: Final = range(1, MAX_ROWS + 1)


class ChoicesForm(forms.Form):
    """The words, and what stands under them to be tapped; places that are left empty are left out."""

    use_required_attribute = False

    kind = forms.ChoiceField(choices=KINDS, initial="buttons", widget=forms.RadioSelect)
    text = forms.CharField(label="Message", widget=forms.Textarea(attrs={"rows": 3}))
    opener = forms.CharField(label="What opens the list", required=False)

    def __init__(self, typed: Any = None, *, taps: Taps, usual_opener: str = "Choose") -> None:
        super().__init__(typed, auto_id="choice-%s", initial={"opener": usual_opener})
        self.taps, self.usual_opener = taps, usual_opener
        self._limit("text", taps.body)
        self._limit("opener", taps.opener)
        for place in PLACES:
            title = forms.CharField(label=f"Choice {place}", required=False)
            line = forms.CharField(label=f"A line under choice {place}", required=False)
            self.fields |= {f"title_{place}": title, f"description_{place}": line}
            self._limit(f"title_{place}", max(taps.row, taps.button))
            self._limit(f"description_{place}", taps.description)
            title.widget.attrs["placeholder"] = title.label
            line.widget.attrs["placeholder"] = "A line under it, if you like"

    def _limit(self, name: str, most: int) -> None:
        """Told to the browser only; `clean` says it in words."""
        self.fields[name].widget.attrs["maxlength"] = most

    def rows(self) -> Iterator[dict[str, Any]]:
        """Each place with its fields, as the page shows them."""
        for place in PLACES:
            title, description = self[f"title_{place}"], self[f"description_{place}"]
            yield {"place": place, "title": title, "description": description, "is_more": place > MAX_BUTTONS}

    def clean(self) -> dict[str, Any]:
        found = self.cleaned_data
        is_list = found.get("kind") == "list"
        options = list(self._filled(found, is_list=is_list))
        self._check(found, options, is_list=is_list)
        return found | {"options": options}

    def _filled(self, found: dict[str, Any], *, is_list: bool) -> Iterator[ReplyOption]:
        """An option's id says nothing to the assistant: once it has the conversation again, it reads the words."""
        for place in PLACES:
            title, description = found.get(f"title_{place}", ""), found.get(f"description_{place}", "")
            if title:
                yield ReplyOption(id=f"choice-{place}", title=title, description=description if is_list else "")
            elif description and is_list:
                self.add_error(f"title_{place}", f"Choice {place} has a line under it, and no words of its own.")

    def _check(self, found: dict[str, Any], options: list[ReplyOption], *, is_list: bool) -> None:
        taps, problems = self.taps, []
        longest = taps.row if is_list else taps.button
        if not options:
            problems.append("Write at least one choice.")
        if not is_list and len(options) > MAX_BUTTONS:
            problems.append(f"There is room for {MAX_BUTTONS} buttons. Make it a list.")
        if len({option.title.casefold() for option in options}) < len(options):
            problems.append("Two choices have the same words.")
        kind = "row of a list" if is_list else "button"
        problems += [
            f"“{one.title}” is too long: a {kind} has {longest} characters at most."
            for one in options if len(one.title) > longest
        ]  # fmt: skip
        problems += [
            f"The line under “{one.title}” is too long: it has {taps.description} characters at most."
            for one in options if len(one.description) > taps.description
        ]  # fmt: skip
        if len(found.get("text", "")) > taps.body:
            problems.append(f"The message is too long: with choices it has {taps.body} characters at most.")
        if is_list and len(found.get("opener", "")) > taps.opener:
            problems.append(f"What opens the list has {taps.opener} characters at most.")
        for problem in problems:
            self.add_error(None, problem)

    @property
    def problems(self) -> list[str]:
        return [str(problem) for field in self.errors.values() for problem in field]

    def reply(self) -> Buttons | ListReply:
        """What goes out, once the form is valid."""
        found = self.cleaned_data
        if found["kind"] == "list":
            return ListReply(
                text=found["text"], button=found["opener"] or self.usual_opener, options=tuple(found["options"])
            )
        return Buttons(text=found["text"], options=tuple(found["options"]))


def form_of(one: Talk, typed: Any = None) -> ChoicesForm:
    """The form for this conversation's channel and language, empty or with what was typed."""
    opener = say("choose", ownership.state_of(one.conversation))
    return ChoicesForm(typed, taps=registry.of(one.conversation.channel.kind).can.taps, usual_opener=opener)


@require_POST
@at_desk
def preview(request: HttpRequest, desk: Desk, ticket_id: UUID) -> HttpResponse:
    """As the customer will see it, or why it cannot go out so; nothing is sent or kept."""
    form = form_of(talk.get(desk, ticket_id, now=timezone.now()), request.POST)
    reply = form.reply() if form.is_valid() else None
    return render(request, "desk/preview.html", {"reply": reply, "problems": form.problems})
