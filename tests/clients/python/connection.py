"""How to connect to Annals with the official Python client, and what the suites need besides."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import secrets
import unittest
from typing import Any, AsyncIterator, Optional

import httpx2
from mcp import Client
from mcp.client.streamable_http import streamable_http_client
from mcp.types import CallToolResult, TextContent

# `legacy` begins with `initialize` (up to 2025-11-25); `auto` asks `server/discover` first (2026-07-28).
MODES = ("legacy", "auto")

# The running service, as `tests/clients/run` describes it.
ORIGIN = os.environ["SUITE_ORIGIN"]
SECOND_ORIGIN = os.environ["SUITE_SECOND_ORIGIN"]
TOKEN = os.environ["SUITE_TOKEN"]
READ_TOKEN = os.environ["SUITE_READ_TOKEN"]
AGENT = os.environ["SUITE_AGENT"]
DEVICE = os.environ["SUITE_DEVICE"]
ACCOUNT_NAME = os.environ["SUITE_ACCOUNT_NAME"]
ACCOUNT = os.environ["SUITE_ACCOUNT"]
USER = os.environ["SUITE_USER"]

PATIENCE = httpx2.Timeout(60)


@contextlib.asynccontextmanager
async def connected(
    mode: str,
    url: str = f"{ORIGIN}/mcp",
    token: Optional[str] = TOKEN,
    responses: "Optional[list[httpx2.Response]]" = None,
) -> AsyncIterator[Client]:
    """A connected client that sends the token as `Authorization: Bearer …`.

    `responses` gets every HTTP response, which the client itself does not show.
    """

    async def keep(response: httpx2.Response) -> None:
        if responses is not None:
            responses.append(response)

    headers = {} if token is None else {"Authorization": f"Bearer {token}"}
    try:
        async with httpx2.AsyncClient(headers=headers, timeout=PATIENCE, event_hooks={"response": [keep]}) as http:
            async with Client(streamable_http_client(url, http_client=http), mode=mode) as client:
                yield client
    except Exception as error:
        # The client's task groups wrap whatever is raised inside them; a test wants the error itself.
        while getattr(error, "exceptions", None):
            error = error.exceptions[0]  # type: ignore[attr-defined]
        raise error from None


async def ask(client: Client, name: str, **arguments: Any) -> "dict[str, Any]":
    """Calls a tool that must succeed and gives its structured answer."""
    result = await client.call_tool(name, arguments)
    assert not result.is_error, f"{name} failed: {text(result)}"
    assert result.structured_content is not None, f"{name} gave no structured answer"
    return result.structured_content


async def refusal(client: Client, name: str, **arguments: Any) -> str:
    """The text of a call that must fail with `isError`."""
    result = await client.call_tool(name, arguments)
    assert result.is_error, f"{name} was not refused: {text(result)}"
    assert result.structured_content is None, "a failed call has no structured answer"
    return text(result)


async def found(client: Client, query: str, path: Optional[str] = None) -> "list[dict[str, Any]]":
    """What `search_memory` finds; within `path` and below it, if one is given."""
    narrowed = {} if path is None else {"path_filter": f"{path}/%"}
    return (await ask(client, "search_memory", query=query, limit=20, **narrowed))["items"]


def text(result: CallToolResult) -> str:
    """The first text block of a result: the answer for a model."""
    first = result.content[0]
    assert isinstance(first, TextContent), "the first block is text"
    return first.text


def fresh_word() -> str:
    """A word that is in no other memory."""
    return f"w{secrets.token_hex(6)}"


async def annals(*arguments: str) -> "dict[str, Any]":
    """Runs the `annals` program and gives what it answers with `--json`."""
    process = await asyncio.create_subprocess_exec(
        os.environ["ANNALS_BIN"], *arguments, "--account", ACCOUNT, "--json", stdout=asyncio.subprocess.PIPE
    )
    output, _ = await process.communicate()
    assert process.returncode == 0, f"annals {arguments[:2]} ended with {process.returncode}"
    return json.loads(output) if output.strip() else {}


class SuiteCase(unittest.IsolatedAsyncioTestCase):
    """A test case that `main.py` runs once for each mode of the client."""

    mode = "auto"
