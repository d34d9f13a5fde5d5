import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { describe, test } from 'node:test';
import { Client, StreamableHTTPClientTransport, UnauthorizedError, type OAuthClientProvider } from '@modelcontextprotocol/client';
import { annals, ask, authorize, found, freshWord, modes, service, type Mode, type Person } from './connection.js';

const redirect = 'http://localhost:43117/callback';
const narrow = 'mcp:read memory:read';

for (const mode of modes) {
    describe(`the whole connect, ${mode} mode`, () => {
        test('the URL alone leads to tools, and to more when more is needed', async () => {
            const host = new Host(await person());
            host.narrowed = narrow;
            const client = await host.connect(mode);
            assert.equal(host.asked[0]!.get('resource'), `${service.origin}/mcp`);
            assert.deepEqual(new Set(host.kept.tokens.scope.split(' ')), new Set(narrow.split(' ')));
            const names = (await client.listTools()).tools.map((tool) => tool.name);
            assert.ok(names.includes('recall') && !names.includes('remember'), names.join(' '));

            // What was not granted is asked for by a 403; the person is sent off, and the call is made again.
            const word = freshWord();
            const args = { content: `The ${word} kettle is in the attic.`, path: 'projects/general' };
            await assert.rejects(ask(client, 'remember', args), UnauthorizedError);
            const asked = host.asked[1]!.get('scope')!.split(' ');
            for (const scope of [...narrow.split(' '), 'memory:write']) assert.ok(asked.includes(scope), asked.join(' '));
            await host.finish();
            const wider = await host.connect(mode);
            await ask(wider, 'remember', args);
            assert.ok((await found(wider, word)).some((item) => item.content.includes(word)));
            await Promise.all([client.close(), wider.close()]);
        });

        test('a token that no longer holds is renewed without asking anybody', async () => {
            const host = new Host(await person());
            const client = await host.connect(mode);
            const first = { ...host.kept.tokens };
            host.kept.tokens.access_token = `${first.access_token}x`;
            await ask(client, 'memory_scopes');
            assert.notEqual(host.kept.tokens.access_token, first.access_token);
            assert.notEqual(host.kept.tokens.refresh_token, first.refresh_token);
            assert.equal(host.kept.tokens.scope, first.scope);
            assert.equal(host.asked.length, 1, 'nobody was asked again');
            await client.close();
        });

        test('what was revoked is 401 at once, on every process', async () => {
            const host = new Host(await person());
            const client = await host.connect(mode);
            await ask(client, 'memory_scopes');
            const { access_token, refresh_token } = host.kept.tokens;
            const body = new URLSearchParams({ token: refresh_token, client_id: host.kept.client.client_id });
            assert.equal((await fetch(`${service.origin}/oauth/revoke`, { method: 'POST', body })).status, 200);
            for (const origin of [service.origin, service.secondOrigin]) {
                const answer = await fetch(`${origin}/mcp`, { headers: { authorization: `Bearer ${access_token}` } });
                assert.equal(answer.status, 401);
                assert.match(answer.headers.get('www-authenticate')!, /error="invalid_token"/);
            }
            await client.close();
        });

        test('a person who says no ends the connect with access_denied', async () => {
            const host = new Host(await person(), '--deny');
            await assert.rejects(host.connect(mode), /access_denied/);
            assert.equal(host.answer!.get('iss'), service.origin);
            assert.equal(host.answer!.get('state'), host.asked[0]!.get('state'));
            assert.equal(host.kept.tokens, undefined);
        });
    });
}

/** A host that connects: keeps what it got, and sends its person to a browser. */
class Host {
    readonly kept: Record<string, any> = {};
    readonly asked: URLSearchParams[] = [];
    narrowed: string | undefined;
    answer: URLSearchParams | undefined;
    private transport: StreamableHTTPClientTransport | undefined;

    constructor(
        private readonly person: Person,
        private readonly option?: '--deny',
    ) {}

    async connect(mode: Mode): Promise<Client> {
        const open = async () => {
            const client = new Client({ name: 'annals-suite', version: '1.0.0' }, { versionNegotiation: { mode } });
            this.transport = new StreamableHTTPClientTransport(new URL(`${service.origin}/mcp`), { authProvider: this.provider });
            await client.connect(this.transport);
            return client;
        };
        if (this.kept.tokens) return open();
        await assert.rejects(open(), UnauthorizedError);
        await this.finish();
        return open();
    }

    /** Goes on with what the browser brought back. */
    async finish(): Promise<void> {
        const { answer } = this;
        assert.ok(answer && this.transport);
        if (answer.has('error')) throw new Error(answer.get('error')!);
        assert.equal(answer.get('state'), this.kept.state);
        await this.transport.finishAuth(answer);
    }

    private get provider(): OAuthClientProvider {
        const { kept } = this;
        return {
            redirectUrl: redirect,
            clientMetadata: {
                client_name: 'TypeScript suite',
                redirect_uris: [redirect],
                grant_types: ['authorization_code', 'refresh_token'],
                response_types: ['code'],
                token_endpoint_auth_method: 'none',
            },
            state: () => (kept.state = randomBytes(16).toString('hex')),
            clientInformation: () => kept.client,
            saveClientInformation: (client) => void (kept.client = client),
            tokens: () => kept.tokens,
            saveTokens: (tokens) => void (kept.tokens = tokens),
            saveCodeVerifier: (verifier) => void (kept.verifier = verifier),
            codeVerifier: () => kept.verifier,
            redirectToAuthorization: async (url) => {
                if (this.narrowed !== undefined) url.searchParams.set('scope', this.narrowed);
                this.narrowed = undefined;
                this.asked.push(url.searchParams);
                const end = await authorize(url, this.person, ...(this.option ? [this.option] : []));
                assert.equal(end.origin + end.pathname, redirect);
                this.answer = end.searchParams;
            },
        };
    }
}

/** A person of one's own. */
async function person(): Promise<Person> {
    const email = `${freshWord()}@suites.example`;
    const { password } = await annals('user', 'create', '--email', email, '--role', 'member');
    return { email, password };
}
