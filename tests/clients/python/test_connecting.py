"""Connecting: versions, sessions, several processes."""

from __future__ import annotations

import httpx2
from connection import ORIGIN, PATIENCE, SECOND_ORIGIN, TOKEN, SuiteCase, ask, connected, found, fresh_word

VERSIONS = {"legacy": "2025-11-25", "auto": "2026-07-28"}


class Connecting(SuiteCase):
    async def test_the_newest_version_of_the_era_is_negotiated_and_the_server_says_who_it_is(self) -> None:
        async with connected(self.mode) as client:
            self.assertEqual(client.protocol_version, VERSIONS[self.mode])
            self.assertEqual(client.server_info.name, "annals")
            self.assertRegex(client.server_info.version, r"^\d+\.\d+\.\d+")
            self.assertIsNotNone(client.server_capabilities.tools)

    async def test_a_second_process_answers_with_the_same_token_what_the_first_has_just_stored(self) -> None:
        word = fresh_word()
        async with connected(self.mode) as first:
            stored = await ask(first, "remember", content=f"The {word} depot opens at six.", path="projects/general")
        async with connected(self.mode, f"{SECOND_ORIGIN}/mcp") as second:
            self.assertEqual((await found(second, word))[0]["id"], stored["id"])

    async def test_only_a_legacy_connection_has_a_session_and_any_process_takes_it_up(self) -> None:
        responses: "list[httpx2.Response]" = []
        async with connected(self.mode, responses=responses) as client:
            await client.list_tools()
        sessions = {response.headers["mcp-session-id"] for response in responses if "mcp-session-id" in response.headers}
        if self.mode == "auto":
            self.assertEqual(sessions, set())
            return
        (session,) = sessions
        self.assertRegex(session, r"^[\x21-\x7e]{16,}$")
        headers = {
            "Authorization": f"Bearer {TOKEN}",
            "Accept": "application/json, text/event-stream",
            "Mcp-Protocol-Version": VERSIONS[self.mode],
        }
        frame = {"jsonrpc": "2.0", "id": 1, "method": "tools/list"}
        async with httpx2.AsyncClient(headers=headers, timeout=PATIENCE) as http:
            for origin in (ORIGIN, SECOND_ORIGIN):
                for known in (session, "made-up-by-the-client"):
                    answer = await http.post(f"{origin}/mcp", json=frame, headers={"Mcp-Session-Id": known})
                    self.assertEqual(answer.status_code, 200, answer.text)
                    self.assertGreater(len(answer.json()["result"]["tools"]), 0)

    async def test_there_is_no_stream_to_open_and_no_session_to_end(self) -> None:
        async with httpx2.AsyncClient(headers={"Authorization": f"Bearer {TOKEN}"}, timeout=PATIENCE) as http:
            for method in ("GET", "DELETE"):
                answer = await http.request(method, f"{ORIGIN}/mcp", headers={"Accept": "text/event-stream"})
                self.assertEqual((answer.status_code, answer.headers["allow"]), (405, "POST"))
