import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ask, call, connect, freshWord, modes, service, text } from './connection.js';

for (const mode of modes) {
    for (const profile of ['', '/chatgpt']) {
        describe(`search and fetch on /mcp${profile}, ${mode} mode`, () => {
            test('they answer in the shapes that ChatGPT documents, as structure and as one JSON text', async () => {
                const client = await connect(mode, { url: `${service.origin}/mcp${profile}` });
                const word = freshWord();
                const content = `The ${word} turbine is inspected in May.`;
                const { id } = await ask(client, 'remember', { content, path: 'projects/general/turbines' });

                const searched = await call(client, 'search', { query: word });
                assert.equal(searched.content.length, 1);
                assert.deepEqual(JSON.parse(text(searched)), searched.structuredContent);
                const { results } = searched.structuredContent as { results: Record<string, string>[] };
                const url = results[0]?.url ?? '';
                assert.deepEqual(results[0], { id, title: content, url });
                assert.ok(results.length <= 10, `${results.length} results`);
                assert.ok(url.startsWith(`${service.origin}/`) && url.includes(id), url);

                const fetched = await call(client, 'fetch', { id });
                assert.equal(fetched.content.length, 1);
                assert.deepEqual(JSON.parse(text(fetched)), fetched.structuredContent);
                const { metadata, ...page } = fetched.structuredContent as Record<string, any>;
                assert.deepEqual(page, { id, title: content, text: content, url });
                assert.equal(metadata.path, 'projects/general/turbines');
                assert.ok(Object.values(metadata).every((value) => typeof value === 'string'), 'metadata is text');
                await client.close();
            });
        });
    }

    test(`a search that fits nothing is an empty list, ${mode} mode`, async () => {
        const client = await connect(mode);
        const nothing = await ask(client, 'search_memory', { query: 'anything', path_filter: `projects/${freshWord()}/%` });
        assert.deepEqual(nothing.items, []);
        await client.close();
    });
}
