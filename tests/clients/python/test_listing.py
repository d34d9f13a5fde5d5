"""Listing: which tools there are, their hints and schemas."""

from __future__ import annotations

from typing import Any

from connection import ORIGIN, READ_TOKEN, SuiteCase, connected
from mcp.types import Tool

READS = (True, False, True, False)
# Read-only, destructive, idempotent, open-world.
HINTS = {
    "brief_me": READS,
    "decisions_list_spaces": READS,
    "fetch": READS,
    "forget": (False, True, True, False),
    "memory_delete": (False, True, True, False),
    "memory_delete_record": (False, True, True, False),
    "memory_export": READS,
    "memory_get": READS,
    "memory_get_record": READS,
    "memory_history": READS,
    "memory_list_records": READS,
    "memory_list_summaries": READS,
    "memory_recall": READS,
    "memory_record_summary": (False, False, False, False),
    "memory_report": READS,
    "memory_save": (False, False, True, False),
    "memory_scopes": READS,
    "memory_search_records": READS,
    "memory_update": (False, False, True, False),
    "memory_version": READS,
    "recall": READS,
    "remember": (False, False, True, False),
    "search": READS,
    "search_memory": READS,
}
REJECTED_BY_HOSTS = {"$ref", "$defs", "$schema", "format", "anyOf", "oneOf", "allOf", "not"}


class Listing(SuiteCase):
    async def listed(self, **options: Any) -> "list[Tool]":
        async with connected(self.mode, **options) as client:
            return (await client.list_tools()).tools

    async def test_every_tool_is_there_by_name_with_its_title_description_and_four_hints(self) -> None:
        tools = await self.listed()
        self.assertEqual([tool.name for tool in tools], list(HINTS))
        for tool in tools:
            self.assertTrue(tool.title and tool.description, tool.name)
            hints = tool.annotations
            given = (hints.read_only_hint, hints.destructive_hint, hints.idempotent_hint, hints.open_world_hint)
            self.assertEqual(given, HINTS[tool.name], tool.name)

    async def test_the_schemas_hold_nothing_that_a_host_is_known_to_reject(self) -> None:
        for tool in await self.listed():
            self.assertEqual(tool.input_schema["type"], "object")
            self.assertIs(tool.input_schema["additionalProperties"], False)
            self.assertEqual(tool.output_schema["type"], "object")
            self.check_portable(tool.input_schema, f"{tool.name} input")
            self.check_portable(tool.output_schema, f"{tool.name} output")
            for name, schema in tool.input_schema.get("properties", {}).items():
                self.assertTrue(schema.get("description"), f"{tool.name}.{name}")

    def check_portable(self, schema: Any, where: str) -> None:
        if isinstance(schema, list):
            for place, part in enumerate(schema):
                self.check_portable(part, f"{where}[{place}]")
        if not isinstance(schema, dict):
            return
        for key, value in schema.items():
            place = f"{where}.{key}"
            if not where.endswith(".properties"):
                self.assertNotIn(key, REJECTED_BY_HOSTS, place)
                self.assertTrue(key != "type" or isinstance(value, str), place)
                self.assertTrue(key != "items" or isinstance(value, dict), place)
            self.assertIsNotNone(value, place)
            self.check_portable(value, place)

    async def test_a_token_that_may_only_read_sees_no_tool_that_writes(self) -> None:
        names = [tool.name for tool in await self.listed(token=READ_TOKEN)]
        self.assertEqual(names, [name for name, hints in HINTS.items() if hints == READS])

    async def test_remember_has_create_project_on_the_generic_profile_alone(self) -> None:
        curated = ["content", "path"]
        expected = {"": ["content", "create_project", "path"], "/chatgpt": curated, "/claude": curated}
        for profile, arguments in expected.items():
            tools = {tool.name: tool for tool in await self.listed(url=f"{ORIGIN}/mcp{profile}")}
            self.assertEqual(sorted(tools["remember"].input_schema["properties"]), arguments, profile)
            if profile:
                self.assertLess(len(tools), len(HINTS), profile)
