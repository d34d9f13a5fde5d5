import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ask, call, connect, found, freshWord, modes, refusal, text } from './connection.js';

for (const mode of modes) {
    describe(`forgetting, ${mode} mode`, () => {
        for (const [how, outcome] of [['soft_delete', 'hidden'], ['hard_delete', 'erased']]) {
            test(`${how} takes a memory out of every answer`, async () => {
                const client = await connect(mode);
                const word = freshWord();
                const content = `The ${word} passphrase hint hangs in the hall.`;
                const { id } = await ask(client, 'remember', { content, path: 'projects/general' });
                assert.equal((await found(client, word))[0]?.id, id, 'it was there');

                const reply = await ask(client, 'forget', { memory_id: id, mode: how, reason: 'the hall was painted' });
                assert.deepEqual(reply, { id, outcome });

                for (const tool of ['recall', 'search_memory', 'search']) {
                    const answer = await call(client, tool, { query: content });
                    assert.ok(!answer.isError, text(answer));
                    for (const trace of [id, word]) assert.ok(!JSON.stringify(answer).includes(trace), text(answer));
                }
                assert.match(await refusal(client, 'fetch', { id }), /^not_found: /);
                const version = await call(client, 'memory_version', { versionId: id });
                assert.ok(!version.isError);
                assert.equal(text(version), 'Version not found.');
                await client.close();
            });
        }

        test('redact replaces the text and keeps the record', async () => {
            const client = await connect(mode);
            const word = freshWord();
            const content = `The ${word} rota is on the wall.`;
            const { id } = await ask(client, 'remember', { content, path: 'projects/general' });
            assert.equal((await ask(client, 'forget', { memory_id: id, mode: 'redact' })).outcome, 'redacted');
            const page = await ask(client, 'fetch', { id });
            assert.equal(page.id, id);
            assert.ok(!JSON.stringify(page).includes(word), page.text);
            assert.ok(!(await found(client, word)).some((item) => item.content.includes(word)));
            await client.close();
        });

        test('what was erased can be remembered anew, as another memory', async () => {
            const client = await connect(mode);
            const args = { content: `The ${freshWord()} bridge carries ten tonnes.`, path: 'projects/general' };
            const first = await ask(client, 'remember', args);
            await ask(client, 'forget', { memory_id: first.id, mode: 'hard_delete' });
            const second = await ask(client, 'remember', args);
            assert.deepEqual([second.outcome, second.seen_count], ['stored', 1]);
            assert.notEqual(second.id, first.id);
            await client.close();
        });
    });
}
