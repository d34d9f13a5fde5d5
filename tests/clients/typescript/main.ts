// Runs every suite beside this file, shows each test, and ends with the line that `make test-clients` counts.

import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';

const folder = import.meta.dirname;
const files = readdirSync(folder).filter((name) => name.endsWith('.test.js')).sort().map((name) => join(folder, name));

let passed = 0;
let failed = 0;
const events = run({ files, concurrency: false });
events.on('test:pass', (test) => {
    if (test.details.type === 'suite') return;
    // What was skipped was not shown to work.
    if (test.skip !== undefined || test.todo !== undefined) failed += 1;
    else passed += 1;
});
events.on('test:fail', (test) => {
    if (test.details.type !== 'suite') failed += 1;
});
const report = events.compose(new spec());
report.pipe(process.stdout, { end: false });
report.on('end', () => {
    process.exitCode = failed > 0 || passed === 0 ? 1 : 0;
    process.stdout.write(`\ntypescript: ${passed} passed, ${failed} failed\n`);
});
