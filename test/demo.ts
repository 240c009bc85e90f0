/**
 * Demonstrates the main use: compiles the example specs, starts the service with a new data folder, sends it a real
 * file, and prints the result and the first events of the embedded broker. `npm run demo`.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ProcessingResult } from '../runtime/base/model/result.ts';

const root = join(import.meta.dirname, '..');
const program = join(root, 'dist/specmill.js');
const file = 'specs/payments/payments.csv';
const data = mkdtempSync(join(tmpdir(), 'specmill-demo-'));
const SHOWN = 3;

interface Message {
  offset: number;
  key: string | null;
  headers: Record<string, string>;
  value: string;
}

step('npx specmill compile', 'the specs of specs/ as TypeScript modules in generated/');
const compiled = spawnSync(process.execPath, [program, 'compile'], { cwd: root, encoding: 'utf8' });
console.log(compiled.stdout + compiled.stderr);
if (compiled.status !== 0) process.exit(1);

step(`npx specmill validate --spec payments ${file}`, 'the issues of the file as a table');
const dryRun = spawnSync(process.execPath, [program, 'validate', '--spec', 'payments', file, '--data', data], {
  cwd: root,
  encoding: 'utf8',
});
console.log(`${dryRun.stdout.split('\n').slice(0, 8).join('\n')}\n…\n${dryRun.stdout.trim().split('\n').at(-1)}\n`);

step('npx specmill serve', 'the service, with its embedded broker');
const service = spawn(process.execPath, [program, 'serve', '--port', '0', '--data', data], {
  cwd: root,
  stdio: ['ignore', 'pipe', 'inherit'],
});
process.on('exit', () => {
  service.kill();
  rmSync(data, { recursive: true, force: true });
});
const base = await listening(service);
console.log(`specmill listening on ${base}\n`);

const specs = (await getJson(`${base}/api/v1/specs`)) as { id: string; name: string }[];
const { id = '' } = specs.find(({ name }) => name === 'payments') ?? {};
step(
  `curl -F specId=${id} -F brokerTopic=payments -F skipInvalidRecords=true -F file=@${file} ${base}/api/v1/transform/file-to-events`,
  'file to events',
);
const form = new FormData();
for (const [name, value] of [
  ['specId', id],
  ['brokerTopic', 'payments'],
  ['skipInvalidRecords', 'true'],
] as const)
  form.set(name, value);
form.set('file', new Blob([readFileSync(join(root, file))]), 'payments.csv');
const response = await fetch(`${base}/api/v1/transform/file-to-events`, { method: 'POST', body: form });
const result = (await response.json()) as ProcessingResult;
if (response.status !== 200) throw new Error(JSON.stringify(result));
console.log(
  JSON.stringify(
    {
      ...result,
      errors: `${result.errors.length} records with issues, the first ${SHOWN}:`,
      issueCounts: `${result.issueCounts.length} kinds`,
    },
    null,
    2,
  ),
);
for (const error of result.errors.slice(0, SHOWN)) console.log(JSON.stringify(error));

step(`curl '${base}/api/v1/topics/payments/messages?from=0&limit=${SHOWN}'`, 'the first events');
const messages = (await getJson(`${base}/api/v1/topics/payments/messages?from=0&limit=${SHOWN}`)) as Message[];
for (const { offset, key, headers, value } of messages)
  console.log(`${offset}  ${key}  ${headers['ce_id']}\n   ${value}`);

const adds = result.totalRecords === result.processedRecords + result.failedRecords + result.skippedRecords;
const [topic] = (await getJson(`${base}/api/v1/topics`)) as { messages: number }[];
console.log(
  `\n${result.totalRecords} records = ${result.processedRecords} events + ${result.failedRecords} failed + ${result.skippedRecords} skipped; the topic holds ${topic?.messages}`,
);
if (!adds || topic?.messages !== result.processedRecords || messages.length !== SHOWN)
  throw new Error('the counts do not add up');

console.log(`
Next, start the service and paste this:

  npm start &
  until curl -sf http://127.0.0.1:3000/health/ready; do sleep 1; done
  curl -sS -F specId=payments -F brokerTopic=payments -F file=@${file} http://127.0.0.1:3000/api/v1/transform/file-to-events
  npx specmill tail payments --limit ${SHOWN}
`);
service.kill();

function step(command: string, what: string): void {
  console.log(`── ${what}\n$ ${command}`);
}

async function listening(child: ChildProcess): Promise<string> {
  let said = '';
  for await (const bytes of child.stdout ?? []) {
    said += String(bytes);
    const [, url] = /specmill listening on (\S+)/.exec(said) ?? [];
    if (url !== undefined) return url;
  }
  throw new Error('the service ended before it listened');
}

async function getJson(url: string): Promise<unknown> {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`${url}: ${answer.status} ${await answer.text()}`);
  return answer.json();
}
