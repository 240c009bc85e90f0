/**
 * SIGKILL of `transform --topic` at random points. The same command resumes, and in the end all results are as without
 * the kills. SPECMILL_KILLS is the number of kills (5).
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { ProcessingResult } from '../../../runtime/base/model/result.ts';
import { cacheFakeModule, createWorkplace, type Workplace } from '../../runtime/specmill.ts';
import { findRun, killAt } from './kill-transform.ts';
import { assertSame, readRunResults } from './run-results.ts';
import { seed } from '../../support/property.ts';
import { randomOf } from '../../support/random.ts';

const random = randomOf(seed, 0);

const KILLS = Number(process.env['SPECMILL_KILLS'] ?? 5);
const RECORDS = 250_000;
/** Makes the file long enough for many transactions. A transaction stores several batches. */
const FILL = '.'.repeat(150);
const LETTERS = ['', '', '', '', 'W ', 'E ', 'C ', 'F ', '# ', 'WE '];

const test = suite<{ at: Workplace }>('transform --topic, killed');
test.before(async (context) => {
  context.at = createWorkplace();
  await cacheFakeModule(context.at);
  context.at.write(
    'big.txt',
    Array.from(
      { length: RECORDS },
      (_, index) => `${LETTERS[(index * 7) % LETTERS.length]}line of some length ${index} ${FILL}\n`,
    ).join(''),
  );
});
test.after(({ at }) => at.remove());

const callOf = (data: string) => [
  'transform',
  '--spec',
  'fake',
  'big.txt',
  '--topic',
  't',
  '--dead-letter',
  'd',
  '--skip-invalid',
  '--error-limit',
  '300',
  '--data',
  data,
  '--json',
];

test(`${KILLS} times`, async ({ at }) => {
  await cacheFakeModule(at, 'whole');
  const undisturbed = at.call(callOf('whole'));
  assert.equal([undisturbed.code, undisturbed.stderr], [1, '']);
  const expected = await readRunResults(
    at.path('whole'),
    (JSON.parse(undisturbed.stdout) as ProcessingResult).runId ?? '',
  );

  await cacheFakeModule(at, 'data');
  const total = expected.messages.length;
  let runId: string | null = null;
  let before = 0;
  for (let kills = 0; kills < KILLS; kills++) {
    // A random share of the remaining records that leaves some for the other kills.
    const target = before + 1 + random.below((total - before) / (KILLS - kills + 1));
    await killAt(at, callOf('data'), target);
    const met = await findRun(at.path('data'));
    assert.is(met.records > 0 && met.records < RECORDS, true, `the kill interrupted a run at record ${met.records}`);
    runId ??= met.runId;
    assert.equal([met.runId, met.count], [runId, 1]);
    assert.ok(met.messages >= before && met.messages < total);
    before = met.messages;
  }
  const last = at.call(callOf('data'));
  assert.equal(
    [last.code, last.stderr],
    [1, 'resuming an interrupted run of this file with its original spec and options\n'],
  );
  const results = await readRunResults(at.path('data'), runId ?? '');
  assertSame(results, expected);
  const shown = JSON.parse(last.stdout) as ProcessingResult;
  const errors = results.result.errors.map((line) => JSON.parse(line) as unknown);
  assert.equal({ ...shown, durationMs: 0, runId: '' }, { ...results.result, errors });
  assert.equal(readdirSync(join(at.path('data'), 'spool')).length, 1, 'files received by killed commands are removed');
});

test.run();
