"""Tells a story and keeps, step by step, what was said, what came back, and what did not hold."""

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random

from conversations.models import Turn
from conversations.simulator.stories import words
from conversations.simulator.stories.conditions import problems
from conversations.simulator.stories.guest import Guest
from conversations.simulator.stories.stage import Stage
from conversations.simulator.stories.story import Met, Step, Story

OnStep = Callable[[int], None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """One condition and what did not hold of it."""

    met: Met
    problems: tuple[str, ...]

    @property
    def holds(self) -> bool:
        return not self.problems


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayedStep:
    """One step as it went."""

    step: Step
    reply: str
    seconds: float
    turns: int
    calls: int
    tokens: int
    is_in_language: bool
    verdicts: tuple[Verdict, ...]


@dataclass(slots=True, kw_only=True)
class Run:
    """One telling of a story, to one customer."""

    story: Story
    steps: list[PlayedStep] = field(default_factory=list)
    unused: list[str] = field(default_factory=list)
    """Recorded answers that nobody asked for: by step and schema."""
    cards: list[int] = field(default_factory=list)
    """The tokens of each card that a model understood."""

    @property
    def verdicts(self) -> list[Verdict]:
        return [verdict for told in self.steps for verdict in told.verdicts]

    @property
    def wishes_met(self) -> int:
        return sum(verdict.holds for verdict in self.verdicts if verdict.met.wish)

    @property
    def holds(self) -> bool:
        """Whether everything held that the story asks for, and each recorded answer was asked for."""
        return not self.unused and all(verdict.holds for verdict in self.verdicts)


def tell(story: Story, stage: Stage, *, random: Random, on_step: OnStep = lambda number: None) -> Run:
    """Tell the story to its end, whatever comes back; `on_step` hears of each step before it is taken."""
    guest = stage.new_customer(random, address=story.customer, at=story.at)
    guest.take_replies()
    run, known = Run(story=story), len(guest.turns())
    for number, step in enumerate(story.say, start=1):
        on_step(number)
        started = time.perf_counter()
        objection = _take(step, guest)
        seconds = time.perf_counter() - started
        turns = guest.turns()[known:]
        known += len(turns)
        run.steps.append(_told(step, guest, story, objection=objection, seconds=seconds, turns=turns))
    guest.leave()
    return run


def _take(step: Step, guest: Guest) -> str:
    """Do what the step says; why it could not be done, if so."""
    match step:
        case Step(text=str(text)):
            guest.say(text)
        case Step(burst=burst) if burst:
            guest.say(*burst)
        case Step(tap=str() | int() as wanted):
            return "" if guest.tap(wanted) else f"there was no {wanted} to tap: it was written instead"
        case Step(pin=str(outcome)):
            return "" if guest.enter_pin(outcome) else "there was no prompt on the phone, or its outcome never came"
        case Step(pay=paid) if paid is not None:
            return "" if guest.pay(paid) else "there was nothing to pay, or the money was not taken"
        case Step(event=str(event)):
            return "" if guest.happens(event) else "there was nothing that this could happen to"
        case Step(wait=seconds):
            guest.wait(seconds or 0)
    return ""


def _told(step: Step, guest: Guest, story: Story, *, objection: str, seconds: float, turns: list[Turn]) -> PlayedStep:
    seen = guest.see(guest.take_replies())
    broken = [turn.problem for turn in turns if turn.problem]
    missing = [objection] if objection and step.tap is None else []
    verdicts = []
    for met in step.met:
        found = [*missing, *(f"the turn failed: {problem}" for problem in broken), *problems(met, seen)]
        found += [objection] if found and objection and not missing else []
        verdicts.append(Verdict(met=met, problems=tuple(found)))
    return PlayedStep(
        step=step,
        reply=seen.text,
        seconds=seconds,
        turns=len(turns),
        calls=sum(_calls(turn) for turn in turns),
        tokens=sum(turn.tokens_in + turn.tokens_out for turn in turns),
        is_in_language=words.is_in(seen.text, story.language),
        verdicts=tuple(verdicts),
    )


def _calls(turn: Turn) -> int:
    """How often a model was asked in a turn; what was answered locally is none."""
    made = turn.trace.get("models", [])
    return sum(call.get("provider") != "local" for call in made)
