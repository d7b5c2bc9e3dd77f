"""A model that researches: it answers each question by rule, from what it was given, in the schema asked for."""

import json
from collections.abc import Callable
from typing import Any

from tests.journeys.test_model_turns import Script
from tests.loopback.openai_server import Asked, Reply, completion

Facts = dict[str, Any]
TITLES = ("Charges", "Notice", "Equipment", "Deposit", "Moving", "Term", "Damage", "Relocation", "Invoices", "Returns",
          "Installation", "Outages", "Fees", "Age of equipment", "Collection")  # fmt: skip


class Researcher(Script):
    """Asks back once, plans so many tasks, follows every reference, and quotes what it was given."""

    def __init__(self, *, tasks: int = 5, wait: float = 0.0) -> None:
        super().__init__(wait=wait)
        self.tasks = tasks

    def __call__(self, asked: Asked) -> Reply:
        name = asked.json["response_format"]["json_schema"]["name"]
        own: Callable[[Facts], Facts] | None = getattr(self, f"_{name}", None)
        if own is None:
            said = super().__call__(asked)
            return Reply(status=said.status, body=said.body, headers=said.headers, wait=self.__dict__["wait"])
        content = own(asked.facts)
        read = sum(len(message["content"]) for message in asked.json["messages"]) // 4
        written = len(str(content)) // 4
        return completion(json.dumps(content), tokens=(read, written), wait=self.__dict__["wait"])

    def _GeneratedQueries(self, facts: Facts) -> Facts:
        return {"queries": [facts["question"], "early termination charge", "return of equipment"]}

    def _RetrievalAnalysis(self, facts: Facts) -> Facts:
        gaps = [] if facts["answers"] else [{"kind": "condition", "about": "a deposit was paid"}]
        return {"coverage": 0.9, "gaps": gaps}

    def _GeneratedQuestions(self, facts: Facts) -> Facts:
        return {"questions": ["Was a deposit paid?", "When does it end?"]}

    def _Todo(self, facts: Facts) -> Facts:
        return {"tasks": [{"title": title, "query": f"{title} agreement"} for title in TITLES[: self.tasks]]}

    def _ExtractedInfo(self, facts: Facts) -> Facts:
        items = [
            {"number": each["number"], "text": each["text"].partition("\n")[2] or each["text"], "relevance": 0.8}
            for each in facts["passages"]
        ]
        return {"items": items}

    def _ExtractedReferences(self, facts: Facts) -> Facts:
        return {"items": []}

    def _ReferenceDecisions(self, facts: Facts) -> Facts:
        numbers = [each["number"] for each in facts["references"]]
        return {"items": [{"number": number, "follow": True, "reason": "it may matter"} for number in numbers]}

    def _SuggestedTasks(self, facts: Facts) -> Facts:
        return {"tasks": []}

    def _Synthesis(self, facts: Facts) -> Facts:
        tasks = [each["number"] for each in facts["tasks"]]
        sentences = [
            {"task": tasks[at % len(tasks)], "text": f"{each['text'].split('. ')[0].strip('. ')}.",
             "sources": [each["number"]], "matters": at < 3}
            for at, each in enumerate(facts["findings"])
        ]  # fmt: skip
        return {"sentences": sentences}

    def _QualityAssessment(self, facts: Facts) -> Facts:
        names = ("factual_accuracy", "semantic_validity", "structural_integrity", "citation_correctness",
                 "query_relevance")  # fmt: skip
        return dict.fromkeys(names, 90) | {"issues": []}

    def _QualityRemediation(self, facts: Facts) -> Facts:
        return {"action": "accept", "focus": ""}
