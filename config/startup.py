"""What every process checks before it serves anybody."""

from config import environment


def refuse_unless_walled() -> None:
    """End the process with a sentence while the database would let one tenant see another."""
    from tenants import wall  # noqa: PLC0415  models can be imported only once Django is set up

    try:
        wall.verify()
    except wall.WallBreached as error:
        environment.stop(str(error))
