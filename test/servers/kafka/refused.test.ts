/** What a broker rejects: unknown topics, unknown users, messages that are too large. */
import * as assert from 'uvu/assert';
import type { ProcessingResult } from '../../../runtime/base/model/result.ts';
import { formOf } from '../../runtime/service.ts';
import { waitForEnd, fetchRun, sendFile } from '../../runtime/service-run.ts';
import type { Workplace } from '../../runtime/specmill.ts';
import { USER } from './broker/properties.ts';
import { consume } from './consumer.ts';
import { createOrdersPlace, ordersForm, ordersOf } from './orders.ts';
import { kafkaSuite } from './suite.ts';

const { test, run } = kafkaSuite('what a broker rejects');
const DELIVERIES = ['at-least-once', 'exactly-once', 'all-or-nothing'];
const transform = (address: string, ...more: readonly string[]) => [
  'transform',
  '--spec',
  'orders',
  'a.csv',
  '--broker',
  `kafka://${address}`,
  '--json',
  ...more,
];

test('a topic that does not exist: reported before anything is published', async ({ broker }) => {
  const at = createOrdersPlace();
  at.write('a.csv', 'id,amount\na,1.50\nb,0.00\n');
  await broker.createTopic('there');
  for (const delivery of DELIVERIES) {
    for (const topics of [
      ['--topic', 'nowhere'],
      ['--topic', 'there', '--dead-letter', 'nowhere'],
    ]) {
      const { code, stderr, stdout } = at.call(
        transform(broker.address, ...topics, '--skip-invalid', '--delivery', delivery),
      );
      assert.is(code, 3, stderr);
      const { status, failure } = JSON.parse(stdout) as ProcessingResult;
      assert.equal([status, failure?.code], ['FAILED', 'topic_not_found']);
      assert.match(failure?.message ?? '', /nowhere.*--create-topics/);
    }
  }
  assert.equal(await consume(broker.address, 'there', { isolation: 'read_uncommitted' }), []);
  at.remove();
});

test("--create-topics creates topics with the broker's defaults", async ({ broker }) => {
  const at = createOrdersPlace();
  at.write('a.csv', 'id,amount\na,1.50\nb,0.00\n');
  const { code, stderr } = at.call(
    transform(broker.address, '--topic', 'made', '--dead-letter', 'made.dead', '--skip-invalid', '--create-topics'),
  );
  assert.is(code, 1, stderr);
  assert.equal(
    (await consume(broker.address, 'made')).map(({ key, value }) => [key, value]),
    [['a', '{"id":"a","amount":1.50}']],
  );
  assert.equal(
    (await consume(broker.address, 'made.dead')).map(({ value }) => value),
    ['b,0.00\n'],
  );
  at.remove();
});

for (const delivery of DELIVERIES) {
  test(`${delivery}: a message over the topic's limit is an issue of its record`, async ({ broker, serve }) => {
    const topic = `small-${delivery}`;
    await broker.createTopic(topic, { partitions: 2, config: { 'max.message.bytes': '3000' } });
    await broker.createTopic(`${topic}.dead`);
    const at = createOrdersPlace();
    const service = await serve(at, broker.address);
    const ids = ['a', 'x'.repeat(5000), 'b', 'y'.repeat(1000), 'c'];
    const options = { delivery, deadLetterTopic: `${topic}.dead`, skipInvalidRecords: 'true', maxErrors: '5' };
    const { status, processedRecords, issueCounts, errors } = await waitForEnd(
      service,
      await sendFile(service, ordersForm(topic, ordersOf(ids), options)),
    );
    await service.stop();
    at.remove();
    assert.equal(
      [status, processedRecords, issueCounts.map(({ code, count }) => [code, count])],
      ['PARTIAL_SUCCESS', 4, [['MESSAGE_TOO_LARGE', 1]]],
    );
    assert.equal(
      errors.map(({ record, messages }) => [record, messages[0]?.code]),
      [[2, 'MESSAGE_TOO_LARGE']],
    );
    assert.equal(
      (await consume(broker.address, topic)).map(({ key }) => key).sort(),
      ids.filter((id) => id.length < 5000).sort(),
    );
    const letters = await consume(broker.address, `${topic}.dead`);
    assert.equal(
      letters.map(({ value }) => value),
      [`"${'x'.repeat(5000)}",1.50\n`],
    );
  });
}

test('a wrong password: 503 with the run, which pauses; with the right password it resumes', async ({
  broker,
  serve,
}) => {
  await broker.createTopic('secret');
  const address = `127.0.0.1:${broker.ports.sasl}`;
  const [at, other] = [placeOf({ ...USER, password: 'not-the-password' }), placeOf(USER)];
  const flags = ['--kafka-sasl', 'scram-sha-256', '--data', at.path('.data'), '--specs', at.path('specs')];
  const wrong = await serve(at, address, flags);
  const response = await wrong.fetch('/transform/file-to-events', {
    method: 'POST',
    body: formOf(ordersForm('secret', ordersOf(['a', 'b']))),
  });
  const problem = (await response.json()) as { code: string; runId: string };
  assert.equal([response.status, problem.code], [503, 'broker_refused'], JSON.stringify(problem));
  assert.match(response.headers.get('location') ?? '', new RegExp(`/runs/${problem.runId}$`));
  const { status, pause } = await fetchRun(wrong, problem.runId);
  assert.equal([status, pause?.code], ['PAUSED', 'broker_refused']);
  assert.not.match(JSON.stringify([problem, pause]) + wrong.stderr(), /not-the-password/);
  await wrong.stop();
  const right = await serve(other, address, flags);
  assert.is((await waitForEnd(right, problem.runId)).status, 'SUCCESS');
  await right.stop();
  at.remove();
  other.remove();
  assert.equal((await consume(broker.address, 'secret')).map(({ key }) => key).sort(), ['a', 'b']);
});

test('an untrusted certificate and an unreachable broker: exit code 3 with an explanation, and the same command resumes', async ({
  broker,
}) => {
  await broker.createTopic('unsure');
  const at = createOrdersPlace();
  at.write('a.csv', 'id,amount\na,1.50\n');
  for (const [address, ...flags] of [[`127.0.0.1:${broker.ports.tls}`, '--kafka-ssl'], ['127.0.0.1:1']] as [
    string,
    ...string[],
  ][]) {
    const { code, stdout, stderr } = at.call(transform(address, '--topic', 'unsure', ...flags));
    assert.equal([code, stdout], [3, ''], stderr);
    assert.match(
      stderr,
      /^specmill: the run was interrupted: .*(certificate|reached).*\. Run the same command again to resume it\n$/m,
    );
  }
  const { code, stderr } = at.call(transform(broker.address, '--topic', 'unsure'));
  assert.is(code, 0, stderr);
  assert.is((await consume(broker.address, 'unsure')).length, 1);
  at.remove();
});

/** Creates a workplace whose programs use these credentials. */
function placeOf({ username, password }: typeof USER): Workplace {
  Object.assign(process.env, { SPECMILL_KAFKA_USER: username, SPECMILL_KAFKA_PASSWORD: password });
  const at = createOrdersPlace();
  delete process.env['SPECMILL_KAFKA_USER'];
  delete process.env['SPECMILL_KAFKA_PASSWORD'];
  return at;
}

run();
