"""Django's settings, made from the typed environment."""

import gc
from typing import Any

from config import environment
from config.parts import admin_site, caches, databases, logs, mail
from tenants.secrets import KeyRingInvalid, parse_ring
from tenants.telemetry import folder as telemetry_folder

gc.disable()  # a fifth of a start went into looking for garbage among what is being imported; config.apps enables it

TULIA = environment.read()

if TULIA.database_url is None or TULIA.redis_url is None:
    environment.stop(
        "DATABASE_URL and REDIS_URL are missing. `make run` starts both servers and sets them; "
        "with servers of your own, name them in the environment (docs/settings.md)."
    )
if TULIA.secret_key is None or TULIA.encryption_keys is None:
    environment.stop("TULIA_SECRET_KEY and TULIA_ENCRYPTION_KEYS are missing (docs/settings.md says how to make them).")
try:
    ENCRYPTION_RING = parse_ring(TULIA.encryption_keys)
except KeyRingInvalid as error:
    environment.stop(f"TULIA_ENCRYPTION_KEYS is wrong: {error}.")

telemetry_folder.count_in(TULIA.data_dir)

SECRET_KEY = TULIA.secret_key
DEBUG = TULIA.debug
ALLOWED_HOSTS = TULIA.allowed_hosts
CSRF_TRUSTED_ORIGINS = [TULIA.base_url]
USE_HTTPS = TULIA.base_url.startswith("https://")

# The mind's folders say which there are; the rooms below it, whose forms offer them, find them by this name.
CUSTOMER_LANGUAGES = "journeys.language.registry.choices"

INSTALLED_APPS = [
    "tenants",  # before unfold, one of whose templates it replaces
    "unfold",
    "unfold.contrib.filters",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django_otp",
    "django_otp.plugins.otp_static",
    "csp",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "config",
    "knowledge",
    "tools",
    "tools.catalog",
    "tools.orders",
    "tools.offers",
    "tools.payments",
    "tools.handoff",
    "tools.webhooks",
    "tools.billing",
    "tools.research",
    "tools.exemplars",
    "tools.topics",
    "conversations",
    "conversations.rights",
    "conversations.moving",
    "conversations.desk",
    "conversations.api",
    "conversations.simulator",
]
AUTH_USER_MODEL = "tenants.User"
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "config.serving.middleware.ContentPolicy",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "config.serving.middleware.RequestLog",
    "config.serving.middleware.ClosedUntilWalled",
    "config.serving.middleware.DemoGate",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django_otp.middleware.OTPMiddleware",
    "tenants.middleware.VerifiedLogin",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "tenants.middleware.AdminScope",
    "conversations.moving.middleware.HoldForTheMoving",
]
ROOT_URLCONF = "config.urls"
WSGI_APPLICATION = "config.wsgi.application"
TEMPLATES: list[dict[str, Any]] = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ]
        },
    }
]

DATABASES = {
    "default": databases.runtime(
        TULIA.database_url, pool_size=TULIA.database_pool_size, has_pgbouncer=TULIA.has_pgbouncer
    ),
    "owner": databases.owner(TULIA.database_owner_url or TULIA.database_url),
}
if TULIA.replica_url is not None:
    DATABASES["replica"] = databases.replica(
        TULIA.replica_url, pool_size=TULIA.database_pool_size, has_pgbouncer=TULIA.has_pgbouncer
    )
    DATABASE_ROUTERS = ["tenants.replica.Router"]
CACHES = caches.shared(TULIA.redis_url)

# Getting in: who, for how long, and what it may cost.
AUTHENTICATION_BACKENDS = ["tenants.backend.Logins"]
PASSWORD_HASHERS = ["tenants.admin.logins.hashing.BudgetedHasher"]
# A day: a mail may lie over night.
PASSWORD_RESET_TIMEOUT = 24 * 3600
SESSION_ENGINE = "tenants.sessions"
SESSION_COOKIE_AGE = 12 * 3600  # from the last use on, see tenants.sessions
SESSION_COOKIE_SAMESITE = "Lax"
OTP_ISSUER = "Tulia"
globals().update(mail.settings(TULIA.email_url, sender=TULIA.sender))
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator"},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = USE_HTTPS
SECURE_HSTS_SECONDS = 3600 if USE_HTTPS else 0
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if USE_HTTPS else None
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": admin_site.CONTENT_SECURITY_POLICY | {"connect-src": ["'self'", *filter(None, [TULIA.streams_url])]}
}
# Bodies without files; those have limits of their own.
DATA_UPLOAD_MAX_MEMORY_SIZE = 5 * 1024 * 1024

LANGUAGE_CODE = "en"
TIME_ZONE = "UTC"
USE_TZ = True
USE_I18N = False  # all pages are English: to look up each of their words took a seventh of a page's time
FORMAT_MODULE_PATH = "config.formats"
STATIC_URL = "/static/"
STATIC_ROOT = TULIA.data_dir / "static"
WHITENOISE_USE_FINDERS = True
MEDIA_ROOT = TULIA.data_dir / "media"

LOGGING = logs.dictionary()
logs.configure()

# How the API speaks: JSON, refusals in one shape, and a document made from its code.
REST_FRAMEWORK: dict[str, Any] = {
    "EXCEPTION_HANDLER": "conversations.api.problems.respond",
    "DEFAULT_SCHEMA_CLASS": "conversations.api.document.ApiSchema",
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["rest_framework.parsers.JSONParser"],
    "DEFAULT_AUTHENTICATION_CLASSES": [],
    "DEFAULT_PERMISSION_CLASSES": [],
}
SPECTACULAR_SETTINGS: dict[str, Any] = {
    "TITLE": "Tulia",
    "DESCRIPTION": (
        "What a business's own systems may read and do. Make a token in the admin under API tokens and send it with "
        "each request. Each write takes an Idempotency-Key; lists are read page by page with `cursor`; every refusal "
        "is `application/problem+json` with a `code`."
    ),
    "VERSION": "1",
    "OAS_VERSION": "3.1.1",
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
    "SWAGGER_UI_SETTINGS": {"deepLinking": True, "persistAuthorization": False, "validatorUrl": None},
    "COMPONENT_SPLIT_REQUEST": True,
}

LOGIN_URL, LOGIN_REDIRECT_URL = "admin:login", "admin:index"
UNFOLD = admin_site.UNFOLD
