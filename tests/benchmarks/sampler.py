"""Measures parts of whatever tree it is started in: the name of one on a line brings its figures on a line, as JSON.

`python <this file> part part`, with that tree as its working directory. So it uses nothing of the tree that it stands
in, and of the other only what that has had for long: a table of parts, a folder, a Twilio.
"""

import importlib
import json
import logging
import os
import sys
import traceback
from pathlib import Path
from typing import Any


def main() -> None:
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "w", buffering=1)
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # whatever a part prints is no answer
    sys.path[0] = os.getcwd()
    bench: Any = importlib.import_module("tests.benchmarks.__main__")
    assert Path(bench.__file__).is_relative_to(os.getcwd()), f"{bench.__file__} is of another tree"
    logging.getLogger().setLevel(logging.WARNING)
    with bench.twilio:
        answers.write("ready\n")
        for line in sys.stdin:
            answers.write(json.dumps(measured(bench, line.strip())) + "\n")


def measured(bench: Any, name: str) -> dict[str, Any]:
    if name not in bench.PARTS:
        return {"lacks": name}
    try:
        return {"figures": [(figure.what, figure.measured) for figure in bench.PARTS[name].measure(bench.folder)]}
    except Exception:
        return {"failed": traceback.format_exc()}


if __name__ == "__main__":
    main()
