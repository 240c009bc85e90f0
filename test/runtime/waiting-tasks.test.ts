import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createStreamSlots } from '../../runtime/server/http/stream-slots.ts';
import { type WaitingTask, WaitingTasks } from '../../runtime/reading/workers/thread-pool.ts';

const test = suite('waiting tasks and streams');

const taskOf = (caller: string | null): WaitingTask => ({ caller, start() {} });

test('callers take turns, and the tasks of a caller start in their order', () => {
  const waiting = new WaitingTasks();
  const [a1, a2, a3, b1, none] = [taskOf('a'), taskOf('a'), taskOf('a'), taskOf('b'), taskOf(null)];
  for (const task of [a1, a2, a3, b1, none]) waiting.add(task);
  assert.is(waiting.take(), a1);
  assert.is(waiting.take(), b1);
  assert.is(waiting.take(), none);
  assert.is(waiting.take(), a2);
  assert.is(waiting.remove(a3), true);
  assert.is(waiting.remove(a3), false);
  assert.is(waiting.isEmpty, true);
  assert.is(waiting.take(), undefined);
});

test('a stream waits for a slot of its caller, and not for those of others', async () => {
  const slots = createStreamSlots({ max: 3, maxPerCaller: 2 });
  const { signal } = new AbortController();
  const [first] = [await slots.wait('a', signal), await slots.wait('a', signal)];
  const order: string[] = [];
  const third = slots.wait('a', signal).then(() => order.push('a'));
  const leave = await slots.wait('b', signal);
  const abort = new AbortController();
  const left = slots.wait('b', abort.signal).catch((error: Error) => error.message);
  const last = slots.wait('c', signal).then(() => order.push('c'));
  assert.is(slots.enter('c'), null);
  abort.abort(new Error('gone'));
  assert.is(await left, 'gone');
  leave();
  await last;
  assert.equal(order, ['c'], 'the caller with two streams still waits');
  first?.();
  await third;
});

test.run();
