import * as assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { test } from 'uvu';
import { parse } from 'yaml';
import type { SpecModule } from '../../../compiler/kernel/model/contract.ts';
import { interpret } from '../oracle/interpret.ts';
import type { Interpretation } from '../oracle/interpret.ts';
import { findCases, findSpecSamples } from '../../samples/sample.ts';
import { checkBatches, checkSecrets, compareRecord, compareResults } from './compare.ts';
import { compareReadings } from './compare-readings.ts';
import { cutChunks, loadModule, readAll, transform } from './run-module.ts';
import { summarizeBatches, summarizeOracle } from './read-result.ts';
import { createXmlScenario, xmlDrafts } from './xml-draft.ts';
import type { XmlScenario } from './xml-draft.ts';
import { replay, scaleRuns } from '../../support/property.ts';

type Fed = XmlScenario['files'][number] & { today: string };

const samples = [
  ...findCases(join(import.meta.dirname, '../../samples')),
  ...findSpecSamples(join(import.meta.dirname, '../../../specs')),
]
  // The oracle does not know that a required value comes too late.
  .filter(({ name }) => name !== 'xml-required-after-record')
  .filter(
    ({ spec }) =>
      /^format: XML$/mu.test(spec.text) && !/^(recordTypes|concatenated):/mu.test(spec.text) && !hasComputed(spec.text),
  );

/** The oracle of XML reads values. Computed fields have an interpreter of their own. */
function hasComputed(text: string): boolean {
  const { fields = [] } = parse(text) as { fields?: object[] };
  return fields.some((field) => 'value' in field || 'publish' in field || 'mask' in field);
}

test('for every sample a module agrees with fast-xml-parser and the oracle', async () => {
  assert.ok(samples.length >= 24, `${samples.length} samples`);
  for (const {
    name,
    spec: { text },
    inputPath,
  } of samples) {
    // The samples are this project's own.
    const spec = parse(text) as XmlScenario['spec'];
    const module = await loadModule({ spec, syntax: 'json' });
    const bytes = new Uint8Array(readFileSync(inputPath));
    // The oracle rejects every DOCTYPE.
    if (Buffer.from(bytes).includes('<!DOCTYPE')) continue;
    const interpretation = interpret(spec, bytes, { today: '2026-01-01' });
    try {
      compareResults(
        summarizeBatches(transform(module, [bytes.slice()], { today: '2026-01-01' })),
        summarizeOracle(interpretation),
      );
    } catch (error) {
      throw new Error(`${name}: ${String(error)}`);
    }
  }
});

test('a module and the oracle agree on every document', async () => {
  const property = fc.asyncProperty(xmlDrafts, async (draft) => {
    const scenario = createXmlScenario(draft);
    const module = await loadModule(scenario);
    for (const file of scenario.files) await compareFile(module, scenario, { ...file, today: scenario.today });
  });
  await fc.assert(property, {
    ...replay,
    numRuns: scaleRuns(80),
    reporter: report,
  });
});

test('generated documents have valid and invalid records', () => {
  const met = new Map<string, number>();
  const meet = (name: string) => met.set(name, (met.get(name) ?? 0) + 1);
  for (const draft of fc.sample(xmlDrafts, { seed: 1, numRuns: 60 })) {
    const { spec, files, today } = createXmlScenario(draft);
    for (const { bytes, feeding } of files) {
      const { records, warnings, failure } = interpret(spec, bytes, {
        today,
        ...(feeding.maxRecordBytes > 0 && { maxRecordBytes: feeding.maxRecordBytes }),
      });
      records.forEach(({ value, issues }) =>
        [
          ...issues.map(({ code }) => code),
          issues.length === 0 ? 'clean' : 'not clean',
          value !== null && [...value.values()].some((text) => text !== null) ? 'with values' : 'without',
        ].forEach(meet),
      );
      [failure?.code ?? 'whole', ...warnings.map(({ code }) => code)].forEach(meet);
    }
  }
  if (process.env['SPECMILL_FUZZ_STATISTICS']) console.log(Object.fromEntries([...met].sort()));
  for (const name of [
    'clean',
    'not clean',
    'with values',
    'whole',
    'MALFORMED_XML',
    'RECORD_TOO_LONG',
    'TYPE_MISMATCH',
    'REQUIRED',
    'no_record_found',
  ])
    assert.ok((met.get(name) ?? 0) >= 5, `${name}: ${met.get(name)}`);
});

async function compareFile(module: SpecModule, { spec }: XmlScenario, fed: Fed): Promise<void> {
  const { bytes, today, feeding } = fed;
  const { skipInvalidRecords, maxRecordBytes, chunks } = feeding;
  if (endsAtLateValue(module, fed)) return;
  const interpretation = interpret(spec, bytes, {
    skipInvalidRecords,
    today,
    ...(maxRecordBytes > 0 && { maxRecordBytes }),
  });
  compareBatches(module, fed, interpretation);
  const whole = maxRecordBytes === 0 ? interpretation : interpret(spec, bytes, { skipInvalidRecords, today });
  const { records, error } = await readAll(module, cutChunks(bytes, chunks), { skipInvalidRecords, today });
  assert.equal(error !== null, whole.failure !== null, `read failed with ${String(error)}`);
  assert.equal(records.length, whole.records.length);
  records.forEach((record, i) => compareRecord(record, whole.records[i] ?? assert.fail()));
  checkSecrets(records, whole, spec);
}

/** The oracle does not know the order of a required value and its records. Other tests look for it. */
function endsAtLateValue(module: SpecModule, { bytes, today, feeding }: Fed): boolean {
  const { skipInvalidRecords, chunks } = feeding;
  const batches = transform(module, cutChunks(bytes, chunks), { skipInvalidRecords, today });
  return batches.some(({ failure }) => failure?.code === 'VALUE_AFTER_RECORD');
}

/** Compares the batches of the whole document, then reads the rest again from the end of one of the batches. */
function compareBatches(module: SpecModule, { bytes, today, feeding }: Fed, interpretation: Interpretation): void {
  const { skipInvalidRecords, batchRecords, messages, chunks, maxRecordBytes } = feeding;
  const options = { skipInvalidRecords, today, batchRecords, messages, ...(maxRecordBytes > 0 && { maxRecordBytes }) };
  const batches = transform(module, cutChunks(bytes, chunks), options);
  checkBatches(batches, batchRecords);
  compareResults(summarizeBatches(batches), summarizeOracle(interpretation));
  compareReadings(module, cutChunks(bytes, chunks), options);
  compareReadings(module, cutChunks(bytes, chunks), { ...options, maxMessageBytes: 60 });
  const whole = batches.filter(({ failure }) => failure === null);
  if (whole.length < 1 || batches.length < 2) return;
  const first = 1 + (feeding.resumeAt % Math.min(whole.length, batches.length - 1));
  const { next } = batches[first - 1] ?? assert.fail();
  const from = JSON.parse(JSON.stringify(next)) as typeof next;
  const resumed = transform(module, cutChunks(bytes.slice(from.byteOffset), chunks), { ...options, from });
  assert.deepEqual(
    summarizeBatches([...batches.slice(0, first), ...resumed]),
    summarizeBatches(batches),
    'after a resume',
  );
  assert.deepEqual(resumed.at(-1)?.failure, batches.at(-1)?.failure, 'the failure');
}

/** Prints a failure readably: the spec, the documents, and how to repeat it. */
function report(details: fc.RunDetails<[Parameters<typeof createXmlScenario>[0]]>): void {
  if (!details.failed) return;
  const [draft] = details.counterexample ?? [];
  const scenario = draft && createXmlScenario(draft);
  const files = scenario?.files.map(({ bytes, feeding }) => ({
    text: new TextDecoder().decode(bytes),
    hex: Buffer.from(bytes).toString('hex'),
    ...feeding,
  }));
  const input = JSON.stringify({ spec: scenario?.spec, files }, null, 1);
  const reason = details.errorInstance instanceof Error ? details.errorInstance.stack : String(details.errorInstance);
  const failure = new Error(
    `SPECMILL_SEED=${details.seed} SPECMILL_PATH=${details.counterexamplePath} (${details.numShrinks} shrinks)\n${input}\n${reason}`,
  );
  failure.stack = ''; // uvu prints it after the message, which already contains the relevant one
  throw failure;
}

test.run();
