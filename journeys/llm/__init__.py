"""The model's plumbing, once for all nodes: deadline, one retry, breaker, budget, record, local answer."""

from journeys.llm.mind import Mind
from journeys.llm.provider import Provider, provider_from
from journeys.llm.question import Facts, Form, Question, form, prompts

__all__ = ["Facts", "Form", "Mind", "Provider", "Question", "form", "prompts", "provider_from"]
