"""The mind: asks a question of a model within a deadline, and answers locally when no answer may be used."""

import json
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import structlog
from pydantic import BaseModel, ValidationError

from journeys.llm.answer import Completion, NoAnswer
from journeys.llm.breaker import Breaker, breaker_of
from journeys.llm.provider import Provider
from journeys.llm.question import Answer, Facts, Form, Question, form_of
from journeys.trace import ModelCall, Trace
from tenants.telemetry import spans

# A third would not fit into a turn's time.
ATTEMPTS = 2
# A turn usually has 20 seconds; what is left of them is for tools and for committing the answer.
TURN_SECONDS = 17.0
# Waiting longer for a second try would cost the customer more than the local answer does.
LONGEST_PAUSE = 2.0
# An attempt with less than this part of its time would fail by our own impatience.
LEAST_PART = 0.5
# What speaks against the provider at each attempt, and what does so only when the retry was no better.
AT_ONCE = frozenset({"timeout", "connection", "rate_limited", "server_error", "rejected"})
# A refusal is provoked by a text, not by a provider in trouble: it must not shut everybody else out.
AFTER_RETRY = frozenset({"nonsense", "empty"})

Check = Callable[[Any], str | None]
log = structlog.get_logger(__name__)


@dataclass(slots=True, kw_only=True)
class Mind:
    """Answers the questions of one turn within its seconds, and keeps a record of every call in its trace.

    A provider that may take longer than usual for one answer lifts the turn's seconds in the same measure.
    """

    provider: Provider
    trace: Trace
    has_budget: bool = True
    breaker: Breaker | None = None
    seconds: float = TURN_SECONDS
    before: Callable[[], None] = lambda: None
    """Called before a model is asked; raises when nobody waits for the answer any more."""
    ends_at: float = field(init=False)

    def __post_init__(self) -> None:
        self.ends_at = time.monotonic() + self.seconds * self.provider.patience

    def ask(
        self, question: Question[Answer], facts: Facts, *, check: Callable[[Answer], str | None] | None = None
    ) -> Answer:
        """The model's answer, or the node's own. `check` returns why an answer may not be used, if so."""
        if self.provider.kind == "local":
            return question.local(facts)
        answer = self._asked(form_of(question), facts, check)
        return question.local(facts) if answer is None else question.schema.model_validate(answer)

    @property
    def is_model(self) -> bool:
        """Whether a model may still be asked in this turn: there is one, and it has not failed."""
        return self.provider.kind != "local" and not any(call.provider == "local" for call in self.trace.model_calls)

    def asked(self, form: Form, facts: Facts, check: Check | None = None) -> Any:
        """The model's answer in the form's own schema; None when none may be used, and the caller answers by itself."""
        return self._asked(form, facts, check) if self.is_model else None

    def _asked(self, form: Form, facts: Facts, check: Check | None) -> BaseModel | None:
        self.before()
        ends_at = min(self.ends_at, time.monotonic() + ATTEMPTS * self.provider.timeout_seconds)
        if not self.has_budget or not self._has_time(0, ends_at):
            self._stand_in(form, "too_late" if self.has_budget else "budget_spent")
            return None
        failure = NoAnswer("")
        for attempts_left in reversed(range(ATTEMPTS)):
            try:
                return self._attempt(form, facts, check, failure.told, ends_at)
            except NoAnswer as error:
                failure = error
            is_last = not attempts_left or not self._has_time(failure.pause, ends_at)
            self._hold_against_provider(failure.reason, is_last=is_last)
            if is_last:
                break
            time.sleep(failure.pause or 0)
        self._stand_in(form, failure.reason)
        return None

    def _has_time(self, pause: float | None, ends_at: float) -> bool:
        """Whether an attempt is worth it, after the pause that the last one asks for."""
        least = self.provider.timeout_seconds * LEAST_PART
        return pause is not None and pause <= LONGEST_PAUSE and time.monotonic() + pause + least <= ends_at

    def _attempt(self, form: Form, facts: Facts, check: Check | None, told: str, ends_at: float) -> BaseModel:
        breaker = self.breaker or breaker_of(self.provider)
        if not breaker.allows():
            raise NoAnswer("breaker_open", pause=None)
        seconds = min(self.provider.timeout_seconds, ends_at - time.monotonic())
        started, said, outcome = time.perf_counter(), Completion(content=""), "ok"
        with spans.span("model", model=self.provider.model, nodes=" ".join(form.nodes)):
            try:
                said = _complete(self.provider, form, _data(facts, told), seconds)
                answer = _read(said, form.schema)
                breaker.succeeded()
                _agree(check, answer)
            except NoAnswer as failure:
                outcome = failure.reason
                if outcome == "check_failed":
                    self.trace.notes.setdefault("objections", []).append(failure.told)
                raise
            finally:
                spans.note(outcome=outcome, tokens_in=said.tokens_in, tokens_out=said.tokens_out)
                self._record(form, outcome, started, said)
        return answer

    def _hold_against_provider(self, reason: str, *, is_last: bool) -> None:
        breaker = self.breaker or breaker_of(self.provider)
        if reason == "unauthorised":
            breaker.trip()
        elif reason in AT_ONCE or (is_last and reason in AFTER_RETRY):
            breaker.failed()

    def _record(self, form: Form, outcome: str, started: float, said: Completion) -> None:
        self.trace.model_calls.append(
            ModelCall(
                nodes=form.nodes,
                provider=self.provider.kind,
                model=self.provider.model,
                outcome=outcome,
                milliseconds=round((time.perf_counter() - started) * 1000, 2),
                tokens_in=said.tokens_in,
                tokens_out=said.tokens_out,
                cost_usd=self.provider.cost(said.tokens_in, said.tokens_out),
            )
        )

    def _stand_in(self, form: Form, reason: str) -> None:
        log.warning("journeys.llm.failed", reason=reason, nodes=form.nodes, model=self.provider.model)
        self.trace.model_calls.append(
            ModelCall(nodes=form.nodes, provider="local", model="local", outcome=reason, milliseconds=0.0)
        )


def _complete(provider: Provider, form: Form, data: Sequence[str], seconds: float) -> Completion:
    from journeys.llm import client  # noqa: PLC0415  a second and 60 MB that the local mind does not need

    return client.complete(provider, form.system, data, form.response_format, seconds)


def _data(facts: Facts, told: str) -> list[str]:
    return [_json(facts), *([_json({"your_last_answer_was_refused_because": told})] if told else [])]


def _json(document: Facts) -> str:
    # A lone surrogate, which a phone can send, has no UTF-8 form.
    return json.dumps(document, ensure_ascii=False, default=str).encode("utf-8", "replace").decode()


def _read(said: Completion, schema: type[BaseModel]) -> BaseModel:
    if said.is_refusal:
        raise NoAnswer("refused")
    if not said.content.strip():
        raise NoAnswer("empty")
    try:
        return schema.model_validate_json(said.content, strict=True)
    except ValidationError as error:
        raise NoAnswer("nonsense", told=_first_problem(error)) from error


def _first_problem(error: ValidationError) -> str:
    problems = error.errors(include_url=False, include_input=False)
    # Of a command only what is wrong with it as the command that it says it is.
    others = {each["loc"][:-1] for each in problems if each["type"] == "literal_error" and each["loc"][-1] == "command"}
    own = [each for each in problems if not any(each["loc"][: len(other)] == other for other in others)]
    problem = (own or problems)[0]
    return f"{'.'.join(str(part) for part in problem['loc'])}: {problem['msg']}"


def _agree(check: Check | None, answer: BaseModel) -> None:
    objection = check(answer) if check else None
    if objection:
        raise NoAnswer("check_failed", told=objection)
