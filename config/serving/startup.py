"""What every process checks before it serves anybody."""

from config import environment


def refuse_unless_walled() -> None:
    """End the process with a sentence while the database would let one tenant see another."""
    from tenants import wall  # noqa: PLC0415  models can be imported only once Django is set up

    try:
        wall.verify()
    except wall.WallBreached as error:
        environment.stop(str(error))


def send_traces() -> None:
    """To the collector that the environment names; without one nothing of OpenTelemetry's is started."""
    from django.conf import settings  # noqa: PLC0415

    if settings.TULIA.otlp_endpoint is not None:
        from telemetry import otlp  # noqa: PLC0415  a tenth of a second that nobody else needs

        otlp.start(str(settings.TULIA.otlp_endpoint))


def load_urls() -> None:
    """Import every page now: otherwise each web process does it while its first customer waits."""
    from django.urls import get_resolver  # noqa: PLC0415

    get_resolver().url_patterns  # noqa: B018  reading it is what imports them


def warm_up() -> None:
    """Build what is built once a process: the exemplars and the words of the local mind, half a second together."""
    from journeys.local import exemplars  # noqa: PLC0415  models can be imported only once Django is set up
    from knowledge import embed  # noqa: PLC0415

    exemplars.model()
    embed.embed_local(["viatu vya kukimbia"])
