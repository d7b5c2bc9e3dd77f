"""Prints what is in an installation as a CycloneDX document: name, version, licence and hashes of each library.

`python -m deploy.sbom > tulia.cdx.json`, in the environment that requirements.lock has made.
"""

import json
import re
import sys
from importlib.metadata import Distribution, distribution
from typing import Any

from config.version import VERSION
from deploy import runtime_lock

PIN = re.compile(r"^(?P<name>[A-Za-z0-9_.-]+)==(?P<version>[^\s;\\]+)")
HASH = re.compile(r"--hash=sha256:([0-9a-f]{64})")
CLASSIFIER = "License :: OSI Approved :: "


def document() -> dict[str, Any]:
    """Without a time and without a random number: the same lock makes the same document."""
    entries = [found[0] for found in runtime_lock.ENTRY.finditer(runtime_lock.LOCK.read_text())]
    pinned = [_component(entry) for entry in entries if runtime_lock.is_for_this_python(entry)]
    return {
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {
            "component": {
                "type": "application", "bom-ref": f"pkg:pypi/tulia@{VERSION}", "name": "tulia", "version": VERSION,
                "licenses": [{"license": {"id": "MIT"}}],
            }
        },
        "components": pinned,
        "dependencies": [{"ref": f"pkg:pypi/tulia@{VERSION}", "dependsOn": [one["bom-ref"] for one in pinned]}],
    }  # fmt: skip


def _component(entry: str) -> dict[str, Any]:
    pin = PIN.match(entry)
    if pin is None:
        raise ValueError(f"not a pin: {entry[:60]}")
    name, version = pin["name"], pin["version"]
    reference = f"pkg:pypi/{name}@{version}"
    return {
        "type": "library", "bom-ref": reference, "purl": reference, "name": name, "version": version,
        "licenses": [{"license": {"name": _licence(distribution(name))}}],
        "hashes": [{"alg": "SHA-256", "content": digest} for digest in HASH.findall(entry)],
    }  # fmt: skip


def _licence(installed: Distribution) -> str:
    """As the library's own metadata tells it, in the newest of three ways."""
    told: Any = installed.metadata
    classified = [line.removeprefix(CLASSIFIER) for line in told.get_all("Classifier", []) if CLASSIFIER in line]
    own_words = (told.get("License") or "").partition("\n")[0]
    return told.get("License-Expression") or ", ".join(classified) or own_words or "see its files"


if __name__ == "__main__":
    json.dump(document(), sys.stdout, indent=2)
    sys.stdout.write("\n")
