"""Runs with a model on a loopback port: what it may add, and what it may not."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.utils import timezone

from conversations.research import stepping
from tenants.models import Tenant
from tenants.scope import tenant_scope
from tests.conversations.research.conftest import ingest
from tests.depth import thorough
from tests.loopback.openai_server import OpenAIServer
from tests.loopback.researcher import Facts, Researcher
from tools.research import services
from tools.research.models import FollowedReference, ResearchReport, ResearchRules, ResearchRun

pytestmark = thorough

NOTE = """# Leaving us

## What it costs to leave

Who leaves before a year is over owes what the list of charges says.
"""
SAID = "the list of charges"


class Reader(Researcher):
    """Sees what patterns do not: another name of a document; and one that stands nowhere."""

    def _Todo(self, facts: Facts) -> Facts:
        return {"tasks": [{"title": "Leaving", "query": "what it costs to leave before a year"}]}

    def _ExtractedReferences(self, facts: Facts) -> Facts:
        made = [
            {"number": each["number"], "type": "document_mention", "target": "Schedule of fees", "original_text": said,
             "document": ""}
            for each in facts["texts"]
            for said in (SAID, "the secret annex")
            if "leaves before" in each["text"]
        ]  # fmt: skip
        return {"items": made}


class Liar(Researcher):
    """Writes what no passage says, and takes from passages what does not stand in them."""

    def _ExtractedInfo(self, facts: Facts) -> Facts:
        return {
            "items": [
                {"number": each["number"], "text": "You owe KES 99,999 at once.", "relevance": 1.0}
                for each in facts["passages"]
            ]
        }

    def _Synthesis(self, facts: Facts) -> Facts:
        text = "An early termination charge of KES 99,999 is owed."
        return {"sentences": [{"task": 1, "text": text, "sources": [1], "matters": True}]}


@pytest.fixture
def leaving(netco: Tenant, tmp_path: Path) -> Tenant:
    (tmp_path / "14_leaving.md").write_text(NOTE)
    ingest(netco, tmp_path / "14_leaving.md")
    return netco


@pytest.fixture
def research(settings: Any, openai_server: OpenAIServer, leaving: Tenant) -> Callable[[Researcher], ResearchRun]:
    def through(model: Researcher) -> ResearchRun:
        openai_server.reply = model
        settings.TULIA = settings.TULIA.model_copy(
            update={"openai_base_url": openai_server.base_url, "openai_api_key": "unused"}
        )
        with tenant_scope(leaving.id):
            run = services.start("What does it cost to leave before a year is over?", now=timezone.now())
        for _ in range(60):
            with tenant_scope(leaving.id):
                run.refresh_from_db()
                if run.has_ended:
                    break
                if run.is_waiting and run.phase == "clarify":
                    services.answer(run.pk, "no", is_over=True, now=timezone.now())
                elif run.is_waiting:
                    services.edit_plan(run.pk, is_approved=True, now=timezone.now())
            stepping.take(leaving.id, run.pk)
        return run

    return through


@pytest.mark.parametrize(("method", "found"), [("hybrid", True), ("llm", True), ("regex", False)])
def test_a_model_finds_references_that_patterns_do_not_where_it_is_let(
    research: Callable[[Researcher], ResearchRun], leaving: Tenant, method: str, found: bool
) -> None:
    with tenant_scope(leaving.id):
        ResearchRules.objects.create(reference_method=method)
    run = research(Reader())
    assert (run.phase, run.ended_because) == ("done", "completed")
    with tenant_scope(leaving.id):
        followed = FollowedReference.objects.filter(run=run, original_text=SAID, outcome="followed")
        assert followed.exists() == found
        assert all(each.leads_to for each in followed)
        assert not FollowedReference.objects.filter(run=run, original_text="the secret annex").exists()


def test_what_a_model_invents_is_in_no_report(research: Callable[[Researcher], ResearchRun], leaving: Tenant) -> None:
    run = research(Liar(tasks=2))
    with tenant_scope(leaving.id):
        report = ResearchReport.objects.get(run=run)
        told = f"{report.summary} {report.sentences} {[each.text for each in run.findings.all()]}"
        assert report.sentences, "the findings' own"
    assert "99,999" not in told
