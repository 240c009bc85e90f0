import type { spawn } from 'node:child_process';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { startTestRegistry, type TestRegistry } from '../support/schema-registry.ts';
import { createWorkplace, type Workplace } from './specmill.ts';

const test = suite<{ at: Workplace; registry: TestRegistry }>('check --registry');

const good = (fields: string) => `name: good\nformat: CSV\nfields:\n  - { name: a, type: STRING }\n${fields}`;
const MORE = '  - { name: b, type: STRING, required: true }\n';
const LATE = 'name: late\nformat: CSV\nfields:\n  - { name: t, type: TIME, endOfDay: true }\n';
const TWO = `name: two\nformat: CSV\nhasHeader: false\nrecordTypes:
  - { name: a, when: { column: 1, values: [A] }, fields: [{ name: x, type: STRING }] }
  - { name: b, when: { column: 1, values: [B] }, fields: [{ name: y, type: STRING }] }\n`;

test.before(async (context) => {
  context.registry = await startTestRegistry();
  context.at = createWorkplace();
  for (const [name, text] of Object.entries({ good: good(''), late: LATE, two: TWO }))
    context.at.write(`specs/${name}.yaml`, text);
});
test.after(async ({ at, registry }) => {
  at.remove();
  await registry.close();
});
test.before.each(({ registry }) => {
  registry.answer = null;
  registry.requests.splice(0);
});

interface Called {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Calls the program while the registry of this process answers. */
async function call(at: Workplace, registry: TestRegistry, ...args: readonly string[]): Promise<Called> {
  const child: ReturnType<typeof spawn> = at.start(['check', ...args, '--registry', registry.url]);
  const output = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const)
    child[name]?.on('data', (chunk: Buffer) => {
      output[name] += String(chunk);
    });
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
  return { code, ...output };
}

/** Registers the schema of the spec `good`. */
async function register(at: Workplace, registry: TestRegistry): Promise<void> {
  const schema = at.call(['docs', 'good', '--avro']).stdout;
  const body = JSON.stringify({ schema: JSON.stringify(JSON.parse(schema)) });
  await fetch(`${registry.url}/subjects/good-value/versions`, { method: 'POST', body });
  registry.requests.splice(0);
}

test('a subject that is new, a schema that is registered, and one that is refused', async ({ at, registry }) => {
  const first = await call(at, registry, 'good');
  assert.equal([first.code, first.stdout], [0, 'specs/good.yaml is valid\n  good-value: the subject is new\n']);
  await register(at, registry);
  const known = await call(at, registry, 'good');
  assert.match(known.stdout, /good-value: the schema is registered with the id 256\n/);
  at.write('specs/good.yaml', good(MORE));
  const refused = await call(at, registry, 'good');
  at.write('specs/good.yaml', good(''));
  assert.is(refused.code, 1);
  assert.match(
    refused.stdout,
    /^specs\/good\.yaml:1:7 schema_refused: .*"good-value": READER_FIELD_MISSING_DEFAULT_VALUE; at \/fields\/1\n/,
  );
  assert.not.ok(registry.requests.some((one) => /^POST \/subjects\/[^/]+\/versions/.test(one)));
});

test('the topic, the namespace, the strategy and the format decide the subject and the schema', async ({
  at,
  registry,
}) => {
  const flags = ['--schema-namespace', 'n', '--subject-name-strategy', 'topic-record', '--key-format', 'avro'];
  const { code, stdout } = await call(at, registry, 'good', '--topic', 't', ...flags, '--format', 'json');
  const { specs } = JSON.parse(stdout) as { specs: { schemas: { subject: string; outlook: object }[] }[] };
  const [spec] = specs;
  assert.is(code, 0);
  assert.equal(spec?.schemas, [
    { subject: 't-n.good', outlook: { kind: 'first' } },
    { subject: 't-key', outlook: { kind: 'first' } },
  ]);
  const json = await call(at, registry, 'two', '--value-format', 'json-schema');
  assert.is(json.code, 2);
  assert.match(json.stderr, /need subjects of their own: set --subject-name-strategy/);
  const types = await call(at, registry, 'two', '--subject-name-strategy', 'record');
  assert.match(types.stdout, / {2}two_a: the subject is new\n {2}two_b: the subject is new\n/);
});

test('what the format cannot contain is an error of the spec', async ({ at, registry }) => {
  const { code, stdout } = await call(at, registry, 'late');
  assert.is(code, 1);
  assert.match(stdout, /value_not_encodable/);
  assert.equal(registry.requests, []);
});

test('a registry that does not answer, or is none, is exit code 3', async ({ at, registry }) => {
  registry.answer = { status: 503, body: 'down' };
  const down = await call(at, registry, 'good');
  assert.equal([down.code, down.stderr], [3, 'specmill: the schema registry answered 503: down\n']);
  registry.answer = { status: 404, body: '<html>Not Found</html>' };
  const none = await call(at, registry, 'good');
  assert.is(none.code, 3);
  assert.match(none.stderr, /no registry with Confluent's REST interface/);
});

test('wrong flags are exit code 2', async ({ at, registry }) => {
  const several = await call(at, registry, '--topic', 't');
  assert.match(several.stderr, /--topic is the topic of one spec/);
  assert.is(at.call(['check', 'good', '--registry', 'registry']).code, 2);
  assert.is(at.call(['check', 'good', '--topic', 't']).code, 2);
});

test.run();
