import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Issue, SpecModule } from '../../../compiler/kernel/model/contract.ts';
import type { SampleText } from '../../../compiler/tools/samples/sets/sample-set.ts';
import { interpretTypes } from '../../readers/oracle/record-types/interpret.ts';
import { drawSpec } from '../../readers/parity/record-types/draft.ts';
import { readAndCheck } from '../../../compiler/index.ts';
import { scaleRuns, seed } from '../../support/property.ts';
import { samplesOf } from './sampled-spec.ts';

const today = '2024-02-29';

/** The issues of a file: each as a text, with its record and its type. */
interface Found {
  readonly issues: readonly string[];
  readonly failure: string | null;
}

type AnyIssue = Pick<Issue, 'code' | 'ruleId'> & { field?: string | null };

function format(record: number | null, recordType: string | null, { code, ruleId, field = null }: AnyIssue): string {
  return JSON.stringify([record, recordType, code, ruleId, field]);
}

function readByModule({ createTransformer }: SpecModule, bytes: Uint8Array): Found {
  const transformer = createTransformer({ today, skipInvalidRecords: true });
  const batches = [...transformer.push(bytes), ...transformer.end()];
  const ofRecords = batches.flatMap(({ recordIssues }) =>
    recordIssues.flatMap(({ record, recordType = null, issues }) =>
      issues.map((issue) => format(record, recordType, issue)),
    ),
  );
  const ofFile = batches.flatMap(({ fileIssues = [] }) => fileIssues.map((issue) => format(issue.record, null, issue)));
  return { issues: [...ofRecords, ...ofFile], failure: batches.find((one) => one.failure)?.failure?.code ?? null };
}

/** Whether the oracle reads a file: it is slow for long lines, and finds no types of lines with malformed bytes. */
function suitsOracle({ bytes, breaks }: SampleText, format: string): boolean {
  return format !== 'XML' && bytes.length < 10_000 && breaks?.code !== 'INVALID_ENCODING';
}

/** Reads a file with the oracle, which shares no code with the compiler. */
function readByOracle(spec: object, bytes: Uint8Array): Found {
  const { records, fileIssues, failure } = interpretTypes(spec, bytes, { today, skipInvalidRecords: true });
  const ofRecords = records.flatMap(({ record, recordType, issues }) =>
    issues.map((issue) => format(record, recordType, issue)),
  );
  return { issues: [...ofRecords, ...fileIssues.map((issue) => format(issue.record, null, issue))], failure };
}

/** Returns how the issues differ from those that a sample promises. */
function differenceOf({ name, breaks }: SampleText, { issues, failure }: Found): string {
  const found = JSON.stringify({ issues, failure });
  if (failure !== null) return `${name} cannot be read: ${found}`;
  if (breaks === null) return issues.length === 0 ? '' : `${name} is to be good: ${found}`;
  const { code, ruleId, field, recordType } = breaks;
  const isPromised = issues.some((text) => {
    const [, type, ...issue] = JSON.parse(text) as (string | null)[];
    return (recordType === undefined || type === recordType) && `${issue}` === `${[code, ruleId, field]}`;
  });
  return isPromised ? '' : `${name} is to break ${JSON.stringify(breaks)}: ${found}`;
}

const NAMES = [
  'record-types-nacha',
  'record-types-csv',
  'record-types-csv-position',
  'record-types-xml',
  'file-rule-totals',
  'documents-csv',
  'documents-parts-lines',
  'documents-parts-xml',
  'documents-hold-csv',
  'json-types',
  'repeats-csv',
  'repeats-fixed',
  'repeats-position',
];

/** What no file breaks alone. The number of groups says which groups are records. */
const MISSING: Readonly<Record<string, readonly string[]>> = {
  'record-types-nacha': ['TYPE_MISMATCH of batches'],
};

/** The oracle knows no nested JSON, no groups by position, and none whose number a field has. */
const UNKNOWN_TO_ORACLE = ['json-types', 'repeats-fixed', 'repeats-position'];

for (const name of NAMES) {
  test(`${name}: each file violates what it claims, and every rule and place has its file`, async () => {
    const text = readFileSync(join(import.meta.dirname, '../../samples', name, 'spec.yaml'), 'utf8');
    const spec = parse(text) as { format: string; recordTypes: { name: string }[]; fileRules?: { ruleId: string }[] };
    const { module, set } = await samplesOf(text, { syntax: 'yaml', today });
    const knows = !UNKNOWN_TO_ORACLE.includes(name);
    for (const file of set.files) {
      assert.is(differenceOf(file, readByModule(module, file.bytes)), '');
      if (knows && suitsOracle(file, spec.format)) assert.is(differenceOf(file, readByOracle(spec, file.bytes)), '');
    }
    const broken = new Set(set.files.map(({ breaks }) => breaks?.ruleId));
    for (const { ruleId } of spec.fileRules ?? []) assert.ok(broken.has(ruleId), ruleId);
    assert.is(set.files.filter(({ name: file }) => file.startsWith('valid.')).length, 1);
    assert.is(new Set(set.files.map((file) => file.name.toLowerCase())).size, set.files.length);
    assert.equal(
      set.missing.map(({ code, field }) => `${code} of ${field}`),
      MISSING[name] ?? [],
    );
  });
}

test('the files of a NACHA spec break totals, counts, order and uniqueness, and the place of each record', async () => {
  const text = readFileSync(join(import.meta.dirname, '../../samples/record-types-nacha/spec.yaml'), 'utf8');
  const { set } = await samplesOf(text, { syntax: 'yaml', today });
  const names = set.files.map(({ name }) => name.replace(/\.txt$/, ''));
  for (const name of [
    'file-rule-batch-hash',
    'file-rule-entries',
    'file-rule-traces',
    'file-rule-trace-order',
    'misplaced-addenda',
    'misplaced-fileControl',
    'missing-batchControl',
    'surplus-fileHeader',
    'unknown-record-type',
    'too-many-columns-entry',
  ])
    assert.ok(names.includes(name), name);
});

test('the files of documents have a rejected whole, a gap between groups, and a wrong group', async () => {
  const text = readFileSync(join(import.meta.dirname, '../../../specs/order-files.yaml'), 'utf8');
  const { module, set } = await samplesOf(text, { syntax: 'yaml', today });
  assert.equal(set.missing, []);
  for (const [name, code] of [
    ['gap-delivery', 'GROUP_AFTER_EMPTY'],
    ['type-delivery-quantity', 'TYPE_MISMATCH'],
    ['file-rule-total', 'SUM_EQUALS'],
    ['missing-summary', 'MISSING_RECORD'],
  ]) {
    const file = set.files.find((one) => one.name === `${name}.txt`);
    const issues = file === undefined ? [] : readByModule(module, file.bytes).issues;
    const codes = issues.map((issue) => (JSON.parse(issue) as string[])[2]);
    assert.ok(codes.includes(code) && codes.includes('DOCUMENT_REJECTED'), `${name}: ${codes}`);
  }
});

test('a file of several XML documents has the events of its types', async () => {
  const text = readFileSync(join(import.meta.dirname, '../../../specs/invoices.yaml'), 'utf8');
  const { module, set } = await samplesOf(text, { syntax: 'yaml', today });
  assert.equal(set.missing, []);
  for (const file of set.files) assert.is(differenceOf(file, readByModule(module, file.bytes)), '');
  const valid = Buffer.from(set.files.find(({ name }) => name === 'valid.xml')?.bytes ?? []).toString();
  assert.is(valid.split('</Invoice>').length, 3);
});

test('a document of JSON has the records of its types inside of each other', async () => {
  const text = `{"name":"a","format":"JSON","recordTypes":[
    {"name":"order","when":{"path":"/data/orders/*"},"fields":[{"name":"id","type":"INTEGER","required":true}]},
    {"name":"head","in":"order","as":"head","occurs":"ONCE","when":{"path":"/data/orders/*/head/*"},"fields":[{"name":"by","type":"STRING"}]},
    {"name":"line","in":"order","as":"lines","when":{"path":"/data/orders/*/lines/*"},"fields":[{"name":"net","type":"DECIMAL"}]}]}`;
  const { module, set } = await samplesOf(text, { syntax: 'json', today });
  assert.equal(set.missing, []);
  for (const file of set.files) assert.is(differenceOf(file, readByModule(module, file.bytes)), '');
  const names = ['valid.json', 'missing-head.json', 'type-line-net.json', 'required-order-id.json'];
  for (const name of names)
    assert.ok(
      set.files.some((file) => file.name === name),
      name,
    );
});

const due = scaleRuns(30);

test(`${due} random specs with record types: each file violates what it claims`, async () => {
  let specs = 0;
  let files = 0;
  for (let index = 0; specs < due; index++) {
    const { spec } = drawSpec(seed, index);
    const text = JSON.stringify(spec);
    if (readAndCheck({ text, path: 'drawn.json', syntax: 'json' }).spec === null) continue;
    specs++;
    const { module, set } = await samplesOf(text, { syntax: 'json', today });
    const place = `SPECMILL_SEED=${seed}, spec ${index}: ${text}`;
    for (const file of set.files) {
      assert.is(differenceOf(file, readByModule(module, file.bytes)), '', place);
      if (suitsOracle(file, 'CSV')) assert.is(differenceOf(file, readByOracle(spec, file.bytes)), '', place);
    }
    files += set.files.length;
  }
  assert.ok(files > due * 10, `only ${files} files`);
});

test.run();
