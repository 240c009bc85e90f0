/**
 * SIGKILL of `transform --topic` of a file with record types, control totals and UNIQUE, within each of its two
 * readings. The same command resumes, and in the end all results are as without the kills.
 */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { ProcessingResult } from '../../../runtime/base/model/result.ts';
import { createWorkplace, type Workplace } from '../../runtime/specmill.ts';
import { seed } from '../../support/property.ts';
import { randomOf } from '../../support/random.ts';
import { findRun, killAt } from './kill-transform.ts';
import { assertSame, readRunResults } from './run-results.ts';

const random = randomOf(seed, 0);
const KILLS = Number(process.env['SPECMILL_KILLS'] ?? 3);
// Some records between two kills are published, so more kills need a larger file.
const BATCHES = 650 + 50 * KILLS;
const ITEMS = 400;

const SPEC = `name: payments
format: FIXED_WIDTH
recordTypes:
  - name: batch
    when: { start: 1, length: 1, values: [B] }
    publish: false
    fields:
      - { name: owner, type: STRING, start: 2, length: 8, required: true }
  - name: item
    in: batch
    when: { start: 1, length: 1, values: [I] }
    messageKey: [reference]
    fields:
      - { name: reference, type: STRING, start: 2, length: 8 }
      - { name: amount, type: INTEGER, start: 10, length: 4 }
      - { name: owner, from: batch.owner }
    validationRules:
      - { ruleId: large, field: amount, ruleType: MAX_VALUE, value: "995" }
  - name: total
    in: batch
    when: { start: 1, length: 1, values: [T] }
    occurs: ONCE
    publish: false
    fields:
      - { name: count, type: INTEGER, start: 2, length: 4 }
      - { name: sum, type: INTEGER, start: 6, length: 8 }
  - name: end
    when: { start: 1, length: 1, values: [E] }
    occurs: ONCE
    publish: false
    fields:
      - { name: batches, type: INTEGER, start: 2, length: 6 }
fileRules:
  - { ruleId: count, ruleType: COUNT_EQUALS, of: item, field: total.count }
  - { ruleId: sum, ruleType: SUM_EQUALS, of: item.amount, field: total.sum }
  - { ruleId: batches, ruleType: COUNT_EQUALS, of: batch, field: end.batches }
  - { ruleId: once, ruleType: UNIQUE, of: [item.reference], severity: ERROR }
`;

/** Writes a file in which some owners are missing, some amounts are too large, and some references occur twice. */
function writePayments(batches: number): string {
  const digits = (number: number, length: number) => String(number).padStart(length, '0');
  const lines: string[] = [];
  for (let batch = 0; batch < BATCHES; batch++) {
    lines.push(`B${batch % 50 === 7 ? ' '.repeat(8) : digits(batch, 8)}`);
    let sum = 0;
    for (let item = 0; item < ITEMS; item++) {
      const number = batch * ITEMS + item;
      const amount = number % 1000;
      sum += amount;
      lines.push(`I${digits(number % 997 === 5 ? 3 : number, 8)}${digits(amount, 4)}`);
    }
    lines.push(`T${digits(ITEMS, 4)}${digits(sum, 8)}`);
  }
  return `${[...lines, `E${digits(batches, 6)}`].join('\n')}\n`;
}

const files = { 'good.txt': writePayments(BATCHES), 'broken.txt': writePayments(BATCHES + 1) };

const test = suite<{ at: Workplace }>('transform --topic of a file with record types, killed');
test.before.each((context) => {
  context.at = createWorkplace();
  context.at.write('specs/payments.yaml', SPEC);
  for (const [name, text] of Object.entries(files)) context.at.write(name, text);
});
test.after.each(({ at }) => at.remove());

const callOf = (file: string, data: string) =>
  `transform --spec payments ${file} --topic t --dead-letter d --skip-invalid --error-limit 100 --data ${data} --json`.split(
    ' ',
  );

test('a file whose totals hold, in the first reading once and then in the second', async ({ at }) => {
  const undisturbed = at.call(callOf('good.txt', 'whole'));
  assert.equal([undisturbed.code, undisturbed.stderr], [1, '']);
  const whole = JSON.parse(undisturbed.stdout) as ProcessingResult;
  assert.is(whole.status, 'PARTIAL_SUCCESS');
  const expected = await readRunResults(at.path('whole'), whole.runId ?? '');
  assert.is(expected.messages.length, whole.publishedRecords);

  const call = callOf('good.txt', 'data');
  let before = 0;
  for (let kill = 0; kill <= KILLS; kill++) {
    const left = expected.messages.length - before;
    const target = kill === 0 ? 0 : before + 1 + random.below(left / (KILLS - kill + 2));
    await killAt(at, call, target);
    const met = await findRun(at.path('data'));
    assert.is(met.count, 1);
    assert.ok(met.messages >= target && met.messages < expected.messages.length);
    if (kill === 0) assert.equal([met.messages, met.records], [0, 0], 'the first reading publishes and stores nothing');
    before = met.messages;
  }
  const { runId } = await findRun(at.path('data'));
  assert.is(at.call(call).code, 1);
  assertSame(await readRunResults(at.path('data'), runId), expected);
});

test('a file with a wrong total publishes nothing after a kill in the first reading', async ({ at }) => {
  const undisturbed = at.call(callOf('broken.txt', 'broken-whole'));
  assert.is(undisturbed.code, 1);
  const { failure, runId } = JSON.parse(undisturbed.stdout) as ProcessingResult;
  assert.is(failure?.code, 'file_rule_broken');
  const expected = await readRunResults(at.path('broken-whole'), runId ?? '');
  assert.is(expected.messages.length, 0);
  assert.is(expected.result.fileIssues?.[0]?.ruleId, 'batches');

  const call = callOf('broken.txt', 'data');
  await killAt(at, call, 0);
  const met = await findRun(at.path('data'));
  assert.equal([met.count, met.messages, met.records], [1, 0, 0]);
  assert.is(at.call(call).code, 1);
  assertSame(await readRunResults(at.path('data'), met.runId), expected);
});

test.run();
