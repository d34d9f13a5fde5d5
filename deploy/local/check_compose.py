#!/usr/bin/env python3
"""Checks docker-compose.yml without Docker: against the Compose specification, and for what we promise about it.

The specification comes with the Python package compose-spec, installed by digest into `.local/compose-check`.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from typing import Any

import checkout
import fetch
import locks
from console import Problem, complain, say, step

FOLDER = checkout.LOCAL / "compose-check"
REQUIREMENTS = checkout.WHEELS / "compose_check.txt"
COMPOSE_FILE = checkout.ROOT / "docker-compose.yml"


def main() -> int:
    try:
        with locks.held("compose-check", "another compose check is going on"):
            install()
        sys.path.insert(0, str(FOLDER))
        text = COMPOSE_FILE.read_text(encoding="utf-8")
        refusal = refused_by_specification(text)
        if refusal:
            raise Problem(f"docker-compose.yml does not follow the Compose specification: {refusal}")
        # The check must be able to fail: a misspelt key is refused, or the check is worth nothing.
        if not refused_by_specification(text.replace("healthcheck:", "helthcheck:", 1)):
            raise Problem("the compose check let a misspelt key pass; it checks nothing")
        broken = broken_promises(parse(text).to_dict())
        if broken:
            raise Problem("docker-compose.yml:\n  " + "\n  ".join(broken))
    except Problem as problem:
        complain(str(problem))
        return 1
    say("docker-compose.yml follows the Compose specification and keeps its promises")
    return 0


def install() -> None:
    """Installs the checker for this version of Python, unless the very same one is there."""
    wanted = f"{sys.version_info[:2]} {fetch.sha256(REQUIREMENTS)}"
    marker = FOLDER / "installed"
    if marker.exists() and marker.read_text() == wanted:
        return
    step("Fetching the compose check (5 MB)")
    shutil.rmtree(FOLDER, ignore_errors=True)
    outcome = subprocess.run(
        fetch.pip() + ["install", "--quiet", "--disable-pip-version-check", "--no-deps", "--only-binary=:all:",
                       "--require-hashes", "--root-user-action=ignore", "--no-warn-conflicts",
                       "--target", str(FOLDER), "--requirement", str(REQUIREMENTS)],
        stdin=subprocess.DEVNULL, check=False,
    )
    if outcome.returncode != 0:
        raise Problem("could not install the compose check (CPython 3.10 to 3.14 on Linux or macOS); pip's own words are above")
    marker.write_text(wanted)


def parse(text: str) -> Any:
    import compose_spec  # type: ignore[import-not-found]

    return compose_spec.PyCompose.from_yaml(text)


def refused_by_specification(text: str) -> str:
    """Why the specification refuses `text`; empty if it does not."""
    try:
        parsed = parse(text)
        parsed.validate()
        parsed.validate_configs()
        parsed.validate_networks()
        parsed.validate_secrets()
        parsed.validate_volumes()
        parsed.to_spec()
    except Exception as error:  # the package documents no narrower type
        return str(error)
    return ""


def broken_promises(compose: "dict[str, Any]") -> "list[str]":
    """Pinned images, ports on the loopback address alone, no secret with a default, migrations before serving."""
    broken = []
    services = compose["services"]
    for name, service in services.items():
        image = str(service.get("image", ""))
        if ":" not in image or image.endswith(":latest"):
            broken.append(f"{name}: the image {image!r} names no version")
        for port in service.get("ports", []):
            published = port.get("host_ip") if isinstance(port, dict) else str(port)
            if not str(published).startswith("127.0.0.1"):
                broken.append(f"{name}: port {port!r} is open to other machines")
        for variable, value in (service.get("environment") or {}).items():
            for reference in re.findall(r"\$\{([^}]*)\}", str(value)):
                secret = re.search(r"PASSWORD|KEY|TOKEN|SECRET", reference)
                if secret and ":?" not in reference:
                    broken.append(f"{name}: {variable} takes a secret that is not required: ${{{reference}}}")
            if re.search(r"PASSWORD|KEY|TOKEN|SECRET", variable) and not str(value).startswith("${"):
                broken.append(f"{name}: {variable} is written into the file")
    condition = services["annals"]["depends_on"]["migrate"]["condition"]
    if condition != "service_completed_successfully":
        broken.append("annals: serves before the migrations are done")
    if not services["annals"].get("healthcheck"):
        broken.append("annals: has no health check")
    return broken


if __name__ == "__main__":
    sys.exit(main())
