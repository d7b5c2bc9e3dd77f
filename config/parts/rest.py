"""How the API speaks: JSON, refusals in one shape, and a document made from its code."""

from typing import Any

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
