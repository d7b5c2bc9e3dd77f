"""A tenant's rules, read from its JSON columns in one place: what may be said, when a person comes, opening hours."""

from tenants.rules.escalation import Escalation
from tenants.rules.guardrails import Guardrails, Topic
from tenants.rules.hours import Hours
from tenants.rules.reading import problem_in, read

__all__ = ["Escalation", "Guardrails", "Hours", "Topic", "problem_in", "read"]
