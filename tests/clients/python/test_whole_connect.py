"""The whole connect, from nothing but the URL: metadata, registration, sign-in, consent, tokens, tools, refresh, more, the end."""

from __future__ import annotations

import asyncio
import contextlib
from typing import AsyncIterator, Optional
from urllib.parse import parse_qs, parse_qsl, urlencode, urlsplit

import httpx2
from connection import ORIGIN, PATIENCE, SECOND_ORIGIN, SuiteCase, annals, ask, found, fresh_word
from form_browser import Browser
from mcp import Client
from mcp.client.auth import OAuthClientProvider, OAuthFlowError
from mcp.client.streamable_http import streamable_http_client
from mcp.shared.auth import AuthorizationCodeResult, OAuthClientInformationFull, OAuthClientMetadata, OAuthToken

REDIRECT = "http://127.0.0.1:33418/callback"
NARROW = "mcp:read memory:read"


class Host:
    """A host that connects: keeps what it got, and sends its person to a browser."""

    def __init__(self, browser: Browser, allow: bool = True) -> None:
        self.browser, self.allow = browser, allow
        self.tokens: Optional[OAuthToken] = None
        self.client: Optional[OAuthClientInformationFull] = None
        self.asked: "list[dict[str, str]]" = []
        self.narrowed: Optional[str] = None
        self.end = ""
        metadata = OAuthClientMetadata(
            client_name="Python suite", redirect_uris=[REDIRECT], grant_types=["authorization_code", "refresh_token"],
            response_types=["code"], token_endpoint_auth_method="none",
        )
        self.provider = OAuthClientProvider(f"{ORIGIN}/mcp", metadata, self, self._send, self._return)

    async def get_tokens(self) -> Optional[OAuthToken]:
        return self.tokens

    async def set_tokens(self, tokens: OAuthToken) -> None:
        self.tokens = tokens

    async def get_client_info(self) -> Optional[OAuthClientInformationFull]:
        return self.client

    async def set_client_info(self, client_info: OAuthClientInformationFull) -> None:
        self.client = client_info

    async def _send(self, url: str) -> None:
        parameters = dict(parse_qsl(urlsplit(url).query))
        if self.narrowed is not None:
            parameters["scope"], self.narrowed = self.narrowed, None
        self.asked.append(parameters)
        url = f"{url.partition('?')[0]}?{urlencode(parameters)}"
        self.end = await asyncio.to_thread(self.browser.authorize, url, self.allow)

    async def _return(self) -> AuthorizationCodeResult:
        assert self.end.startswith(f"{REDIRECT}?"), self.end
        answer = {name: values[0] for name, values in parse_qs(urlsplit(self.end).query).items()}
        if "error" in answer:
            raise OAuthFlowError(answer["error"])
        return AuthorizationCodeResult(code=answer["code"], state=answer.get("state"), iss=answer.get("iss"))


class WholeConnect(SuiteCase):
    async def test_the_url_alone_leads_to_tools_and_to_more_when_more_is_needed(self) -> None:
        host, word = await self.host(), fresh_word()
        host.narrowed = NARROW
        async with self.connected(host) as client:
            assert host.client is not None and host.tokens is not None
            self.assertEqual(host.asked[0]["resource"], f"{ORIGIN}/mcp")
            self.assertEqual(set((host.tokens.scope or "").split()), set(NARROW.split()))
            self.assertNotIn("remember", [tool.name for tool in (await client.list_tools()).tools])
            # What was not granted is asked for by a 403, and the call then succeeds.
            await ask(client, "remember", content=f"The {word} kettle is in the attic.", path="projects/general")
            self.assertEqual(len(host.asked), 2)
            self.assertLessEqual({*NARROW.split(), "memory:write"}, set(host.asked[1]["scope"].split()))
            self.assertIn(word, str(await found(client, word)))

    async def test_a_token_is_renewed_and_the_old_one_of_the_pair_is_not_given_twice(self) -> None:
        host = await self.host()
        async with self.connected(host) as client:
            first = host.tokens
            host.provider.context.token_expiry_time = 1
            await ask(client, "memory_scopes")
            assert first is not None and host.tokens is not None
            self.assertNotEqual(host.tokens.access_token, first.access_token)
            self.assertNotEqual(host.tokens.refresh_token, first.refresh_token)
            self.assertEqual(host.tokens.scope, first.scope)
            self.assertEqual(len(host.asked), 1, "nobody was asked again")

    async def test_what_was_revoked_is_401_at_once_on_every_process(self) -> None:
        host = await self.host()
        async with self.connected(host) as client:
            await ask(client, "memory_scopes")
        assert host.tokens is not None and host.client is not None
        async with httpx2.AsyncClient(timeout=PATIENCE) as http:
            token = host.tokens.refresh_token or ""
            revoked = await http.post(f"{ORIGIN}/oauth/revoke", data={"token": token, "client_id": host.client.client_id or ""})
            self.assertEqual(revoked.status_code, 200)
            for origin in (ORIGIN, SECOND_ORIGIN):
                answer = await http.get(f"{origin}/mcp", headers={"Authorization": f"Bearer {host.tokens.access_token}"})
                self.assertEqual(answer.status_code, 401)
                self.assertIn('error="invalid_token"', answer.headers["www-authenticate"])

    async def test_a_person_who_says_no_ends_the_connect_with_access_denied(self) -> None:
        host = await self.host(allow=False)
        with self.assertRaisesRegex(OAuthFlowError, "access_denied"):
            async with self.connected(host):
                pass
        answer = parse_qs(urlsplit(host.end).query)
        self.assertEqual((answer["iss"], answer["state"]), ([ORIGIN], [host.asked[0]["state"]]))
        self.assertIsNone(host.tokens)

    async def host(self, allow: bool = True) -> Host:
        """A host with a person of its own."""
        email = f"{fresh_word()}@suites.example"
        made = await annals("user", "create", "--email", email, "--role", "member")
        return Host(Browser(email, made["password"]), allow)

    @contextlib.asynccontextmanager
    async def connected(self, host: Host) -> AsyncIterator[Client]:
        try:
            async with httpx2.AsyncClient(auth=host.provider, timeout=PATIENCE) as http:
                async with Client(streamable_http_client(f"{ORIGIN}/mcp", http_client=http), mode=self.mode) as client:
                    yield client
        except Exception as error:
            while getattr(error, "exceptions", None):
                error = error.exceptions[0]  # type: ignore[attr-defined]
            raise error from None
