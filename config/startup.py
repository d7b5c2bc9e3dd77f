"""What every process checks before it serves anybody."""

from config import environment
from tenants import wall


def refuse_unless_walled() -> None:
    try:
        wall.verify()
    except wall.WallBreached as error:
        environment.stop(str(error))
