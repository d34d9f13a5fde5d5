"""Runs the official conformance suite against the service: what each revision requires, at that revision's wire.

The service is one with the suite's fixtures compiled in (`cargo build --features conformance-fixtures`); it is reached
through a proxy that adds a token. What is known to fail stands with its reason in `baseline-REVISION.yml`; the suite itself
fails when something there passes. Ends with the line that `make test-clients` counts.

    python3 main.py NODE FOLDER
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.dont_write_bytecode = True
sys.path[:0] = [str(HERE), str(HERE.parent), str(HERE.parents[2] / "deploy" / "local")]

import authorization  # noqa: E402
import binary  # noqa: E402
from console import Problem, complain, step  # noqa: E402
from service_process import Service, annals  # noqa: E402
from token_proxy import TokenProxy  # noqa: E402

REVISIONS = ("2025-11-25", "2026-07-28")
PERMISSIONS = "mcp:write decisions:write memory:write"
SUITE_SECONDS = 150


def main() -> int:
    node, folder = sys.argv[1], Path(sys.argv[2])
    suite = [node, str(folder / "node_modules" / "@modelcontextprotocol" / "conformance" / "dist" / "index.js")]
    passed = failed = 0
    try:
        program = binary.build("annals-conformance", ["--features", "conformance-fixtures"])
        environment = {**os.environ, "ANNALS_BIN": str(program)}
        with TokenProxy() as proxy:
            # Clients see the service under the proxy's address: its Origin and its Host are the service's own.
            environment["ANNALS_PUBLIC_URL"] = proxy.origin
            with Service(environment, "conformance", public_url=proxy.origin) as service:
                proxy.pass_to(service.origin, token(environment))
                for revision in REVISIONS:
                    count = run(suite, revision, proxy.origin, folder)
                    passed, failed = passed + count[0], failed + count[1]
                service.check_alive()
        for outcome in authorization.outcomes(suite):
            passed, failed = passed + outcome, failed + (not outcome)
    except Problem as problem:
        complain(str(problem))
        failed += 1
    print(f"\nconformance: {passed} passed, {failed} failed", flush=True)
    return 1 if failed or not passed else 0


def token(environment: "dict[str, str]") -> str:
    made = annals(
        environment, "token", "create", "--account", os.environ["SUITE_ACCOUNT"], "--user", os.environ["SUITE_USER"],
        "--permissions", PERMISSIONS, "--agent", "conformance-suite", "--expires", "1d",
    )
    return str(made["token"])


def run(suite: "list[str]", revision: str, origin: str, folder: Path) -> "tuple[int, int]":
    """Runs what a revision requires; gives how many checks passed, and how many failed that were not expected to."""
    step(f"Conformance with {revision}")
    results = folder / f"results-{revision}"
    shutil.rmtree(results, ignore_errors=True)
    command = [*suite, "server", "--url", f"{origin}/mcp", "--requirements", revision, "-o", str(results),
               "--expected-failures", str(HERE / f"baseline-{revision}.yml")]
    outcome = subprocess.run(
        command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=SUITE_SECONDS,
        check=False, errors="replace",
    )
    _, _, summary = re.sub(r"\x1b\[\d+m", "", outcome.stdout).partition("=== SUMMARY ===")
    # Its own total counts what no revision requires.
    print(re.sub(r"^Total: .*$", "", summary, flags=re.MULTILINE).strip() or outcome.stdout, flush=True)
    passed, missed = counted(results, required(suite, revision))
    for line in missed:
        print(f"  {line}")
    print(f"{revision}: {passed} checks passed, {len(missed)} did not; the suite ended with {outcome.returncode}", flush=True)
    return passed, 0 if outcome.returncode == 0 else max(1, len(missed))


def required(suite: "list[str]", revision: str) -> "set[str]":
    """The scenarios that a revision requires of a server."""
    listed = subprocess.run([*suite, "list", "--requirements", revision], stdout=subprocess.PIPE, text=True, check=True).stdout
    wanted = listed.partition("Server scenarios")[2].partition("Client scenarios")[0]
    return set(re.findall(r"^  - (\S+)$", wanted, re.MULTILINE))


def counted(results: Path, required: "set[str]") -> "tuple[int, list[str]]":
    """The checks of the scenarios that count: how many passed, and which failed."""
    passed, missed = 0, []
    for file in sorted(results.glob("server-*/checks.json")):
        scenario = re.sub(r"^server-(.*)-\d{4}-\d\d-\d\dT.*$", r"\1", file.parent.name)
        for check in [] if scenario not in required else json.loads(file.read_text(encoding="utf-8")):
            passed += check["status"] == "SUCCESS"
            if check["status"] == "FAILURE":
                missed.append(f"{scenario}:{check['id']} {check.get('errorMessage', '')[:200]}")
    return passed, missed


if __name__ == "__main__":
    sys.exit(main())
