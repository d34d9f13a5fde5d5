"""`search` and `fetch` in the shapes that ChatGPT documents."""

from __future__ import annotations

import json

from connection import ORIGIN, SuiteCase, ask, connected, fresh_word, text


class Connectors(SuiteCase):
    async def test_search_and_fetch_answer_as_structure_and_as_one_json_text(self) -> None:
        for profile in ("", "/chatgpt"):
            content = f"The {fresh_word()} turbine is inspected in May."
            async with connected(self.mode, f"{ORIGIN}/mcp{profile}") as client:
                stored = await ask(client, "remember", content=content, path="projects/general/turbines")
                searched = await client.call_tool("search", {"query": content.split()[1]})
                fetched = await client.call_tool("fetch", {"id": stored["id"]})
            for result in (searched, fetched):
                self.assertEqual(len(result.content), 1)
                self.assertEqual(json.loads(text(result)), result.structured_content)
            hit, *others = searched.structured_content["results"]
            self.assertLess(len(others), 10)
            url = hit["url"]
            self.assertEqual(hit, {"id": stored["id"], "title": content, "url": url})
            self.assertTrue(url.startswith(f"{ORIGIN}/") and stored["id"] in url, url)
            page = dict(fetched.structured_content)
            metadata = page.pop("metadata")
            self.assertEqual(page, {"id": stored["id"], "title": content, "text": content, "url": url})
            self.assertEqual(metadata["path"], "projects/general/turbines")
