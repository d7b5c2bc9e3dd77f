"""What stands in deploy/: forms that their own tools take, settings and commands that exist, and ports that agree."""

import re
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml

from config.environment import Environment
from config.parts import queues
from config.serving.metrics import FIGURES
from config.version import VERSION
from tests.deploy.needed import needed, needed_program
from tests.here import ROOT

needed("compose_spec")
needed("kubernetes_validate")

import kubernetes_validate
from compose_spec import PyCompose

from config import command_line

DEPLOY = ROOT / "deploy"
COMPOSE: dict[str, Any] = yaml.safe_load((DEPLOY / "compose.yaml").read_text())
OURS = {name: one for name, one in COMPOSE["services"].items() if one["image"].startswith("tulia:")}
MANIFESTS = [
    (path.name, document)
    for path in sorted((DEPLOY / "kubernetes").glob("*.yaml"))
    for document in yaml.load_all(path.read_text(), Loader=yaml.CSafeLoader)
]
UNITS = sorted((DEPLOY / "systemd").iterdir())
SETTINGS = {field.alias for field in Environment.model_fields.values()}
KUBERNETES = "1.31"
# Another file of ours, as a comment names it.
NAMED = re.compile(r"\b(?:config|deploy|docs|tests)/[\w/.-]+\.(?:py|md|lock|ini|yaml)\b")
REGISTRY = re.compile(r"\bimage: *[\w-]+\.[\w.-]+/|^FROM [\w-]+\.[\w.-]+/", re.MULTILINE)


def pods() -> dict[str, dict[str, Any]]:
    """The one container of each Deployment and Job."""
    found = {}
    for _, document in MANIFESTS:
        if document["kind"] in ("Deployment", "Job"):
            (found[document["metadata"]["name"]],) = document["spec"]["template"]["spec"]["containers"]
    return found


def commands() -> list[list[str]]:
    """Every command of ours that one of the files has run."""
    of_units = re.findall(
        r"^ExecStart=/opt/tulia/bin/tulia (.+)$", "\n".join(p.read_text() for p in UNITS), re.MULTILINE
    )
    words = [one["command"] for one in OURS.values()] + [one["args"] for one in pods().values()]
    return [*words, *(line.split() for line in of_units)]


def test_compose_takes_its_file() -> None:
    taken = PyCompose.from_yaml(yaml.safe_dump(COMPOSE))  # which has merged what stands once for all of ours
    assert taken
    volumes = {line.split(":")[0] for one in COMPOSE["services"].values() for line in one.get("volumes", [])}
    assert {name for name in volumes if not name.startswith(".")} == set(COMPOSE["volumes"])
    assert all((DEPLOY / name).is_file() for name in volumes if name.startswith("."))
    assert {name for one in COMPOSE["services"].values() for name in one.get("secrets", [])} == set(COMPOSE["secrets"])
    waited_for = {name for one in COMPOSE["services"].values() for name in one.get("depends_on", {})}
    assert waited_for <= set(COMPOSE["services"])


@pytest.mark.parametrize(
    ("name", "document"), MANIFESTS, ids=lambda part: part if isinstance(part, str) else part["kind"]
)
def test_kubernetes_takes_its_manifests(name: str, document: dict[str, Any]) -> None:
    kubernetes_validate.validate(document, KUBERNETES, strict=True)


def test_systemd_takes_its_units(tmp_path: Path) -> None:
    """With programs and user of this machine in the place of those of the server."""
    verify = needed_program("systemd-analyze")
    for unit in UNITS:
        text = unit.read_text().replace("/opt/tulia/bin/tulia", "/bin/true").replace("User=tulia", "User=root")
        (tmp_path / unit.name).write_text(text)
    names = [unit.name for unit in UNITS]
    done = subprocess.run(
        [verify, "verify", "--man=no", "--recursive-errors=no", *names],
        cwd=tmp_path, env={"SYSTEMD_UNIT_PATH": f"{tmp_path}:"}, check=False, capture_output=True, text=True,
    )  # fmt: skip
    ours = [line for line in done.stderr.splitlines() if "tulia" in line]
    assert ours == []


def test_every_command_exists() -> None:
    known = set(command_line.PROCESSES) | {"migrate"}
    assert {words[0] for words in commands()} == known
    served = [
        words[1].split(",") if len(words) > 1 else list(queues.ROLES) for words in commands() if words[0] == "worker"
    ]
    assert all(set(names) <= set(queues.ROLES) for names in served)
    for words in ([one["command"] for one in OURS.values()], [one["args"] for one in pods().values()]):
        taken = [name for one in words if one[0] == "worker" for name in one[1].split(",")]
        assert sorted(taken) == sorted(queues.ROLES), "each queue has its worker"


def test_every_setting_exists() -> None:
    example = dict(
        line.split("=", 1) for line in (DEPLOY / "tulia.env.example").read_text().splitlines() if "=" in line
    )
    (config_map,) = (one for _, one in MANIFESTS if one["kind"] == "ConfigMap")
    dockerfile = re.findall(r"\b(TULIA_\w+)=", (DEPLOY / "Dockerfile").read_text())
    named = re.findall(r"[A-Z][A-Z_]{4,}", (DEPLOY / "kubernetes" / "settings.yaml").read_text().split("apiVersion")[0])
    assert (set(example) | set(config_map["data"]) | set(dockerfile) | set(named)) - SETTINGS == set()
    needed_by_start = {"DATABASE_URL", "REDIS_URL", "TULIA_SECRET_KEY", "TULIA_ENCRYPTION_KEYS"}
    assert needed_by_start <= set(example)
    assert needed_by_start <= set(config_map["data"]) | set(named)
    Environment.model_validate(config_map["data"])


def test_every_file_that_is_named_is_there() -> None:
    texts = [path.read_text() for path in DEPLOY.rglob("*") if path.is_file() and path.suffix != ".pyc"]
    named = {name for text in texts for name in NAMED.findall(text)}
    assert "tests/soak/test_soak.py" in named
    assert {name for name in named if not (ROOT / name).exists()} == set()


def test_ports_agree() -> None:
    settings = Environment.model_validate({})
    ports = {"web": settings.port, "live": settings.streams_port}
    caddy = dict(re.findall(r"reverse_proxy (\w+):(\d+)", (DEPLOY / "compose" / "Caddyfile").read_text()))
    exposed = {name: int(OURS[name]["expose"][0]) for name in ports}
    of_pods = {name: pods()[f"tulia-{name}"]["ports"][0]["containerPort"] for name in ports}
    of_services = {
        one["metadata"]["name"].removeprefix("tulia-"): one["spec"]["ports"][0]["targetPort"]
        for _, one in MANIFESTS
        if one["kind"] == "Service"
    }
    assert ports == exposed == of_pods == of_services == {name: int(port) for name, port in caddy.items()}
    assert f"EXPOSE {ports['web']} {ports['live']}" in (DEPLOY / "Dockerfile").read_text()


def test_webhooks_go_before_turns_and_turns_before_the_library_where_they_want_the_same_processor() -> None:
    """Each process of `tulia serve` says so for itself."""
    of_pods = {name: int(one["resources"]["requests"]["cpu"].removesuffix("m")) for name, one in pods().items()}
    of_services = {name: one.get("cpu_shares", 1024) for name, one in OURS.items()}
    assert of_pods["tulia-web"] > of_pods["tulia-worker"] > of_pods["tulia-background"]
    assert of_services["web"] > of_services["worker"] > of_services["background"]


def test_nothing_runs_as_root_and_every_image_is_pinned() -> None:
    assert "\nUSER 10001\n" in (DEPLOY / "Dockerfile").read_text().split("FROM")[-1]
    assert all(one["cap_drop"] == ["ALL"] for one in OURS.values())
    for _, document in MANIFESTS:
        if document["kind"] in ("Deployment", "Job"):
            assert document["spec"]["template"]["spec"]["securityContext"]["runAsNonRoot"]
    images = [one["image"] for one in [*COMPOSE["services"].values(), *pods().values()]]
    images += re.findall(r"^FROM (\S+)", (DEPLOY / "Dockerfile").read_text(), re.MULTILINE)
    assert all(re.search(r":v?\d+(\.\d+)+", image) or re.search(r":\d+\.\d+\.\d+-pg\d+", image) for image in images)
    assert {image for image in images if image.startswith("tulia:")} == {f"tulia:{VERSION}"}
    texts = [path.read_text() for path in DEPLOY.rglob("*") if path.is_file() and path.suffix != ".pyc"]
    assert not any(REGISTRY.search(text) for text in texts)


def test_workers_grow_with_figures_that_metrics_has() -> None:
    known = {figure.name for figure in FIGURES}
    named = {
        metric["external"]["metric"]["name"]
        for _, one in MANIFESTS
        if one["kind"] == "HorizontalPodAutoscaler"
        for metric in one["spec"]["metrics"]
        if metric["type"] == "External"
    }
    assert named == {"tulia_conversations_waiting", "tulia_outbox_age_seconds"}
    assert named <= known
    scaled = {one["spec"]["scaleTargetRef"]["name"] for _, one in MANIFESTS if one["kind"] == "HorizontalPodAutoscaler"}
    assert scaled <= set(pods())


def test_disruption_budgets_and_services_find_their_pods() -> None:
    labels = {
        document["metadata"]["name"]: document["spec"]["template"]["metadata"]["labels"]
        for _, document in MANIFESTS
        if document["kind"] == "Deployment"
    }
    for _, document in MANIFESTS:
        if document["kind"] in ("PodDisruptionBudget", "Service"):
            selector = document["spec"]["selector"]
            wanted = selector.get("matchLabels", selector)
            assert wanted.items() <= labels[document["metadata"]["name"]].items()
