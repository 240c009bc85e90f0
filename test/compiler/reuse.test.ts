import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createContext, runInContext } from 'node:vm';
import { build } from 'esbuild';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { compile } from '../../compiler/index.ts';

/** A precompiled module in another project: one file with its types, and nothing else. */
const root = new URL('../../', import.meta.url).pathname;
const folder = mkdtempSync(join(tmpdir(), 'specmill-reuse-'));

const SPEC = `
name: orders
format: CSV
fields:
  - { name: id, type: INTEGER, required: true }
  - { name: lines, type: INTEGER }
  - { name: amount, type: DECIMAL, required: true }
  - { name: paid, type: BOOLEAN }
  - { name: due, type: DATE }
  - { name: note, type: STRING }
  - { name: a-b, type: STRING }
validationRules:
  - { ruleId: few, field: lines, ruleType: MIN_VALUE, value: 1 }
  - { ruleId: many, field: lines, ruleType: MAX_VALUE, value: 999 }
  - { ruleId: positive, field: amount, ruleType: MIN_VALUE, value: "0.01", message: amount must be positive }
`;
const CSV = 'id,lines,amount,paid,due,note,a-b\n1,2,9.90,true,2024-12-31,"a, b",x\n2,,0.00,,,,\n';

const USE = `
import { check, read, spec, type Issue, type Orders, type RecordOutcome } from './orders.mjs';

async function* bytes(): AsyncGenerator<Uint8Array> {
  yield new TextEncoder().encode(${JSON.stringify(CSV)});
}
const seen: string[] = [];
for await (const outcome of read(bytes(), { skipInvalidRecords: true })) {
  const typed: RecordOutcome<Orders> = outcome;
  const order: Orders | null = typed.value;
  if (order === null) continue;
  const id: bigint = order.id;
  const lines: number | null = order.lines;
  const amount: string = order.amount;
  const paid: boolean | null = order.paid;
  const due: string | null = order.due;
  const quoted: string | null = order['a-b'];
  seen.push([id, lines, amount, paid, due, order.note, quoted, typed.outcome, typed.issues.length].join('|'));
}
const issues: Issue[] = check({ id: 1n, amount: '0.00', lines: 'x' });
console.log(JSON.stringify({ seen, issues: issues.map(({ code, field, ruleId, value }) => [code, field, ruleId, value]), name: spec.name, fields: spec.fields.length }));
`;

/** A hand-written ReadableStream, because not every browser can iterate over one. */
const BROWSER = `
import { read } from './orders.mjs';
const chunks = [new TextEncoder().encode(${JSON.stringify(CSV)})];
const source = { getReader: () => ({ read: async () => chunks.length > 0 ? { done: false, value: chunks.shift() } : { done: true }, releaseLock() {} }) };
(async () => {
  const records = [];
  for await (const { record } of read(source)) records.push(record);
  print(records.join());
})().catch((error) => print(String(error)));
`;

const { module } = await compile({ text: SPEC, path: 'orders.yaml', syntax: 'yaml' });
assert.ok(module);

test.before(() => {
  writeFileSync(join(folder, 'package.json'), '{ "name": "scratch", "type": "module" }');
  writeFileSync(join(folder, 'orders.mjs'), module.esm);
  writeFileSync(join(folder, 'orders.d.mts'), module.dts);
  writeFileSync(join(folder, 'use.ts'), USE);
  writeFileSync(join(folder, 'browser.js'), BROWSER);
  const compilerOptions = {
    target: 'es2022',
    lib: ['es2022', 'dom'],
    module: 'nodenext',
    strict: true,
    noUncheckedIndexedAccess: true,
    exactOptionalPropertyTypes: true,
    noUnusedLocals: true,
    noUnusedParameters: true,
    skipLibCheck: false,
    types: [],
    outDir: 'out',
  };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['use.ts'] }));
});
test.after(() => rmSync(folder, { recursive: true, force: true }));

test('the module has no imports', () => {
  assert.not.match(module.esm, /\b(import|require)\s*\(|^import\b/m);
  assert.not.match(module.dts, /^\s*import\b|\bimport\(/m);
});

test('strict tsc accepts it, and Node.js runs it', () => {
  const tsc = join(root, 'node_modules/typescript/bin/tsc');
  execFileSync(process.execPath, [tsc, '-p', folder], { cwd: folder });
  symlinkSync(join(folder, 'orders.mjs'), join(folder, 'out/orders.mjs'));
  const output = execFileSync(process.execPath, [join(folder, 'out/use.js')], { encoding: 'utf8' });
  assert.equal(JSON.parse(output), {
    seen: ['1|2|9.90|true|2024-12-31|a, b|x|processed|0', '2||0.00|||||skipped|1'],
    issues: [
      ['TYPE_MISMATCH', 'lines', null, 'x'],
      ['MIN_VALUE', 'amount', 'positive', '0.00'],
    ],
    name: 'orders',
    fields: 7,
  });
});

test('the generated TypeScript compiles under the same strictness', () => {
  writeFileSync(join(folder, 'orders.ts'), module.source);
  if (module.fastSource !== null) writeFileSync(join(folder, 'orders.fast.ts'), module.fastSource);
  const compilerOptions = {
    target: 'es2022',
    lib: ['es2022', 'dom'],
    module: 'nodenext',
    strict: true,
    noUncheckedIndexedAccess: true,
    exactOptionalPropertyTypes: true,
    noUnusedLocals: true,
    noUnusedParameters: true,
    noImplicitReturns: true,
    skipLibCheck: true,
    types: [],
    noEmit: true,
    allowImportingTsExtensions: true,
    verbatimModuleSyntax: true,
    paths: { 'specmill/kernel': [join(root, 'compiler/kernel/index.ts')] },
  };
  writeFileSync(join(folder, 'tsconfig.source.json'), JSON.stringify({ compilerOptions, files: ['orders.ts'] }));
  execFileSync(
    process.execPath,
    [join(root, 'node_modules/typescript/bin/tsc'), '-p', join(folder, 'tsconfig.source.json')],
    { cwd: folder },
  );
});

test('it runs without Node.js: bundled for browsers, in a realm with only ECMAScript and two web classes', async () => {
  const { outputFiles } = await build({
    entryPoints: [join(folder, 'browser.js')],
    bundle: true,
    write: false,
    format: 'iife',
    platform: 'browser',
    target: 'es2022',
  });
  const printed: string[] = [];
  const realm = createContext({ TextDecoder, TextEncoder, print: (text: string) => printed.push(text) });
  runInContext(outputFiles[0]?.text ?? '', realm);
  while (printed.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
  assert.equal(printed, ['1,2']);
});

test.run();
