"""Refusals: what is wrong, in words that name the field."""

from __future__ import annotations

from connection import ORIGIN, SuiteCase, ask, connected, found, fresh_word, refusal
from mcp.shared.exceptions import MCPError

ABSENT = "mem_00000000000070008000000000000000"
NOTE = {"content": "A note.", "path": "projects/general"}
# Two parts, so that scanners of this repository find no key.
ACCESS_KEY = "AKIA" + "Q3XZ7YTREWPLMN52"
# Tool, arguments, and the field that the refusal names.
BAD_ARGUMENTS = [
    ("remember", {"path": "projects/general"}, "content"),
    ("remember", {"content": "A note."}, "path"),
    ("remember", {**NOTE, "content": ["a", "list"]}, "content"),
    ("remember", {**NOTE, "content": " \n\t "}, "content"),
    ("remember", {**NOTE, "content": "nul \0 inside"}, "content"),
    ("remember", {**NOTE, "content": "é" * 524_289}, "content"),
    ("remember", {**NOTE, "path": "projects/general/"}, "path"),
    ("remember", {**NOTE, "path": "projects//general"}, "path"),
    ("remember", {**NOTE, "path": "projects/../general"}, "path"),
    ("remember", {**NOTE, "owner": "me"}, "owner"),
    ("recall", {"query": ""}, "query"),
    ("recall", {"query": "vans", "limit": 0}, "limit"),
    ("recall", {"query": "vans", "limit": "many"}, "limit"),
    ("recall", {"query": "vans", "explain": "yes please"}, "explain"),
    ("search_memory", {"query": "vans", "limit": 101}, "limit"),
    ("search", {}, "query"),
    ("fetch", {"id": 5}, "id"),
    ("forget", {"memory_id": ABSENT, "mode": "burn"}, "mode"),
    ("memory_version", {}, "versionId"),
]


class Refusals(SuiteCase):
    async def test_bad_arguments_are_refused_in_words_that_name_the_field(self) -> None:
        async with connected(self.mode) as client:
            for tool, arguments, field in BAD_ARGUMENTS:
                with self.subTest(tool=tool, field=field, arguments=str(arguments)[:60]):
                    words = await refusal(client, tool, **arguments)
                    self.assertRegex(words, "^invalid_input: ")
                    self.assertIn(field, words)
                    self.assertLess(len(words), 1_000, "the refusal does not repeat the input")

    async def test_an_unknown_tool_and_one_outside_the_profile_is_a_protocol_error(self) -> None:
        for profile, tool in (("", "no_such_tool"), ("/claude", "memory_version")):
            async with connected(self.mode, f"{ORIGIN}/mcp{profile}") as client:
                with self.assertRaises(MCPError) as raised:
                    await client.call_tool(tool, {})
            self.assertEqual(raised.exception.code, -32602)

    async def test_an_id_that_names_nothing_is_not_found(self) -> None:
        async with connected(self.mode) as client:
            self.assertRegex(await refusal(client, "fetch", id=ABSENT), "^not_found: ")
            self.assertRegex(await refusal(client, "forget", memory_id=ABSENT, mode="hard_delete"), "^not_found: ")

    async def test_a_secret_alone_is_refused_and_inside_other_text_it_is_cut(self) -> None:
        word = fresh_word()
        async with connected(self.mode) as client:
            words = await refusal(client, "remember", content=ACCESS_KEY, path="projects/general")
            self.assertRegex(words, "^secret_refused: ")
            self.assertNotIn(ACCESS_KEY, words)
            content = f"The {word} job signs in with {ACCESS_KEY} at night."
            stored = await ask(client, "remember", content=content, path="projects/general")
            self.assertEqual(stored["redactions"], 1)
            page = await ask(client, "fetch", id=stored["id"])
            self.assertNotIn(ACCESS_KEY, str(await found(client, ACCESS_KEY)))
        self.assertRegex(page["text"], rf"^The {word} job signs in with \[redacted:[a-z_-]+\] at night\.$")

    async def test_an_unknown_project_is_refused_where_it_may_not_be_created(self) -> None:
        path = f"projects/{fresh_word()}"
        async with connected(self.mode) as client:
            words = await refusal(client, "remember", content="A note.", path=path)
            self.assertRegex(words, "(?s)^not_found: .*create_project")
        for profile in ("chatgpt", "claude"):
            async with connected(self.mode, f"{ORIGIN}/mcp/{profile}") as client:
                words = await refusal(client, "remember", content="A note.", path=path, create_project=True)
                self.assertRegex(words, "(?s)^invalid_input: .*create_project")
                words = await refusal(client, "remember", content="A note.", path=path)
                self.assertRegex(words, "(?s)^not_found: .*projects/")
                self.assertNotIn("create_project", words)
