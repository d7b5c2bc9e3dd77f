"""What the environment may set, typed and read once; a wrong value stops the start with a sentence that names it."""

import sys
from decimal import Decimal
from ipaddress import IPv4Network, IPv6Network, ip_network
from pathlib import Path
from typing import NoReturn
from urllib.parse import parse_qsl, quote, urlsplit

from pydantic import AnyHttpUrl, Field, ValidationError
from pydantic_settings import BaseSettings, SettingsConfigDict

from config.parts.loopback import is_loopback
from config.parts.values import BaseUrl, EmailUrl, FilePath, Networks, NetworksOrAny, Text, Token

# The hosts from which Safaricom says that its callbacks come.
SAFARICOM = (
    "196.201.214.200,196.201.214.206,196.201.214.207,196.201.214.208,196.201.213.114,196.201.213.44,196.201.212.127,"
    "196.201.212.128,196.201.212.129,196.201.212.132,196.201.212.136,196.201.212.138,196.201.212.69,196.201.212.74"
)

# What the deadlines of a turn are made for; who allows a model more time lifts them in the same measure.
USUAL_MODEL_SECONDS = 8
LOOPBACK_HOSTS = ["localhost", "127.0.0.1", "[::1]"]
DEMO_IS_LOCAL = (
    "the demo is on, whose passwords and tokens are public, and {opened} lets others reach this installation. "
    "For real customers set TULIA_DEMO=false and make a login of your own "
    '(README.md, "A real Twilio sender", leads through it). To keep the demo, unset {opened}.'
)
E5_IS_MISSING = (
    "TULIA_EMBEDDING_MODEL is e5, which is not installed, or needs a newer processor (one with AVX2). "
    "Install it with `make run EXTRAS=e5`, or unset TULIA_EMBEDDING_MODEL."
)


class Environment(BaseSettings):
    """Every setting of an installation; the description is what docs/settings.md and the error message say."""

    model_config = SettingsConfigDict(extra="ignore", frozen=True, populate_by_name=True, env_ignore_empty=True)

    port: int = Field(8000, alias="PORT", ge=1, le=65535, description="port of the web process")
    host: str = Field(
        "127.0.0.1", alias="TULIA_HOST", min_length=1, description="interface on which the web process listens"
    )
    own_streams_port: int | None = Field(
        None, alias="TULIA_STREAMS_PORT", ge=1, le=65535, description="port of the live process, else PORT + 1"
    )
    own_streams_url: BaseUrl = Field(
        None, alias="TULIA_STREAMS_URL", description="address at which browsers reach the live process"
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
    replica_url: Text = Field(
        None, alias="TULIA_REPLICA_URL", description="a streaming replica, as the runtime role, for lists and reports"
    )
    replica_lag_seconds: float = Field(
        5, alias="TULIA_REPLICA_LAG_SECONDS", gt=0, le=3600, description="how far behind the replica may be"
    )
    has_pgbouncer: bool = Field(
        False, alias="TULIA_PGBOUNCER", description="DATABASE_URL leads to PgBouncer in transaction mode"
    )
    redis_url: Text = Field(None, alias="REDIS_URL", description="Redis or Valkey, for the cache")
    celery_broker_url: Text = Field(
        None, alias="CELERY_BROKER_URL", description="broker, when it is not the cache's server"
    )
    public_base_url: BaseUrl = Field(
        None, alias="PUBLIC_BASE_URL", description="address at which Twilio reaches this installation"
    )
    trusted_proxies: Networks = Field(
        None, alias="TULIA_TRUSTED_PROXIES", description="networks of your proxies, as 10.0.0.0/8, comma separated"
    )
    email_url: EmailUrl = Field(
        None, alias="EMAIL_URL", description="mail server for invitations and forgotten passwords"
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
    safaricom_addresses: NetworksOrAny = Field(
        SAFARICOM,
        alias="TULIA_SAFARICOM_ADDRESSES",
        description="from where M-Pesa's callbacks come, or 'any'",
    )
    openai_api_key: Text = Field(None, alias="OPENAI_API_KEY", description="key of the model provider")
    openai_base_url: BaseUrl = Field(
        None, alias="OPENAI_BASE_URL", description="an OpenAI-compatible endpoint, with its /v1"
    )
    chat_model: str = Field(
        "gpt-4o-mini", alias="TULIA_CHAT_MODEL", min_length=1, description="chat model for tenants that name none"
    )
    embedding_model: Text = Field(
        None, alias="TULIA_EMBEDDING_MODEL", description="'local', 'e5', or the name of the endpoint's embedding model"
    )
    embedding_query_prefix: Text = Field(
        None, alias="TULIA_EMBEDDING_QUERY_PREFIX", description="what that model wants to stand before a question"
    )
    embedding_passage_prefix: Text = Field(
        None, alias="TULIA_EMBEDDING_PASSAGE_PREFIX", description="what that model wants to stand before a passage"
    )
    model_timeout_seconds: float = Field(
        USUAL_MODEL_SECONDS,
        alias="TULIA_MODEL_TIMEOUT_SECONDS",
        gt=0,
        le=900,
        description="longest wait for one model answer",
    )
    reads_errands: bool = Field(
        True,
        alias="TULIA_READER",
        description="without a model, a trained reader cuts messages of several wishes; else word lists alone",
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
    metrics_token: Token = Field(
        None, alias="TULIA_METRICS_TOKEN", description="bearer token for /metrics, at least 24 characters"
    )
    otlp_endpoint: BaseUrl = Field(
        None, alias="OTEL_EXPORTER_OTLP_ENDPOINT", description="OpenTelemetry collector that traces are sent to"
    )
    debug: bool = Field(False, alias="TULIA_DEBUG", description="Django's debug pages; never in production")
    backup_stamp: FilePath = Field(
        None, alias="TULIA_BACKUP_STAMP", description="file that is touched when a backup has ended well"
    )
    log_months: int | None = Field(
        None,
        alias="TULIA_LOG_MONTHS",
        ge=1,
        le=120,
        description="whole months for which provider log and tool calls are kept; unset: as long as a business keeps",
    )
    library_file_mb: int = Field(
        25, alias="TULIA_LIBRARY_FILE_MB", ge=1, le=500, description="largest file that the library takes, in MB"
    )
    web_workers: int = Field(1, alias="TULIA_WEB_WORKERS", ge=1, le=64, description="web processes")
    worker_processes: int = Field(
        2, alias="TULIA_WORKER_PROCESSES", ge=1, le=64, description="worker processes that `make run` starts"
    )
    worker_threads: int = Field(
        100, alias="TULIA_WORKER_THREADS", ge=1, le=1000, description="turns in flight on one worker process"
    )

    @property
    def has_model(self) -> bool:
        """Whether a model provider is configured; without one every node answers locally."""
        return self.openai_api_key is not None or self.openai_base_url is not None

    @property
    def broker_url(self) -> str:
        """Celery's broker: the cache's server unless another is named; kombu has its own words for a Unix socket."""
        url = self.celery_broker_url or self.redis_url or ""
        if not url.startswith("unix://"):
            return url
        parts, query = urlsplit(url), dict(parse_qsl(urlsplit(url).query))
        login = parts.netloc or (f":{quote(query['password'], safe='')}@" if "password" in query else "")
        return f"redis+socket://{login}{parts.path}?virtual_host={query.get('db', '0')}"

    @property
    def patience(self) -> float:
        """How many times as long as usual a turn may take: as often as a model's answer may take its usual time."""
        return max(1.0, self.model_timeout_seconds / USUAL_MODEL_SECONDS)

    @property
    def base_url(self) -> str:
        """Our own address, without a trailing slash."""
        return _plain(self.public_base_url) or f"http://127.0.0.1:{self.port}"

    @property
    def streams_port(self) -> int:
        """The live process's."""
        return self.own_streams_port or min(self.port + 1, 65535)

    @property
    def streams_url(self) -> str:
        """Where a page finds its stream: on this machine at a port of its own, otherwise below our own address."""
        if self.own_streams_url is not None or self.is_public:
            return _plain(self.own_streams_url) or ""
        return f"{urlsplit(self.base_url).scheme}://{urlsplit(self.base_url).hostname}:{self.streams_port}"

    @property
    def opened_by(self) -> str | None:
        """The setting that lets others than this machine reach us; None when nobody else is meant to."""
        if self.public_base_url is not None and not is_loopback(self.public_base_url.host or ""):
            return "PUBLIC_BASE_URL"
        return None if is_loopback(self.host) else "TULIA_HOST"

    @property
    def is_public(self) -> bool:
        """Whether others than this machine are meant to reach us."""
        return self.opened_by is not None

    @property
    def sender(self) -> str:
        """Whom our mails are from, unless EMAIL_URL says."""
        host = self.public_base_url.host if self.public_base_url else None
        return f"Tulia <tulia@{host or 'localhost'}>"

    @property
    def proxies(self) -> list[IPv4Network | IPv6Network]:
        """The networks whose word about a visitor's address is believed."""
        return [ip_network(text.strip()) for text in (self.trusted_proxies or "").split(",") if text.strip()]

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

    @property
    def safaricom_networks(self) -> list[IPv4Network | IPv6Network] | None:
        """From where M-Pesa's callbacks are taken; None: from anywhere, for only the stand-in speaks for it."""
        if self.safaricom_addresses == "any" or self.daraja_base_url is not None:
            return None
        return [ip_network(each.strip()) for each in self.safaricom_addresses.split(",")]

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
        found = Environment()
    except ValidationError as error:
        stop("\n".join(_sentence(problem["loc"][0], problem["msg"]) for problem in error.errors()))
    if found.demo and found.opened_by:
        stop(DEMO_IS_LOCAL.format(opened=found.opened_by))
    if found.embedding_model == "e5" and not _has_e5():
        stop(E5_IS_MISSING)
    return found


def _has_e5() -> bool:
    from knowledge.embed import e5  # noqa: PLC0415  a costly import that most starts do not need

    return e5.is_usable()


def stop(sentence: str) -> NoReturn:
    """End the start, loudly and without a stack trace."""
    sys.stderr.write(f"Tulia cannot start: {sentence}\n")
    raise SystemExit(2)


def _sentence(alias: int | str, message: str) -> str:
    described = {field.alias: field.description for field in Environment.model_fields.values()}
    return f"{alias} ({described.get(str(alias), 'unknown')}) is wrong: {message}."
