/**
 * How fast files become messages of a real Kafka on this machine: `npm run bench:kafka`. Each figure is the median of
 * five rounds in which the programs take turns, each time in another order. kafkajs takes so long that it runs in one
 * round only. SPECMILL_RECORDS is the number of records. The default is large enough for the start time of a program to
 * matter little.
 *
 * The data of the broker are in memory if there is room. On a disk that it shared with Specmill, each sync of a
 * checkpoint would also wait for what the broker has written, which kcat never waits for.
 */
import { spawn } from 'node:child_process';
import { existsSync, openSync, statfsSync, writeFileSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { countRecords } from '../../servers/kafka/consumer.ts';
import { kafkaSuite } from '../../servers/kafka/suite.ts';
import { createWorkplace, type Workplace } from '../../runtime/specmill.ts';

const RECORDS = Number(process.env['SPECMILL_RECORDS'] ?? 2_000_000);
const ROUNDS = 5;
const KAFKAJS = 'csv-parse, objects, kafkajs.send';
const MEMORY = '/dev/shm';
const MEMORY_BYTES = 8e9;
const place = hasRoom() ? MEMORY : tmpdir();
const { test, run } = kafkaSuite('publishing to Kafka', place);
console.log(`note: the data of the broker are ${place === MEMORY ? 'in memory' : 'on the disk of Specmill'}`);

const SPEC = `name: orders
format: CSV
fields:
  - { name: id, type: STRING, required: true }
  - { name: amount, type: DECIMAL, required: true }
  - { name: ordered, type: DATE }
  - { name: customer, type: STRING }
  - { name: note, type: STRING }
validationRules:
  - { ruleId: positive, field: amount, ruleType: MIN_VALUE, value: "0.01", message: amount must be positive, severity: ERROR }
`;
/** Headers as kcat writes them: those of a run, the last one with the same length. */
const HEADERS = [
  'content-type=application/json',
  'ce_specversion=1.0',
  'ce_source=/specs/orders',
  'ce_type=orders.record',
  'ce_dataschema=/specs/orders/0123456789abcdef',
  'ce_id=0123456789abcdef-01234567:100000',
];

function hasRoom(): boolean {
  if (!existsSync(MEMORY)) return false;
  const { bavail, bsize } = statfsSync(MEMORY);
  return bavail * bsize >= MEMORY_BYTES;
}

function writeFiles(at: Workplace): { csv: string; ndjson: string } {
  const rows: string[] = ['id,amount,ordered,customer,note'];
  const lines: string[] = [];
  for (let record = 1; record <= RECORDS; record++) {
    const row = {
      id: `O-${String(record).padStart(9, '0')}`,
      amount: `${record % 99_991}.25`,
      ordered: '2025-03-14',
      customer: `customer number ${record % 7919} of the north`,
      note: 'some additional note on it, '.repeat(2).trim(),
    };
    rows.push(`${row.id},${row.amount},${row.ordered},${row.customer},"${row.note}"`);
    lines.push(JSON.stringify({ ...row, amount: 0 }).replace('"amount":0', `"amount":${row.amount}`));
  }
  writeFileSync(at.path('orders.csv'), `${rows.join('\n')}\n`);
  writeFileSync(at.path('orders.ndjson'), `${lines.join('\n')}\n`);
  return { csv: at.path('orders.csv'), ndjson: at.path('orders.ndjson') };
}

/** Returns the seconds from the start of a program to its end. */
function time(command: string, args: readonly string[], input: string | null = null): Promise<number> {
  const began = performance.now();
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd: join(import.meta.dirname, '../../..'),
      stdio: [input === null ? 'ignore' : openSync(input, 'r'), 'ignore', 'pipe'],
    });
    let output = '';
    child.stderr?.on('data', (bytes: Buffer) => (output += bytes.toString()));
    child.on('close', (code) =>
      code === 0
        ? resolve((performance.now() - began) / 1000)
        : reject(new Error(`${command} ended with ${code}: ${output}`)),
    );
  });
}

function timeOurs(at: Workplace, args: readonly string[]): Promise<number> {
  const began = performance.now();
  return new Promise((resolve, reject) => {
    const child = at.start(args);
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (bytes: Buffer) => (output += bytes.toString()));
    child.on('close', (code) =>
      code === 0
        ? resolve((performance.now() - began) / 1000)
        : reject(new Error(`specmill ended with ${code}: ${output}`)),
    );
  });
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

test('a file into Kafka, elapsed time measured from outside', async ({ broker }) => {
  const at = createWorkplace();
  at.write('specs/orders.yaml', SPEC);
  const { csv, ndjson } = writeFiles(at);
  const publish = (delivery: string) => async (topic: string) => {
    const to = ['--topic', topic, '--broker', `kafka://${broker.address}`, '--delivery', delivery];
    const taken = await timeOurs(at, ['transform', '--spec', 'orders', csv, ...to]);
    assert.is((await countRecords(broker.address, topic, RECORDS)).messages, RECORDS);
    return taken;
  };
  const program = join(import.meta.dirname, 'csv-to-kafkajs.ts');
  const headers = HEADERS.flatMap((header) => ['-H', header]);
  const ways: [name: string, publish: (topic: string) => Promise<number>][] = [
    ['specmill transform, at-least-once', publish('at-least-once')],
    ['specmill transform, exactly-once', publish('exactly-once')],
    [
      'kcat -P -H of ready-made NDJSON',
      (topic) => time('kcat', ['-P', '-b', broker.address, '-t', topic, ...headers], ndjson),
    ],
    [KAFKAJS, (topic) => time(process.execPath, ['--import', 'tsx', program, broker.address, topic, csv])],
  ];
  const seconds: Record<string, number[]> = {};
  for (let round = 0; round < ROUNDS; round++) {
    const first = round % ways.length;
    for (const [name, run] of [...ways.slice(first), ...ways.slice(0, first)]) {
      if (name === KAFKAJS && round > 0) continue;
      const topic = `topic-${round}-${ways.findIndex(([own]) => own === name)}`;
      await broker.createTopic(topic, { partitions: 3, config: { 'file.delete.delay.ms': '1' } });
      (seconds[name] ??= []).push(await run(topic));
      await broker.deleteTopic(topic);
    }
  }
  at.remove();
  const [kcat = 0] = Object.entries(seconds)
    .filter(([name]) => name.startsWith('kcat'))
    .map(([, all]) => median(all));
  for (const [name, all] of Object.entries(seconds)) {
    console.log(
      `note: ${name}: ${Math.round(RECORDS / median(all) / 1000)}k records/s, ${(kcat / median(all)).toFixed(2)} of kcat's (${all.map((one) => one.toFixed(1)).join(', ')} s for ${RECORDS}; load ${loadavg()[0]?.toFixed(1)})`,
    );
  }
});

test('publishing only, processor time per message', async ({ broker }) => {
  const micros: Record<string, number[]> = { specmill: [], kafkajs: [] };
  await broker.createTopic('alone', { partitions: 3 });
  for (let round = 0; round < ROUNDS; round++) {
    for (const way of Object.keys(micros)) micros[way]?.push(await measureAlone(broker.address, way));
  }
  const [ours = 0, theirs = 0] = Object.values(micros).map(median);
  console.log(
    `note: publishing alone, 200-byte values, six headers: ${ours.toFixed(2)} us of processor time a message, kafkajs ${theirs.toFixed(2)} us (${(theirs / ours).toFixed(1)} times; load ${loadavg()[0]?.toFixed(1)})`,
  );
});

function measureAlone(address: string, way: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(
      process.execPath,
      ['--import', 'tsx', join(import.meta.dirname, 'publish-alone.ts'), address, 'alone', way, '200000'],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    );
    let output = '';
    child.stdout.on('data', (bytes: Buffer) => (output += bytes.toString()));
    // Printed by publish-alone.ts.
    child.on('close', (code) =>
      code === 0
        ? resolve((JSON.parse(output) as { microseconds: number }).microseconds)
        : reject(new Error(`publishing ended with ${code}`)),
    );
  });
}

run();
