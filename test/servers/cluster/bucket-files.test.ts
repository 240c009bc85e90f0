/** Received files in a bucket: any instance reads what another one has received, whatever dies or is unreachable. */
import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import * as assert from 'uvu/assert';
import { mixedOrders, ordersForm } from '../kafka/orders.ts';
import { fetchRun, sendFile, waitForEnd } from '../../runtime/service-run.ts';
import { csvFile, eventually, formOf, problemOf } from '../../runtime/service.ts';
import { testBucketCluster } from './bucket-place.ts';
import { findTaker, type Instance } from './cluster-place.ts';

/** The file has several parts and blocks. */
const RECORDS = 700_000;
const FEW = 20_000;
const file = mixedOrders(RECORDS);
const OPTIONS = { skipInvalidRecords: 'true' };

const drain = (instance: Instance): Promise<Response> =>
  instance.fetch(`/instances/${instance.id}/drain`, { method: 'POST' });

await testBucketCluster('received files in a bucket', (test) => {
  test('one instance receives a file, plain or compressed, and another one reads it', async (place) => {
    const { start, broker, objects, parts, s3, logs } = place;
    const [a, b] = [await start(), await start()];
    for (const topic of ['plain', 'packed']) await broker.createTopic(topic, { partitions: 2 });
    await drain(a);
    const packed = new File([new Uint8Array(gzipSync(Buffer.from(await file.arrayBuffer())))], 'orders.csv.gz');
    const plainRun = await sendFile(a, ordersForm('plain', file, OPTIONS));
    assert.equal(a.spool(), []);
    const packedRun = await sendFile(a, ordersForm('packed', packed, OPTIONS));
    const views = [await waitForEnd(a, plainRun), await waitForEnd(b, packedRun)];
    for (const { status, totalRecords } of views) assert.equal([status, totalRecords], ['PARTIAL_SUCCESS', RECORDS]);
    const sha256 = createHash('sha256')
      .update(Buffer.from(await file.arrayBuffer()))
      .digest('hex');
    assert.is(views[0]?.fileSha256, sha256);
    assert.is(objects().length, 2);
    assert.equal(parts(), []);

    const read = async (from: Instance, runId: string, what: string): Promise<string> =>
      (await from.fetch(`/runs/${runId}/${what}`)).text();
    for (const what of ['errors', 'rejects']) {
      const texts = [await read(a, plainRun, what), await read(b, plainRun, what), await read(b, packedRun, what)];
      assert.ok((texts[0]?.length ?? 0) > 100_000, what);
      assert.ok(
        texts.every((text) => text === texts[0]),
        what,
      );
    }
    await eventually(async () => b.spool().length === 0 && a.spool().length === 0);
    for (const runId of [plainRun, packedRun])
      assert.is((await a.fetch(`/runs/${runId}`, { method: 'DELETE' })).status, 204);
    assert.equal(objects(), []);
    const dry = await b.fetch('/transform/validate', { method: 'POST', body: formOf({ specId: 'orders', file }) });
    assert.is(((await dry.json()) as { totalRecords: number }).totalRecords, RECORDS);
    // The answer is sent before the files of a dry run are removed.
    await eventually(async () => objects().length === 0 && b.spool().length === 0);
    for (const log of logs()) assert.not.ok(log.includes(s3.secretAccessKey));
  });

  test('a run of a killed instance continues elsewhere, and an upload of a killed instance leaves no object', async ({
    start,
    broker,
    proxy,
    objects,
    parts,
    makeOld,
  }) => {
    const instances = [await start(), await start()];
    await broker.createTopic('t', { partitions: 2 });
    const [a] = instances;
    if (a === undefined) throw new Error('no instance');
    proxy.slow(2_000_000);
    const runId = await sendFile(a, ordersForm('t', file, { ...OPTIONS, delivery: 'exactly-once' }));
    const taker = await findTaker(instances, a);
    await eventually(async () => (await fetchRun(a, runId)).totalRecords > 0, 60_000);
    taker.signal('SIGKILL');
    await taker.exited;
    proxy.slow(Infinity);
    const other = instances.find((instance) => instance !== taker) ?? a;
    const { status, totalRecords } = await waitForEnd(other, runId);
    assert.equal([status, totalRecords], ['PARTIAL_SUCCESS', RECORDS]);

    const third = await start();
    const endless = sendEndless(third);
    await eventually(async () => parts().length > 0, 30_000);
    third.signal('SIGKILL');
    await endless;
    assert.is(objects().length, 1);
    assert.ok(parts().length > 0, 'the upload in parts is not complete');

    // A day later, the next instance that starts discards it.
    makeOld();
    await start();
    await eventually(async () => parts().length === 0);
    assert.is(objects().length, 1);
  });

  test('while the bucket cannot be reached, uploads are 503 and runs pause; then they finish', async ({
    start,
    broker,
    bucketProxy,
    objects,
    logs,
    s3,
  }) => {
    const a = await start();
    await broker.createTopic('t', { partitions: 2 });
    const ready = async (): Promise<string> => {
      const response = await a.fetch('//health/ready');
      return `${response.status} ${((await response.json()) as { reasons: string[] }).reasons.join()}`;
    };
    assert.is(await ready(), '200 ');
    const ended = await sendFile(a, ordersForm('t', csvFile('id,amount\nx,0\n'), OPTIONS));
    assert.is((await waitForEnd(a, ended)).errorRecords, 1);
    // The store is unreachable when the run wants the first bytes of its file.
    const cut = bucketProxy.cut({ when: 'before', text: 'range: bytes=0-' });
    const runId = await sendFile(a, ordersForm('t', mixedOrders(FEW), OPTIONS));
    await cut;
    bucketProxy.cutAll(true);
    await eventually(async () => (await ready()) === '503 files_unavailable');
    const small = { method: 'POST', body: formOf(ordersForm('t', csvFile('id,amount\na,1\n'))) };
    const { detail } = await problemOf(await a.fetch('/transform/file-to-events', small), 503, 'files_unavailable');
    assert.not.match(String(detail), '127.0.0.1');
    await problemOf(await a.fetch(`/runs/${ended}/rejects`), 503, 'files_unavailable');
    await problemOf(await a.fetch(`/runs/${ended}`, { method: 'DELETE' }), 503, 'files_unavailable');
    await eventually(async () => (await fetchRun(a, runId)).pause?.code === 'files_unavailable', 60_000);
    bucketProxy.cutAll(false);
    await eventually(async () => (await ready()) === '200 ');
    const { status, totalRecords } = await waitForEnd(a, runId);
    assert.equal([status, totalRecords], ['PARTIAL_SUCCESS', FEW]);
    assert.is(await (await a.fetch(`/runs/${ended}/rejects`)).text(), 'id,amount\nx,0\n');
    assert.is(objects().length, 2);
    assert.match(logs().join(''), '"event":"files_unavailable"');
    for (const log of logs()) assert.not.ok(log.includes(s3.secretAccessKey));
  });

  test('a short cut does not end an upload, and an object whose completion was not confirmed is removed', async ({
    start,
    broker,
    bucketProxy,
    objects,
    makeOld,
  }) => {
    const a = await start();
    await broker.createTopic('t', { partitions: 2 });
    const cut = bucketProxy.cut({ when: 'before', text: 'partNumber=2' });
    const sending = sendFile(a, ordersForm('t', file, OPTIONS));
    await cut;
    bucketProxy.cutAll(false);
    assert.is((await waitForEnd(a, await sending)).totalRecords, RECORDS);
    const [kept] = objects();

    const lost = bucketProxy.cut({ when: 'after', text: '<CompleteMultipartUpload>' });
    const init = { method: 'POST', body: formOf(ordersForm('t', file, { ...OPTIONS, onDuplicateFile: 'ALLOW' })) };
    const refused = a.fetch('/transform/file-to-events', init);
    await lost;
    await problemOf(await refused, 503, 'files_unavailable');
    assert.is(objects().length, 2);
    bucketProxy.cutAll(false);
    makeOld();
    await start();
    await eventually(async () => objects().length === 1);
    assert.equal(objects(), [kept]);
  });
});

/** Sends a file that does not end. Resolves when the connection is lost. */
async function sendEndless(instance: Instance): Promise<void> {
  const line = Buffer.from('order,1.50\n'.repeat(10_000));
  const head = '--b\r\ncontent-disposition: form-data; name="file"; filename="f"\r\n\r\n';
  const body = new ReadableStream({
    start: (stream) => stream.enqueue(Buffer.from(head)),
    async pull(stream) {
      await new Promise((resolve) => setTimeout(resolve, 2));
      stream.enqueue(line);
    },
  });
  const headers = { 'content-type': 'multipart/form-data; boundary=b' };
  const init = { method: 'POST', body, headers, duplex: 'half' };
  await instance.fetch('/transform/file-to-events', init as RequestInit).then(
    () => assert.unreachable('the upload ended'),
    () => {},
  );
}
