import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Client } from '@modelcontextprotocol/client';
import { ask, call, connect, found, freshWord, modes, service, text } from './connection.js';

for (const mode of modes) {
    describe(`remembering, ${mode} mode`, () => {
        const project = `projects/typescript-${mode}-${freshWord()}`;
        let client: Client;
        const remember = (content: string, folder: string) =>
            ask(client, 'remember', { content, path: `${project}/${folder}`, create_project: true });

        before(async () => {
            client = await connect(mode);
        });
        after(() => client.close());

        test('the reply names reference, path, writer, account and device', async () => {
            const path = `${project}/decisions`;
            const content = 'Invoices are sent on the first.';
            const result = await call(client, 'remember', { content, path, create_project: true });
            const reply = result.structuredContent as Record<string, any>;
            assert.equal(reply.outcome, 'stored');
            assert.equal(reply.path, path);
            assert.equal(reply.writer.agent, service.agent);
            assert.equal(reply.account.name, service.accountName);
            assert.equal(reply.device_label, service.device);
            for (const part of [reply.reference, path, service.agent, service.accountName, service.device]) {
                assert.ok(text(result).includes(part), `“${text(result)}” names ${part}`);
            }
        });

        test('a search right after it finds the memory', async () => {
            const word = freshWord();
            const content = `The ${word} certificate is renewed every March.`;
            const { id, path } = await remember(content, 'certificates');
            const [item, ...others] = await found(client, `${word} certificate`, project);
            assert.deepEqual({ id: item?.id, path: item?.path, content: item?.content }, { id, path, content });
            assert.ok(item?.writer.includes(service.agent), item?.writer);
            assert.ok(!others.some((other) => other.id === id), 'it is found once');
        });

        test('recall finds by meaning what shares no word with the question', async () => {
            const folder = `${project}/meaning`;
            const { id } = await remember('Never ship software to customers on a Friday afternoon.', 'meaning');
            await remember('The cafeteria serves soup made of pumpkins.', 'meaning');
            await remember('Anna keeps the spare key of the bicycle cellar.', 'meaning');
            await remember('Our logo is blue with a white heron.', 'meaning');
            const query = 'When are releases and deployments forbidden?';
            const args = { query, limit: 1, explain: true, path_filter: `${folder}/%` };
            const result = await call(client, 'recall', args);
            const { items, result: answer } = result.structuredContent as { items: any[]; result: string };
            assert.deepEqual(items.map((item) => item.id), [id]);
            assert.ok(items[0].explanation.cosine > 0.2, `cosine ${items[0].explanation.cosine}`);
            assert.ok(!items[0].explanation.bm25, 'no word is shared');
            assert.equal(text(result), answer);
            assert.ok(answer.includes('Friday afternoon'), answer);
        });

        test('recall gives no more than the limit', async () => {
            for (const colour of ['red', 'green', 'blue']) {
                await remember(`The ${colour} van is parked in yard four.`, 'vans');
            }
            const args = { query: 'vans in the yard', limit: 2, path_filter: `${project}/vans/%` };
            const { items } = await ask(client, 'recall', args);
            assert.equal(items.length, 2);
        });

        test('memory_version reads a version by its id', async () => {
            const content = `Backups are kept for ${freshWord()} days.`;
            const { id } = await remember(content, 'backups');
            const result = await call(client, 'memory_version', { versionId: id });
            const { version } = result.structuredContent as { version: Record<string, any> };
            assert.deepEqual([version.id, version.state, version.scope, version.content], [id, 'current', project, content]);
            assert.ok(version.author.includes(service.agent), version.author);
            for (const part of [id, 'current', project, content]) assert.ok(text(result).includes(part), `names ${part}`);
        });

        test('twenty calls at once with the same text make one memory, seen twenty times', async () => {
            const word = freshWord();
            const content = `The ${word} gate is locked at night.`;
            const replies = await Promise.all(Array.from({ length: 20 }, () => remember(content, 'gates')));
            assert.equal(new Set(replies.map((reply) => reply.id)).size, 1);
            assert.equal(replies.filter((reply) => reply.outcome === 'stored').length, 1);
            assert.equal(replies.filter((reply) => reply.outcome === 'seen_again').length, 19);
            const items = (await found(client, word, project)).filter((item) => item.content === content);
            assert.deepEqual(items.map((item) => item.seen_count), [20]);
        });

        test('Chinese, Japanese and Korean text comes back as it went in and is found by its words', async () => {
            for (const [content, query] of [
                ['数据库每天凌晨三点备份到新加坡机房。', '备份'],
                ['請求書は毎月一日に発送します。', '請求書'],
                ['배포는 화요일 아침에만 합니다.', '화요일'],
            ] as const) {
                const { id } = await remember(content, 'scripts');
                const items = await found(client, query, `${project}/scripts`);
                assert.equal(items.find((item) => item.id === id)?.content, content, query);
                assert.equal((await ask(client, 'fetch', { id })).text, content);
            }
        });

        test('a text of 100 kB is kept whole, and its last words are found', async () => {
            const word = freshWord();
            const lines: string[] = [];
            for (let size = 0, number = 1; size < 100_000; number += 1) {
                lines.push(`Shelf ${number} of the ${word} archive holds box ${number * 7}.`);
                size += lines[lines.length - 1]!.length + 1;
            }
            const last = freshWord();
            const content = `${lines.join('\n')}\nThe last shelf is called ${last}.`;
            const { id } = await remember(content, 'long');
            const [item] = await found(client, last, project);
            assert.equal(item?.id, id);
            assert.ok(item?.content.includes(last), 'the excerpt is the part that fits');
            const page = await ask(client, 'fetch', { id });
            assert.ok(content.startsWith(page.text) && page.text.length >= 10_000, `${page.text.length} characters`);
            assert.equal(Number(page.metadata.content_chars), content.length);
        });

        test('memory_scopes says who calls and what may be written', async () => {
            const result = await call(client, 'memory_scopes');
            const answer = result.structuredContent as { actor: Record<string, string>; workspaces: any[] };
            assert.equal(answer.actor.client, service.agent);
            assert.equal(answer.actor.org_role, 'owner');
            assert.deepEqual(answer.workspaces.map(({ key, scope, writable }) => [key, scope.kind, writable]), [
                ['personal', 'personal', true],
                ['shared', 'shared', true],
            ]);
            assert.deepEqual(JSON.parse(text(result)), answer);
        });
    });
}
