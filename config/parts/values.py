"""Types of settings: what a blank value means, and which forms are taken."""

from ipaddress import ip_network
from pathlib import Path
from typing import Annotated

from pydantic import AfterValidator, AnyHttpUrl, BeforeValidator, Field

from config.parts import mail


def _none_if_blank(value: object) -> object:
    return None if isinstance(value, str) and not value.strip() else value


def _without_trailing_slash(value: object) -> object:
    return _none_if_blank(value.rstrip("/") if isinstance(value, str) else value)


def _networks_or_any(value: str) -> str:
    if value != "any":
        for each in value.split(","):
            ip_network(each.strip())
    return value


Text = Annotated[str | None, BeforeValidator(_none_if_blank)]
Token = Annotated[Annotated[str, Field(min_length=24)] | None, BeforeValidator(_none_if_blank)]
NetworksOrAny = Annotated[str, AfterValidator(_networks_or_any)]
BaseUrl = Annotated[AnyHttpUrl | None, BeforeValidator(_without_trailing_slash)]


def _networks(value: str | None) -> str | None:
    """As it was given; raises ValueError for what is no list of networks."""
    for network in (value or "").split(","):
        if network.strip():
            ip_network(network.strip())
    return value


def _mail_server(value: str | None) -> str | None:
    """As it was given; raises ValueError for what names no mail server."""
    mail.settings(value, sender="")
    return value


Networks = Annotated[str | None, BeforeValidator(_none_if_blank), AfterValidator(_networks)]
FilePath = Annotated[Path | None, BeforeValidator(_none_if_blank)]
EmailUrl = Annotated[str | None, BeforeValidator(_none_if_blank), AfterValidator(_mail_server)]
