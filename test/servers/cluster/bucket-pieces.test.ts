/** A large file in a bucket, whose pieces two instances publish at the same time. Each reads the blocks of its pieces. */
import * as assert from 'uvu/assert';
import { mixedOrders, ordersForm } from '../kafka/orders.ts';
import { fetchRun, sendFile, waitForEnd } from '../../runtime/service-run.ts';
import { eventually } from '../../runtime/service.ts';
import { testBucketCluster } from './bucket-place.ts';
import { checkEachOnce, checkTopics, createTopics, optionsOf, withoutTimes } from './cluster-runs.ts';

const RECORDS = 700_000;
/** Pieces that begin and end inside blocks. */
process.env['SPECMILL_TEST_PIECE_BYTES'] = '3000000';
const file = mixedOrders(RECORDS);

await testBucketCluster('pieces of a file in a bucket', (test) => {
  test('the result is that of one task, also if an instance dies', async (place) => {
    const { start, objects, proxy } = place;
    const [asked, other] = [await start(), await start()];
    const send = async (topic: string, ordering: string): Promise<string> => {
      await createTopics(place, topic);
      return sendFile(asked, ordersForm(topic, file, { ...optionsOf(topic), ordering }));
    };
    const whole = await waitForEnd(asked, await send('whole', 'FILE'));
    proxy.slow(4_000_000);
    const runId = await send('pieces', 'NONE');
    await eventually(async () => (await fetchRun(asked, runId)).totalRecords > 0, 60_000);
    other.signal('SIGKILL');
    proxy.slow(Infinity);
    const view = await waitForEnd(asked, runId);
    assert.is(view.ordering, 'NONE');
    assert.equal(withoutTimes({ ...view, ordering: 'FILE' }), withoutTimes(whole));
    await checkTopics(place, 'whole', RECORDS);
    await checkEachOnce(place, 'pieces', RECORDS);
    assert.is(objects().length, 2);
  });
});
