import { spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync, writeSync } from 'node:fs';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { gitSpecId } from '../../../runtime/state/registry/spec/spec-id.ts';
import type { ProcessingResult } from '../../../runtime/base/model/result.ts';
import { ORDERS_YAML, type Service, startService } from '../../runtime/service.ts';
import { createWorkplace, DEPLOYED_MALLOC, type Workplace } from '../../runtime/specmill.ts';

/**
 * Uploads of a gigabyte, one at a time and ten in parallel: memory, results, and the latency of GET /health/live. The
 * environment is that of the deployment files.
 */
const test = suite<{ at: Workplace }>('large uploads');
const MB = 1_000_000;

test.before.each((context) => {
  context.at = createWorkplace({ env: DEPLOYED_MALLOC });
  context.at.write('specs/orders.yaml', ORDERS_YAML);
});
test.after.each(({ at }) => at.remove());

test('one upload of 1 GB: under 300 MB', async ({ at }) => {
  const { results, peakMb, note } = await upload(at, { files: 1, bytes: 1000 * MB });
  console.log(`note: 1 GB: ${note}`);
  assert.equal(
    results.map(({ status }) => status),
    ['PARTIAL_SUCCESS'],
  );
  assert.ok(peakMb < 300, note);
});

test('ten parallel uploads of 100 MB: under 600 MB, all results right; the latency of /health/live is printed', async ({
  at,
}) => {
  const { results, peakMb, note } = await upload(at, { files: 10, bytes: 100 * MB });
  // Other processes use the machine, so a time is printed but not checked.
  console.log(`note: 10 x 100 MB: ${note}`);
  for (const result of results)
    assert.equal({ ...result, runId: '', durationMs: 0 }, { ...results[0], runId: '', durationMs: 0 });
  assert.ok(peakMb < 600, note);
});

async function upload(at: Workplace, { files, bytes }: { files: number; bytes: number }) {
  const { path, records, errors } = writeCsv(at, bytes);
  const service = await startService(at);
  const polls = pollLive(service);
  const since = performance.now();
  const results = await Promise.all(Array.from({ length: files }, (_, i) => curl(service, path, `topic-${i}`)));
  const seconds = (performance.now() - since) / 1000;
  const times = await polls.end();
  const peakMb = Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${service.pid}/status`, 'utf8'))?.[1]) / 1000;
  for (const result of results) assert.equal([result.totalRecords, result.errorRecords], [records, errors]);
  await service.stop();
  const p99 = times[Math.floor(times.length * 0.99)] ?? 0;
  return {
    results,
    peakMb,
    note: `${seconds.toFixed(1)} s, peak ${Math.round(peakMb)} MB, ${times.length} polls of /health/live, p99 ${p99.toFixed(1)} ms`,
  };
}

function writeCsv(at: Workplace, bytes: number): { path: string; records: number; errors: number } {
  const path = at.write('large.csv', 'id,amount\n');
  const lines = Array.from(
    { length: 10_000 },
    (_, i) => `${String(i).padStart(60, 'k')},${i % 100 === 0 ? '0.00' : '1234.56'}\n`,
  );
  const block = Buffer.from(lines.join(''));
  const blocks = Math.ceil(bytes / block.length);
  const file = openSync(path, 'a');
  for (let i = 0; i < blocks; i++) writeSync(file, block);
  closeSync(file);
  return { path, records: blocks * 10_000, errors: blocks * 100 };
}

function curl(service: Service, path: string, topic: string): Promise<ProcessingResult> {
  const args = [
    '-sS',
    '-F',
    `specId=${gitSpecId('orders')}`,
    '-F',
    `brokerTopic=${topic}`,
    '-F',
    'errorLimit=5',
    '-F',
    `file=@${path}`,
    `${service.url}/api/v1/transform/file-to-events`,
  ];
  return new Promise((resolve, reject) => {
    let out = '';
    const child = spawn('curl', args, { stdio: ['ignore', 'pipe', 'inherit'] });
    child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
    child.on('error', reject).on('close', () => resolve(JSON.parse(out) as ProcessingResult));
  });
}

function pollLive(service: Service) {
  const times: number[] = [];
  let isOver = false;
  const polling = (async () => {
    while (!isOver) {
      const since = performance.now();
      assert.is((await service.fetch('//health/live')).status, 200);
      times.push(performance.now() - since);
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  })();
  return {
    async end(): Promise<number[]> {
      isOver = true;
      await polling;
      return times.sort((a, b) => a - b);
    },
  };
}

test.run();
