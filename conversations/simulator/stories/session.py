"""Tells many stories, one after another, against the local mind, recorded answers or a real endpoint."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from random import Random
from typing import Any, Literal

from django.conf import settings
from pydantic import AnyHttpUrl

from conversations.simulator.stories import recorded
from conversations.simulator.stories.guest import NoStage
from conversations.simulator.stories.recorded import Endpoint, Upstream
from conversations.simulator.stories.stage import Stage, serving
from conversations.simulator.stories.story import Story
from conversations.simulator.stories.telling import Run, tell

Against = Literal["local", "recorded", "endpoint"]
WAYS: tuple[Against, ...] = ("local", "recorded", "endpoint")
OPENAI = "https://api.openai.com/v1"
OnRun = Callable[[Run], None]


def tell_all(
    stories: Sequence[Story], *, against: Against, random: Random, times: int = 1,
    record: Path | None = None, on_run: OnRun = lambda run: None,
) -> list[Run]:  # fmt: skip
    """Tell each story so many times; `record` is a folder for what an endpoint answers."""
    told, stages = [], {}
    with _against(against, is_recording=record is not None) as endpoint:
        for story in _tellable(stories, against):
            if story.business not in stages:
                stages[story.business] = Stage.of(story.business)
            for _ in range(times):
                run = _tell(story, stages[story.business], endpoint, random)
                told.append(run)
                on_run(run)
            if record is not None and endpoint is not None:
                _keep(record / f"{story.name.replace('-', '_')}.toml", story, endpoint)
    return told


def _tellable(stories: Sequence[Story], against: Against) -> list[Story]:
    """Of recorded stories only those with answers can be replayed."""
    return [story for story in stories if story.answer] if against == "recorded" else list(stories)


@contextmanager
def _against(against: Against, *, is_recording: bool) -> Iterator[Endpoint | None]:
    with ExitStack() as stack:
        endpoint, changes = None, _no_model()
        if against == "endpoint":
            changes = {}
            if not settings.TULIA.has_model:
                raise NoStage("No model provider is configured: set OPENAI_API_KEY or OPENAI_BASE_URL.")
        if against == "recorded" or is_recording:
            endpoint = Endpoint(upstream=_upstream() if is_recording else None)
            address = stack.enter_context(recorded.listening(endpoint))
            changes = {"openai_base_url": AnyHttpUrl(address), "openai_api_key": "recorded"}
        stack.enter_context(serving(**changes))
        yield endpoint


def _no_model() -> dict[str, Any]:
    return {"openai_base_url": None, "openai_api_key": None}


def _upstream() -> Upstream:
    base_url = str(settings.TULIA.openai_base_url or OPENAI).rstrip("/")
    return Upstream(base_url=base_url, api_key=settings.TULIA.openai_api_key or "unused")


def _tell(story: Story, stage: Stage, endpoint: Endpoint | None, random: Random) -> Run:
    if endpoint is None:
        return tell(story, stage, random=random)
    endpoint.begin(story.answer)
    run = tell(story, stage, random=random, on_step=lambda number: setattr(endpoint, "step", number))
    run.unused, run.cards = endpoint.unused, endpoint.cards
    return run


def _keep(file: Path, story: Story, endpoint: Endpoint) -> None:
    """The story with what the endpoint answered, ready to be replayed."""
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(recorded.as_toml(story.model_copy(update={"answer": tuple(endpoint.kept)})))
