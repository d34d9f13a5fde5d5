import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { InsufficientScopeError, UnauthorizedError, extractWWWAuthenticateParams } from '@modelcontextprotocol/client';
import { annals, call, connect, found, freshWord, makeToken, modes, service, type Mode } from './connection.js';

for (const mode of modes) {
    describe(`authorization, ${mode} mode`, () => {
        test('without a token every request is 401 and says where and what to ask for', async () => {
            const challenge = await refused(mode, null);
            assert.equal(challenge.error, undefined, 'no token is no invalid token');
        });

        test('a token that was tampered with is 401 invalid_token', async () => {
            const place = service.token.length - 20;
            const swapped = service.token[place] === 'A' ? 'B' : 'A';
            const tampered = service.token.slice(0, place) + swapped + service.token.slice(place + 1);
            assert.equal((await refused(mode, tampered)).error, 'invalid_token');
        });

        test('a revoked token is 401 at the next call, on every process', async () => {
            const { token, token_id } = await makeToken();
            const origins = [service.origin, service.secondOrigin];
            const responses: Response[] = [];
            const at = (origin: string) => connect(mode, { url: `${origin}/mcp`, token, responses });
            const clients = await Promise.all(origins.map(at));
            for (const client of clients) assert.ok(!(await call(client, 'memory_scopes')).isError);

            await annals('token', 'revoke', '--token-id', token_id);
            for (const client of clients) await assert.rejects(call(client, 'memory_scopes'), UnauthorizedError);
            assert.deepEqual(responses.slice(-2).map((response) => response.status), [401, 401]);
            for (const origin of origins) assert.equal((await refused(mode, token, origin)).error, 'invalid_token');
            await Promise.all(clients.map((client) => client.close()));
        });

        test('a tool beyond the token is 403 and names what is missing; nothing is stored', async () => {
            const responses: Response[] = [];
            const reader = await connect(mode, { token: service.readToken, responses });
            const word = freshWord();
            const args = { content: `The ${word} lamp is broken.`, path: 'projects/general' };
            await assert.rejects(call(reader, 'remember', args), (error) => {
                assert.ok(error instanceof InsufficientScopeError, String(error));
                assert.ok(scopes(error.requiredScope).includes('memory:write'), error.requiredScope);
                return true;
            });
            const response = responses.find(({ status }) => status === 403);
            assert.equal(extractWWWAuthenticateParams(response!).error, 'insufficient_scope');
            assert.ok(!(await found(reader, word)).some((item) => item.content.includes(word)));
            await reader.close();
        });
    });
}

/** Connects with a token that must not hold; gives the challenge after checking what every challenge has. */
async function refused(mode: Mode, token: string | null, origin = service.origin) {
    const responses: Response[] = [];
    await assert.rejects(connect(mode, { url: `${origin}/mcp`, token, responses }), UnauthorizedError);
    assert.ok(responses.length > 0);
    for (const response of responses) assert.equal(response.status, 401);
    const challenge = extractWWWAuthenticateParams(responses[0]!);
    assert.equal(challenge.resourceMetadataUrl?.href, `${service.origin}/.well-known/oauth-protected-resource/mcp`);
    assert.ok(scopes(challenge.scope).includes('memory:read'), challenge.scope);
    const metadata = await fetch(challenge.resourceMetadataUrl!);
    assert.equal(metadata.status, 200);
    assert.equal(((await metadata.json()) as { resource: string }).resource, `${service.origin}/mcp`);
    return challenge;
}

function scopes(text: string | undefined): string[] {
    return (text ?? '').split(' ');
}
