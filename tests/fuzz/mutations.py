"""Webhook bodies as nobody should send them, made from a good one with a seeded chance."""

import json
import random
from collections.abc import Callable
from dataclasses import replace
from hashlib import sha256
from urllib.parse import quote_plus, urlencode

from tests.fuzz.wsgi import Post, fields

Mutation = Callable[[random.Random, Post], Post]
ODD = [
    "\x00", "\r\nX-Injected: 1", "\u202e", "\ud800", "\U0010ffff", "\ufeff", "%", "%zz", "&", "=", ";", "' OR 1=1 --",
    "{{7*7}}", "<script>", "../../etc/passwd", "١٢٣", "-1", "1e309", "NaN", "9" * 400, "whatsapp:", " ", "",
]  # fmt: skip
KNOWN = [
    "MessageSid", "SmsMessageSid", "From", "To", "Body", "NumMedia", "MediaUrl0", "MediaContentType0", "Latitude",
    "Longitude", "ListId", "ButtonPayload", "ButtonText", "ProfileName", "WaId", "ExternalUserId", "ChannelMetadata",
    "MessageStatus", "ErrorCode", "OriginalRepliedMessageSid", "ReferralNumMedia", "MessageType", "InteractiveData",
]  # fmt: skip
TYPES = [
    "", "text/plain", "application/json", "application/json; charset=utf-16", "multipart/form-data", "a\r\nb: c",
    "multipart/form-data; boundary=", "multipart/form-data; boundary=" + "x" * 300, "application/octet-stream",
    "application/x-www-form-urlencoded; charset=utf-16", "application/x-www-form-urlencoded; charset=latin-1",
    "application/x-www-form-urlencoded; charset=idna", "application/x-www-form-urlencoded; charset=", "/", ";;;",
]  # fmt: skip
HEADERS = [
    "I-Twilio-Idempotency-Token", "X-Twilio-Webhooks-Signature-Settings", "User-Agent", "Cookie", "X-Forwarded-Proto",
    "X-Forwarded-Host", "Content-Encoding", "Transfer-Encoding", "Accept", "Accept-Language", "If-Modified-Since",
]  # fmt: skip


def flip_bytes(chance: random.Random, post: Post) -> Post:
    body = bytearray(post.body)
    for _ in range(chance.randint(1, 8)):
        body[chance.randrange(len(body))] = chance.randrange(256)
    return replace(post, body=bytes(body))


def cut_off(chance: random.Random, post: Post) -> Post:
    """Ends within a field, perhaps within a percent escape."""
    return replace(
        post, body=post.body[: chance.randrange(len(post.body))] + chance.choice([b"", b"%", b"%e", b"%E2%8"])
    )


def insert_garbage(chance: random.Random, post: Post) -> Post:
    at = chance.randrange(len(post.body))
    garbage = chance.choice([
        b"%00", b"\x00", b"%ff%fe", b"%c0%80", b"%e0%80%af", b"%f4%90%80%80", b"%ed%a0%80", b"\xc0\x80", b"\xff" * 9,
        b"%0d%0aSet-Cookie:%20a=b", b"\r\n\r\n", b"&&&", b"=", b"&=", b"%", b"%u0041", b"+" * 50, b";", b"\xf0\x9f\x98",
    ])  # fmt: skip
    return replace(post, body=post.body[:at] + garbage + post.body[at:])


def odd_value(chance: random.Random, post: Post) -> Post:
    form = dict(fields(post))
    for name in chance.sample(KNOWN, chance.randint(1, 3)):
        form[name] = chance.choice(ODD) * chance.choice([1, 1, 3])
    return _form(post, list(form.items()))


def huge_field(chance: random.Random, post: Post) -> Post:
    size = chance.choice([1_601, 1_601, 5_000, 20_000, 70_000])
    return _form(post, [*fields(post), (chance.choice([*KNOWN, "x"]), chance.choice("aé😀") * size)])


def many_fields(chance: random.Random, post: Post) -> Post:
    count = chance.choice([50, 50, 900, 1_100])
    return _form(post, [*fields(post), *((f"f{number}", "1") for number in range(count))])


def repeated_keys(chance: random.Random, post: Post) -> Post:
    form = fields(post)
    return _form(
        post,
        form + [(name, chance.choice([value, "other", ""])) for name, value in chance.sample(form, min(4, len(form)))],
    )


def missing_fields(chance: random.Random, post: Post) -> Post:
    form = fields(post)
    return _form(post, chance.sample(form, chance.randint(0, max(0, len(form) - 1))))


def other_type(chance: random.Random, post: Post) -> Post:
    return replace(post, content_type=chance.choice(TYPES))


def as_json(chance: random.Random, post: Post) -> Post:
    document = dict(fields(post)) | {
        chance.choice(KNOWN): chance.choice([None, 1, [], {}, True, 1e400, "\ud800", [[]] * 3])
    }
    body = chance.choice([
        json.dumps(document).encode(), json.dumps([document]).encode(), b"[" * 3_000, b"{" * 20_000, b"null", b"",
        b'{"MessageSid": "SM1", "MessageSid": "SM2"}', json.dumps(document).encode("utf-16"), b"\xff{}", b'"SM1"',
        b'{"a":' * 9_000 + b"1" + b"}" * 9_000, json.dumps(document).encode()[:-2], b"9" * 5_000,
    ])  # fmt: skip
    is_hashed = chance.random() < 0.7
    query = f"bodySHA256={sha256(body).hexdigest()}" if is_hashed else post.query
    return replace(post, body=body, query=query, content_type="application/json")


def as_multipart(chance: random.Random, post: Post) -> Post:
    mark = chance.choice(["b", "----x", "b" * 70])
    parts = "".join(
        f'--{mark}\r\nContent-Disposition: form-data; name="{name}"{chance.choice(["", "; filename=f"])}\r\n\r\n{value}\r\n'  # noqa: E501
        for name, value in fields(post)
    )
    body = (parts + f"--{mark}--").encode("utf-8", "replace")
    return replace(
        post,
        body=body[: chance.choice([len(body), len(body) // 2])],
        content_type=f"multipart/form-data; boundary={mark}",
    )


def strange_headers(chance: random.Random, post: Post) -> Post:
    headers = {
        name: chance.choice(ODD).encode("utf-8", "replace").decode("latin-1") for name in chance.sample(HEADERS, 3)
    }
    return replace(post, headers={**post.headers, **headers})


def strange_query(chance: random.Random, post: Post) -> Post:
    extra = chance.choice(
        ["%", "%zz=1", "message=%00", "message=" + "a" * 300, "bodySHA256=", "a=b&a=c", "\xff", "message=1&message=2"]
    )
    return replace(post, query=f"{post.query}&{extra}".lstrip("&"))


def nothing(chance: random.Random, post: Post) -> Post:
    return post


def _form(post: Post, form: list[tuple[str, str]]) -> Post:
    return replace(post, body=urlencode(form, quote_via=_quote).encode())


def _quote(text: str, safe: str, encoding: str, errors: str) -> str:
    return quote_plus(text, safe, "utf-8", "surrogatepass")


MUTATIONS: tuple[Mutation, ...] = (
    flip_bytes, cut_off, insert_garbage, odd_value, huge_field, many_fields, repeated_keys, missing_fields, other_type,
    as_json, as_multipart, strange_headers, strange_query, nothing,
)  # fmt: skip


def mutate(chance: random.Random, post: Post) -> Post:
    """One mutation, now and then two."""
    for mutation in chance.choices(MUTATIONS, k=chance.choice([1, 1, 1, 2])):
        post = mutation(chance, post) if post.body else post
    return post
