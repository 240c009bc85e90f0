/**
 * Measures reading with connectors beside the usual programs, a transform straight from SFTP, and tables of PostgreSQL
 * beside \copy. All of them use real servers on this machine. `npm run bench:connectors` writes README.md.
 * SPECMILL_BENCH_MB is the size of the file (1,000 by default; a record of the tables is a thousandth of a megabyte); with
 * another size, the results are only printed.
 */
import { spawn } from 'node:child_process';
import {
  createReadStream,
  createWriteStream,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { once } from 'node:events';
import { availableParallelism, loadavg } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { createS3Connector } from '../../../runtime/connector/s3/s3.ts';
import { createHostGuard } from '../../../runtime/connector/host-guard.ts';
import type { OpenedCredential } from '../../../runtime/state/vault/vault.ts';
import { startOpenSsh } from '../../servers/connectors/servers/open-ssh.ts';
import { startS3 } from '../../servers/connectors/servers/s3-server.ts';
import { type DatabaseTimes, measureDatabase } from './database.ts';
import { storeIntegration } from './integration.ts';
import type { ReaderTask } from './reader.ts';

const HERE = import.meta.dirname;
const ROOT = join(HERE, '../../..');
const CACHE = join(HERE, '../node_modules/.cache/connectors');
const FULL_MEGABYTES = 1000;
const megabytes = Number(process.env['SPECMILL_BENCH_MB'] ?? FULL_MEGABYTES);
const ROUNDS = 3;
const SPEC = `name: orders
format: CSV
messageKey: [id]
fields:
  - { name: id, type: STRING, required: true }
  - { name: amount, type: DECIMAL, required: true }
  - { name: ordered, type: DATE, format: yyyy-MM-dd }
  - { name: note, type: STRING }
`;

mkdirSync(CACHE, { recursive: true });
const reader = join(CACHE, 'reader.mjs');
await build({
  entryPoints: [join(HERE, 'reader.ts')],
  bundle: true,
  platform: 'node',
  format: 'esm',
  packages: 'external',
  outfile: reader,
});
const specFile = join(CACHE, 'orders.yaml');
writeFileSync(specFile, SPEC);
const ssh = await startOpenSsh();
const s3 = await startS3();
const file = join(ssh.folder, 'orders.csv');
await writeOrders(file);

const sftpCredential: OpenedCredential = {
  id: 'c',
  type: 'SSH_KEY',
  version: 1,
  metadata: { username: ssh.username },
  secret: { privateKey: ssh.privateKey },
};
const s3Credential: OpenedCredential = {
  id: 'c',
  type: 'CLOUD_A_ACCESS_KEY',
  version: 1,
  metadata: { accessKeyId: s3.accessKeyId },
  secret: { secretAccessKey: s3.secretAccessKey },
};
const sftpTask: ReaderTask = {
  type: 'SFTP',
  config: { host: ssh.host, port: ssh.port, root: ssh.folder, hostKeys: [ssh.hostKey] },
  credential: sftpCredential,
  path: 'orders.csv',
};
const s3Task: ReaderTask = {
  type: 'BUCKET_A',
  config: { endpoint: `http://127.0.0.1:${s3.port}`, region: s3.region, bucket: s3.bucket, pathStyle: true },
  credential: s3Credential,
  path: 'orders.csv',
};
await uploadToS3();

const keyFile = join(CACHE, 'user_key');
writeFileSync(keyFile, ssh.privateKey, { mode: 0o600 });
const data = mkdtempSync(join(CACHE, 'data-'));
await storeIntegration(data, { name: 'bench', ...sftpTask });
const quoted = (text: string) => `'${text.replace(/'/g, `'\\''`)}'`;
const node = quoted(process.execPath);
const transform = `${node} ${quoted(join(ROOT, 'dist/specmill.js'))} transform --spec ${quoted(specFile)}`;
const sftpOptions = `-q -i ${quoted(keyFile)} -P ${ssh.port} -o StrictHostKeyChecking=no -o UserKnownHostsFile=/dev/null`;
const curlOptions = `--aws-sigv4 aws:amz:${s3.region}:s3 --user ${s3.accessKeyId}:${s3.secretAccessKey}`;

/** The commands, in the order in which each round runs them. */
const COMMANDS = {
  sftp: `sftp ${sftpOptions} ${ssh.username}@${ssh.host}:${quoted(file)} /dev/null`,
  sftpConnector: `${node} ${quoted(reader)} --discard`,
  curl: `curl -sS --fail ${curlOptions} -H 'x-amz-content-sha256: UNSIGNED-PAYLOAD' -o /dev/null http://127.0.0.1:${s3.port}/${s3.bucket}/orders.csv`,
  s3Connector: `${node} ${quoted(reader)} --discard`,
  transform: `${transform} --data ${quoted(data)} ${quoted(file)} --out -`,
  transformFromSftp: `${transform} --data ${quoted(data)} --from bench:orders.csv --out -`,
} as const;
type Name = keyof typeof COMMANDS;

interface Times {
  readonly seconds: number;
  /** Processor time of the command without the server, in seconds. */
  readonly processor: number;
}

const best = new Map<Name, Times>();
for (let round = 0; round < ROUNDS; round++) {
  for (const [name, command] of Object.entries(COMMANDS) as [Name, string][]) {
    const task = name.startsWith('s3') ? s3Task : sftpTask;
    const { seconds, processor } = await time(command, { task, isWhole: !name.endsWith('Connector') });
    const before = best.get(name) ?? { seconds: Number.POSITIVE_INFINITY, processor: Number.POSITIVE_INFINITY };
    best.set(name, {
      seconds: Math.min(before.seconds, seconds),
      processor: Math.min(before.processor, processor),
    });
  }
}
await ssh.close();
await s3.close();
rmSync(keyFile);
rmSync(data, { recursive: true });
const records = megabytes * 1000;
const database = await measureDatabase(records, CACHE);

const text = formatResults();
console.log(text);
if (megabytes === FULL_MEGABYTES) writeFileSync(join(HERE, 'README.md'), text);

/**
 * Returns the times of a command. The seconds are those that the reader measured unless `isWhole`. Throws an Error with
 * the output of the command if it fails.
 */
async function time(command: string, { task, isWhole }: { task: ReaderTask; isWhole: boolean }): Promise<Times> {
  const errors = join(CACHE, 'stderr');
  const started = performance.now();
  const child = spawn('bash', ['-c', `TIMEFORMAT='processor %U %S'; time { ${command}; }`], {
    env: { ...process.env, SPECMILL_INTEGRATION_HOSTS: '127.0.0.1', SPECMILL_BENCH_READER: JSON.stringify(task) },
    stdio: ['ignore', 'ignore', openSync(errors, 'w')],
  });
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code !== 0) throw new Error(`${command}: ${readFileSync(errors, 'utf8').slice(-1000)}`);
  const elapsed = (performance.now() - started) / 1000;
  const output = readFileSync(errors, 'utf8');
  const [, user = '0', system = '0'] = /processor ([\d.]+) ([\d.]+)/.exec(output) ?? [];
  return {
    seconds: isWhole ? elapsed : Number(/seconds ([\d.]+)/.exec(output)?.[1] ?? elapsed),
    processor: Number(user) + Number(system),
  };
}

async function writeOrders(path: string): Promise<void> {
  const out = createWriteStream(path);
  out.write('id,amount,ordered,note\n');
  for (let id = 0, bytes = 0; bytes < megabytes * 1e6; ) {
    let block = '';
    for (let row = 0; row < 10_000; row++, id++)
      block += `order-${id},${(id % 100_000) / 100},2026-0${1 + (id % 9)}-1${id % 10},a note of ordinary length for ${id}\n`;
    bytes += block.length;
    if (!out.write(block)) await once(out, 'drain');
  }
  out.end();
  await once(out, 'close');
}

async function uploadToS3(): Promise<void> {
  const connector = createS3Connector({
    config: {
      endpoint: `http://127.0.0.1:${s3.port}`,
      region: s3.region,
      bucket: s3.bucket,
      prefix: '',
      pathStyle: true,
    },
    openCredential: async () => s3Credential,
    guard: createHostGuard(['127.0.0.1']),
  });
  const writer = await connector.write('orders.csv');
  for await (const chunk of createReadStream(file, { highWaterMark: 4 * 1024 * 1024 }))
    await writer.write(chunk as Buffer);
  await writer.commit();
  await connector.close();
}

function formatResults(): string {
  const timesOf = (name: Name): Times => best.get(name) ?? { seconds: Number.NaN, processor: Number.NaN };
  const cellsOf = ({ seconds, processor }: Times) => `${seconds.toFixed(1)} s | ${processor.toFixed(1)} s`;
  const speed = (title: string, ours: Times, peer: Times) =>
    `| ${title} | ${cellsOf(ours)} | ${cellsOf(peer)} | ${(peer.seconds / ours.seconds).toFixed(2)} of its speed |`;
  const [transfer, alone, fromSftp] = [timesOf('sftpConnector'), timesOf('transform'), timesOf('transformFromSftp')];
  const longer = transfer.seconds > alone.seconds ? transfer : alone;
  const cores = availableParallelism();
  const least = (transfer.processor + alone.processor) / cores;
  return [
    '# Connectors and databases',
    '',
    `Written by \`npm run bench:connectors\`: Node ${process.version.slice(1)}, servers on the same machine, average load ${loadavg()[2]?.toFixed(1)}.`,
    '',
    `A file of ${megabytes} MB, best of ${ROUNDS} rounds. The time of a connector starts when it is opened. The processor time is that of the client.`,
    '',
    '| | Specmill | processor | peer | processor | ratio |',
    '|---|---|---|---|---|---|',
    speed("SFTP, beside OpenSSH's `sftp`", transfer, timesOf('sftp')),
    speed('S3 (versitygw), beside `curl`', timesOf('s3Connector'), timesOf('curl')),
    `| transform straight from SFTP, beside the longer of transfer and transform | ${cellsOf(fromSftp)} | ${cellsOf(longer)} | ${(fromSftp.seconds / longer.seconds).toFixed(2)} times its time |`,
    '',
    `Transfer and transform share the ${cores} cores with the server. Their processor time alone, ${(transfer.processor + alone.processor).toFixed(1)} s, is ${(least / longer.seconds).toFixed(2)} times the longer of both on these cores.`,
    '',
    `PostgreSQL, ${records.toLocaleString('en')} records, beside \`\\copy\` of ready CSV with psql, measured once.`,
    '',
    '| | Specmill | psql | ratio |',
    '|---|---|---|---|',
    ...database.map(
      ({ title, seconds, peer }: DatabaseTimes) =>
        `| ${title} | ${seconds.toFixed(1)} s | ${peer.toFixed(1)} s | ${(peer / seconds).toFixed(2)} of its speed |`,
    ),
    '',
  ].join('\n');
}
