"""The built-in embedding: no download, the same everywhere, and at home in three languages."""

import hashlib
import os
import subprocess
import sys
from typing import Any

import numpy as np
import pytest
from django.conf import settings as installed
from hypothesis import given
from hypothesis import strategies as st
from pytest_django import Settings

from config.environment import Environment
from knowledge.embed import DIMENSIONS, E5, LOCAL, Embedder, EmbeddingModel, e5, embed_local, from_settings

TEXTS = ("viatu vya kukimbia", "Eldoret Daily Trainer", "🎉", "")
DIGEST = "import hashlib; from knowledge.embed import embed_local; " + (
    f"print(hashlib.sha256(embed_local({TEXTS!r}).tobytes()).hexdigest())"
)


def cosine(one: str, other: str) -> float:
    left, right = embed_local([one, other])
    return float(left @ right)


@pytest.mark.parametrize(
    ("query", "same", "other"),
    [
        ("viatu vya kukimbia", "running shoes", "non-stick frying pan"),
        ("runing shoess", "running shoes", "cotton bedsheet set"),
        ("kikaango", "non-stick frying pan", "running shoes"),
        ("nadai kabambe", "feature phone with torch", "leather handbag"),
        ("chumba na kiamsha kinywa", "room with breakfast", "data bundle"),
        ("eldorett trainer", "Eldoret Daily Trainer", "Parliament Oxford"),
    ],
)
def test_the_same_thing_is_near_and_another_far(query: str, same: str, other: str) -> None:
    assert cosine(query, same) > 0.4
    assert cosine(query, same) > cosine(query, other) + 0.3


@given(st.text(st.characters(), max_size=80))
def test_any_text_has_a_direction(text: str) -> None:
    vectors = embed_local([text])
    assert vectors.shape == (1, DIMENSIONS)
    assert vectors.dtype == np.float32
    assert np.linalg.norm(vectors[0]) == pytest.approx(1.0, abs=1e-5)


@pytest.mark.parametrize("seed", ["0", "4711"])
def test_another_process_makes_the_same_vectors(seed: str) -> None:
    environment = {**os.environ, "PYTHONHASHSEED": seed}
    told = subprocess.run([sys.executable, "-c", DIGEST], env=environment, capture_output=True, text=True, check=True)
    assert told.stdout.strip() == hashlib.sha256(embed_local(TEXTS).tobytes()).hexdigest()


def test_a_document_and_a_query_share_one_space() -> None:
    embedder = Embedder()
    assert embedder.model.key == "local/tulia-7"
    assert embedder.embed_documents(["simu", "phone"])[0] == embedder.embed_query("simu")
    assert embedder.embed_documents([]) == []


@pytest.mark.parametrize(
    ("model", "key", "base_url", "has_e5", "chosen"),
    [
        ("local", "sk-1", "http://127.0.0.1:1/v1", True, LOCAL),
        (None, None, None, False, LOCAL),
        (None, "sk-1", None, False, LOCAL),
        (None, None, None, True, E5),
        ("e5", "sk-1", None, True, E5),
        ("text-embedding-3-small", None, None, True, LOCAL),
        ("text-embedding-3-small", "sk-1", None, True, EmbeddingModel("openai", "text-embedding-3-small")),
        ("bge-m3", None, "http://127.0.0.1:1/v1", False, EmbeddingModel("openai", "bge-m3")),
    ],
)
def test_settings_choose_the_model(
    settings: Settings, monkeypatch: pytest.MonkeyPatch, model: str | None, key: str | None, base_url: str | None,
    has_e5: bool, chosen: EmbeddingModel,
) -> None:  # fmt: skip
    monkeypatch.setattr(e5, "is_usable", lambda: has_e5)
    settings.TULIA = set_to(embedding_model=model, openai_api_key=key, openai_base_url=base_url)
    assert from_settings().model == chosen


@pytest.mark.parametrize(("allowed", "waited"), [(3.0, 3.0), (20.0, 20.0), (890.0, 20.0)])
def test_more_time_for_a_chat_model_does_not_keep_a_search_waiting(
    settings: Settings, allowed: float, waited: float
) -> None:
    settings.TULIA = set_to(embedding_model="bge-m3", openai_api_key="k", model_timeout_seconds=allowed)
    assert from_settings().timeout_seconds == waited


def test_vectors_made_with_other_prefixes_are_another_models(settings: Settings) -> None:
    """Else a library would be searched with questions that its passages were not made for."""
    keys = set()
    for query, passage in ((None, None), ("query:", None), ("query:", "passage:"), (None, "query:")):
        settings.TULIA = set_to(
            embedding_model="bge-m3", openai_api_key="k", embedding_query_prefix=query, embedding_passage_prefix=passage
        )
        keys.add(from_settings().model.key)
    assert len(keys) == 4
    assert "openai/bge-m3" in keys


def set_to(**chosen: Any) -> Environment:
    return installed.TULIA.model_copy(update={"embedding_model": None, **chosen})


def test_a_key_is_not_shown() -> None:
    assert "sk-secret" not in repr(Embedder(api_key="sk-secret"))
