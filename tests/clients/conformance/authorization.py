"""The suite's scenarios for authorization servers. The second waits for a person at a browser: the form filler is one."""

from __future__ import annotations

import http.client
import json
import os
import re
import subprocess
import sys
import threading
from pathlib import Path
from typing import Iterator
from urllib.parse import urlsplit

from console import step
from service_process import free_port

BROWSER = Path(__file__).resolve().parents[1] / "browser" / "form_browser.py"
PATIENCE_SECONDS = 60


def outcomes(suite: "list[str]") -> "Iterator[bool]":
    """Runs each scenario; says whether it passed."""
    origin = os.environ["SUITE_ORIGIN"]
    step("Conformance of the authorization server")
    common = [*suite, "authorization", "--url", origin]
    yield run([*common, "--scenario", "authorization-server-metadata-endpoint"])
    port = free_port()
    client = register(origin, f"http://127.0.0.1:{port}/callback")
    yield run([*common, "--client-id", client, "--resource", f"{origin}/mcp", "-p", str(port)])


def run(command: "list[str]") -> bool:
    with subprocess.Popen(
        command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace"
    ) as process:
        assert process.stdout is not None
        overtime = threading.Timer(PATIENCE_SECONDS, process.kill)
        overtime.start()
        try:
            skipped = False
            for line in process.stdout:
                print(line, end="", flush=True)
                skipped = skipped or "skip" in line.lower()
                if re.match(r"https?://\S+[?&]response_type=code", line):
                    subprocess.run([sys.executable, "-B", str(BROWSER), "--deliver", line.strip()],
                                   stdout=subprocess.DEVNULL, check=False)
        finally:
            overtime.cancel()
    # What was skipped was not shown to work.
    return process.returncode == 0 and not skipped


def register(origin: str, redirect: str) -> str:
    address = urlsplit(origin)
    connection = http.client.HTTPConnection(address.netloc, timeout=60)
    wanted = {
        "client_name": "Conformance suite", "redirect_uris": [redirect], "token_endpoint_auth_method": "none",
        "grant_types": ["authorization_code", "refresh_token"], "response_types": ["code"],
    }
    connection.request("POST", "/oauth/register", json.dumps(wanted), {"Content-Type": "application/json"})
    response = connection.getresponse()
    answer = json.loads(response.read() or b"{}")
    connection.close()
    if response.status != 201:
        print(f"the registration was answered with {response.status}", flush=True)
    return str(answer.get("client_id", ""))
