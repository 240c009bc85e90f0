import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { parse } from 'yaml';
import { readDefinition } from '../../../runtime/jobs/definition/read-definition.ts';
import { fillTemplate } from '../../../runtime/jobs/definition/path-template.ts';
import { CLAIMS_JOB } from './claims-job.ts';

const test = suite('the definition of a job');

const claims = (): Record<string, unknown> => parse(CLAIMS_JOB) as Record<string, unknown>;

/** Returns the problems of the job `claims` with these members changed, as `field: message`. */
function problemsOf(change: Record<string, unknown>): string[] {
  const reading = readDefinition({ ...claims(), ...change });
  return reading.kind === 'valid' ? [] : reading.problems.map(({ path, message }) => `${path.join('.')}: ${message}`);
}

test('the documented job is valid, and every member is read', () => {
  const reading = readDefinition(claims());
  if (reading.kind === 'invalid') return assert.unreachable(JSON.stringify(reading.problems));
  assert.equal(reading.definition, {
    name: 'claims',
    source: { integration: 'insurer-sftp', path: 'out', pattern: 'claims-*.csv{,.gz}', recursive: false },
    specs: [{ pattern: '*', spec: 'claims' }],
    schedule: { kind: 'every', everyMs: 30_000, jitterMs: 0 },
    ready: {
      unchangedForMs: 20_000,
      minAgeMs: 10_000,
      doneFile: '{name}.done',
      ignore: ['.*', '*.tmp', '*.part', '*.filepart'],
      minBytes: 1,
    },
    take: { order: 'NAME', max: 100, identity: { kind: 'attributes', of: ['PATH', 'SIZE', 'MODIFIED'] } },
    to: { kind: 'topic', topic: 'claims' },
    options: {
      skipInvalidRecords: true,
      maxErrors: 500,
      maxRejectedDocuments: null,
      delivery: 'exactly-once',
      deadLetterTopic: 'claims-rejects',
      errorLimit: 1000,
      onDuplicateFile: 'REFUSE',
      ordering: 'FILE',
    },
    then: {
      done: { kind: 'move', to: 'archive/{date}/{name}' },
      failed: { action: { kind: 'move', to: 'failed/{name}' }, reason: true },
      rejects: { path: 'rejects/{name}' },
    },
    retry: { max: 5, backoff: { firstMs: 30_000, maxMs: 3_600_000 } },
    expect: {
      ...{ by: '07:30', timeZone: 'Europe/Zurich', days: 'MON-FRI' },
      ...{ records: { min: null, max: null }, bytes: { min: null, max: null }, volume: null },
    },
    alerts: { alertAbove: 0, warnings: [] },
    approval: null,
    keepForMs: 90 * 86_400_000,
  });
});

test('a job needs only a name, a source, a spec, a schedule and a destination', () => {
  const { name, source, spec, schedule, to } = claims();
  const reading = readDefinition({ name, source, spec, schedule, to });
  const { skipInvalidRecords, delivery, onDuplicateFile } =
    reading.kind === 'valid' ? reading.definition.options : ({} as Record<string, undefined>);
  assert.equal([skipInvalidRecords, delivery, onDuplicateFile], [true, 'exactly-once', 'REFUSE'], 'the careful ones');
});

test('a cron expression has a time zone, and CONTENT and VERSION are identities', () => {
  for (const identity of ['CONTENT', ['CONTENT'], 'VERSION', ['VERSION'], ['PATH']])
    assert.equal(problemsOf({ take: { identity } }), []);
  assert.equal(problemsOf({ schedule: { cron: '0 6 * * MON-FRI', timeZone: 'Europe/Zurich', jitter: '5s' } }), []);
});

test('approval takes a number or a share, 0 without one', () => {
  for (const [approval, above] of [
    [{}, 0],
    [{ above: 5 }, 5],
    [{ above: '2%' }, '2 %'],
  ] as const) {
    const reading = readDefinition({ ...claims(), approval });
    assert.equal(reading.kind === 'valid' ? reading.definition.approval : reading.problems, { above });
  }
  for (const approval of [{ above: -1 }, { above: null }, { over: 1 }, true])
    assert.is(problemsOf({ approval }).length, 1, JSON.stringify(approval));
});

test('maxErrors and alertAbove take a share, and expect takes limits without a time', () => {
  assert.equal(problemsOf({ options: { maxErrors: '2 %' }, alerts: { alertAbove: '0.5%' } }), []);
  assert.equal(problemsOf({ expect: { records: { min: 1, max: 10 }, bytes: { min: 1 }, volume: 'USUAL' } }), []);
});

const WRONG: readonly [string, Record<string, unknown>, RegExp][] = [
  [
    'a share of errors above all',
    { options: { maxErrors: '101 %' } },
    /maxErrors" takes a whole number, 0 or more, or/,
  ],
  ['an expectation of nothing', { expect: { days: 'MON' } }, /^expect: "expect" takes at least one of by, records/],
  ['limits of records', { expect: { records: { min: 2, max: 1 } } }, /^expect\.records: .* min that is not larger/],
  ['an unknown warning', { alerts: { warnings: ['NO_SUCH'] } }, /warnings\.0" takes one of ENCODING_SUSPECT/],
  ['an unknown key', { shedule: {} }, /^shedule: "shedule" is not a key of a job\. Its keys are name, source/],
  ['an unknown key inside', { ready: { unchanged: '5s' } }, /^ready\.unchanged: "unchanged" is not a key of "ready"/],
  ['a missing key', { to: {} }, /^to\.topic: "to\.topic" is required/],
  ['a name with blanks', { name: 'My Job' }, /^name: "name" takes a name of a-z/],
  [
    'a source without an integration',
    { source: { path: '/' } },
    /^source\.integration: "source\.integration" is required/,
  ],
  [
    'both names of an integration',
    { source: { integration: 'a', integrationId: 'b' } },
    /^source\.integrationId: .*and "integration" exclude each other/,
  ],
  ['a path that leaves the root', { source: { integration: 'a', path: '../x' } }, /^source\.path: .*without "\.\."/],
  [
    'a pattern without an end',
    { source: { integration: 'a', pattern: '{a' } },
    /^source\.pattern: .*not a valid pattern/,
  ],
  ['both spec and specs', { specs: [{ spec: 'a' }] }, /^specs: "specs" and "spec" exclude each other/],
  ['neither spec nor specs', { spec: null }, /^spec: "spec" is required, or "specs"/],
  ['an empty list of specs', { spec: null, specs: [] }, /^specs: "specs" takes a list of 1 to 100 items/],
  [
    'a wrong item of a list',
    { spec: null, specs: [{ pattern: '*' }] },
    /^specs\.0\.spec: "specs\.0\.spec" is required/,
  ],
  [
    'two schedules',
    { schedule: { every: '5s', cron: '* * * * *' } },
    /^schedule: "schedule" takes either every or cron/,
  ],
  ['a schedule that is too fast', { schedule: { every: '0s' } }, /^schedule\.every: .*at least 1s/],
  ['a time without a unit', { schedule: { every: 30 } }, /^schedule\.every: .*a time such as/],
  ['a wrong cron expression', { schedule: { cron: '99 * * * *' } }, /^schedule\.cron: .*a cron expression/],
  ['a cron expression without a time', { schedule: { cron: '0 0 30 2 *' } }, /^schedule\.cron: .*a cron expression/],
  [
    'an unknown time zone',
    { schedule: { cron: '* * * * *', timeZone: 'Mars/Base' } },
    /^schedule\.timeZone: .*a time zone/,
  ],
  ['a done file without a name', { ready: { doneFile: 'ready' } }, /^ready\.doneFile: .*\{name\} or \{stem\}/],
  ['a negative size', { ready: { minBytes: -1 } }, /^ready\.minBytes: .*whole number from 0/],
  ['an unknown order', { take: { order: 'RANDOM' } }, /^take\.order: .*one of NAME, MODIFIED, SIZE/],
  ['an identity without the path', { take: { identity: ['SIZE'] } }, /^take\.identity: .*must contain PATH/],
  ['a malformed topic', { to: { topic: 'a b' } }, /^to\.topic: .*takes a topic name/],
  ['a table without an integration', { options: {}, to: { table: 't' } }, /^to\.integration: "to\.integration" is req/],
  [
    'an empty key of a table',
    { options: {}, to: { integration: 'db', table: 't', key: [] } },
    /^to\.key: .*a list of 1 to 16/,
  ],
  [
    'dead letters beside a table',
    { to: { integration: 'db', table: 't' } },
    /^options\.deadLetterTopic: .*needs a topic/,
  ],
  ['an unknown delivery', { options: { delivery: 'twice' } }, /^options\.delivery: .*one of at-least-once/],
  [
    'dead letters in the same topic',
    { options: { deadLetterTopic: 'claims' } },
    /^options\.deadLetterTopic: .*another topic/,
  ],
  [
    'a move and a deletion',
    { then: { done: { move: 'a/{name}', delete: true } } },
    /^then\.done: .*either move or delete/,
  ],
  [
    'a target without a name',
    { then: { done: { move: 'archive/all' } } },
    /^then\.done\.move: .*must contain \{name\}/,
  ],
  [
    'an unknown placeholder',
    { then: { done: { move: 'a/{nmae}' } } },
    /^then\.done\.move: .*unknown placeholder \{nmae\}/,
  ],
  ['a target that leaves the root', { then: { done: { move: '../{name}' } } }, /^then\.done\.move: .*without "\.\."/],
  [
    'a target in the watched folder',
    { then: { done: { move: '/out/{name}.old' } } },
    /^then\.done\.move: .*leads back/,
  ],
  ['a range of times that ends before it begins', { retry: { backoff: '1h..30s' } }, /^retry\.backoff: .*not longer/],
  ['one time instead of a range', { retry: { backoff: '30s' } }, /^retry\.backoff: .*range of times/],
  ['a wrong time of the day', { expect: { by: '7:30' } }, /^expect\.by: .*such as "07:30"/],
  ['a wrong day', { expect: { by: '07:30', days: 'MON-FUN' } }, /^expect\.days: .*days such as/],
  ['a short time to keep rows', { keepFor: '1h' }, /^keepFor: .*at least 86400s/],
  ['a text instead of a mapping', { ready: 'soon' }, /^ready: "ready" takes a mapping/],
];

for (const [title, change, expected] of WRONG) {
  test(`${title} is reported with its field`, () => {
    const problems = problemsOf(change);
    assert.is(problems.length, 1, JSON.stringify(problems));
    assert.match(problems[0] ?? '', expected);
  });
}

test('all problems are reported at once', () => {
  assert.is(problemsOf({ name: 1, to: { topic: '' }, ready: { a: 1, minBytes: 'x' } }).length, 4);
});

test('values that are no mapping are rejected, whatever they are', () => {
  for (const value of [null, 1, 'x', [], [[]], new Date(), true]) assert.is(readDefinition(value).kind, 'invalid');
  assert.is(readDefinition(JSON.parse('{"__proto__": {"name": "x"}}')).kind, 'invalid');
});

test('a template is filled with the name, the date and the run', () => {
  const values = { name: 'a.b.csv', job: 'j', at: Date.UTC(2026, 1, 3, 4, 5, 6), run: 'r' };
  assert.is(fillTemplate('/x/{date}/{time}/{job}/{run}/{stem}_{name}', values), 'x/2026-02-03/040506/j/r/a.b_a.b.csv');
  // A name is never read as a template itself.
  assert.is(fillTemplate('x/{name}', { ...values, name: '{date}$&' }), 'x/{date}$&');
});

test.run();
