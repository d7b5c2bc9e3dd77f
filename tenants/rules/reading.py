"""Reads rules leniently for a turn, and strictly for the person who types them."""

from collections.abc import Mapping
from typing import Any, TypeVar

import structlog
from pydantic import BaseModel, ConfigDict, ValidationError

log = structlog.get_logger(__name__)
R = TypeVar("R", bound="Rules")


class Rules(BaseModel):
    """A group of settings; what it does not know belongs to somebody else, and stays."""

    model_config = ConfigDict(extra="ignore", frozen=True)


def read(rules: type[R], stored: Mapping[str, Any]) -> R:
    """The rules as they are stored; a setting that cannot be read counts as not set, and breaks no turn."""
    known = dict(stored)
    while True:
        try:
            return rules.model_validate(known)
        except ValidationError as error:
            wrong = {str(problem["loc"][0]) for problem in error.errors()} & set(known)
            log.warning("tenants.rules.unreadable", rules=rules.__name__, settings=sorted(wrong))
            if not wrong:
                return rules()
            known = {name: value for name, value in known.items() if name not in wrong}


def problem_in(rules: type[R], typed: Mapping[str, Any]) -> str | None:
    """What is wrong with them, as a sentence for the person who typed them."""
    try:
        rules.model_validate(dict(typed))
    except ValidationError as error:
        problem = error.errors(include_url=False)[0]
        return f"{'.'.join(str(part) for part in problem['loc'])}: {problem['msg']}."
    return None
