"""A client of the running service that keeps its connection: the same calls over REST and over MCP."""

from __future__ import annotations

import http.client
import json
from typing import Any

from console import Problem

SURFACES = ("REST", "MCP")
PROTOCOL_VERSION = "2025-06-18"
TIMEOUT_SECONDS = 60


class Client:
    """One connection with one token."""

    def __init__(self, port: int, token: str, surface: str) -> None:
        self._connection = http.client.HTTPConnection("127.0.0.1", port, timeout=TIMEOUT_SECONDS)
        self._token = token
        self._surface = surface
        self._calls = 0

    def recall(self, arguments: "dict[str, Any]") -> "dict[str, Any]":
        """The structured answer of `recall`."""
        if self._surface == "REST":
            return self._post("/v1/memories/recall", arguments)
        self._calls += 1
        message = {
            "jsonrpc": "2.0", "id": self._calls, "method": "tools/call",
            "params": {"name": "recall", "arguments": arguments},
        }
        answer = self._post("/mcp", message)
        result = answer.get("result") or {}
        if "structuredContent" not in result or result.get("isError"):
            raise Problem(f"recall over MCP failed: {json.dumps(answer)[:500]}")
        return dict(result["structuredContent"])

    def remember(self, arguments: "dict[str, Any]") -> "dict[str, Any]":
        """The answer of `remember` over REST."""
        return self._post("/v1/memories", arguments)

    def close(self) -> None:
        self._connection.close()

    def _post(self, path: str, body: "dict[str, Any]") -> "dict[str, Any]":
        headers = {
            "Authorization": f"Bearer {self._token}",
            "Content-Type": "application/json",
            "Accept": "application/json, text/event-stream",
            "MCP-Protocol-Version": PROTOCOL_VERSION,
        }
        self._connection.request("POST", path, json.dumps(body), headers)
        response = self._connection.getresponse()
        answer = response.read()
        if response.status not in (200, 201):
            raise Problem(f"POST {path} answered {response.status}: {answer[:500].decode(errors='replace')}")
        return dict(json.loads(answer))
