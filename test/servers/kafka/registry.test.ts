/** Messages with schemas in a real registry, read from a real Kafka by Confluent's client for Python. */
import { cpSync, readFileSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import * as assert from 'uvu/assert';
import { createWorkplace, type Workplace } from '../../runtime/specmill.ts';
import { consume } from './consumer.ts';
import { isLong, printNote } from './orders.ts';
import { findRegistry } from './registry/install.ts';
import { comparable } from './registry/compare.ts';
import { AVRO_FORM, JSON_FORM, listEdits } from './registry/edits.ts';
import { compareTopic, publish, send } from './registry/publish.ts';
import { type Registry, startRegistry } from './registry/registry.ts';
import { type ExampleTopic, FORMATS, listExamples, listTopics, NAMESPACE, STRATEGIES } from './registry/topics.ts';
import { kafkaSuite } from './suite.ts';

const { test, after, run } = kafkaSuite('a real schema registry');
const SPECS = join(import.meta.dirname, '../../../specs');

let shared: Promise<Registry> | null = null;
after(async () => (await shared)?.stop());

/** Runs a test with the registry of this file, and a folder with the examples of specs. */
async function withRegistry(check: (registry: Registry, at: Workplace) => Promise<void>): Promise<void> {
  const at = createWorkplace();
  try {
    cpSync(SPECS, at.path('specs'), { recursive: true });
    await check(await openRegistry(), at);
  } finally {
    at.remove();
  }
}

function openRegistry(): Promise<Registry> {
  const files = findRegistry();
  if (files === null) throw new Error('no schema registry: npm run test:kafka installs it');
  shared ??= startRegistry(files);
  return shared;
}

test('Confluent’s deserializers read the JSON messages of every example, in each format and with each strategy', ({
  broker,
  serve,
}) =>
  withRegistry(async (registry, at) => {
    const examples = listExamples();
    const topics = listTopics(examples, isLong);
    for (const { path } of examples) at.write(`specs/${basename(path)}`, readFileSync(path, 'utf8'));
    const published: ExampleTopic[] = [];
    const names = [...examples.map(({ json }) => json), ...topics.map(({ topic }) => topic)];
    // A document may be large.
    const config = { 'max.message.bytes': '20000000' };
    await broker.createTopics(names, { partitions: 1, config });
    for (const [index, strategy] of STRATEGIES.entries()) {
      const flags = ['--schema-registry', registry.url, '--register-schemas', '--key-format', 'avro'];
      const own = ['--schema-namespace', NAMESPACE, '--subject-name-strategy', strategy];
      const service = await serve(at, broker.address, [...flags, ...own]);
      if (index === 0)
        for (const example of examples) await send(service, example, { valueFormat: 'json', topic: example.json });
      for (const topic of topics.filter((one) => one.strategy === strategy))
        if (await publish(service, topic)) published.push(topic);
      await service.stop();
    }
    const formats = [
      ...examples.map(({ json }) => [json, 'json'] as const),
      ...published.map(({ topic, format }) => [topic, format] as const),
    ];
    const read = await registry.read(broker.address, Object.fromEntries(formats));
    const subjects = new Set((await registry.ask('GET', '/subjects')) as string[]);
    for (const topic of published) compareTopic(topic, { read: read.topics, subjects, url: registry.url });
    // What the issue of a wrong decimal or time would be, were there none in the messages.
    for (const type of ['Decimal', 'time', 'datetime', 'date', 'NoneType', 'list', 'bool', 'int'])
      assert.ok((read.types[type] ?? 0) > 0, type);
    const messages = published.reduce((sum, { topic }) => sum + (read.topics.get(topic)?.length ?? 0), 0);
    printNote(
      `${messages} messages of ${published.length} topics, ${topics.length - published.length} topics are refused`,
    );
  }));

test('pieces publish with the ids of the plan, also those that run twice', ({ broker }) =>
  withRegistry(async (registry, at) => {
    for (const format of FORMATS) {
      const topic = `pieces-${format}`;
      await broker.createTopic(topic, { partitions: 1 });
      const flags = ['--schema-registry', registry.url, '--register-schemas', '--key-format', 'avro', '--topic', topic];
      const from = ['specs/payments/clean.csv', '--spec', 'payments', '--size', '4k', '--out', topic, '--json'];
      const planned = at.call(['pieces', 'plan', ...from, '--value-format', format, ...flags]);
      assert.is(planned.code, 0, planned.stderr);
      const { pieces } = JSON.parse(planned.stdout) as { pieces: number };
      assert.ok(pieces > 1, String(pieces));
      const to = ['--to', `kafka://${broker.address}/${topic}`];
      for (let piece = pieces - 1; piece >= 0; piece--) {
        const args = ['pieces', 'run', topic, '--index', String(piece), ...to];
        if (piece === 0) {
          // As if a machine had died before it could store the result.
          assert.is(at.call(args).code, 0);
          rmSync(at.path(`${topic}.results`), { recursive: true });
          for (let other = 1; other < pieces; other++)
            assert.is(at.call(['pieces', 'run', topic, '--index', String(other), ...to]).code, 0);
        }
        const { code, stderr } = at.call(args);
        assert.is(code, 0, stderr);
      }
      assert.is(at.call(['pieces', 'finish', topic]).code, 0);
      const json = at.call(['transform', '--spec', 'payments', 'specs/payments/clean.csv', '--out', '-']);
      const expected = json.stdout.split('\n').filter((line) => line !== '');
      const { topics } = await registry.read(broker.address, { [topic]: format });
      const messages = topics.get(topic) ?? [];
      const sorted = (values: unknown[]) => values.map((value) => JSON.stringify(comparable(value))).sort();
      assert.equal(sorted(messages.map(({ value }) => value)), sorted(expected.map(parseExactly)));
    }
  }));

/** Returns the value of a message with its numbers as texts. */
function parseExactly(line: string): unknown {
  return JSON.parse(
    line.replace(/"(?:[^"\\]|\\.)*"|-?\d[\d.]*/g, (token) => (token.startsWith('"') ? token : `"${token}"`)),
  );
}

test('structured events contain the JSON messages and the attributes of their headers', async ({ broker }) => {
  const at = createWorkplace();
  cpSync(SPECS, at.path('specs'), { recursive: true });
  await broker.createTopic('structured', { partitions: 1 });
  const from = ['--spec', 'payments', 'specs/payments/clean.csv'];
  const to = ['--topic', 'structured', '--broker', `kafka://${broker.address}`, '--cloudevents', 'structured'];
  const sent = at.call(['transform', ...from, ...to]);
  assert.is(sent.code, 0, sent.stdout + sent.stderr);
  const expected = at
    .call(['transform', ...from, '--out', '-'])
    .stdout.split('\n')
    .filter((line) => line !== '');
  const messages = await consume(broker.address, 'structured');
  assert.is(messages.length, expected.length);
  for (const [index, { value, headers, key }] of messages.entries()) {
    const event = JSON.parse(value) as Readonly<Record<string, unknown>>;
    assert.equal(event['data'], JSON.parse(expected[index] ?? ''));
    assert.is(headers['content-type'], 'application/cloudevents+json');
    for (const name of ['specversion', 'id', 'source', 'type', 'dataschema'])
      assert.is(event[name], headers[`ce_${name}`], name);
    assert.is(key, (event['data'] as { id: string }).id);
  }
  at.remove();
});

const LEVELS = ['BACKWARD', 'FORWARD', 'FULL'] as const;

test('the registry says of each edit of the list of changes what diff says', () =>
  withRegistry(async (registry, at) => {
    const ofJson = listEdits(JSON_FORM).filter((_, index) => isLong || index % 5 === 0);
    const edits = [...listEdits(AVRO_FORM), ...ofJson];
    let refused = 0;
    for (const [index, { name, old, now, conflicts, form }] of edits.entries()) {
      const subject = `edit-${index}`;
      const own = form.schemaType === null ? {} : { schemaType: form.schemaType };
      await registry.ask('POST', `/subjects/${subject}/versions`, { schema: old, ...own });
      for (const level of LEVELS) {
        await registry.ask('PUT', `/config/${subject}`, { compatibility: level });
        const path = `/compatibility/subjects/${subject}/versions?verbose=true`;
        const { is_compatible: says } = (await registry.ask('POST', path, { schema: now, ...own })) as {
          is_compatible: boolean;
        };
        const accepts = conflicts.every((one) => level !== 'FULL' && one !== level);
        assert.is(says, level === 'FULL' ? conflicts.length === 0 : accepts, `${name} ${level}`);
        if (!says) refused++;
      }
    }
    printNote(`${edits.length} edits, ${ofJson.length} of JSON Schemas, ${refused} refusals`);
    assert.ok(edits.length > 20 && refused > 20);
    await checkInCi(registry, at);
  }));

/** `specmill check` says what the registry says, with its exit code. */
async function checkInCi(registry: Registry, at: Workplace): Promise<void> {
  const args = ['check', 'payments', '--registry', registry.url];
  assert.match(at.call(args).stdout, 'payments-value: the subject is new');
  const schema = JSON.stringify(JSON.parse(at.call(['docs', 'payments', '--avro']).stdout));
  await registry.ask('POST', '/subjects/payments-value/versions', { schema });
  await registry.ask('PUT', '/config/payments-value', { compatibility: 'BACKWARD' });
  assert.match(at.call(args).stdout, /payments-value: the schema is registered with the id \d+/);
  const text = readFileSync(at.path('specs/payments.yaml'), 'utf8');
  at.write(
    'specs/payments.yaml',
    text.replace(/fields:\n/, 'fields:\n  - { name: due, type: STRING, required: true }\n'),
  );
  const refused = at.call(args);
  assert.is(refused.code, 1);
  assert.match(refused.stdout, /schema_refused: .*"payments-value": Incompatible artifact/);
}

run();
