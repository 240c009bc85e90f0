import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createTransformer } from '../../generated/payments.ts';
import type { Batch, TransformOptions } from '../../compiler/kernel/model/contract.ts';
import { readFileSync } from 'node:fs';

const FILE = readFileSync(new URL('../../specs/payments/payments.csv', import.meta.url));

function read(options: TransformOptions): Batch[] {
  const transformer = createTransformer({ today: '2025-06-30', ...options });
  return [...transformer.push(FILE), ...transformer.end()];
}

/** Returns the length of every message with its key, in bytes. */
function lengths({ count, ends, keyEnds }: Batch): number[] {
  return Array.from(
    { length: count },
    (_, i) => (ends[i] ?? 0) - (ends[i - 1] ?? 0) + (keyEnds[i] ?? 0) - (keyEnds[i - 1] ?? 0),
  );
}

test('a message that is too large fails its own record only', () => {
  const all = read({});
  const sizes = all.flatMap(lengths);
  const most = Math.max(...sizes) - 1;
  const expected = sizes.filter((size) => size <= most);
  assert.ok(expected.length > 0 && expected.length < sizes.length);
  const bounded = read({ maxMessageBytes: most });
  assert.equal(bounded.flatMap(lengths), expected);
  const refused = bounded
    .flatMap(({ recordIssues }) => recordIssues)
    .filter(({ issues }) => issues.some(({ code }) => code === 'MESSAGE_TOO_LARGE'));
  assert.is(refused.length, sizes.length - expected.length);
  for (const { outcome, issues } of refused) assert.equal([outcome, issues.at(-1)?.severity], ['failed', 'FATAL']);
  assert.equal(
    read({ maxMessageBytes: most + 1 }).flatMap(lengths),
    sizes,
    'a message of exactly the maximum size is sent',
  );
});

test('a reader without messages reports the same issues', () => {
  const readIssues = (messages: boolean): unknown =>
    read({ maxMessageBytes: 150, messages }).map(({ count, recordIssues, records }) => ({
      count,
      recordIssues,
      records,
    }));
  assert.equal(readIssues(false), readIssues(true));
});

test.run();
