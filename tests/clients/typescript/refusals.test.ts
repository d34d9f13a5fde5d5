import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { ProtocolError, type Client } from '@modelcontextprotocol/client';
import { ask, call, connect, found, freshWord, makeToken, modes, refusal, service } from './connection.js';

const absent = 'mem_00000000000070008000000000000000';
// Two parts, so that scanners of this repository find no key.
const accessKey = `AKIA${'Q3XZ7YTREWPLMN52'}`;
const note = { content: 'A note.', path: 'projects/general' };

/** Tool, arguments, and the field that the refusal names. */
const badArguments: [string, Record<string, unknown>, string][] = [
    ['remember', { path: 'projects/general' }, 'content'],
    ['remember', { content: 'A note.' }, 'path'],
    ['remember', { ...note, content: 7 }, 'content'],
    ['remember', { ...note, content: '' }, 'content'],
    ['remember', { ...note, content: ' \n\t ' }, 'content'],
    ['remember', { ...note, content: 'nul \u0000 inside' }, 'content'],
    ['remember', { ...note, content: 'x'.repeat(524_289) }, 'content'],
    ['remember', { ...note, path: '' }, 'path'],
    ['remember', { ...note, path: '/projects/general' }, 'path'],
    ['remember', { ...note, path: 'projects/../general' }, 'path'],
    ['remember', { ...note, create_project: 'maybe' }, 'create_project'],
    ['remember', { ...note, owner: 'me' }, 'owner'],
    ['recall', {}, 'query'],
    ['recall', { query: '' }, 'query'],
    ['recall', { query: 'x'.repeat(8_001) }, 'query'],
    ['recall', { query: 'vans', limit: 0 }, 'limit'],
    ['recall', { query: 'vans', limit: 51 }, 'limit'],
    ['recall', { query: 'vans', memory_type: 'rumour' }, 'memory_type'],
    ['search_memory', { query: 'vans', limit: 101 }, 'limit'],
    ['search', { query: ['vans'] }, 'query'],
    ['fetch', {}, 'id'],
    ['forget', { memory_id: absent, mode: 'burn' }, 'mode'],
    ['memory_version', { versionId: ' ' }, 'versionId'],
    ['search_memory', { query: 'a note', deep: true }, 'deep'],
];

for (const mode of modes) {
    describe(`refusals, ${mode} mode`, () => {
        let client: Client;
        before(async () => {
            client = await connect(mode);
        });
        after(() => client.close());

        for (const [tool, args, field] of badArguments) {
            test(`${tool} ${JSON.stringify(args).slice(0, 60)} is refused and names ${field}`, async () => {
                const words = await refusal(client, tool, args);
                assert.ok(words.startsWith('invalid_input: '), words);
                assert.ok(words.includes(field), words);
                assert.ok(words.length < 1_000, 'the refusal does not repeat the input');
            });
        }

        test('an unknown tool, and one outside the profile, is a protocol error', async () => {
            const claude = await connect(mode, { url: `${service.origin}/mcp/claude` });
            for (const [asked, tool] of [[client, 'no_such_tool'], [claude, 'memory_version']] as const) {
                await assert.rejects(call(asked, tool), (error) => error instanceof ProtocolError && error.code === -32602);
            }
            await claude.close();
        });

        test('an id that names nothing is not_found, whatever its form', async () => {
            assert.match(await refusal(client, 'fetch', { id: absent }), /^not_found: /);
            assert.match(await refusal(client, 'forget', { memory_id: absent, mode: 'soft_delete' }), /^not_found: /);
        });

        test('content that is nothing but a secret is refused and not stored', async () => {
            const words = await refusal(client, 'remember', { ...note, content: accessKey });
            assert.ok(words.startsWith('secret_refused: '), words);
            assert.ok(!words.includes(accessKey), 'the refusal does not repeat the secret');
            assert.ok(!(await found(client, accessKey)).some((item) => item.content.includes(accessKey)));
        });

        test('a secret inside other text is cut before it is stored', async () => {
            const word = freshWord();
            const content = `The ${word} job signs in with ${accessKey} at night.`;
            const reply = await ask(client, 'remember', { ...note, content });
            assert.equal(reply.redactions, 1);
            const page = await ask(client, 'fetch', { id: reply.id });
            assert.match(page.text, new RegExp(`^The ${word} job signs in with \\[redacted:[a-z_-]+\\] at night\\.$`));
        });

        test('an unknown project is refused and the words name create_project; nothing is made', async () => {
            const path = `projects/${freshWord()}`;
            for (const args of [{}, { create_project: false }]) {
                const words = await refusal(client, 'remember', { content: 'A note.', path, ...args });
                assert.match(words, /^not_found: .*create_project/s);
            }
        });

        for (const profile of ['chatgpt', 'claude']) {
            test(`the ${profile} profile refuses create_project, and names the projects that there are`, async () => {
                const curated = await connect(mode, { url: `${service.origin}/mcp/${profile}` });
                const path = `projects/${freshWord()}`;
                const refused = await refusal(curated, 'remember', { content: 'A note.', path, create_project: true });
                assert.match(refused, /^invalid_input: .*create_project/s);
                const unknown = await refusal(curated, 'remember', { content: 'A note.', path });
                assert.match(unknown, /^not_found: .*projects\//s);
                assert.ok(!unknown.includes('create_project'), unknown);
                await curated.close();
            });
        }

        test('the profile of a token restricts on every endpoint', async () => {
            const { token } = await makeToken('--profile', 'chatgpt');
            for (const endpoint of ['/mcp', '/mcp/remember', '/mcp/claude']) {
                const curated = await connect(mode, { url: service.origin + endpoint, token });
                const remember = (await curated.listTools()).tools.find((tool) => tool.name === 'remember');
                assert.deepEqual(Object.keys(remember?.inputSchema.properties ?? {}).sort(), ['content', 'path'], endpoint);
                const args = { content: 'A note.', path: `projects/${freshWord()}`, create_project: true };
                assert.match(await refusal(curated, 'remember', args), /^invalid_input: .*create_project/s, endpoint);
                await curated.close();
            }
        });
    });
}
