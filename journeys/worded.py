"""The words of a reply as a model gives them, finding by finding, and what speaks against them."""

from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import Final, Literal

from pydantic import BaseModel, ConfigDict, Field

from journeys import catalog
from journeys.check import Evidence, Objection, feedback, lines_about, mended, objections
from journeys.check.library.units import readings_in
from journeys.check.reading.clauses import sentences
from journeys.check.reading.terms import terms_of
from journeys.compose.grounds import grounds
from journeys.context import TurnContext
from journeys.contract import Beside, Done, Worded
from journeys.flow import Flow
from journeys.library import OWN_HOURS
from journeys.llm import prompts
from journeys.wording.phrases import spoken
from tools.catalog.catalog_get_item import CatalogGetItemResult
from tools.support.kb_retrieve import Snippet

# Three reads, once.
MOST_AGAIN: Final = 3
OF_PASSAGES: Final = "support_rag_answer"
OF_ITEMS: Final = "item_answer"
OF_LISTS: Final = "catalog_present_options"
# With fewer telling words a sentence only greets: "Great choice!".
FEWEST_TELLING: Final = 3


class Part(BaseModel):
    """The words of one finding."""

    model_config = ConfigDict(extra="forbid")

    finding: int
    text: str
    status: Literal["answered", "ambiguous", "told", "insufficient", "covered"]
    sources: list[int]


class Look(BaseModel):
    """One more look."""

    model_config = ConfigDict(extra="forbid")

    command: Literal["search", "ask_library"]
    query: str
    finding: int


class WordedReply(BaseModel):
    """The words of a reply, or what to look for before it can be worded."""

    model_config = ConfigDict(extra="forbid")

    parts: list[Part]
    look_again: list[Look] = Field(max_length=MOST_AGAIN)


class Review:
    """What speaks against a model's words, part by part.

    A doubtful sentence among sound ones is left out, and the line of the passages that it was about stands in for it;
    where none is sound such lines alone, or what code itself says of the finding. Only what would leave a wish without
    its answer is asked anew. `kept` are the parts that may be said.
    """

    def __init__(self, flow: Flow, context: TurnContext) -> None:
        self.done, self.context, self.state = flow["done"], context, flow["state"]
        self.kept: list[Part] = []
        self._beside = Beside()
        """What stands beside the part that is looked at."""

    def objection(self, said: WordedReply) -> str | None:
        """Why they may not be said, in words that a model can mend."""
        self.kept, against, is_left = [], list[str](), False
        once = {part.finding: part for part in reversed(said.parts)}  # of several for one finding the first counts
        for part in reversed(once.values()):
            self._beside = _beside(part, said.parts, self.done)
            why = self._against(part) or _against_covering(part, said.parts)
            sound = self._mended(part) or self._by_its_sources(part) or _without_words(part) if why else part
            if why:
                against.append(why)
            if sound is not None:
                self.kept.append(sound)
            else:
                is_left = is_left or not _is_told_by_code(_of(part, self.done))
        found = "\n".join(dict.fromkeys(against))
        if found and not is_left:
            self.context.trace.notes.setdefault("objections", []).append(found)
        return found if is_left else None

    def _against(self, part: Part) -> str | None:
        done = _of(part, self.done)
        if done is None or done.wording is None:
            return f"There is no finding {part.finding}."
        worded = self._worded(part)
        if done.wording.check and (why := done.wording.check(worded)):
            return why
        if _is_held(part, self.done):
            return None
        if wrong := named(done, worded)[1]:
            return f"There is no passage number {wrong[0]}."
        return feedback(self._objections(part.text, self._evidence(done, worded)))

    def _mended(self, part: Part) -> Part | None:
        """The part without its doubtful sentences, if that answers still."""
        done = _of(part, self.done)
        if done is None:
            return None
        worded = self._worded(part)
        # A sentence may be a sum of amounts that stand in the one before.
        beside = replace(worded.beside, texts=(*worded.beside.texts, part.text))
        evidence = self._evidence(done, replace(worded, beside=beside))
        is_lead = _leads_a_list(done)
        is_answer = part.status == "answered" and not is_lead
        text = mended(part.text, lambda text: bool(self._objections(text, evidence)), is_answer=is_answer)
        if is_lead and not _tells(text):
            return None
        sound = part.model_copy(update={"text": text})
        if not text or self._against(sound) is not None:
            return None
        return self._with_lines_of(part, sound) or sound

    def _with_lines_of(self, part: Part, sound: Part) -> Part | None:
        """What is left, and under it the lines of the passages that the sentences left out were about.

        They are looked at by themselves: a quotation keeps its language."""
        kept = sentences(sound.text)
        gone = [each for each in sentences(part.text) if not any(each.startswith(one.rstrip(".")) for one in kept)]
        found = self._lines_of(part.model_copy(update={"text": "\n".join(gone)}))
        if found is None:
            return None
        told = readings_in(sound.text)
        new = [line for line in found[0].splitlines() if told.isdisjoint(readings_in(line))]
        lines, sources = "\n".join(new), found[1]
        if not new or terms_of(lines) <= terms_of(sound.text):
            return None  # told already
        if self._against(part.model_copy(update={"text": lines, "sources": sources})) is not None:
            return None
        cited = [*sound.sources, *(each for each in sources if each not in sound.sources)]
        return sound.model_copy(update={"text": f"{sound.text}\n\n{lines}", "sources": cited})

    def _by_its_sources(self, part: Part) -> Part | None:
        """The part resting on the passages that carry it, where it cites others; else what these say themselves."""
        found = self._lines_of(part)
        if found is None:
            return None
        lines, sources = found[0], [*(each for each in part.sources if each == OWN_HOURS), *found[1]]
        made = [part.model_copy(update={"text": text, "sources": sources}) for text in (part.text, lines)]
        return next((each for each in made if self._against(each) is None), None)

    def _lines_of(self, part: Part) -> tuple[str, list[int]] | None:
        """The lines of the finding's passages that a part is about, and their numbers.

        Those cited count first, and where one of them is found, what only other passages say is left out."""
        done = _of(part, self.done)
        if done is None or done.wording is None or done.wording.node != OF_PASSAGES or part.status != "answered":
            return None
        items = self._as_sources([str(item["title"]) for item in done.wording.facts.get("items", ())])
        passages = [(each.text, f"{each.title} {each.section}") for each in done.wording.passages]
        if not part.sources and items:  # it rests on items, or on a passage that it does not name
            lines, places = lines_about(part.text, [*passages, *items])
            sources = [place + 1 for place in places if place < len(passages)]
            return (lines, sources) if lines else None
        found = sorted(enumerate(passages, 1), key=lambda each: each[0] not in part.sources)
        for of_those in (found, [each for each in found if each[0] in part.sources]):
            lines, places = lines_about(part.text, [told for _, told in of_those])
            sources = [of_those[place][0] for place in places]
            if set(sources).isdisjoint(part.sources) or set(sources) <= set(part.sources):
                break
        return (lines, sources) if lines else None

    def _as_sources(self, titles: Collection[str]) -> list[tuple[str, str]]:
        calls = (call.answer for call in self.context.trace.tool_calls)
        items = {call.item_id: call for call in calls if isinstance(call, CatalogGetItemResult)}
        return [catalog.as_source(item) for item in items.values() if item.title in titles]

    def _worded(self, part: Part) -> Worded:
        return Worded(text=part.text, sources=tuple(part.sources), status=part.status, beside=self._beside)

    def _evidence(self, done: Done, worded: Worded) -> Evidence:
        """Not before a model has answered: the local mind needs none."""
        own = {snippet.chunk_id for snippet in named(done, worded)[0]}
        cited = own | worded.beside.cited if own else None
        return grounds(self.state, self.context, cited=cited, beside=worded.beside.texts)

    def _objections(self, text: str, evidence: Evidence) -> list[Objection]:
        language = spoken(self.state.understood.response_language)
        return objections(text, evidence, language=language, prompts=prompts())


def _leads_a_list(done: Done) -> bool:
    """Whether its figures stand in the rows below, whatever goes of the words that lead them.

    Where something is missing that must be said, by code if no sentence of a model's does."""
    wording = done.wording
    return wording is not None and wording.node == OF_LISTS and not wording.facts.get("missing")


def _tells(text: str) -> bool:
    """Whether one of its sentences tells something, rather than asks or greets."""
    told = (sentence for sentence in sentences(text) if not sentence.endswith("?"))
    return any(len(terms_of(sentence)) >= FEWEST_TELLING for sentence in told)


def _beside(part: Part, parts: Sequence[Part], done: Sequence[Done]) -> Beside:
    """What the other parts say and rest on."""
    others = [(each, of) for each in parts if each is not part and (of := _of(each, done))]
    cited = (snippet for each, of in others for snippet in _passages_of(each, of))
    return Beside(texts=tuple(each.text for each, _ in others), cited=frozenset(each.chunk_id for each in cited))


def _passages_of(part: Part, done: Done) -> list[Snippet]:
    return named(done, Worded(text=part.text, sources=tuple(part.sources)))[0]


def _against_covering(part: Part, parts: Sequence[Part]) -> str | None:
    """Only what another part tells is covered."""
    if part.status != "covered" or any(other.status == "answered" and other.text for other in parts):
        return None
    return f"No other part tells what finding {part.finding} asks for."


def _without_words(part: Part) -> Part | None:
    """That nothing was found is told by code in any case; what a model adds to it may be left out."""
    return part.model_copy(update={"text": ""}) if part.status == "insufficient" and part.text else None


def _is_told_by_code(done: Done | None) -> bool:
    """Whether what code would say of a finding answers as it stands: it has a sentence for it, the facts of an item or
    the passages that it would quote."""
    if done is None or done.wording is None:
        return False
    return "usual_sentence" in done.wording.facts or done.wording.node == OF_ITEMS or bool(done.cited)


def named(done: Done, worded: Worded) -> tuple[list[Snippet], list[int]]:
    """The passages of the finding that the words name, and the numbers that none has."""
    passages = done.wording.passages if done.wording else ()
    numbers = list(dict.fromkeys(worded.sources)) if passages else []
    wrong = [number for number in numbers if not 1 <= number <= len(passages)]
    return [passages[number - 1] for number in numbers if number not in wrong], wrong


def _is_held(part: Part, done: Sequence[Done]) -> bool:
    """Whether its journey's own check holds it to the passages it names: beside other findings they are no source."""
    found = _of(part, done)
    names_them = bool(part.sources) and part.status == "answered"
    return names_them and found is not None and found.wording is not None and found.wording.node == OF_PASSAGES


def _of(part: Part, done: Sequence[Done]) -> Done | None:
    found = done[part.finding - 1] if 1 <= part.finding <= len(done) else None
    return found if found is not None and found.wording is not None else None
