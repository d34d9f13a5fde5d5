"""Authorization: 401 and 403 with their challenges, and revocation."""

from __future__ import annotations

import re
from typing import Optional

import httpx2
from connection import (
    ORIGIN, PATIENCE, READ_TOKEN, SECOND_ORIGIN, TOKEN, USER, SuiteCase, annals, ask, connected, found, fresh_word,
)
from mcp.shared.exceptions import MCPError


class Authorization(SuiteCase):
    async def test_without_a_token_every_request_is_401_and_says_where_and_what_to_ask_for(self) -> None:
        self.assertNotIn("error", await self.refused(None))

    async def test_a_token_that_was_tampered_with_is_401_invalid_token(self) -> None:
        swapped = "B" if TOKEN[-20] == "A" else "A"
        challenge = await self.refused(TOKEN[:-20] + swapped + TOKEN[-19:])
        self.assertEqual(challenge["error"], "invalid_token")

    async def test_a_revoked_token_is_401_at_the_next_call_on_every_process(self) -> None:
        made = await annals("token", "create", "--user", USER, "--permissions", "memory:read", "--expires", "1d")
        first, second = f"{ORIGIN}/mcp", f"{SECOND_ORIGIN}/mcp"
        async with connected(self.mode, first, made["token"]) as one, connected(self.mode, second, made["token"]) as other:
            await ask(one, "memory_scopes")
            await ask(other, "memory_scopes")
            await annals("token", "revoke", "--token-id", made["token_id"])
            for client in (one, other):
                with self.assertRaises(MCPError):
                    await client.call_tool("memory_scopes")
        for url in (first, second):
            self.assertEqual((await self.refused(made["token"], url))["error"], "invalid_token")

    async def test_a_tool_beyond_the_token_is_403_and_names_what_is_missing(self) -> None:
        word = fresh_word()
        responses: "list[httpx2.Response]" = []
        async with connected(self.mode, token=READ_TOKEN, responses=responses) as reader:
            with self.assertRaises(MCPError):
                await reader.call_tool("remember", {"content": f"The {word} lamp is broken.", "path": "projects/general"})
            self.assertNotIn(word, str(await found(reader, word)), "nothing was stored")
        (forbidden,) = [response for response in responses if response.status_code == 403]
        challenge = parameters(forbidden)
        self.assertEqual(challenge["error"], "insufficient_scope")
        self.assertIn("memory:write", challenge["scope"].split())

    async def refused(self, token: Optional[str], url: str = f"{ORIGIN}/mcp") -> "dict[str, str]":
        """Connects with a token that must not hold; gives the challenge after checking what every challenge has."""
        responses: "list[httpx2.Response]" = []
        with self.assertRaises(MCPError):
            async with connected(self.mode, url, token, responses):
                pass
        self.assertEqual({response.status_code for response in responses}, {401})
        challenge = parameters(responses[0])
        self.assertEqual(challenge["resource_metadata"], f"{ORIGIN}/.well-known/oauth-protected-resource/mcp")
        self.assertIn("memory:read", challenge["scope"].split())
        async with httpx2.AsyncClient(timeout=PATIENCE) as http:
            metadata = await http.get(challenge["resource_metadata"])
        self.assertEqual((metadata.status_code, metadata.json()["resource"]), (200, f"{ORIGIN}/mcp"))
        return challenge


def parameters(response: httpx2.Response) -> "dict[str, str]":
    """The parameters of a `WWW-Authenticate: Bearer` challenge."""
    scheme, _, rest = response.headers["www-authenticate"].partition(" ")
    assert scheme == "Bearer", scheme
    return dict(re.findall(r'(\w+)="([^"]*)"', rest))
