import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { compile } from '../../compiler/index.ts';
import { loadBundle } from '../support/load-module.ts';
import { readRecords } from '../support/read-records.ts';
import { checkYaml, codes } from './read-given.ts';

const tsc = join(import.meta.dirname, '../../node_modules/typescript/bin/tsc');

const ORDERS = `
name: orders
format: CSV
fields:
  - { name: id, type: INTEGER, required: true }
  - { name: state, type: STRING }
  - { name: pieces, type: INTEGER }
  - { name: note, type: STRING }
correctionRules:
  - { ruleId: open, field: state, correctionType: DEFAULT_IF_NULL, defaultValue: open }
  - { ruleId: one, field: pieces, correctionType: DEFAULT_IF_NULL, defaultValue: "1" }
`;

const invoices = (name: string, rest = '') => `
name: ${name}
format: CSV
hasHeader: false
${rest}
recordTypes:
  - name: head
    when: { column: "1", values: [H] }
    fields: [{ name: kind, type: STRING }, { name: number, type: STRING, required: true }]
  - name: line
    when: { column: "1", values: [L] }
    fields: [{ name: kind, type: STRING }, { name: amount, type: DECIMAL, required: true }]
`;

test('an outcome narrows the value, a default excludes null, and the union has the name of the spec', async () => {
  assert.equal(
    await compileUses(
      { orders: ORDERS, invoices: invoices('invoices'), lax: invoices('lax', 'onUnknownRecordType: WARNING') },
      `
import { read as readOrders, type Orders } from './orders.mjs';
import { read as readInvoices, type Invoices, type Record as Former } from './invoices.mjs';
import { read as readLax, type Lax } from './lax.mjs';
declare const source: AsyncIterable<Uint8Array>;

for await (const { outcome, value, record } of readOrders(source)) {
  if (outcome === 'processed') {
    const order: Orders = value;
    const state: string = order.state;
    const pieces: bigint = value.pieces;
    // @ts-expect-error: a field without a default may be null.
    const note: string = value.note;
    console.log(state, pieces, note, record);
  } else {
    // @ts-expect-error: a record that is too broken has no value.
    console.log(value.id);
  }
}
for await (const one of readInvoices(source, { skipInvalidRecords: true })) {
  if (one.outcome !== 'processed') continue;
  const invoice: Invoices = one.value;
  const former: Former = invoice;
  const text: string = invoice.recordType === 'line' ? invoice.amount : invoice.number;
  console.log(former, text);
}
for await (const { outcome, value } of readLax(source)) {
  if (outcome !== 'processed') continue;
  const known: Lax | null = value;
  // @ts-expect-error: a record of an unknown type has no value, and is processed if that is a WARNING.
  console.log(known, value.recordType);
}
`,
    ),
    '',
  );
});

test('a field whose corrections end with a default has a value in each processed record', async () => {
  const module = await loadBundle({ text: ORDERS, path: 'orders.yaml', syntax: 'yaml' });
  const records = await readRecords(module, 'id,state,pieces,note\n1,,,\n2, ,  ,\n3,closed,7,x\n');
  assert.equal(
    records.map(({ value }) => [value?.['state'], value?.['pieces']]),
    [
      ['open', 1n],
      ['open', 1n],
      ['closed', 7n],
    ],
  );
});

test('a default does not exclude null if another type, severity or correction can still lead to it', async () => {
  const typeOf = async (text: string, field: string) => {
    const { module } = await compile({ text, path: 'orders.yaml', syntax: 'yaml' });
    return new RegExp(`^ {2}${field}: (.*);$`, 'm').exec(module?.dts ?? '')?.[1];
  };
  const lax = ORDERS.replace('format: CSV', 'format: CSV\nonTypeMismatch: ERROR');
  assert.is(await typeOf(ORDERS, 'pieces'), 'bigint');
  assert.is(await typeOf(lax, 'pieces'), 'bigint | null');
  assert.is(await typeOf(lax, 'state'), 'string');
  assert.is(await typeOf(ORDERS.replace('format: CSV', 'format: CSV\nnullValues: [open]'), 'state'), 'string | null');
  const before = '- { ruleId: open,';
  const grown = `- { ruleId: x, field: state, correctionType: REGEX_REPLACE, pattern: a, replacement: aa }\n  ${before}`;
  assert.is(await typeOf(ORDERS.replace(before, grown), 'state'), 'string | null');
});

test('a record type with the name of the union is a warning', async () => {
  assert.equal(codes(checkYaml(invoices('line-record'))), ['record_type_has_union_name /recordTypes/1/name']);
  const { module } = await compile({ text: invoices('line-record'), path: 'x.yaml', syntax: 'yaml' });
  assert.match(module?.dts ?? '', 'export type LineRecord2 = HeadRecord | LineRecord;');
});

test.run();

/** Returns what strict tsc reports for a program that imports the modules of the specs. */
async function compileUses(specs: Record<string, string>, program: string): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'specmill-types-'));
  try {
    writeFileSync(join(folder, 'package.json'), '{ "name": "scratch", "type": "module" }');
    for (const [name, text] of Object.entries(specs)) {
      const { module, diagnostics } = await compile({ text, path: `${name}.yaml`, syntax: 'yaml' });
      assert.ok(module, JSON.stringify(diagnostics));
      writeFileSync(join(folder, `${name}.d.mts`), module.dts);
    }
    writeFileSync(join(folder, 'use.ts'), program);
    const compilerOptions = {
      ...{ target: 'es2022', lib: ['es2022', 'dom'], module: 'nodenext', strict: true, noEmit: true, types: [] },
      ...{ noUncheckedIndexedAccess: true, exactOptionalPropertyTypes: true, skipLibCheck: false },
    };
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['use.ts'] }));
    return spawnSync(process.execPath, [tsc, '-p', folder], { cwd: folder, encoding: 'utf8' }).stdout;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
