/**
 * SIGKILL of `transform --topic` of a file with documents: those that are events with members, and those that are too long to
 * be held, whose file is read twice. The same command resumes. In the end each document was published once, and none in part.
 */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { ProcessingResult } from '../../../runtime/base/model/result.ts';
import { createWorkplace, type Workplace } from '../../runtime/specmill.ts';
import { seed } from '../../support/property.ts';
import { randomOf } from '../../support/random.ts';
import { findRun, killAt } from './kill-transform.ts';
import { assertSame, readRunResults, type RunResults } from './run-results.ts';

const random = randomOf(seed, 0);
const KILLS = Number(process.env['SPECMILL_KILLS'] ?? 2);
const BATCHES = 150 + 50 * KILLS;
const ITEMS = 300;

/** `more`: keys of the spec, of the batches and of their items. */
const spec = (more: { top?: string; batch?: string; item?: string }) => `name: payments
format: FIXED_WIDTH
${more.top ?? ''}
recordTypes:
  - name: batch
    when: { start: 1, length: 1, values: [B] }
    ${more.batch ?? ''}
    fields: [{ name: number, type: INTEGER, start: 2, length: 8, required: true }]
  - name: item
    in: batch
    ${more.item ?? ''}
    when: { start: 1, length: 1, values: [I] }
    fields:
      - { name: batch, from: batch.number }
      - { name: amount, type: INTEGER, start: 2, length: 4, required: true }
`;

/** The same batches in XML. `batch`: keys of the type of the batches. */
const xmlSpec = (batch: string) => `name: payments
format: XML
recordTypes:
  - name: batch
    when: { path: /Batches/Batch }
    ${batch}
    fields: [{ name: number, type: INTEGER, columnName: "@n", required: true }, { name: end, type: STRING, columnName: End }]
  - name: item
    in: batch
    ${batch === '' ? 'as: items' : ''}
    when: { path: /Batches/Batch/Item }
    fields: [{ name: batch, from: batch.number }, { name: amount, type: INTEGER, columnName: Amount, required: true }]
`;

/** Every seventh batch has an item without an amount. */
const isRejected = (batch: number) => batch % 7 === 3;
const digits = (number: number, length: number) => String(number).padStart(length, '0');
const batches = Array.from({ length: BATCHES }, (_, batch) =>
  Array.from({ length: ITEMS }, (__, item) => (isRejected(batch) && item === ITEMS / 2 ? 'none' : digits(item, 4))),
);
const lines = batches.flatMap((amounts, batch) => [`B${digits(batch, 8)}`, ...amounts.map((amount) => `I${amount}`)]);
const elements = batches.map((amounts, batch) => {
  const items = amounts.map((amount) => `<Item><Amount>${amount}</Amount></Item>`);
  return `<Batch n="${batch}">${items.join('')}<End>yes</End></Batch>\n`;
});

const test = suite<{ at: Workplace }>('transform --topic of documents, killed');
test.before.each((context) => {
  context.at = createWorkplace();
  context.at.write('payments.txt', `${lines.join('\n')}\n`);
  context.at.write('payments.xml', `<Batches>\n${elements.join('')}</Batches>\n`);
});
test.after.each(({ at }) => at.remove());

/** Returns how many messages each batch has. */
function countByBatch({ messages }: RunResults): Map<number, number> {
  const counts = new Map<number, number>();
  for (const message of messages) {
    const { number, batch } = JSON.parse(String((message as { value: unknown }).value)) as Record<string, number>;
    const key = batch ?? number ?? -1;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
}

async function killAndCompare(at: Workplace, text: string, messagesOfBatch: number): Promise<void> {
  at.write('specs/payments.yaml', text);
  const name = text.includes('format: XML') ? 'payments.xml' : 'payments.txt';
  const callOf = (data: string) => `transform --spec payments ${name} --topic t --data ${data} --json`.split(' ');
  const whole = JSON.parse(at.call(callOf('whole')).stdout) as ProcessingResult;
  assert.is(whole.status, 'PARTIAL_SUCCESS');
  const expected = await readRunResults(at.path('whole'), whole.runId ?? '');
  const accepted = Array.from({ length: BATCHES }, (_, batch) => batch).filter((batch) => !isRejected(batch));
  assert.equal(
    [...countByBatch(expected)],
    accepted.map((batch) => [batch, messagesOfBatch]),
  );

  const call = callOf('data');
  let before = 0;
  for (let kill = 0; kill < KILLS; kill++) {
    const target = before + 1 + random.below((expected.messages.length - before) / (KILLS - kill + 1));
    await killAt(at, call, target);
    const met = await findRun(at.path('data'));
    assert.ok(met.count === 1 && met.messages >= target && met.messages < expected.messages.length);
    before = met.messages;
  }
  const { runId } = await findRun(at.path('data'));
  assert.is(at.call(call).code, 1);
  assertSame(await readRunResults(at.path('data'), runId), expected);
  // The rejects have the rejected batches, each once and whole.
  const [rejects, rejectsOfWhole] = [
    at.call(['rejects', runId, '--data', 'data']).stdout,
    at.call(['rejects', whole.runId ?? '', '--data', 'whole']).stdout,
  ];
  assert.is(rejects, rejectsOfWhole);
  assert.is(rejects.match(/^B|<Batch /gm)?.length, BATCHES - accepted.length);
  assert.is(rejects.match(/^I|<Item>/gm)?.length, (BATCHES - accepted.length) * ITEMS);
}

test('events with members', async ({ at }) => {
  await killAndCompare(at, spec({ item: 'as: items' }), 1);
});

test('documents that are too long to be held', async ({ at }) => {
  await killAndCompare(at, spec({ top: 'maxDocumentRecords: 100', batch: 'reject: WHOLE' }), ITEMS + 1);
});

test('events with members of XML, which are read from bytes', async ({ at }) => {
  await killAndCompare(at, xmlSpec(''), 1);
});

test('held documents of XML whose records are events of their own', async ({ at }) => {
  await killAndCompare(at, xmlSpec('hold: true'), ITEMS + 1);
});

test.run();
