import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Tool } from '@modelcontextprotocol/client';
import { connect, modes, service, type Options } from './connection.js';

const reads = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false };
const hints: Record<string, object> = {
    brief_me: reads,
    decisions_list_spaces: reads,
    fetch: reads,
    forget: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
    memory_delete: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
    memory_delete_record: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
    memory_export: reads,
    memory_get: reads,
    memory_get_record: reads,
    memory_history: reads,
    memory_list_records: reads,
    memory_list_summaries: reads,
    memory_recall: reads,
    memory_record_summary: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
    memory_report: reads,
    memory_save: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
    memory_scopes: reads,
    memory_search_records: reads,
    memory_update: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
    memory_version: reads,
    recall: reads,
    remember: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
    search: reads,
    search_memory: reads,
};

for (const mode of modes) {
    describe(`listing, ${mode} mode`, () => {
        const listed = async (options: Options = {}): Promise<Tool[]> => {
            const client = await connect(mode, options);
            const { tools } = await client.listTools();
            await client.close();
            return tools;
        };

        test('every tool is there, by name, with its title, description and four hints', async () => {
            const tools = await listed();
            assert.deepEqual(tools.map((tool) => tool.name), Object.keys(hints));
            for (const tool of tools) {
                assert.ok(tool.title, `${tool.name} has a title`);
                assert.ok(tool.description, `${tool.name} has a description`);
                const { title: _, ...given } = tool.annotations ?? {};
                assert.deepEqual(given, hints[tool.name], tool.name);
            }
        });

        test('the schemas hold nothing that a host is known to reject', async () => {
            for (const tool of await listed()) {
                assert.equal(tool.inputSchema.type, 'object');
                assert.equal(tool.inputSchema.additionalProperties, false, tool.name);
                assert.equal(tool.outputSchema?.type, 'object', tool.name);
                checkPortable(tool.inputSchema, `${tool.name} input`);
                checkPortable(tool.outputSchema, `${tool.name} output`);
                for (const [name, property] of Object.entries(tool.inputSchema.properties ?? {})) {
                    assert.ok((property as { description?: string }).description, `${tool.name}.${name} has a description`);
                }
            }
        });

        test('a token that may only read sees no tool that writes', async () => {
            const names = (await listed({ token: service.readToken })).map((tool) => tool.name);
            assert.deepEqual(names, Object.keys(hints).filter((name) => hints[name] === reads));
        });

        for (const profile of ['chatgpt', 'claude']) {
            test(`the ${profile} profile is a subset whose remember has no create_project`, async () => {
                const tools = await listed({ url: `${service.origin}/mcp/${profile}` });
                assert.ok(tools.length > 0 && tools.length < Object.keys(hints).length, `${tools.length} tools`);
                const remember = tools.find((tool) => tool.name === 'remember');
                assert.deepEqual(Object.keys(remember?.inputSchema.properties ?? {}).sort(), ['content', 'path']);
            });
        }

        test('remember on the generic profile has its three documented arguments', async () => {
            const schema = (await listed()).find((tool) => tool.name === 'remember')?.inputSchema;
            assert.deepEqual(Object.keys(schema?.properties ?? {}).sort(), ['content', 'create_project', 'path']);
            assert.deepEqual([...(schema?.required ?? [])].sort(), ['content', 'path']);
        });
    });
}

function checkPortable(schema: unknown, where: string): void {
    if (Array.isArray(schema)) return schema.forEach((part, place) => checkPortable(part, `${where}[${place}]`));
    if (typeof schema !== 'object' || schema === null) return;
    for (const [key, value] of Object.entries(schema)) {
        const place = `${where}.${key}`;
        const names = where.endsWith('.properties');
        assert.ok(names || !['$ref', '$defs', '$schema', 'format', 'anyOf', 'oneOf', 'allOf', 'not'].includes(key), place);
        assert.ok(names || key !== 'type' || typeof value === 'string', `${place} is one type`);
        assert.ok(names || key !== 'items' || !Array.isArray(value), `${place} is no tuple`);
        assert.notEqual(value, null, place);
        checkPortable(value, place);
    }
}
