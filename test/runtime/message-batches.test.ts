import { setImmediate as nextTurn } from 'node:timers/promises';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createMessageBatches } from '../../runtime/reading/workers/message-batches.ts';

/** Creates batches whose posts are recorded. */
function createRecorded() {
  const posts: [messages: readonly number[], transfer: readonly string[]][] = [];
  const batches = createMessageBatches<number, string>((messages, transfer) => posts.push([messages, transfer]));
  return { ...batches, posts };
}

test('the messages of one turn are posted together, and those of the next turn are not', async () => {
  const { postSoon, posts } = createRecorded();
  postSoon(1);
  await Promise.resolve();
  postSoon(2);
  assert.equal(posts, []);
  await nextTurn();
  postSoon(3);
  await nextTurn();
  assert.equal(posts, [
    [[1, 2], []],
    [[3], []],
  ]);
});

test('a message that is posted at once does not overtake those that wait', async () => {
  const { post, postSoon, posts } = createRecorded();
  postSoon(1);
  post(2, ['port']);
  postSoon(3);
  assert.equal(posts, [[[1, 2], ['port']]]);
  await nextTurn();
  await nextTurn();
  assert.equal(posts, [
    [[1, 2], ['port']],
    [[3], []],
  ]);
});

test.run();
