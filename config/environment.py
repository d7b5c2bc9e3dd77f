"""What the environment may set, typed and read once; a wrong value stops the start with a sentence that names it."""

import sys
from decimal import Decimal
from pathlib import Path
from typing import Annotated, NoReturn

from pydantic import AnyHttpUrl, BeforeValidator, Field, ValidationError
from pydantic_settings import BaseSettings, SettingsConfigDict

# What the deadlines of a turn are made for; who allows a model more time lifts them in the same measure.
USUAL_MODEL_SECONDS = 8
LOOPBACK_HOSTS = ["localhost", "127.0.0.1", "[::1]"]


def _none_if_blank(value: object) -> object:
    return None if isinstance(value, str) and not value.strip() else value


def _without_trailing_slash(value: object) -> object:
    return _none_if_blank(value.rstrip("/") if isinstance(value, str) else value)


Text = Annotated[str | None, BeforeValidator(_none_if_blank)]
BaseUrl = Annotated[AnyHttpUrl | None, BeforeValidator(_without_trailing_slash)]


class Environment(BaseSettings):
    """Every setting of an installation; the description is what docs/settings.md and the error message say."""

    model_config = SettingsConfigDict(extra="ignore", frozen=True, populate_by_name=True, env_ignore_empty=True)

    port: int = Field(8000, alias="PORT", ge=1, le=65535, description="port of the web process")
    host: str = Field(
        "127.0.0.1", alias="TULIA_HOST", min_length=1, description="interface on which the web process listens"
    )
    data_dir: Path = Field(
        Path(".tulia"), alias="TULIA_DATA_DIR", description="folder of the embedded services, keys and files"
    )
    database_url: Text = Field(None, alias="DATABASE_URL", description="PostgreSQL as the runtime role")
    database_owner_url: Text = Field(
        None, alias="DATABASE_OWNER_URL", description="the same database as its owner, for migrations"
    )
    fleet_role: str = Field(
        "tulia_fleet", alias="TULIA_FLEET_ROLE", pattern=r"^[a-z_][a-z0-9_]*$", description="role that sees all"
    )
    database_pool_size: int = Field(
        16, alias="TULIA_DATABASE_POOL_SIZE", ge=1, le=500, description="database connections a process may hold"
    )
    redis_url: Text = Field(None, alias="REDIS_URL", description="Redis or Valkey, for the cache")
    celery_broker_url: Text = Field(
        None, alias="CELERY_BROKER_URL", description="broker, when it is not the cache's server"
    )
    public_base_url: BaseUrl = Field(
        None, alias="PUBLIC_BASE_URL", description="address at which Twilio reaches this installation"
    )
    twilio_api_base_url: BaseUrl = Field(
        None, alias="TWILIO_API_BASE_URL", description="server that stands in for Twilio's hosts"
    )
    daraja_api_base_url: BaseUrl = Field(
        None, alias="DARAJA_API_BASE_URL", description="server that stands in for Safaricom's M-Pesa API"
    )
    pesapal_api_base_url: BaseUrl = Field(
        None, alias="PESAPAL_API_BASE_URL", description="server that stands in for PesaPal's API"
    )
    openai_api_key: Text = Field(None, alias="OPENAI_API_KEY", description="key of the model provider")
    openai_base_url: BaseUrl = Field(
        None, alias="OPENAI_BASE_URL", description="an OpenAI-compatible endpoint, with its /v1"
    )
    chat_model: str = Field(
        "gpt-4o-mini", alias="TULIA_CHAT_MODEL", min_length=1, description="chat model for tenants that name none"
    )
    embedding_model: str = Field(
        "local", alias="TULIA_EMBEDDING_MODEL", min_length=1, description="'local', or an embedding model's name"
    )
    model_timeout_seconds: float = Field(
        USUAL_MODEL_SECONDS,
        alias="TULIA_MODEL_TIMEOUT_SECONDS",
        gt=0,
        le=900,
        description="longest wait for one model answer",
    )
    model_price_in: Decimal = Field(
        Decimal("0.15"), alias="TULIA_MODEL_PRICE_IN", ge=0, description="USD for a million tokens read"
    )
    model_price_out: Decimal = Field(
        Decimal("0.60"), alias="TULIA_MODEL_PRICE_OUT", ge=0, description="USD for a million tokens written"
    )
    demo: bool = Field(
        False, alias="TULIA_DEMO", description="demo tenants and the phone page; on by itself only when embedded"
    )
    secret_key: Text = Field(None, alias="TULIA_SECRET_KEY", description="signs sessions")
    encryption_keys: Text = Field(
        None, alias="TULIA_ENCRYPTION_KEYS", description="name:base64 of 32 bytes, newest first, comma separated"
    )
    debug: bool = Field(False, alias="TULIA_DEBUG", description="Django's debug pages; never in production")
    library_file_mb: int = Field(
        25, alias="TULIA_LIBRARY_FILE_MB", ge=1, le=500, description="largest file that the library takes, in MB"
    )
    web_workers: int = Field(1, alias="TULIA_WEB_WORKERS", ge=1, le=64, description="web processes")
    worker_threads: int = Field(
        100, alias="TULIA_WORKER_THREADS", ge=1, le=1000, description="turns in flight on one worker process"
    )

    @property
    def has_model(self) -> bool:
        """Whether a model provider is configured; without one every node answers locally."""
        return self.openai_api_key is not None or self.openai_base_url is not None

    @property
    def patience(self) -> float:
        """How many times as long as usual a turn may take: as often as a model's answer may take its usual time."""
        return max(1.0, self.model_timeout_seconds / USUAL_MODEL_SECONDS)

    @property
    def base_url(self) -> str:
        """Our own address, without a trailing slash."""
        return _plain(self.public_base_url) or f"http://127.0.0.1:{self.port}"

    @property
    def twilio_base_url(self) -> str | None:
        return _plain(self.twilio_api_base_url)

    @property
    def daraja_base_url(self) -> str | None:
        """The stand-in for Safaricom; on a demo installation the simulator."""
        return _plain(self.daraja_api_base_url) or self._simulator("daraja")

    @property
    def pesapal_base_url(self) -> str | None:
        """The stand-in for PesaPal; on a demo installation the simulator."""
        return _plain(self.pesapal_api_base_url) or self._simulator("pesapal")

    def _simulator(self, provider: str) -> str | None:
        return f"http://127.0.0.1:{self.port}/simulator/{provider}" if self.demo else None

    @property
    def allowed_hosts(self) -> list[str]:
        public = self.public_base_url.host if self.public_base_url else None
        return [*LOOPBACK_HOSTS, public] if public else LOOPBACK_HOSTS


def _plain(url: AnyHttpUrl | None) -> str | None:
    return str(url).rstrip("/") if url else None


def read() -> Environment:
    """The environment, or the end of the process with one sentence for each wrong setting."""
    try:
        return Environment()
    except ValidationError as error:
        stop("\n".join(_sentence(problem["loc"][0], problem["msg"]) for problem in error.errors()))


def stop(sentence: str) -> NoReturn:
    """End the start, loudly and without a stack trace."""
    sys.stderr.write(f"Tulia cannot start: {sentence}\n")
    raise SystemExit(2)


def _sentence(alias: int | str, message: str) -> str:
    described = {field.alias: field.description for field in Environment.model_fields.values()}
    return f"{alias} ({described.get(str(alias), 'unknown')}) is wrong: {message}."
