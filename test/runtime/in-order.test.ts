import { setTimeout as sleep } from 'node:timers/promises';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { inOrder } from '../../runtime/runs/attempt-run.ts';

test('calls begin in their order, however long their checks take', async () => {
  const handled: number[] = [];
  const call = inOrder<number>(
    (number) => sleep(number % 3 === 0 ? 5 : 0),
    async (number) => void handled.push(number),
  );
  const numbers = Array.from({ length: 30 }, (_, i) => i);
  await Promise.all(numbers.map(call));
  assert.equal(handled, numbers);
});

test('a call may begin while earlier ones are handled', async () => {
  let running = 0;
  let most = 0;
  const call = inOrder<number>(
    async () => {},
    async () => {
      most = Math.max(most, ++running);
      await sleep(5);
      running--;
    },
  );
  await Promise.all([1, 2, 3].map(call));
  assert.is(most, 3);
});

test('after a check that throws, no later call is handled, so what is stored has no gap', async () => {
  const handled: number[] = [];
  const call = inOrder<number>(
    async (number) => {
      if (number === 2) throw new Error('the disk is full');
    },
    async (number) => void handled.push(number),
  );
  const ends = await Promise.allSettled([1, 2, 3, 4].map(call));
  assert.equal(handled, [1]);
  assert.equal(
    ends.map(({ status }) => status),
    ['fulfilled', 'rejected', 'rejected', 'rejected'],
  );
});

test.run();
