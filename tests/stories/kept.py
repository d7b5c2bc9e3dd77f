"""Which stories the suite tells: some of those that are wholly served by the local mind, of every business and kind.

`make stories KEEP=1` writes them down anew; whatever was kept and no longer holds is a test that fails.
"""

from collections.abc import Iterable
from pathlib import Path

from conversations.simulator.stories import story
from conversations.simulator.stories.story import Story
from conversations.simulator.stories.telling import Run

FOLDER = Path(__file__).parent
LIST = FOLDER / "kept.txt"
MOST = 24


def list_kept() -> list[Story]:
    """The stories that are named in the list, in its order."""
    known = {one.name: one for name in ("wishes", "told") for one in story.load(FOLDER / name)}
    return [known[name] for name in LIST.read_text().split()]


def choose(runs: Iterable[Run]) -> list[str]:
    """The longest of each business, language and kind that held as a whole, the rarest kinds first."""
    best: dict[tuple[str, str, str], Story] = {}
    for run in runs:
        one = run.story
        key = one.kind, one.business, one.language
        if run.holds and (key not in best or len(one.say) > len(best[key].say)):
            best[key] = one
    kinds = [key[0] for key in best]
    ordered = sorted(best, key=lambda key: (-len(best[key].say), kinds.count(key[0]), key))
    return sorted(best[key].name for key in ordered[:MOST])
