// How to connect to Annals with the official TypeScript client, and what the suites need besides.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import { Client, StreamableHTTPClientTransport, type CallToolResult } from '@modelcontextprotocol/client';

/** `legacy` begins with `initialize` (up to 2025-11-25); `auto` asks `server/discover` first (2026-07-28). */
export const modes = ['legacy', 'auto'] as const;
export type Mode = (typeof modes)[number];

/** The running service, as `tests/clients/run` describes it. */
export const service = {
    origin: setting('SUITE_ORIGIN'),
    secondOrigin: setting('SUITE_SECOND_ORIGIN'),
    token: setting('SUITE_TOKEN'),
    readToken: setting('SUITE_READ_TOKEN'),
    agent: setting('SUITE_AGENT'),
    device: setting('SUITE_DEVICE'),
    accountName: setting('SUITE_ACCOUNT_NAME'),
    account: setting('SUITE_ACCOUNT'),
    user: setting('SUITE_USER'),
};

export interface Options {
    /** Where to connect; the first process's `/mcp` if it is not said. */
    url?: string;
    /** The service token; `null` sends none. */
    token?: string | null;
    /** Takes up a session that another connection began. */
    sessionId?: string;
    /** Gets every HTTP response, which the client itself does not show. */
    responses?: Response[];
}

/** A transport that sends the token as `Authorization: Bearer …`. */
export function transport(options: Options = {}): StreamableHTTPClientTransport {
    const token = options.token === undefined ? service.token : options.token;
    return new StreamableHTTPClientTransport(new URL(options.url ?? `${service.origin}/mcp`), {
        authProvider: { token: async () => token ?? undefined },
        sessionId: options.sessionId,
        fetch: async (url, init) => {
            const response = await fetch(url, init);
            options.responses?.push(response.clone());
            return response;
        },
    });
}

/**
 * A connected client. Close it when it is done.
 *
 * It lists the tools first, as every host does: from then on the client checks each answer against its tool's output schema.
 */
export async function connect(mode: Mode, options: Options = {}): Promise<Client> {
    const client = new Client({ name: 'annals-suite', version: '1.0.0' }, { versionNegotiation: { mode } });
    await client.connect(transport(options));
    await client.listTools();
    return client;
}

export type Arguments = Record<string, unknown>;

/** Calls a tool and gives its result, failed or not. */
export async function call(client: Client, name: string, args: Arguments = {}): Promise<CallToolResult> {
    return client.callTool({ name, arguments: args });
}

/** Calls a tool that must succeed and gives its structured answer. */
export async function ask<T = Record<string, any>>(client: Client, name: string, args: Arguments = {}): Promise<T> {
    const result = await call(client, name, args);
    assert.ok(!result.isError, `${name} failed: ${text(result)}`);
    assert.ok(result.structuredContent, `${name} gave no structured answer`);
    return result.structuredContent as T;
}

/** The first text block of a result: the answer for a model. */
export function text(result: CallToolResult): string {
    const first = result.content[0];
    assert.ok(first?.type === 'text', 'the first block is text');
    return first.text;
}

/** The text of a call that must fail with `isError`. */
export async function refusal(client: Client, name: string, args: Arguments): Promise<string> {
    const result = await call(client, name, args);
    assert.equal(result.isError, true, `${name} was not refused: ${text(result)}`);
    assert.equal(result.structuredContent, undefined, 'a failed call has no structured answer');
    return text(result);
}

/** What `search_memory` finds; within `path` and below it, if one is given. */
export async function found(client: Client, query: string, path?: string): Promise<Found[]> {
    const filter = path === undefined ? {} : { path_filter: `${path}/%` };
    return (await ask<{ items: Found[] }>(client, 'search_memory', { query, limit: 20, ...filter })).items;
}

export interface Found {
    id: string;
    path: string;
    content: string;
    writer: string;
    seen_count: number;
}

/** A word that is in no other memory. */
export function freshWord(): string {
    return `w${randomBytes(6).toString('hex')}`;
}

/** Runs the `annals` program and gives what it answers with `--json`. */
export async function annals(...args: string[]): Promise<Record<string, any>> {
    const { stdout } = await promisify(execFile)(setting('ANNALS_BIN'), [...args, '--account', service.account, '--json']);
    return stdout.trim() ? JSON.parse(stdout) : {};
}

/** Makes a token for one test. */
export async function makeToken(...options: string[]): Promise<{ token: string; token_id: string }> {
    const permissions = ['--permissions', 'memory:read memory:write'];
    const made = await annals('token', 'create', '--user', service.user, ...permissions, '--expires', '1d', ...options);
    return { token: made.token, token_id: made.token_id };
}

export interface Person {
    email: string;
    password: string;
}

/** Sends a person to an authorization address with a browser; gives the client's address that it ends at. */
export async function authorize(url: URL, { email, password }: Person, ...options: string[]): Promise<URL> {
    const [program, ...args] = JSON.parse(setting('SUITE_BROWSER'));
    const env = { ...process.env, SUITE_EMAIL: email, SUITE_PASSWORD: password };
    const { stdout } = await promisify(execFile)(program, [...args, ...options, url.href], { env });
    return new URL(stdout.trim());
}

function setting(name: string): string {
    const value = process.env[name];
    if (!value) throw new Error(`${name} is not set: start the suites with tests/clients/run`);
    return value;
}
