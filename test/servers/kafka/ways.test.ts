/** Connections to a broker: with passwords, over TLS, compressed. */
import * as assert from 'uvu/assert';
import { canCompress } from '../../../runtime/sink/kafka/protocol/codec.ts';
import { waitForEnd, sendFile } from '../../runtime/service-run.ts';
import { USER } from './broker/properties.ts';
import { consume, countRecords, findMissing } from './consumer.ts';
import { createOrdersPlace, ordersForm, ordersOf, printNote, printSkip } from './orders.ts';
import { kafkaSuite } from './suite.ts';

const { test, testAnywhere, run } = kafkaSuite('connections to a broker');
const DELIVERIES = ['at-least-once', 'exactly-once', 'all-or-nothing'];
const RECORDS = 20_000;
const ids = Array.from({ length: RECORDS }, (_, index) => `order ${index}`);

test('SASL with PLAIN and SCRAM, each with and without TLS; TLS alone', async ({ broker }) => {
  const at = createOrdersPlace();
  at.write('a.csv', 'id,amount\na,1.50\n');
  const env = { SPECMILL_KAFKA_USER: USER.username, SPECMILL_KAFKA_PASSWORD: USER.password };
  const { sasl, tls, saslTls } = broker.ports;
  const mechanisms = ['plain', 'scram-sha-256', 'scram-sha-512'];
  const ways = [
    ...mechanisms.map((mechanism) => [sasl, '--kafka-sasl', mechanism]),
    ...mechanisms.map((mechanism) => [saslTls, '--kafka-sasl', mechanism, '--kafka-ssl', '--kafka-ca', broker.ca]),
    [tls, '--kafka-ssl', '--kafka-ca', broker.ca],
  ] as [number, ...string[]][];
  for (const [index, [port, ...flags]] of ways.entries()) {
    const topic = `way-${index}`;
    await broker.createTopic(topic);
    const delivery = DELIVERIES[index % DELIVERIES.length] ?? '';
    const { code, stderr } = at.call(
      [
        'transform',
        '--spec',
        'orders',
        'a.csv',
        '--topic',
        topic,
        '--delivery',
        delivery,
        '--broker',
        `kafka://127.0.0.1:${port}`,
        ...flags,
      ],
      { env },
    );
    assert.is(code, 0, `${flags.join(' ')}: ${stderr}`);
    assert.equal(
      (await consume(broker.address, topic)).map(({ value }) => value),
      ['{"id":"a","amount":1.50}'],
      flags.join(' '),
    );
  }
  at.remove();
});

test('compressed with gzip, snappy, and zstd if Node.js has it: kcat reads the same messages, and far fewer bytes are sent', async ({
  broker,
  proxy,
  proxied,
  serve,
}) => {
  const at = createOrdersPlace();
  const sent = new Map<string, number>();
  if (!canCompress('zstd')) printSkip(`nothing is compressed with zstd: Node ${process.versions.node} has none`);
  for (const compression of (['none', 'gzip', 'snappy', 'zstd'] as const).filter(canCompress)) {
    await broker.createTopic(compression);
    const service = await serve(at, `${proxied}?compression=${compression}`);
    const before = proxy.sent();
    const { status } = await waitForEnd(
      service,
      await sendFile(service, ordersForm(compression, ordersOf(ids), { delivery: 'exactly-once' })),
    );
    sent.set(compression, proxy.sent() - before);
    await service.stop();
    assert.is(status, 'SUCCESS', compression);
    assert.equal(
      findMissing(await countRecords(broker.address, compression, RECORDS)),
      { missing: [], doubled: 0 },
      compression,
    );
    const read = await consume(broker.address, compression);
    assert.equal(
      read.map(({ key, value }) => `${key} ${value}`).sort(),
      ids.map((id) => `${id} {"id":"${id}","amount":1.50}`).sort(),
    );
  }
  at.remove();
  printNote(
    `${RECORDS} messages on the wire: ${[...sent].map(([compression, bytes]) => `${compression} ${(bytes / 1e6).toFixed(1)} MB`).join(', ')}`,
  );
  for (const [compression, bytes] of sent)
    assert.ok(compression === 'none' || bytes * 3 < (sent.get('none') ?? 0), `${compression}: ${bytes} bytes`);
});

testAnywhere('the six headers, and the issues of a record that has some', async ({ broker }) => {
  await broker.createTopic('headers', { partitions: 1 });
  const at = createOrdersPlace();
  at.write(
    'specs/warned.yaml',
    'name: warned\nformat: CSV\nfields:\n  - { name: id, type: STRING }\nvalidationRules:\n  - { ruleId: short, field: id, ruleType: MAX_LENGTH, value: 2, severity: WARNING, message: "ids are short, \\"really\\"" }\n',
  );
  at.write('a.csv', 'id\na\nabc\n');
  const { code, stdout, stderr } = at.call([
    'transform',
    '--spec',
    'warned',
    'a.csv',
    '--json',
    '--topic',
    'headers',
    '--broker',
    `kafka://${broker.address}`,
  ]);
  assert.is(code, 0, stderr);
  const { fileSha256, specVersion } = JSON.parse(stdout) as { fileSha256: string; specVersion: string };
  const headers = (record: number) => ({
    'content-type': 'application/json',
    ce_specversion: '1.0',
    ce_id: `${fileSha256.slice(0, 16)}-${specVersion.slice(0, 8)}:${record}`,
    ce_source: '/specs/warned',
    ce_type: 'warned.record',
    ce_dataschema: `/specs/warned/${specVersion.slice(0, 16)}`,
  });
  const [first, second] = await consume(broker.address, 'headers');
  assert.equal(first?.headers, headers(1));
  const { issues = '', ...others } = second?.headers ?? {};
  assert.equal(others, headers(2));
  assert.equal(
    (JSON.parse(issues) as { ruleId: string; severity: string }[]).map(({ ruleId, severity }) => [ruleId, severity]),
    [['short', 'WARNING']],
  );
  at.remove();
});

run();
