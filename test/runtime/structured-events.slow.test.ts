import { readFileSync } from 'node:fs';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { readDefinition } from '../../runtime/jobs/definition/read-definition.ts';
import { accepts } from '../compiler/json-schema-validator.ts';
import { formOf, startService } from './service.ts';
import { createWorkplace } from './specmill.ts';

const ORDERS = `name: orders
format: CSV
delimiter: ","
messageKey: [id]
fields: [{ name: id, type: STRING }, { name: n, type: INTEGER }]
validationRules: [{ ruleId: few, field: n, ruleType: MAX_VALUE, value: 9, severity: WARNING }]
`;
const FILE = 'id,n\nA,1\nB,x\nC,"12"\n"D ""q"" ä\nb",3\n';
const TYPED = `name: typed
format: CSV
delimiter: ","
hasHeader: false
recordTypes:
  - { name: order, when: { column: "1", values: [O] }, fields: [{ name: k, type: STRING }, { name: id, type: STRING }] }
  - { name: item, when: { column: "1", values: [I] }, fields: [{ name: k, type: STRING }, { name: sku, type: STRING }] }
order: ANY
`;

interface Event {
  id: string;
  type: string;
  data: Record<string, unknown>;
  [attribute: string]: unknown;
}
interface Message {
  key: string | null;
  value: string;
  headers: Record<string, string>;
}

function linesOf<T>(text: string): T[] {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as T);
}

test('a file of events has those of binary mode with their attributes around them, and the ids of a topic', () => {
  const at = createWorkplace();
  try {
    at.write('specs/orders.yaml', ORDERS);
    at.write('a.csv', FILE);
    const transform = (...flags: string[]) => at.call(['transform', '--spec', 'orders', 'a.csv', ...flags]);
    const plain = linesOf(transform('--out', '-').stdout);
    const events = linesOf<Event>(transform('--out', '-', '--cloudevents', 'structured').stdout);
    assert.equal(
      events.map(({ data }) => data),
      plain,
    );
    transform('--topic', 't');
    transform('--topic', 's', '--cloudevents', 'structured', '--dead-letter', 'd');
    const [binary, structured, dead] = ['t', 's', 'd'].map((topic) =>
      linesOf<Message>(at.call(['tail', topic]).stdout),
    );
    assert.equal(
      events.map(({ id }) => id),
      binary?.map(({ headers }) => headers['ce_id']),
    );
    assert.equal(
      structured?.map(({ value }) => JSON.parse(value) as unknown),
      events,
    );
    for (const [index, { key, headers }] of (structured ?? []).entries()) {
      assert.is(key, binary?.[index]?.key);
      assert.equal(headers, { ...binary?.[index]?.headers, 'content-type': 'application/cloudevents+json' });
    }
    assert.equal(
      dead?.map(({ value, headers }) => [value, headers['content-type']]),
      [['B,x\n', 'application/octet-stream']],
    );
    const piped = at.call(['transform', '--spec', 'orders', '-', '--out', '-', '--cloudevents', 'structured'], {
      input: FILE,
    });
    assert.equal(linesOf(piped.stdout), events);
    assert.is(transform('--out', '-', '--cloudevents', 'other').code, 2);
    const described = JSON.parse(at.call(['docs', 'orders', '--asyncapi', '--cloudevents', 'structured']).stdout) as {
      components: { messages: { record: { contentType: string; payload: Record<string, unknown> } } };
    };
    const { contentType, payload } = described.components.messages.record;
    assert.is(contentType, 'application/cloudevents+json');
    for (const event of events) assert.ok(accepts({ ...payload, additionalProperties: false }, event));
    assert.not.ok(accepts(payload, { ...events[0], data: {} }));
  } finally {
    at.remove();
  }
});

test('each record type has its own type of events', () => {
  const at = createWorkplace();
  try {
    at.write('specs/typed.yaml', TYPED);
    at.write('a.csv', 'O,1\nI,2\nI,3\nO,4\n');
    const { stdout, stderr } = at.call(['transform', '--spec', 'typed', 'a.csv', '--out', '-'], {
      env: { SPECMILL_CLOUDEVENTS: 'structured' },
    });
    assert.equal(
      linesOf<Event>(stdout).map(({ type, id }) => [type, id.split(':')[1]]),
      [
        ['typed.order', '1'],
        ['typed.item', '2'],
        ['typed.item', '3'],
        ['typed.order', '4'],
      ],
      stderr,
    );
  } finally {
    at.remove();
  }
});

test('a large file that several threads read has each event once, in order', () => {
  const at = createWorkplace();
  try {
    at.write('specs/orders.yaml', ORDERS);
    const records = 150_000;
    at.write('a.csv', `id,n\n${Array.from({ length: records }, (_, n) => `${n},${n % 7 === 0 ? 'x' : 1}\n`).join('')}`);
    const flags = ['--threads', '3', '--cloudevents', 'structured', '--out', 'out.ndjson'];
    at.call(['transform', '--spec', 'orders', 'a.csv', ...flags]);
    const events = linesOf<Event>(readFileSync(at.path('out.ndjson'), 'utf8'));
    const wanted = Array.from({ length: records }, (_, n) => n).filter((n) => n % 7 !== 0);
    assert.is(events.length, wanted.length);
    for (const [index, { id, data }] of events.entries()) {
      const n = wanted[index] ?? 0;
      if (data['id'] !== String(n) || !id.endsWith(`:${n + 1}`)) assert.unreachable(`${id}: ${JSON.stringify(data)}`);
    }
  } finally {
    at.remove();
  }
});

test('the service has a default for all runs, which a request changes', async () => {
  const at = createWorkplace();
  at.write('specs/orders.yaml', ORDERS);
  const service = await startService(at, ['--cloudevents', 'structured']);
  try {
    const send = async (topic: string, fields: Record<string, string>) => {
      const file = new File(['id,n\nA,1\n'], 'a.csv');
      const body = formOf({ specId: 'orders', brokerTopic: topic, file, ...fields });
      const { status } = await service.fetch('/transform/file-to-events', { method: 'POST', body });
      if (status !== 200) return { status, value: null };
      const [message] = (await (await service.fetch(`/topics/${topic}/messages`)).json()) as Message[];
      return { status, value: message === undefined ? null : (JSON.parse(message.value) as object) };
    };
    assert.equal(Object.keys((await send('s', {})).value ?? {}).at(-1), 'data');
    assert.equal((await send('b', { cloudevents: 'binary' })).value, { id: 'A', n: 1 });
    assert.is((await send('w', { cloudevents: 'other' })).status, 400);
  } finally {
    await service.stop();
    at.remove();
  }
});

test('a job sets the mode of its messages, but not of a CSV file', () => {
  const read = (to: object) =>
    readDefinition({ name: 'j', source: { integration: 'in' }, spec: 'orders', schedule: { every: '1m' }, to });
  const toOf = (to: object) => {
    const reading = read(to);
    return reading.kind === 'valid' ? reading.definition.to : JSON.stringify(reading.problems);
  };
  assert.equal(toOf({ topic: 't', cloudevents: 'structured' }), {
    kind: 'topic',
    topic: 't',
    cloudevents: 'structured',
  });
  assert.equal(toOf({ topic: 't' }), { kind: 'topic', topic: 't' });
  assert.match(
    String(toOf({ integration: 'out', path: '{name}.csv', cloudevents: 'structured' })),
    /does not end in \.csv/,
  );
});

test.run();
