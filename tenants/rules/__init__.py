"""A tenant's rules, read from its JSON columns in one place: what may be said, when a person comes, opening hours."""

from tenants.rules.escalation import Escalation
from tenants.rules.guardrails import Guardrails, Topic
from tenants.rules.hours import Hours
from tenants.rules.notices import Notices
from tenants.rules.reading import RuleProblem, Rules, in_language, problem_in, read_rules, read_strictly

__all__ = [
    "Escalation",
    "Guardrails",
    "Hours",
    "Notices",
    "RuleProblem",
    "Rules",
    "Topic",
    "in_language",
    "problem_in",
    "read_rules",
    "read_strictly",
]
