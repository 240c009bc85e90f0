import * as assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { test } from 'uvu';
import type { SpecModule } from '../../../compiler/kernel/model/contract.ts';
import { interpret } from '../oracle/interpret.ts';
import type { Interpretation } from '../oracle/interpret.ts';
import { createScenario, scenarioDrafts } from './arbitraries.ts';
import type { Feeding, Scenario } from './arbitraries.ts';
import { checkBatches, checkSecrets, compareCheck, compareRecord, compareResults, isLossy } from './compare.ts';
import { found } from './found-scenarios.ts';
import { cutChunks, loadModule, readAll, transform } from './run-module.ts';
import { summarizeBatches, summarizeOracle } from './read-result.ts';
import { replay, scaleRuns } from '../../support/property.ts';

type Fed = Scenario['files'][number] & { today: string };

const plainFeeding: Feeding = {
  chunks: [],
  skipInvalidRecords: false,
  batchRecords: 1000,
  messages: true,
  maxRecordBytes: 0,
  resumeAt: 0,
};

for (const { name, spec, file, feeding, isOpen } of found) {
  test(name, async () => {
    const bytes = typeof file === 'string' ? new TextEncoder().encode(file) : Uint8Array.from(file);
    const fed = { bytes, feeding: { ...plainFeeding, ...feeding } };
    const scenario: Scenario = {
      spec: { name: 'fuzz', format: 'CSV', ...spec },
      syntax: 'json',
      today: '2024-02-29',
      files: [fed],
    };
    const compared = compareFile(await loadModule(scenario), scenario, { ...fed, today: scenario.today });
    await (isOpen === true ? assert.rejects(compared) : compared);
  });
}

test('a module and the oracle agree on every file', async () => {
  const property = fc.asyncProperty(scenarioDrafts, async (draft) => {
    const scenario = createScenario(draft);
    const module = await loadModule(scenario);
    for (const file of scenario.files) await compareFile(module, scenario, { ...file, today: scenario.today });
  });
  await fc.assert(property, {
    ...replay,
    numRuns: scaleRuns(200),
    reporter: report,
  });
});

async function compareFile(module: SpecModule, { spec }: Scenario, fed: Fed): Promise<void> {
  const { bytes, today, feeding } = fed;
  const { skipInvalidRecords } = feeding;
  const bound = feeding.maxRecordBytes === 0 ? {} : { maxRecordBytes: feeding.maxRecordBytes };
  const interpretation = interpret(spec, bytes, { skipInvalidRecords, today, ...bound });
  if (isRefusedAsMarkup(module, fed)) {
    // Only if the header or the first record is wrong as well.
    assert.ok(interpretation.failure !== null || (interpretation.records[0]?.issues ?? []).length > 0);
    return;
  }
  compareBatches(module, fed, interpretation);
  const whole = feeding.maxRecordBytes === 0 ? interpretation : interpret(spec, bytes, { skipInvalidRecords, today });
  const { records, error } = await readAll(module, cutChunks(bytes, feeding.chunks), { skipInvalidRecords, today });
  assert.equal(error !== null, whole.failure !== null, `read failed with ${String(error)}`);
  assert.equal(records.length, whole.records.length);
  const dated = JSON.stringify(spec).includes('today');
  for (const [i, record] of records.entries()) {
    const expected = whole.records[i] ?? assert.fail();
    compareRecord(record, expected);
    if (!dated && !isLossy(expected)) compareCheck(module.check(record.value), expected);
  }
  checkSecrets(records, whole, spec);
}

function isRefusedAsMarkup(module: SpecModule, { bytes, today, feeding }: Fed): boolean {
  const { skipInvalidRecords, chunks } = feeding;
  const batches = transform(module, cutChunks(bytes, chunks), { skipInvalidRecords, today });
  return batches.some(({ failure }) => failure?.code === 'unsupported_file');
}

/** Compares the batches of the whole file, then reads the rest again from the end of one of the batches. */
function compareBatches(module: SpecModule, { bytes, today, feeding }: Fed, interpretation: Interpretation): void {
  const { skipInvalidRecords, batchRecords, messages, chunks, maxRecordBytes } = feeding;
  const options = { skipInvalidRecords, today, batchRecords, messages, ...(maxRecordBytes > 0 && { maxRecordBytes }) };
  const batches = transform(module, cutChunks(bytes, chunks), options);
  checkBatches(batches, batchRecords);
  const expected = summarizeOracle(interpretation);
  const silent = { messages: expected.messages.map(() => ''), keys: expected.keys.map(() => null) };
  compareResults(summarizeBatches(batches), messages ? expected : { ...expected, ...silent });

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
function report(details: fc.RunDetails<[Parameters<typeof createScenario>[0]]>): void {
  if (!details.failed) return;
  const [draft] = details.counterexample ?? [];
  const scenario = draft && createScenario(draft);
  const files = scenario?.files.map(({ bytes, feeding }) => ({
    text: new TextDecoder().decode(bytes),
    hex: Buffer.from(bytes).toString('hex'),
    ...feeding,
  }));
  const input = JSON.stringify({ spec: scenario?.spec, today: scenario?.today, files }, null, 1);
  const reason = details.errorInstance instanceof Error ? details.errorInstance.stack : String(details.errorInstance);
  const failure = new Error(
    `SPECMILL_SEED=${details.seed} SPECMILL_PATH=${details.counterexamplePath} (${details.numShrinks} shrinks)\n${input}\n${reason}`,
  );
  failure.stack = ''; // uvu prints it after the message, which already contains the relevant one
  throw failure;
}

test.run();
