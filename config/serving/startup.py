"""What every process checks before it serves anybody."""

import sys
import threading
import time
from typing import Any, Final

import structlog
from django.conf import settings
from django.db import OperationalError, connections

from config import environment
from config.serving import open_servers
from tenants import priority

log = structlog.get_logger(__name__)
# Between two looks whether the database is there.
AGAIN_SECONDS: Final = 1.0
# Twilio waits 15 s in all, for four tries: each must end soon, and late enough for a database that is just coming back.
ANSWER_SECONDS: Final = 1.5
# How long a thread that computes, such as one that reads a large file, keeps the others of its process waiting at each
# of their steps; a webhook has many.
SWITCH_SECONDS: Final = 0.0005

_unproven = threading.Event()


def prepare_web() -> None:
    """The wall stands, or nobody is served until it does; while the database is away, callers are told so soon."""
    pool: dict[str, Any] = connections.settings["default"]["OPTIONS"].get("pool", {})
    pool["timeout"] = ANSWER_SECONDS
    sys.setswitchinterval(SWITCH_SECONDS)
    _warn_of_open_servers()
    try:
        refuse_unless_walled()
    except OperationalError:
        _unproven.set()
        threading.Thread(target=_prove, name="wall", daemon=True).start()
    send_traces()
    load_urls()


def prepare_worker() -> None:
    """The wall stands, however long the database is away, and what the first customer would wait for is read.

    Whatever a worker does from now on, webhooks are answered first.
    """
    priority.lower_process(priority.THINKING)
    _warn_of_open_servers()
    while True:
        try:
            refuse_unless_walled()
            break
        except OperationalError:
            log.warning("config.start.database.away")
            time.sleep(AGAIN_SECONDS)
    send_traces()
    warm_up()


def is_wall_unproven() -> bool:
    """Whether this process began without a database, and does not know yet whether it may serve."""
    return _unproven.is_set()


def refuse_unless_walled() -> None:
    """End the process with a sentence while the database would let one tenant see another."""
    from tenants import wall  # noqa: PLC0415  models can be imported only once Django is set up

    try:
        wall.verify()
    except wall.WallBreached as error:
        environment.stop(str(error))


def send_traces() -> None:
    """To the collector that the environment names; without one nothing of OpenTelemetry's is started."""
    if settings.TULIA.otlp_endpoint is not None:
        from tenants.telemetry import otlp  # noqa: PLC0415  a tenth of a second that nobody else needs

        otlp.start(str(settings.TULIA.otlp_endpoint))


def _prove() -> None:
    from tenants import wall  # noqa: PLC0415  as above

    while _unproven.is_set():
        time.sleep(AGAIN_SECONDS)
        try:
            wall.verify()
            _unproven.clear()
        except wall.WallBreached as error:
            log.error("config.start.wall.breached", problem=str(error))
        except OperationalError:
            log.warning("config.start.database.away")


def _warn_of_open_servers() -> None:
    for sentence in open_servers.sentences(settings.TULIA):
        log.warning("config.start.server.open", problem=sentence)


def load_urls() -> None:
    """Import every page now: otherwise each web process does it while its first customer waits."""
    from django.urls import get_resolver  # noqa: PLC0415

    get_resolver().url_patterns  # noqa: B018  reading it is what imports them


def warm_up() -> None:
    """Build what is built once a process: the exemplars, words and letters of the local mind, and the reader."""
    from journeys.local import exemplars, tongues  # noqa: PLC0415  models can be imported only once Django is set up
    from journeys.reader import errands  # noqa: PLC0415
    from knowledge import embed  # noqa: PLC0415

    exemplars.model()
    tongues.likelihoods("viatu vya kukimbia")
    if settings.TULIA.reads_errands:
        errands.read("nipe mbili", (), str.isalpha)
    embed.embed_local(["viatu vya kukimbia"])
