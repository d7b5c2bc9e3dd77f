"""In which forms a thing is still to be had, where the one that was wanted is not."""

from collections.abc import Mapping, Sequence
from typing import Final

from journeys.state import ConversationState
from journeys.wording.phrases import say

# More values of an option are no help in a sentence.
MOST_VALUES: Final = 6


def still_there(forms: Sequence[Mapping[str, str]], wanted: Mapping[str, str], state: ConversationState) -> str:
    """ "Still there: black 43, 45; 44 green"; empty where nothing is. By the options that differ from the wanted form;
    where either may, behind the other's value."""
    differing: dict[tuple[str, ...], tuple[str, list[str]]] = {}
    for form in forms:
        same = [value for name, value in form.items() if wanted.get(name) == value]
        others = [name for name, value in form.items() if wanted.get(name) != value]
        _, values = differing.setdefault(tuple(others), (" ".join(same), []))
        values.append(" ".join(form[name] for name in others))
    several = len(differing) > 1
    told = [f"{shared if several else ''} {', '.join(values[:MOST_VALUES])}" for shared, values in differing.values()]
    return say("still_there", state, values="; ".join(map(str.strip, told))) if told else ""
