"""Runs the two auditors against the service: `jbt-mcpcheck --strict`, and `mcp-authlab` which must give the grade A.

Ends with the line that `make test-clients` counts.

    python3 main.py PACKAGES
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
BROWSER = HERE.parent / "browser" / "form_browser.py"
PATIENCE_SECONDS = 120


def main() -> int:
    url, token = f"{os.environ['SUITE_ORIGIN']}/mcp", os.environ["SUITE_TOKEN"]
    policy = ["--policy", str(HERE / "loopback.toml")]
    with tempfile.TemporaryDirectory() as kept:
        # The auditor opens a browser and keeps the tokens that it got for the scan.
        browser = f"{sys.executable} -B {BROWSER} --deliver %s"
        login = {"XDG_CONFIG_HOME": kept, "BROWSER": browser}
        outcomes = [
            run("mcpcheck", url, "--token", token, "--legacy-probes", "--strict"),
            run("mcp_authlab", "scan", url, "--no-login", *policy, "--fail-under", "A", MCP_AUTHLAB_TOKEN=token),
            run("mcp_authlab", "login", url, "--thorough", "--foreign-resource", f"{os.environ['SUITE_ORIGIN']}/v1", **login),
            run("mcp_authlab", "scan", url, *policy, "--fail-under", "A", **login),
        ]
    print(f"\naudits: {sum(outcomes)} passed, {len(outcomes) - sum(outcomes)} failed", flush=True)
    return 0 if all(outcomes) else 1


def run(module: str, *arguments: str, **environment: str) -> bool:
    """Runs an auditor; the packages beside it are all that it sees besides the standard library."""
    print(f"\n--- {module} {arguments[0] if module == 'mcp_authlab' else ''}", flush=True)
    start = "import runpy, sys; sys.path.insert(0, sys.argv.pop(1)); runpy.run_module(sys.argv.pop(1), run_name='__main__', alter_sys=True)"
    command = [sys.executable, "-I", "-S", "-B", "-c", start, sys.argv[1], module]
    try:
        outcome = subprocess.run(
            [*command, *arguments], env={**os.environ, **environment}, stdin=subprocess.DEVNULL, timeout=PATIENCE_SECONDS, check=False
        )
    except subprocess.TimeoutExpired:
        print(f"{module} did not end within {PATIENCE_SECONDS} s", flush=True)
        return False
    return outcome.returncode == 0


if __name__ == "__main__":
    sys.exit(main())
