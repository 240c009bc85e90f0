/**
 * A file in pieces, where the file, the plan, the results and the lines are objects of a real S3 server. Processes of pieces are
 * killed, and some run twice at the same time. There is no service.
 */
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { ProcessingResult } from '../../../runtime/base/model/result.ts';
import {
  type ObjectAddress,
  openPieceBucket,
  writeObjectFile,
  writeObjectText,
} from '../../../runtime/pieces/store/piece-bucket.ts';
import { readBucketAddress } from '../../../runtime/state/settings/bucket-address.ts';
import { createWorkplace, type Ended, type Workplace } from '../../runtime/specmill.ts';
import { seed } from '../../support/property.ts';
import { randomOf } from '../../support/random.ts';
import { requireServer } from './install/require-server.ts';
import { type S3Server, startS3 } from './servers/s3-server.ts';

const TITLE = 'pieces whose plan, file and lines are objects';
const SPEC = `name: orders
format: CSV
messageKey: [id]
fields:
  - { name: id, type: STRING, required: true }
  - { name: note, type: STRING }
  - { name: amount, type: INTEGER, required: true }
`;
/** The file has several blocks of 4 MiB. */
const RECORDS = 160_000;

interface Place {
  at: Workplace;
  s3: S3Server;
  /** The text of the file. */
  text: string;
}

if (requireServer('versitygw', TITLE)) declare();

function declare(): void {
  const test = suite<Place>(TITLE);
  test.before(async (context) => {
    const s3 = await startS3();
    context.s3 = s3;
    context.at = createWorkplace({
      env: {
        AWS_ACCESS_KEY_ID: s3.accessKeyId,
        AWS_SECRET_ACCESS_KEY: s3.secretAccessKey,
        AWS_REGION: s3.region,
        AWS_ENDPOINT_URL_S3: `http://127.0.0.1:${s3.port}`,
      },
    });
    context.at.write('specs/orders.yaml', SPEC);
    const random = randomOf(seed, 5);
    const lines = Array.from({ length: RECORDS }, (_, index) => {
      const note = random.oneIn(30) ? `"a\n${'b'.repeat(random.below(400))}"` : 'x'.repeat(random.below(120));
      return `${index},${note},${random.oneIn(50) ? 'x' : index}\n`;
    });
    context.text = `id,note,amount\n${lines.join('')}`;
    context.at.write('in.csv', context.text);
    await put(s3, 'in/orders 1.csv', context.text);
  });
  test.after(async ({ at, s3 }) => {
    at.remove();
    await s3.close();
  });

  test('the lines and the result are those of transform', async ({ at, s3 }) => {
    const whole = at.call(['transform', '--spec', 'orders', 'in.csv', '--skip-invalid', '--out', 'whole', '--json']);
    const pieces = plan(at, '--skip-invalid', '--size', '3MiB');
    assert.ok(pieces >= 3, String(pieces));
    assert.is(finish(at).code, 3);
    const random = randomOf(seed, 6);
    for (let piece = pieces - 1; piece >= 0; piece--) {
      const processes = [at.start(argsOf(piece)), ...(piece % 3 === 0 ? [at.start(argsOf(piece))] : [])];
      const ended = processes.map((one) => once(one, 'exit'));
      if (piece % 2 === 0) {
        await sleep(random.below(900));
        processes[0]?.kill('SIGKILL');
      }
      await Promise.all(ended);
      const again = run(at, piece);
      assert.equal([again.code, again.stderr], [0, '']);
      assert.match(run(at, piece).stdout, /was published before/);
    }
    const finished = finish(at);
    assert.equal([finished.code, finished.stderr], [1, '']);
    assert.equal(resultOf(finished), { ...resultOf(whole), fileName: 'orders 1.csv' });
    const parts = readdirSync(join(s3.folder, 'out')).sort();
    assert.is(parts.length, pieces);
    const lines = parts.map((name) => readFileSync(join(s3.folder, 'out', name), 'utf8'));
    assert.ok(lines.join('') === readFileSync(at.path('whole'), 'utf8'), 'the objects are the lines of transform');
  });

  test('an object with the lines of a piece that is gone is written again', async ({ at, s3 }) => {
    const bucket = await openPieceBucket(addressOf(s3, ''));
    await bucket.remove('out/part-000001.ndjson');
    bucket.close();
    assert.match(run(at, 1).stdout, /is complete/);
    assert.ok(existsSync(join(s3.folder, 'out/part-000001.ndjson')));
    const left = existsSync(at.path('.data/pieces')) ? readdirSync(at.path('.data/pieces')) : [];
    assert.ok(left.length <= 3, 'only killed processes leave a copy');
  });

  test('a piece in a folder is that in the bucket, and an object that has changed is not published', async ({
    at,
    s3,
    text,
  }) => {
    plan(at, '--size', '3MiB');
    const to = (index: string, ...more: string[]) =>
      at.call(['pieces', 'run', 's3://files/plans/orders', '--index', index, '--to', 'local', ...more]);
    assert.is(to('0').code, 0);
    assert.is(to('1', '--file', 'in.csv').code, 0);
    await put(s3, 'in/orders 1.csv', text.replace(/\d\n$/, 'y\n'));
    const last = String(plansOf(s3).pieces.length - 1);
    assert.match(to(last).stderr, /has other bytes than when the plan was made[^]*piece_differs/);
    await put(s3, 'in/orders 1.csv', text.slice(1));
    const other = to(last);
    assert.is(other.code, 2);
    assert.match(other.stderr, /s3:\/\/files\/in\/orders%201\.csv has \d+ bytes, but the file of the plan has \d+/);
    await put(s3, 'in/orders 1.csv', text);
  });

  test('the content of a compressed object is unpacked once, as an object beside the plan', async ({
    at,
    s3,
    text,
  }) => {
    const bucket = await openPieceBucket(addressOf(s3, ''));
    const packed = at.write('orders.csv.gz', gzipSync(text));
    await writeObjectFile(bucket, 'in/orders.csv.gz', packed);
    const out = 's3://files/plans/packed';
    const planned = at.call(['pieces', 'plan', 's3://files/in/orders.csv.gz', '--spec', 'orders', '--out', out]);
    assert.equal([planned.code, planned.stderr], [0, '']);
    assert.match(planned.stdout, /unpacked content is s3:\/\/files\/plans\/packed\.content/);
    assert.ok(readFileSync(join(s3.folder, 'plans/packed.content'), 'utf8') === text);
    await bucket.remove('in/orders.csv.gz');
    bucket.close();
    const piece = at.call(['pieces', 'run', out, '--index', '0', '--to', 'unpacked']);
    assert.equal([piece.code, piece.stderr], [0, '']);
    const finished = at.call(['pieces', 'finish', out, '--json']);
    const whole = at.call(['transform', '--spec', 'orders', packed, '--out', 'whole', '--json']);
    assert.equal(resultOf(finished), resultOf(whole));
    const left = existsSync(at.path('.data/pieces')) ? readdirSync(at.path('.data/pieces')) : [];
    assert.ok(left.length <= 3, 'only killed processes leave a copy');
  });

  test('what is missing, refused or unreachable is named, without the secret', async ({ at, s3 }) => {
    const call = (args: string[], env: Record<string, string> = {}) => {
      const ended = at.call(['pieces', ...args], { env: { ...envOf(s3), ...env } });
      assert.not.match(ended.stderr, /m4rk3r|other-s3cret/);
      return [ended.code, ended.stderr] as const;
    };
    const plans = ['plan', 's3://files/none.csv', '--spec', 'orders', '--out', 'p'];
    const [missing, object] = call(plans);
    assert.is(missing, 2);
    assert.match(object, /cannot use s3:\/\/files\/none\.csv: no such object/);
    const runs = ['run', 's3://files/none', '--index', '0', '--to', 'out'];
    const [none, noPlan] = call(runs);
    assert.is(none, 2);
    assert.match(noPlan, /cannot read s3:\/\/files\/none: no such file or object/);
    const [code, denied] = call(runs, { AWS_SECRET_ACCESS_KEY: 'other-s3cret' });
    assert.is(code, 3);
    assert.match(denied, /cannot read s3:\/\/files\/none: /);
    assert.match(call(runs, { AWS_SECRET_ACCESS_KEY: '' })[1], /PLAN requires an access key[^]*AWS_ACCESS_KEY_ID/);
    assert.match(call(runs, { AWS_REGION: '' })[1], /PLAN names no region/);
    assert.match(call(['run', 's3://files', '--index', '0', '--to', 'out'])[1], /names a bucket, and no object in it/);
    await s3.kill();
    const [unreachable, reason] = call(['run', 's3://files/plans/orders', '--index', '0', '--to', 'out']);
    assert.is(unreachable, 3);
    assert.match(reason, /cannot read s3:\/\/files\/plans\/orders: /);
    await s3.restart();
  });

  test.run();
}

function argsOf(piece: number): string[] {
  return ['pieces', 'run', 's3://files/plans/orders', '--index', String(piece), '--to', 's3://files/out'];
}

function run(at: Workplace, piece: number): Ended {
  return at.call(argsOf(piece));
}

function finish(at: Workplace): Ended {
  return at.call(['pieces', 'finish', 's3://files/plans/orders', '--json']);
}

/** Makes a plan, and returns the number of its pieces. */
function plan(at: Workplace, ...args: string[]): number {
  const from = ['s3://files/in/orders%201.csv', '--spec', 'orders', '--out', 's3://files/plans/orders', '--json'];
  const planned = at.call(['pieces', 'plan', ...from, ...args]);
  assert.equal([planned.code, planned.stderr], [0, '']);
  return (JSON.parse(planned.stdout) as { pieces: number }).pieces;
}

function plansOf({ folder }: S3Server): { pieces: unknown[] } {
  return JSON.parse(readFileSync(join(folder, 'plans/orders'), 'utf8')) as { pieces: unknown[] };
}

function resultOf({ stdout }: Ended): Omit<ProcessingResult, 'durationMs'> {
  const { durationMs: _, ...result } = JSON.parse(stdout) as ProcessingResult;
  return result;
}

function envOf({ accessKeyId, secretAccessKey }: S3Server): Record<string, string> {
  return { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey };
}

function addressOf({ port, region, accessKeyId, secretAccessKey }: S3Server, key: string): ObjectAddress {
  const address = readBucketAddress(`s3://files/${encodeURI(key)}?region=${region}&endpoint=http://127.0.0.1:${port}`, {
    flag: 'test',
  });
  return { ...address, access: { kind: 'keys', accessKeyId, secretAccessKey, sessionToken: null } };
}

async function put(s3: S3Server, key: string, text: string): Promise<void> {
  const bucket = await openPieceBucket(addressOf(s3, key));
  await writeObjectText(bucket, key, text);
  bucket.close();
}
