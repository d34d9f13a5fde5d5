import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ask, call, connect, found, freshWord, modes, service, transport } from './connection.js';

const versions = { legacy: '2025-11-25', auto: '2026-07-28' };

for (const mode of modes) {
    describe(`connecting, ${mode} mode`, () => {
        test('the newest version of the era is negotiated, and the server says who it is', async () => {
            const client = await connect(mode);
            assert.equal(client.getNegotiatedProtocolVersion(), versions[mode]);
            assert.equal(client.getServerVersion()?.name, 'annals');
            assert.match(client.getServerVersion()?.version ?? '', /^\d+\.\d+\.\d+/);
            assert.ok(client.getServerCapabilities()?.tools, 'tools are offered');
            await client.close();
        });

        test('a second process answers with the same token what the first has just stored', async () => {
            const first = await connect(mode);
            const second = await connect(mode, { url: `${service.secondOrigin}/mcp` });
            const word = freshWord();
            const content = `The ${word} depot opens at six.`;
            const { id } = await ask(first, 'remember', { content, path: 'projects/general' });
            assert.equal((await found(second, word))[0]?.id, id);
            await Promise.all([first.close(), second.close()]);
        });
    });
}

test('a legacy session that one process began is taken up by another', async () => {
    const client = await connect('legacy');
    const { sessionId } = client.transport!;
    assert.match(sessionId ?? '', /^[\x21-\x7e]{16,}$/, 'initialize answers with a session id');
    await client.close();
    const responses: Response[] = [];
    await client.connect(transport({ url: `${service.secondOrigin}/mcp`, sessionId, responses }));
    assert.ok(!(await call(client, 'memory_scopes')).isError);
    assert.deepEqual(responses.map((response) => response.status), [200]);
    await client.close();
});

test('a profile that there is not is 404', async () => {
    const responses: Response[] = [];
    await assert.rejects(connect('legacy', { url: `${service.origin}/mcp/everything`, responses }));
    assert.deepEqual(responses.map((response) => response.status), [404]);
});

test('a modern connection has no session', async () => {
    const responses: Response[] = [];
    const client = await connect('auto', { responses });
    await call(client, 'memory_scopes');
    assert.ok(responses.length > 0);
    for (const response of responses) assert.equal(response.headers.get('mcp-session-id'), null);
    await client.close();
});
