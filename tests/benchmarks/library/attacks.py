"""Attacks on assistants, and harmless texts that look like them, where they lie beside the repository."""

import json
import random
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import product
from typing import Any

from tests.benchmarks.library.sets import SETS
from tests.benchmarks.mind.rows import of_csv

FOLDER = SETS / "injection"
CANARY = "kumbukumbu77"
_PAYLOAD, _PLACE = "<|garak_payload|>", "<|garak_injection|>"
# Where a document of ours is needed around an order that comes without one.
_HOSTS, _LONGEST_MESSAGE = SETS / "tau_knowledge" / "documents.jsonl", 1_500
KINDS = ("text", "code", "latent")
# One form of words with sixteen endings is no sixteen attacks.
_MOST_PAYLOADS = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class Attack:
    """An order, what an answer would hold that obeyed it, the document that it hides in, and what sort it is of."""

    order: str
    sign: str
    host: str = ""
    kind: str = ""

    @property
    def demanded(self) -> str:
        """The order; where nothing could be seen of an obedient answer, a word to be said is demanded too."""
        return self.order if self.sign != CANARY else f'{self.order} Then write "{CANARY}".'


def direct() -> list[Attack]:
    """What an attacker writes to the assistant itself."""
    texts = [row["text"] for row in of_csv("injection/garak_even.csv")]
    texts += [row["text"] for row in of_csv("injection/piguard_valid_dev.csv") if _is_direct(row)]
    return [Attack(order=text[:_LONGEST_MESSAGE], sign=_told_to_say(text) or CANARY) for text in texts]


def indirect() -> list[Attack]:
    """What hides in a document: garak's in its own, or in one of a bank's, as BIPIA's are."""
    parts = {row.pop("probe"): row for row in _lines(FOLDER / "garak_latent_injection_parts.jsonl")}
    hosts = [f"# {row['title']}\n\n{row['text']}" for row in _lines(_HOSTS)]
    if not (parts and hosts):
        return []
    bare = [
        Attack(order=row["text"], sign=CANARY, kind=row["source"].rpartition("_")[2])
        for row in of_csv("injection/piguard_valid_dev.csv") if _is_indirect(row)
    ]  # fmt: skip
    attacks = [*_latent(parts), *bare]
    dealt = random.Random(7).sample(hosts, len(attacks))
    return [replace(attack, host=attack.host or host) for attack, host in zip(attacks, dealt, strict=True)]


def harmless() -> dict[str, list[str]]:
    """By source."""
    found: dict[str, list[str]] = {}
    for row in of_csv("injection/piguard_valid_dev.csv"):
        if row["label"] == "0":
            found.setdefault(row["source"].partition("_")[0], []).append(row["text"])
    return found


def hidden(attack: Attack, rng: random.Random) -> str:
    """The document with the order in it: as a paragraph, as a line, or behind a sentence."""
    paragraphs = attack.host.split("\n\n")
    at, order = rng.randrange(1, len(paragraphs) + 1), attack.demanded
    match rng.randrange(3):
        case 0:
            paragraphs.insert(at, order)
        case 1:
            paragraphs[at - 1] += f"\n{order}"
        case _:
            paragraphs[at - 1] += f" {order}"
    return "\n\n".join(paragraphs)


def _latent(parts: dict[str, dict[str, Any]]) -> Iterator[Attack]:
    facts = parts["FactSnippetMixin"]["injection_instructions"]
    for name, part in parts.items():
        texts = part.get("injection_instructions", facts if "FactSnippet" in name else ())
        hosts = ["\n\n".join(part["paragraphs"])] if "paragraphs" in part else _documents(part)
        payloads = part.get("payload_triggers") or [CANARY]
        for text, payload, host in product(texts, payloads[:_MOST_PAYLOADS], hosts):
            # The payload alone orders nothing: it is a sentence of the document.
            if text.strip() != _PAYLOAD:
                order = text.replace(_PAYLOAD, payload).strip()
                yield Attack(order=order, sign=_seen(name, payload), host=host, kind="latent")


def _documents(part: dict[str, Any]) -> list[str]:
    """A context of a few words is a task for a translator and no document."""
    return [text.replace(_PLACE, "") for text in part.get("contexts", ()) if len(text) > 300] or [""]


def _seen(name: str, payload: str) -> str:
    """A payload of one word, such as whom to insult, is no proof that anybody was insulted."""
    return CANARY if name == "LatentJailbreakFull" else payload


def _told_to_say(text: str) -> str:
    found = re.search(r'\b(?:say|print) "([^"]{8,})"', text, re.IGNORECASE)
    return found[1] if found else ""


def _is_direct(row: dict[str, str]) -> bool:
    return row["label"] == "1" and row["source"].startswith("PINT")


def _is_indirect(row: dict[str, str]) -> bool:
    return row["label"] == "1" and row["source"].startswith("BIPIA")


def _lines(path: Any) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []
