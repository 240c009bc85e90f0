/**
 * Avro messages: both readers write the same bytes, and avsc reads the values of the JSON messages. SPECMILL_RUNS sets the
 * number of specs (1: sixty drawn ones of each format, and all samples).
 */
import * as assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { test } from 'uvu';
import type { Batch, SpecModule, Transformer } from '../../../compiler/kernel/model/contract.ts';
import { encoderOf } from '../../../compiler/formats.ts';
import { readCorpus } from '../../stress/fuzz/corpus.ts';
import { loadModule } from '../../support/load-module.ts';
import { randomOf } from '../../support/random.ts';
import { scaleRuns, seed, selectCases } from '../../support/property.ts';
import { createScenario, scenarioDrafts } from '../parity/arbitraries.ts';
import { createFixedWidthScenario, fixedWidthDrafts } from '../parity/fixed-width-draft.ts';
import { createXmlScenario, xmlDrafts } from '../parity/xml-draft.ts';
import { createMessageReader } from './compare-values.ts';

const met = { specs: 0, messages: 0, fast: 0, unfit: 0 };

test('drawn CSV files', () => holdsOfDrawn(scenarioDrafts, createScenario));
test('drawn FIXED_WIDTH files', () => holdsOfDrawn(fixedWidthDrafts, createFixedWidthScenario));
test('drawn XML files', () => holdsOfDrawn(xmlDrafts, createXmlScenario));

test('samples', async () => {
  for (const { spec, bytes } of selectCases(readCorpus(), 24)) await holds(spec.text, spec.syntax, [bytes]);
});

test('enough was compared', () => {
  console.log(`note: ${JSON.stringify(met)}, seed ${seed}`);
  assert.ok(met.specs > 8 && met.messages > 100 && met.fast > 20, JSON.stringify(met));
});

async function holdsOfDrawn<T>(
  drafts: fc.Arbitrary<T>,
  make: (draft: T) => { spec: object; files: readonly { bytes: Uint8Array }[] },
): Promise<void> {
  for (const [index, draft] of fc.sample(drafts, { seed, numRuns: scaleRuns(60) }).entries()) {
    const { spec, files } = make(draft);
    const text = JSON.stringify(withSizes(spec, index));
    await holds(
      text,
      'json',
      files.map(({ bytes }) => bytes),
    );
  }
}

/** Returns a spec whose decimals mostly have a size in schemas. */
function withSizes(spec: object, index: number): object {
  const random = randomOf(seed, index);
  const { fields = [] } = spec as { fields?: { type: string }[] };
  const sized = fields.map((field) => {
    if (field.type !== 'DECIMAL' || random.below(4) === 0) return field;
    const schemaScale = random.below(6);
    return { ...field, schemaScale, schemaPrecision: schemaScale + 1 + random.below(random.below(3) === 0 ? 30 : 9) };
  });
  return { ...spec, fields: sized };
}

async function holds(text: string, syntax: 'json' | 'yaml', files: readonly Uint8Array[]): Promise<void> {
  const input = { text, path: `specs/law.${syntax}`, syntax };
  const json = await loadModule(input);
  // Times up to 24:00 and instants with an offset are refused.
  const avro = await loadModule({ ...input, encoder: 'AVRO' }).catch((error: Error) => {
    assert.match(error.message, /value_not_encodable/);
    return null;
  });
  if (avro === null || json.spec.maskKeys !== undefined || json.spec.reference !== undefined) return;
  met.specs++;
  for (const bytes of files) {
    const plain = read(json, bytes, false);
    const careful = read(avro, bytes, false);
    const fast = read(avro, bytes, true);
    met.fast += fast.fastRecords;
    assert.deepEqual(fast.messages, careful.messages, text);
    assert.deepEqual(fast.issues, careful.issues, text);
    compareAll(avro, careful, plain);
  }
}

interface Read {
  readonly messages: ReadonlyMap<string, { readonly bytes: string; readonly type: string | null }>;
  readonly issues: Batch['recordIssues'];
  readonly unfit: ReadonlySet<number>;
  readonly fastRecords: number;
}

/** Reads a file. Messages have the number of their record as key. */
function read(module: SpecModule, bytes: Uint8Array, fast: boolean): Read {
  // Transformers of the program also have these members.
  const options = { fast, today: '2026-01-01', fileName: 'f' };
  const transformer = module.createTransformer(options) as Transformer & { readonly fastRecords: number };
  const batches = [...transformer.push(bytes.slice()), ...transformer.end()];
  const messages = new Map<string, { bytes: string; type: string | null }>();
  for (const batch of batches) {
    const without = new Set(
      batch.recordIssues.filter(({ outcome }) => outcome !== 'processed').map(({ record }) => record),
    );
    const processed = Array.from({ length: batch.records }, (_, i) => batch.firstRecord + i).filter(
      (one) => !without.has(one),
    );
    for (let i = 0; i < batch.count; i++) {
      const index = batch.typed?.messageTypes[i];
      const type = index === undefined ? null : (module.spec.recordTypes?.[index]?.name ?? null);
      const record = batch.typed === undefined ? processed[i] : `${batch.firstRecord} ${i}`;
      const own = batch.bytes.subarray(batch.ends[i - 1] ?? 0, batch.ends[i]);
      messages.set(String(record), { bytes: Buffer.from(own).toString('base64'), type });
    }
  }
  const issues = batches.flatMap(({ recordIssues }) => recordIssues);
  const unfit = issues.filter(({ issues: own }) => own.some(({ code }) => code === 'VALUE_DOES_NOT_FIT'));
  return { messages, issues, unfit: new Set(unfit.map(({ record }) => record)), fastRecords: transformer.fastRecords };
}

function compareAll(avro: SpecModule, read: Read, plain: Read): void {
  met.unfit += read.unfit.size;
  // Records of several types depend on the records that enclose them, so only files without unfit values are compared.
  if (avro.spec.recordTypes !== undefined && read.unfit.size > 0) return;
  const fitting = [...plain.messages].filter(([record]) => !read.unfit.has(Number(record)));
  assert.deepEqual(
    [...read.messages.keys()],
    fitting.map(([record]) => record),
  );
  const readers = new Map<string | null, ReturnType<typeof createMessageReader>>();
  for (const [record, { bytes: json }] of fitting) {
    const { bytes = '', type = null } = read.messages.get(record) ?? {};
    const reader = readers.get(type) ?? createMessageReader(avro.spec, type);
    readers.set(type, reader);
    const text = Buffer.from(json, 'base64').toString();
    const values = (encoderOf({}).split(text) ?? []).map(({ value }) => value);
    reader.compare(Buffer.from(bytes, 'base64'), values);
    met.messages++;
  }
}

test.run();
