/** Messages with schemas in a real registry, read from a real Kafka by Confluent's client for Python. */
import { cpSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { type AnySpec, createSpecSchemas, createSubjectSchemas, readAndCheck } from '../../../compiler/index.ts';
import { isEncodable } from '../../../compiler/pipeline/2-check/encoder.ts';
import { findAllConflicts, findAllJsonConflicts } from '../../../compiler/tools/diff/registry/judge-changes.ts';
import { caseNames, readState } from '../../compiler/diff/change-case.ts';
import { createWorkplace, type Workplace } from '../../runtime/specmill.ts';
import { consume } from './consumer.ts';
import { isLong, printNote } from './orders.ts';
import { findRegistry } from './registry/install.ts';
import { type Registry, startRegistry } from './registry/registry.ts';
import { kafkaSuite } from './suite.ts';

const { test, run } = kafkaSuite('a real schema registry');
const SPECS = join(import.meta.dirname, '../../../specs');

/** Runs a test with a registry of its own and a folder with the examples of specs. */
async function withRegistry(check: (registry: Registry, at: Workplace) => Promise<void>): Promise<void> {
  const files = findRegistry();
  if (files === null) throw new Error('no schema registry: npm run test:kafka installs it');
  const [registry, at] = [await startRegistry(files), createWorkplace()];
  try {
    cpSync(SPECS, at.path('specs'), { recursive: true });
    await check(registry, at);
  } finally {
    at.remove();
    await registry.stop();
  }
}

interface Published {
  readonly spec: string;
  readonly file: string;
  readonly format: string;
  readonly strategy: string;
  readonly subjects: readonly string[];
}

const topicOf = ({ spec, format, strategy }: Published) => `${spec}-${format}-${strategy}`;
const publishedOf = (spec: string, file: string, [format, strategy]: readonly [string, string], subject: string) => ({
  ...{ spec, file, format, strategy },
  subjects: subject.split(' '),
});

const FORMATS = ['avro', 'json-schema'] as const;
const STRATEGIES = ['topic', 'record', 'topic-record'] as const;

/** Each example with each format and strategy. */
function everyExample(): Published[] {
  return readdirSync(SPECS)
    .flatMap((file) => (file.endsWith('.yaml') ? file.slice(0, -5) : []))
    .flatMap((spec) => {
      const files = readdirSync(join(SPECS, spec)).filter((file) => !file.endsWith('.json'));
      const file = files.find((one) => one.startsWith('clean.')) ?? files.find((one) => !one.startsWith('wrong')) ?? '';
      return FORMATS.flatMap((format) =>
        STRATEGIES.map((strategy) => ({ spec, file, format, strategy, subjects: [] })),
      );
    });
}

/** Each format with each strategy; records with members, and several record types. */
const FEW: readonly Published[] = [
  publishedOf('payments', 'clean.csv', ['avro', 'topic'], 'payments-avro-topic-value'),
  publishedOf('payments', 'clean.csv', ['avro', 'topic-record'], 'payments-avro-topic-record-payments'),
  publishedOf('payments', 'clean.csv', ['json-schema', 'topic'], 'payments-json-schema-topic-value'),
  publishedOf('payments', 'clean.csv', ['json-schema', 'record'], 'payments'),
  publishedOf('statements', 'clean.xml', ['avro', 'record'], 'statements_entry'),
  publishedOf('statements', 'clean.xml', ['json-schema', 'record'], 'statements.entry'),
];
const PUBLISHED = isLong ? everyExample() : FEW;

test('Confluent’s deserializers read the values of the JSON messages', ({ broker }) =>
  withRegistry(async (registry, at) => {
    for (const published of PUBLISHED) {
      const { spec, file, format, strategy, subjects } = published;
      const topic = topicOf(published);
      // A document may be large.
      await broker.createTopic(topic, { partitions: 1, config: { 'max.message.bytes': '20000000' } });
      const from = ['--spec', spec, `specs/${spec}/${file}`];
      const flags = ['--schema-registry', registry.url, '--register-schemas', '--key-format', 'avro'];
      const to = ['--topic', topic, '--broker', `kafka://${broker.address}`, '--value-format', format];
      const sent = at.call(['transform', ...from, ...to, ...flags, '--subject-name-strategy', strategy]);
      if (format === 'avro' && at.call(['docs', spec, '--avro']).code !== 0) {
        assert.match(sent.stderr, /value_not_encodable/, topic);
        continue;
      }
      if (strategy === 'topic' && hasSeveralSchemas(at, spec)) {
        assert.match(sent.stdout, /schema_subject: .*--subject-name-strategy/, topic);
        continue;
      }
      const json = at.call(['transform', ...from, '--out', '-']);
      assert.is(sent.code, json.code, topic + sent.stdout + sent.stderr);
      const expected = json.stdout.split('\n').filter((line) => line !== '');
      const messages = registry.read(broker.address, topic, { format, count: expected.length });
      assert.ok(messages.length > 0, topic);
      assert.equal(
        messages.map(({ value }) => comparable(value)),
        expected.map((line) => comparable(JSON.parse(line))),
        topic,
      );
      const [first] = messages;
      const registered = (await registry.ask('GET', '/subjects')) as string[];
      for (const subject of [...subjects, `${topic}-key`]) assert.ok(registered.includes(subject), subject);
      assert.match(first?.headers['ce_dataschema'] ?? '', `${registry.url}/schemas/ids/`);
      if (spec === 'payments') assert.is(first?.key, (first?.value as { id: string }).id);
    }
    printNote(`${PUBLISHED.length} topics were read`);
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
      const messages = registry.read(broker.address, topic, { format, count: expected.length });
      const sorted = (values: unknown[]) => values.map((value) => JSON.stringify(comparable(value))).sort();
      assert.equal(sorted(messages.map(({ value }) => value)), sorted(expected.map((line) => JSON.parse(line))));
    }
  }));

/** Returns whether several record types of a spec are published, each with a schema. */
function hasSeveralSchemas(at: Workplace, spec: string): boolean {
  const { anyOf = [] } = JSON.parse(at.call(['docs', spec, '--schema']).stdout) as { anyOf?: unknown[] };
  return anyOf.length > 1;
}

/** Returns a value as texts: Avro has dates and decimals, whose texts are written in other forms. */
function comparable(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(comparable);
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([name, own]) => [name, comparable(own)]));
  const text = String(value);
  if (/^-?\d+(?:\.\d+)?$/.test(text)) return String(Number(text));
  return /^\d{4}-\d\d-\d\dT/.test(text) ? new Date(text).toISOString() : text;
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

interface Edit {
  readonly name: string;
  readonly old: string;
  readonly now: string;
  /** The levels with a conflict. */
  readonly conflicts: readonly string[];
  readonly form: SchemaForm;
}

/** The schemas of messages in a registry. */
interface SchemaForm {
  readonly schemaType: 'JSON' | null;
  /** Returns whether messages of a spec have such schemas. */
  fits(spec: AnySpec): boolean;
  schemasOf(spec: AnySpec): readonly { readonly schema: unknown }[];
  conflictsOf(old: AnySpec, now: AnySpec): readonly { readonly level: string }[];
}

const AVRO_FORM: SchemaForm = {
  schemaType: null,
  fits: (spec) => isEncodable(spec, 'AVRO'),
  schemasOf: (spec) => createSpecSchemas(spec, 'AVRO', null),
  conflictsOf: findAllConflicts,
};
const JSON_FORM: SchemaForm = {
  schemaType: 'JSON',
  fits: () => true,
  schemasOf: createSubjectSchemas,
  conflictsOf: findAllJsonConflicts,
};

/** Returns the edits that change the schema of a spec with one, each pair of schemas once. */
function listEdits(form: SchemaForm): Edit[] {
  const edits = new Map<string, Edit>();
  for (const name of caseNames('')) {
    const specs = ['old', 'new'].map((state) => readAndCheck(readState(name, state)).spec as AnySpec);
    if (!specs.every(form.fits)) continue;
    for (const [before, after] of [specs, specs.toReversed()] as [AnySpec, AnySpec][]) {
      const [olds, news] = [before, after].map((spec) => form.schemasOf(spec));
      if (olds?.length !== 1 || news?.length !== 1) continue;
      const [old, now] = [olds, news].map((schemas) => JSON.stringify(schemas[0]?.schema)) as [string, string];
      const conflicts = form.conflictsOf(before, after).map(({ level }) => level);
      if (old !== now) edits.set(`${old} ${now}`, { name, old, now, conflicts, form });
    }
  }
  return [...edits.values()];
}

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
