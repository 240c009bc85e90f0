import * as assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { test } from 'uvu';
import { parse } from 'yaml';
import type { SpecModule } from '../../../compiler/kernel/model/contract.ts';
import { fixedWidthCases } from '../oracle/cases/fixed-width.ts';
import { interpret } from '../oracle/interpret.ts';
import { checkBatches, checkSecrets, compareRecord, compareResults } from './compare.ts';
import { type FixedWidthScenario, fixedWidthDrafts, createFixedWidthScenario } from './fixed-width-draft.ts';
import { cutChunks, loadModule, readAll, transform } from './run-module.ts';
import { summarizeBatches, summarizeOracle } from './read-result.ts';
import { replay, scaleRuns } from '../../support/property.ts';

type Fed = FixedWidthScenario['files'][number] & { today: string };

test('a module and the oracle agree on every fixed-width file', async () => {
  const property = fc.asyncProperty(fixedWidthDrafts, async (draft) => {
    const scenario = createFixedWidthScenario(draft);
    const module = await loadModule(scenario);
    for (const file of scenario.files) await compareFile(module, scenario, { ...file, today: scenario.today });
  });
  await fc.assert(property, { ...replay, numRuns: scaleRuns(60), reporter: report });
});

for (const { name, spec, file, skipInvalid = false } of fixedWidthCases) {
  test(`a module agrees with the oracle: ${name}`, async () => {
    const tree = parse(`name: t\nformat: FIXED_WIDTH\n${spec}`) as FixedWidthScenario['spec'];
    const module = await loadModule({ spec: tree, syntax: 'json' });
    const bytes = typeof file === 'string' ? new TextEncoder().encode(file) : Uint8Array.from(file);
    for (const chunks of [[], [1], [2, 3]]) {
      for (let resumeAt = 0; resumeAt < 3; resumeAt++) {
        const feeding = {
          chunks,
          skipInvalidRecords: skipInvalid,
          batchRecords: 1,
          messages: true,
          maxRecordBytes: 0,
          resumeAt,
        };
        await compareFile(module, { spec: tree }, { bytes, feeding, today: '2024-02-29' });
      }
    }
  });
}

async function compareFile(module: SpecModule, { spec }: Pick<FixedWidthScenario, 'spec'>, fed: Fed): Promise<void> {
  const { bytes, today, feeding } = fed;
  const { skipInvalidRecords, maxRecordBytes, chunks } = feeding;
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

/** Compares the batches of the whole file, then reads the rest again from the end of one of the batches. */
function compareBatches(
  module: SpecModule,
  { bytes, today, feeding }: Fed,
  interpretation: ReturnType<typeof interpret>,
): void {
  const { skipInvalidRecords, batchRecords, messages, chunks, maxRecordBytes } = feeding;
  const options = { skipInvalidRecords, today, batchRecords, messages, ...(maxRecordBytes > 0 && { maxRecordBytes }) };
  const batches = transform(module, cutChunks(bytes, chunks), options);
  checkBatches(batches, batchRecords);
  compareResults(summarizeBatches(batches), summarizeOracle(interpretation));
  if (batches.length < 2) return;
  const first = 1 + (feeding.resumeAt % (batches.length - 1));
  const { next } = batches[first - 1] ?? assert.fail();
  const from = JSON.parse(JSON.stringify(next)) as typeof next;
  const resumed = transform(module, cutChunks(bytes.slice(from.byteOffset), chunks), { ...options, from });
  assert.deepEqual(
    summarizeBatches([...batches.slice(0, first), ...resumed]),
    summarizeBatches(batches),
    'after a resume',
  );
}

/** Prints a failure readably: the spec, the files, and how to repeat it. */
function report(details: fc.RunDetails<[Parameters<typeof createFixedWidthScenario>[0]]>): void {
  if (!details.failed) return;
  const [draft] = details.counterexample ?? [];
  const scenario = draft && createFixedWidthScenario(draft);
  const files = scenario?.files.map(({ bytes, feeding }) => ({
    text: new TextDecoder().decode(bytes),
    hex: Buffer.from(bytes).toString('hex'),
    ...feeding,
  }));
  const input = JSON.stringify({ spec: scenario?.spec, files }, null, 1);
  const reason = details.errorInstance instanceof Error ? details.errorInstance.stack : String(details.errorInstance);
  throw new Error(
    `SPECMILL_SEED=${details.seed} SPECMILL_PATH=${details.counterexamplePath} (${details.numShrinks} shrinks)\n${input}\n${reason}`,
  );
}

test.run();
