/**
 * Measures reading with connectors beside the usual programs, and a transform straight from SFTP. All of them use real
 * servers on this machine. `npm run bench:connectors` writes README.md. SPECMILL_BENCH_MB is the size of the file (1,000
 * by default); with another size, the results are only printed.
 */
import { spawn } from 'node:child_process';
import { createReadStream, createWriteStream, mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { createBucketAConnector } from '../../../runtime/connector/bucket-a/bucket-a.ts';
import { createHostGuard } from '../../../runtime/connector/host-guard.ts';
import type { OpenedCredential } from '../../../runtime/vault/vault.ts';
import { startOpenSsh } from '../../connectors/servers/open-ssh.ts';
import { startS3 } from '../../connectors/servers/s3-server.ts';
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
  transform: `${transform} ${quoted(file)} --out -`,
  transformFromSftp: `set -o pipefail; ${node} ${quoted(reader)} | ${transform} --out - -`,
} as const;
type Name = keyof typeof COMMANDS;

const best = new Map<Name, number>();
for (let round = 0; round < ROUNDS; round++) {
  for (const [name, command] of Object.entries(COMMANDS) as [Name, string][]) {
    const task = name.startsWith('s3') ? s3Task : sftpTask;
    const seconds = await time(command, { task, isWhole: !name.endsWith('Connector') });
    best.set(name, Math.min(best.get(name) ?? Number.POSITIVE_INFINITY, seconds));
  }
}
await ssh.close();
await s3.close();
rmSync(keyFile);

const text = formatResults();
console.log(text);
if (megabytes === FULL_MEGABYTES) writeFileSync(join(HERE, 'README.md'), text);

/**
 * Returns the seconds that a command takes, or that the reader measured unless `isWhole`. Throws an Error with the output
 * of the command if it fails.
 */
async function time(command: string, { task, isWhole }: { task: ReaderTask; isWhole: boolean }): Promise<number> {
  const errors = join(CACHE, 'stderr');
  const started = performance.now();
  const child = spawn('bash', ['-c', command], {
    env: { ...process.env, SPECMILL_BENCH_READER: JSON.stringify(task) },
    stdio: ['ignore', 'ignore', openSync(errors, 'w')],
  });
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code !== 0) throw new Error(`${command}: ${readFileSync(errors, 'utf8').slice(-1000)}`);
  const elapsed = (performance.now() - started) / 1000;
  return isWhole ? elapsed : Number(/seconds ([\d.]+)/.exec(readFileSync(errors, 'utf8'))?.[1] ?? elapsed);
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
  const connector = createBucketAConnector({
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
  const secondsOf = (name: Name) => best.get(name) ?? Number.NaN;
  const row = (title: string, ours: Name, peer: number, goal: string) =>
    `| ${title} | ${secondsOf(ours).toFixed(1)} s | ${peer.toFixed(1)} s | ${goal} |`;
  const ratio = (peer: number, ours: Name) => (peer / secondsOf(ours)).toFixed(2);
  const [sftp, curl] = [secondsOf('sftp'), secondsOf('curl')];
  const longer = Math.max(secondsOf('sftpConnector'), secondsOf('transform'));
  return [
    '# Reading with connectors',
    '',
    `Written by \`npm run bench:connectors\`: Node ${process.version.slice(1)}, a file of ${megabytes} MB, servers on the same machine, best of ${ROUNDS} rounds, average load ${loadavg()[2]?.toFixed(1)}. The time of a connector starts when it is opened.`,
    '',
    '| | Specmill | peer | ratio |',
    '|---|---|---|---|',
    row("SFTP, beside OpenSSH's `sftp`", 'sftpConnector', sftp, `${ratio(sftp, 'sftpConnector')} of its speed`),
    row('S3 (versitygw), beside `curl`', 's3Connector', curl, `${ratio(curl, 's3Connector')} of its speed`),
    row(
      'transform straight from SFTP, beside the longer of transfer and transform',
      'transformFromSftp',
      longer,
      `${(secondsOf('transformFromSftp') / longer).toFixed(2)} times its time`,
    ),
    '',
  ].join('\n');
}
