"""A whole talk on the phone with the local mind: question, two clarifications, an edited plan, report, a follow-up."""

import re
from collections.abc import Callable

from django.test import Client

from tenants.models import Tenant
from tenants.scope import tenant_scope
from tests.conversations.research.conftest import QUESTION, latest
from tests.talk import Talk
from tools.research.models import FollowedReference, ResearchReport

QUOTED = re.compile(r"in your case: “[^”]+”")


def test_from_the_question_to_the_report(phone: Talk, netco: Tenant, steps: Callable[[Tenant], int]) -> None:
    begun = phone.say(QUESTION)
    assert "research that in our documents" in begun[-1]
    steps(netco)
    asked = "\n".join(phone.answer())
    assert "1." in asked
    assert "minimum term" in asked, "aimed at what the agreement makes it depend on"

    answers, known = ["I have had it for 5 months", "the line always worked", "no", "no"], asked
    shown = asked
    while "My plan:" not in shown:
        phone.say(answers.pop(0))
        steps(netco)
        shown = "\n".join(phone.answer())
        assert not set(QUOTED.findall(known)) & set(QUOTED.findall(shown)), "nothing is asked twice"
        known += shown
    assert "My plan:" in shown
    assert latest(netco).is_waiting
    titles = re.findall(r"^\d+\. (.+)$", shown, re.MULTILINE)
    assert 2 <= len(titles) <= 15

    after = "\n".join(phone.say(f"strike {len(titles)}"))
    assert titles[-1] not in after
    assert titles[0] in after
    assert "the deposit" in "\n".join(phone.say("add: the deposit"))
    assert "waits for your answer" in phone.say("what are you doing?")[-1]
    assert "at work" in phone.say("ok")[-1]

    steps(netco)
    told = "\n".join(phone.answer())
    run = latest(netco)
    assert (run.phase, run.ended_because) == ("done", "completed")
    assert run.termination_reason in ("convergence", "nothing_to_ask")
    assert len(told) < 1600, "it fits one message"
    assert "early termination charge" in told, "of each part of the question something"
    with tenant_scope(netco.id):
        report = ResearchReport.objects.get()
        kept = {str(pk) for pk in run.sources.values_list("pk", flat=True)}
        assert report.sentences
        assert all(each["sources"] and set(each["sources"]) <= kept for each in report.sentences)
        assert FollowedReference.objects.filter(outcome="followed").exists()
    link = re.search(r"https?://[^/\s]+(/research/\S+)", told)
    assert link
    page = Client().get(link[1])
    assert page.status_code == 200
    assert "KES 12,000" in page.content.decode(), "what the schedule of fees says, to which the agreement only refers"
    pdf = Client().get(f"{link[1]}report.pdf")
    assert pdf.content.startswith(b"%PDF-")
    assert Client().get(f"{link[1][:-8]}wrong/").status_code == 404

    further = "\n".join(phone.say("what did you find in the report about the deposit?"))
    assert "set off against what is owed" in further
    assert "Service agreement" in further


def test_what_is_cancelled_says_nothing_more(phone: Talk, netco: Tenant, steps: Callable[[Tenant], int]) -> None:
    phone.say(QUESTION)
    assert "cancelled" in phone.say("/cancel")[-1]
    assert steps(netco) == 0
    assert phone.answer() == []
    assert latest(netco).phase == "cancelled"


def test_without_the_journey_it_is_a_question_like_any(
    talk: Callable[..., Talk], make_tenant: Callable[..., Tenant]
) -> None:
    other = make_tenant()
    assert "research that in our documents" not in "\n".join(talk(other).say(QUESTION))
