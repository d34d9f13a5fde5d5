"""Forgetting: hidden, erased, redacted."""

from __future__ import annotations

from connection import SuiteCase, ask, connected, found, fresh_word, refusal, text


class Forgetting(SuiteCase):
    async def test_hiding_and_erasing_take_a_memory_out_of_every_answer(self) -> None:
        for how, outcome in (("soft_delete", "hidden"), ("hard_delete", "erased")):
            word = fresh_word()
            content = f"The {word} passphrase hint hangs in the hall."
            async with connected(self.mode) as client:
                stored = (await ask(client, "remember", content=content, path="projects/general"))["id"]
                self.assertEqual((await found(client, word))[0]["id"], stored, "it was there")

                reply = await ask(client, "forget", memory_id=stored, mode=how, reason="the hall was painted")
                self.assertEqual(reply, {"id": stored, "outcome": outcome})

                for tool in ("recall", "search_memory", "search"):
                    answer = await client.call_tool(tool, {"query": content})
                    self.assertFalse(answer.is_error)
                    self.assertNotIn(stored, answer.model_dump_json())
                    self.assertNotIn(word, answer.model_dump_json())
                self.assertRegex(await refusal(client, "fetch", id=stored), "^not_found: ")
                version = await client.call_tool("memory_version", {"versionId": stored})
                self.assertEqual((version.is_error or False, text(version)), (False, "Version not found."))

    async def test_redacting_replaces_the_text_and_keeps_the_record(self) -> None:
        word = fresh_word()
        async with connected(self.mode) as client:
            content = f"The {word} rota is on the wall."
            stored = (await ask(client, "remember", content=content, path="projects/general"))["id"]
            self.assertEqual((await ask(client, "forget", memory_id=stored, mode="redact"))["outcome"], "redacted")
            page = await ask(client, "fetch", id=stored)
            items = await found(client, word)
        self.assertEqual(page["id"], stored)
        self.assertNotIn(word, str(page))
        self.assertNotIn(word, str(items))
