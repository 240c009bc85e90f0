import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { ProcessingResult } from '../../runtime/base/model/result.ts';
import { seed } from '../support/property.ts';
import { randomOf } from '../support/random.ts';
import type { PiecePlan } from '../../runtime/pieces/plan-file.ts';
import { startTestRegistry } from '../support/schema-registry.ts';
import { createZip } from './zip.ts';
import { createWorkplace, type Ended, type Workplace } from './specmill.ts';

const test = suite<{ at: Workplace }>('pieces: a file in pieces, in processes of their own');

const SPEC = `name: orders
format: CSV
messageKey: [id]
fields:
  - { name: id, type: STRING, required: true }
  - { name: amount, type: INTEGER, required: true }
  - { name: iban, type: STRING, sensitive: true }
`;
const RECORDS = 60_000;

test.before((context) => {
  context.at = createWorkplace();
  context.at.write('specs/orders.yaml', SPEC);
  const random = randomOf(seed, 1);
  const lines = Array.from({ length: RECORDS }, (_, index) => {
    const id = random.oneIn(20) ? `"${index}\n,x"` : String(index);
    return `${id},${random.oneIn(50) ? 'x' : index},DE02\n${random.oneIn(90) ? '\n' : ''}`;
  });
  context.at.write('in.csv', `id,amount,iban\n${lines.join('')}`);
});
test.after(({ at }) => at.remove());

const run = (at: Workplace, piece: number, to = 'out'): Ended =>
  at.call(['pieces', 'run', 'plan', '--index', String(piece), '--to', to]);

/** Makes a plan, and returns the number of its pieces. */
function plan(at: Workplace, ...args: string[]): number {
  rmSync(at.path('plan.results'), { recursive: true, force: true });
  const planned = at.call(['pieces', 'plan', 'in.csv', '--spec', 'orders', '--out', 'plan', '--json', ...args]);
  assert.equal([planned.code, planned.stderr], [0, '']);
  return (JSON.parse(planned.stdout) as { pieces: number }).pieces;
}

function resultOf({ stdout }: Ended): unknown {
  const { durationMs: _, ...result } = JSON.parse(stdout) as ProcessingResult;
  return result;
}

test('pieces have the lines and the result of transform, although some are killed and some run twice', async ({
  at,
}) => {
  const whole = at.call(['transform', '--spec', 'orders', 'in.csv', '--skip-invalid', '--out', 'whole', '--json']);
  assert.is(whole.code, 1);
  const pieces = plan(at, '--skip-invalid', '--size', '200k');
  assert.ok(pieces > 4, String(pieces));
  const early = at.call(['pieces', 'finish', 'plan']);
  assert.is(early.code, 3);
  assert.match(early.stderr, new RegExp(`${pieces} of ${pieces} pieces have no result: run --index 0, 1, 2`));
  const random = randomOf(seed, 2);
  for (let piece = pieces - 1; piece >= 0; piece--) {
    const args = ['pieces', 'run', 'plan', '--index', String(piece), '--to', 'out'];
    const processes = [at.start(args), ...(piece % 3 === 0 ? [at.start(args)] : [])];
    const ended = processes.map((one) => once(one, 'exit'));
    if (piece % 2 === 0) {
      await sleep(random.below(400));
      processes[0]?.kill('SIGKILL');
    }
    await Promise.all(ended);
    const again = run(at, piece);
    assert.equal([again.code, again.stderr], [0, '']);
  }
  const finished = at.call(['pieces', 'finish', 'plan', '--json']);
  assert.is(finished.code, 1);
  assert.equal(resultOf(finished), resultOf(whole));
  const parts = readdirSync(at.path('out')).filter((name) => !name.startsWith('.'));
  assert.is(parts.length, pieces);
  const lines = parts.sort().map((name) => readFileSync(at.path(`out/${name}`), 'utf8'));
  assert.ok(lines.join('') === readFileSync(at.path('whole'), 'utf8'), 'the parts are the lines of transform');
  const table = at.call(['pieces', 'finish', 'plan']);
  assert.match(table.stdout, /PARTIAL_SUCCESS {2}in\.csv: 60,000 records/);
  assert.ok(table.stdout.split('\n').length < 90, 'the table lists 50 records');
});

test('a process in another folder, with a data folder of its own, publishes the same', ({ at }) => {
  plan(at, '--size', '200k');
  at.write('deep/er/empty', '');
  const { code, stderr } = at.shell('cd deep/er && specmill pieces run ../../plan --index 1 --to ../../out');
  assert.equal([code, stderr], [0, '']);
  assert.equal([run(at, 1).code, run(at, 1).stdout.includes('was published before')], [0, true]);
});

test('a piece is published once, and not to another place', ({ at }) => {
  plan(at, '--size', '200k');
  assert.match(run(at, 1).stdout, /^piece 1 of 0 to \d+ is complete: /);
  assert.match(run(at, 1).stdout, /was published before/);
  const elsewhere = run(at, 1, 'other');
  assert.is(elsewhere.code, 2);
  assert.match(elsewhere.stderr, /piece 1 was published to another place: folder .*out\n.*make a new plan/);
  // A part that is gone is written again.
  rmSync(at.path('out'), { recursive: true });
  assert.match(run(at, 1).stdout, /is complete/);
  assert.ok(existsSync(at.path('out/part-000001.ndjson')));
});

test('a file that has changed is not published', ({ at }) => {
  plan(at, '--size', '200k');
  const bytes = readFileSync(at.path('in.csv'));
  const changed = Buffer.from(bytes);
  changed[changed.length - 3] = 0x39;
  writeFileSync(at.path('in.csv'), changed);
  const last = at.call(['pieces', 'finish', 'plan']).stderr.length;
  assert.ok(last > 0);
  assert.is(run(at, 0, 'new').code, 0);
  const { pieces } = JSON.parse(readFileSync(at.path('plan'), 'utf8')) as { pieces: unknown[] };
  const differs = run(at, pieces.length - 1, 'new');
  assert.is(differs.code, 3);
  assert.match(differs.stderr, /has other bytes than when the plan was made. Make a new plan \[piece_differs\]/);
  writeFileSync(at.path('in.csv'), bytes.subarray(1));
  assert.match(run(at, 1, 'new').stderr, /in\.csv has \d+ bytes, but the file of the plan has \d+/);
  at.write('copy/in.csv', bytes);
  const copy = at.call(['pieces', 'run', 'plan', '--index', '1', '--to', 'new', '--file', 'copy/in.csv']);
  assert.equal([copy.code, copy.stderr], [0, '']);
  writeFileSync(at.path('in.csv'), bytes);
});

test('a run that fails leaves no part, and finish says why', ({ at }) => {
  const pieces = plan(at, '--size', '200k', '--max-errors', '3');
  assert.is(pieces, 1);
  const piece = run(at, 0, 'failed');
  assert.is(piece.code, 0);
  assert.not.ok(existsSync(at.path('failed/part-000000.ndjson')));
  const whole = at.call(['transform', '--spec', 'orders', 'in.csv', '--max-errors', '3', '--out', 'none', '--json']);
  const finished = at.call(['pieces', 'finish', 'plan', '--json']);
  assert.equal([finished.code, whole.code], [1, 1]);
  assert.equal(resultOf(finished), resultOf(whole));
});

test('nothing to publish is a plan without pieces', ({ at }) => {
  const args = ['pieces', 'plan', 'in.csv', '--spec', 'orders', '--out', 'plan', '--max-errors', '0.1 %'];
  const planned = at.call(args);
  assert.is(planned.code, 1);
  assert.match(planned.stdout, /FAILED {2}in\.csv: .*\n?.*more than 0\.1 %/);
  assert.match(planned.stderr, /plan has no pieces, because nothing can be published/);
  assert.equal([run(at, 0).code, at.call(['pieces', 'finish', 'plan']).code], [0, 1]);
});

const refusals: [string, string[], RegExp][] = [
  [
    'all-or-nothing',
    ['--delivery', 'all-or-nothing'],
    /all-or-nothing cannot go in pieces[^]*use exactly-once, or specmill transform/,
  ],
  [
    'schemas without a topic',
    ['--value-format', 'avro', '--schema-registry', 'http://127.0.0.1:1'],
    /--value-format avro with a registry requires --topic/,
  ],
  ['JSON Schemas without a registry', ['--value-format', 'json-schema'], /json-schema needs a registry/],
  ['a topic without schemas', ['--topic', 'orders'], /--topic is for messages with schemas[^]*pieces run has --to/],
  ['a flag of run', ['--index', '1'], /--index belongs to pieces run/],
  ['a size', ['--size', 'big'], /--size takes a size such as 16MiB/],
];

for (const [title, flags, message] of refusals) {
  test(`plan refuses ${title}`, ({ at }) => {
    const { code, stderr } = at.call(['pieces', 'plan', 'in.csv', '--spec', 'orders', '--out', 'no', ...flags]);
    assert.is(code, 2);
    assert.match(stderr, message);
    assert.not.ok(existsSync(at.path('no')));
  });
}

test('plan refuses standard input', ({ at }) => {
  const stdin = at.call(['pieces', 'plan', '-', '--spec', 'orders', '--out', 'no']);
  assert.equal([stdin.code, /standard input has no pieces/.test(stdin.stderr)], [2, true]);
});

const packed: [title: string, file: string, members: string[]][] = [
  ['a compressed file', 'in.csv.gz', []],
  ['the only file of an archive', 'one.zip', []],
  ['a member of an archive', 'all.zip', ['--members', 'a/*.csv']],
];

for (const [title, file, members] of packed) {
  test(`${title} is unpacked once, and its pieces are the lines and the result of transform`, ({ at }) => {
    const content = readFileSync(at.path('in.csv'));
    at.write('in.csv.gz', gzipSync(content));
    at.write('one.zip', createZip([{ name: 'in.csv', content }]));
    at.write(
      'all.zip',
      createZip([
        { name: 'read.me', content: Buffer.from('x') },
        { name: 'a/in.csv', content },
      ]),
    );
    const whole = at.call(['transform', '--spec', 'orders', file, ...members, '--out', 'whole', '--json']);
    const planned = at.call([
      'pieces',
      'plan',
      file,
      '--spec',
      'orders',
      '--out',
      'packed',
      '--size',
      '600k',
      ...members,
    ]);
    assert.equal([planned.code, planned.stderr], [0, '']);
    assert.match(planned.stdout, /unpacked content is packed\.content: remove it/);
    assert.equal(readFileSync(at.path('packed.content')), content);
    // The packed file is not read again.
    rmSync(at.path(file));
    const { pieces } = JSON.parse(readFileSync(at.path('packed'), 'utf8')) as { pieces: unknown[] };
    const out = `out-${file}`;
    for (const piece of pieces.keys()) {
      const { code, stderr } = at.call(['pieces', 'run', 'packed', '--index', String(piece), '--to', out]);
      assert.equal([code, stderr], [0, '']);
    }
    assert.equal(resultOf(at.call(['pieces', 'finish', 'packed', '--json'])), resultOf(whole));
    const lines = readdirSync(at.path(out))
      .sort()
      .map((name) => readFileSync(at.path(`${out}/${name}`), 'utf8'));
    assert.ok(lines.join('') === readFileSync(at.path('whole'), 'utf8'), 'the parts are the lines of transform');
  });
}

test('content that is damaged, too large or of several members leaves nothing, and says why', ({ at }) => {
  const content = readFileSync(at.path('in.csv'));
  at.write('cut.csv.gz', gzipSync(content).subarray(0, -9));
  at.write(
    'two.zip',
    createZip([
      { name: 'a.csv', content },
      { name: 'b.csv', content },
    ]),
  );
  const plan = (file: string, ...args: string[]) =>
    at.call(['pieces', 'plan', file, '--spec', 'orders', '--out', 'bad', ...args]);
  const cases: [Ended, number, RegExp][] = [
    [plan('cut.csv.gz'), 1, /FAILED {2}cut\.csv\.gz[^]*decompression_failed/],
    [plan('two.zip'), 1, /FAILED {2}two\.zip[^]*a\.csv/],
    [plan('two.zip', '--members', 'c*'), 1, /FAILED {2}two\.zip[^]*member_not_found/],
    [plan('two.zip', '--members', '*.csv'), 2, /2 members of two\.zip match[^]*--members "a\.csv"/],
    [plan('two.zip', '--members', 'a.csv', '--max-file-bytes', '100k'), 1, /decompressed_too_large/],
    [plan('none.zip', '--members', 'a.csv'), 2, /cannot use none\.zip: no such file/],
  ];
  for (const [{ code, stdout, stderr }, expected, message] of cases) {
    assert.is(code, expected, stderr);
    assert.match(stdout + stderr, message);
    assert.equal(
      readdirSync(at.path('.')).filter((name) => name.startsWith('bad.content')),
      [],
    );
  }
});

test('a plan has the ids of its schemas, and belongs to their topic', async ({ at }) => {
  const registry = await startTestRegistry();
  const url = ['--schema-registry', registry.url, '--topic', 'orders'];
  const args = ['in.csv', '--spec', 'orders', '--size', '200k', '--out', 'schemas', '--value-format', 'avro', ...url];
  const code = async (...more: string[]): Promise<number | null> =>
    (await once(at.start(['pieces', 'plan', ...args, ...more]), 'exit'))[0] as number | null;
  assert.is(await code(), 3);
  assert.not.ok(existsSync(at.path('schemas')));
  assert.is(await code('--register-schemas'), 0);
  await registry.close();
  const { options, topic } = JSON.parse(readFileSync(at.path('schemas'), 'utf8')) as PiecePlan;
  assert.equal([topic, options.schemas?.values.map(({ id }) => id)], ['orders', [...registry.schemas.keys()]]);
  const refused = (...to: string[]) => at.call(['pieces', 'run', 'schemas', '--index', '0', '--to', ...to]).stderr;
  assert.match(refused('out'), /the plan has messages in the format avro, which belong to a topic/);
  assert.match(refused('kafka://127.0.0.1:1/other'), /belong to the topic orders, and not to other/);
  assert.match(refused('out', '--value-format', 'json'), /--value-format belongs to pieces plan/);
});

test('run names a wrong index, plan or place', ({ at }) => {
  const pieces = plan(at, '--size', '200k');
  assert.match(run(at, pieces).stderr, new RegExp(`has no piece ${pieces}\n.*from 0 to ${pieces - 1}`));
  assert.match(at.call(['pieces', 'run', 'in.csv', '--index', '0', '--to', 'out']).stderr, /in\.csv is not a plan/);
  assert.match(
    at.call(['pieces', 'run', 'none', '--index', '0', '--to', 'out']).stderr,
    /cannot read none: no such file/,
  );
  assert.match(run(at, 0, 'topic:orders').stderr, /the embedded broker belongs to one process[^]*kafka:\/\/HOST/);
  for (const to of ['ftp://user:secret@host/x', 'postgresql://user:secret@host/d?table=t']) {
    const refused = run(at, 0, to);
    assert.is(refused.code, 2);
    assert.not.match(refused.stderr, /secret/);
  }
  assert.match(run(at, 0, 'postgresql://user@host/d').stderr, /names no database, or no table[^]*\?table=T/);
});

test.run();
