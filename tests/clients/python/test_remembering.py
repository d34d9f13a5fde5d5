"""Remembering and recalling."""

from __future__ import annotations

import asyncio
import json
from typing import Any

from connection import ACCOUNT_NAME, AGENT, DEVICE, SuiteCase, ask, connected, found, fresh_word, text
from mcp import Client


class Remembering(SuiteCase):
    def setUp(self) -> None:
        self.project = f"projects/python-{self.mode}-{fresh_word()}"

    async def remember(self, client: Client, content: str, folder: str = "notes") -> "dict[str, Any]":
        return await ask(client, "remember", content=content, path=f"{self.project}/{folder}", create_project=True)

    async def test_the_reply_names_reference_path_writer_account_and_device(self) -> None:
        path = f"{self.project}/decisions"
        async with connected(self.mode) as client:
            arguments = {"content": "Invoices are sent on the first.", "path": path, "create_project": True}
            result = await client.call_tool("remember", arguments)
        reply = result.structured_content
        self.assertEqual((reply["outcome"], reply["path"]), ("stored", path))
        who = (reply["writer"]["agent"], reply["account"]["name"], reply["device_label"])
        self.assertEqual(who, (AGENT, ACCOUNT_NAME, DEVICE))
        for part in (reply["reference"], path, AGENT, ACCOUNT_NAME, DEVICE):
            self.assertIn(part, text(result))

    async def test_a_search_right_after_it_finds_the_memory(self) -> None:
        word = fresh_word()
        content = f"The {word} certificate is renewed every March."
        async with connected(self.mode) as client:
            stored = await self.remember(client, content)
            items = await found(client, f"{word} certificate", self.project)
        found_as = (items[0]["id"], items[0]["path"], items[0]["content"])
        self.assertEqual(found_as, (stored["id"], stored["path"], content))
        self.assertIn(AGENT, items[0]["writer"])

    async def test_recall_finds_by_meaning_what_shares_no_word_with_the_question(self) -> None:
        async with connected(self.mode) as client:
            wanted = await self.remember(client, "Never ship software to customers on a Friday afternoon.")
            await self.remember(client, "The cafeteria serves soup made of pumpkins.")
            await self.remember(client, "Anna keeps the spare key of the bicycle cellar.")
            await self.remember(client, "Our logo is blue with a white heron.")
            arguments = {"limit": 1, "explain": True, "path_filter": f"{self.project}/%"}
            answer = await ask(client, "recall", query="When are releases and deployments forbidden?", **arguments)
        self.assertEqual([item["id"] for item in answer["items"]], [wanted["id"]])
        explanation = answer["items"][0]["explanation"]
        self.assertGreater(explanation["cosine"], 0.2)
        self.assertFalse(explanation.get("bm25"), "no word is shared")
        self.assertIn("Friday afternoon", answer["result"])

    async def test_memory_version_reads_a_version_by_its_id(self) -> None:
        content = f"Backups are kept for {fresh_word()} days."
        async with connected(self.mode) as client:
            stored = await self.remember(client, content)
            result = await client.call_tool("memory_version", {"versionId": stored["id"]})
        version = result.structured_content["version"]
        self.assertEqual((version["id"], version["state"], version["scope"], version["content"]),
                         (stored["id"], "current", self.project, content))
        for part in (stored["id"], "current", self.project, AGENT, content):
            self.assertIn(part, text(result))

    async def test_twenty_calls_at_once_with_the_same_text_make_one_memory_seen_twenty_times(self) -> None:
        word = fresh_word()
        content = f"The {word} gate is locked at night."
        async with connected(self.mode) as client:
            replies = await asyncio.gather(*(self.remember(client, content) for _ in range(20)))
            items = [item for item in await found(client, word, self.project) if item["content"] == content]
        self.assertEqual(len({reply["id"] for reply in replies}), 1)
        self.assertEqual(sorted(reply["outcome"] for reply in replies), ["seen_again"] * 19 + ["stored"])
        self.assertEqual([item["seen_count"] for item in items], [20])

    async def test_chinese_japanese_and_korean_text_comes_back_as_it_went_in_and_is_found_by_its_words(self) -> None:
        texts = {
            "数据库每天凌晨三点备份到新加坡机房。": "备份",
            "請求書は毎月一日に発送します。": "請求書",
            "배포는 화요일 아침에만 합니다.": "화요일",
        }
        async with connected(self.mode) as client:
            for content, query in texts.items():
                stored = await self.remember(client, content)
                items = {item["id"]: item["content"] for item in await found(client, query, self.project)}
                self.assertEqual(items.get(stored["id"]), content, query)
                self.assertEqual((await ask(client, "fetch", id=stored["id"]))["text"], content)

    async def test_a_text_of_100_kb_is_kept_whole_and_its_last_words_are_found(self) -> None:
        word, last = fresh_word(), fresh_word()
        lines = [f"Shelf {number} of the {word} archive holds box {number * 7}." for number in range(1, 2_100)]
        content = "\n".join(lines) + f"\nThe last shelf is called {last}."
        self.assertGreater(len(content), 100_000)
        async with connected(self.mode) as client:
            stored = await self.remember(client, content)
            items = await found(client, last, self.project)
            page = await ask(client, "fetch", id=stored["id"])
        self.assertEqual(items[0]["id"], stored["id"])
        self.assertIn(last, items[0]["content"])
        self.assertTrue(content.startswith(page["text"]) and len(page["text"]) >= 10_000)
        self.assertEqual(int(page["metadata"]["content_chars"]), len(content))

    async def test_memory_scopes_says_who_calls_and_what_may_be_written(self) -> None:
        async with connected(self.mode) as client:
            result = await client.call_tool("memory_scopes")
        answer = result.structured_content
        self.assertEqual((answer["actor"]["client"], answer["actor"]["org_role"]), (AGENT, "owner"))
        self.assertEqual([(workspace["key"], workspace["writable"]) for workspace in answer["workspaces"]],
                         [("personal", True), ("shared", True)])
        self.assertEqual(json.loads(text(result)), answer)
