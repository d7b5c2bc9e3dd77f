"""English or Swahili, or a language that is not spoken here: a small model of letters, loaded when it is first asked.

It knows letters and not trade: names, numbers and addresses are left out of what it is given.
"""

import re
from functools import lru_cache
from threading import Lock
from typing import Final

import numpy as np
from py3langid.langid import MODEL_DIR, MODEL_FILE, LanguageIdentifier

from journeys.local import learned

OURS: Final = ("en", "sw")
# Far enough from Swahili not to be taken for it; its near relatives, and those that share its loans, are left out.
OTHERS: Final = ("am", "ar", "de", "es", "fr", "hi", "it", "nl", "pt", "ru", "so", "tr", "zh")
_NO_WORDS: Final = re.compile(r"https?://\S+|www\.\S+|(?<![^\s@])[^\s@]+@\S{1,200}|[@#]\w+|\d+|[^\w\s'\u2019]")
_LOADING: Final = Lock()


@lru_cache(maxsize=1)
def _identifier() -> LanguageIdentifier:
    """The model with the columns of these languages alone."""
    model = learned.kept("tongues", (MODEL_DIR / MODEL_FILE).read_bytes(), _unpacked)
    return LanguageIdentifier(
        model["weights"], model["odds"], model["names"].tolist(), model["moves"].data, model["found"].tolist(),
        norm_probs=True, tk_row=model["rows"].tolist(),
    )  # fmt: skip


def _unpacked() -> learned.Arrays:
    """Half a second goes into unpacking what is there for every language of the world."""
    whole = LanguageIdentifier.from_model_file(MODEL_FILE)
    kept = [at for at, name in enumerate(whole.nb_classes) if name in {*OURS, *OTHERS}]
    return {
        "weights": whole.nb_ptc[:, kept], "odds": whole.nb_pc[kept], "names": np.array(whole.nb_classes)[kept],
        "moves": np.asarray(whole.tk_nextmove), "found": np.asarray(whole.tk_output), "rows": np.asarray(whole.tk_row),
    }  # fmt: skip


def _ranked(text: str) -> dict[str, float]:
    with _LOADING:
        known = _identifier()
    return dict(known.rank(_NO_WORDS.sub(" ", text).lower()))


@lru_cache(maxsize=2_000)
def likelihoods(text: str) -> tuple[float, float]:
    """How likely Swahili is beside English, and how likely neither of them is, from 0 to 1."""
    found = _ranked(text)
    en, sw = found["en"], found["sw"]
    return sw / ((en + sw) or 1.0), 1.0 - en - sw
