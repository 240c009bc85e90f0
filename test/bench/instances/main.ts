/**
 * Measures how the time of a file falls with the number of instances. `npm run bench:instances` writes README.md and takes
 * half an hour. SPECMILL_BENCH_PIECES is the number of pieces (16), SPECMILL_BENCH_PIECE_MB their size in MiB (256), and
 * SPECMILL_BENCH_INSTANCES the numbers of instances (8,4,2,1). With other values, the results are only printed.
 * SPECMILL_BENCH_KINDS (unique,documents,nacha) measures files whose records depend on earlier ones, and
 * SPECMILL_BENCH_RATE is the rate of reads in MB/s (10). One instance reads such a file first, so n of them take 1 + 1/n
 * of the time of one reading, unless all share the first reading.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newDatabase } from '../../servers/cluster/stores.ts';
import { ORDERS, writeOrders } from './file.ts';
import { KINDS, writeKind } from './kinds.ts';
import { type BenchFile, type BenchSpec, type Measured, measureRun } from './measure-run.ts';
import { startServers } from './place.ts';
import { formatKind, formatReport } from './report.ts';
import { measureWriteLimit } from './write-limit.ts';

const FULL = { pieces: 16, megabytes: 256, rate: 10, instances: '8,4,2,1' };
const env = process.env;
const pieces = Number(env['SPECMILL_BENCH_PIECES'] ?? FULL.pieces);
const megabytes = Number(env['SPECMILL_BENCH_PIECE_MB'] ?? FULL.megabytes);
const counts = (env['SPECMILL_BENCH_INSTANCES'] ?? FULL.instances).split(',');
const rate = Number(env['SPECMILL_BENCH_RATE'] ?? FULL.rate);
const kinds = env['SPECMILL_BENCH_KINDS']?.split(',') ?? [];
const bytesPerSecond = rate * 1_000_000;
const isVerbose = env['SPECMILL_BENCH_VERBOSE'] === '1';
const isFull =
  pieces === FULL.pieces && megabytes === FULL.megabytes && rate === FULL.rate && counts.join() === FULL.instances;
const HERE = import.meta.dirname;
const folder = mkdtempSync(join(tmpdir(), 'specmill-bench-file-'));

const pieceBytes = megabytes * 1024 * 1024;
const servers = await startServers();
try {
  if (kinds.length > 0) await measureKinds();
  else await measureOrders();
} finally {
  await servers.close();
  rmSync(folder, { recursive: true });
}

async function measureOrders(): Promise<void> {
  const file = await writeOrders(join(folder, 'orders.csv'), pieces * pieceBytes);
  const measured = await measureAll(ORDERS, file);
  const writesPerSecond = await measureWriteLimit(await newDatabase(servers.postgres));
  console.log(`${writesPerSecond.toFixed(0)} writing transactions a second`);
  const report = formatReport(measured, { bytes: file.bytes, pieceBytes, bytesPerSecond, writesPerSecond });
  if (isFull) writeFileSync(join(HERE, 'README.md'), report);
  else console.log(report);
}

async function measureKinds(): Promise<void> {
  for (const kind of KINDS.filter(({ name }) => kinds.includes(name))) {
    const file = await writeKind(kind, join(folder, kind.name), pieces * pieceBytes);
    console.log(formatKind(kind, await measureAll(kind, file)));
  }
}

async function measureAll(spec: BenchSpec, file: BenchFile): Promise<Measured[]> {
  const measured: Measured[] = [];
  for (const count of counts.map(Number)) {
    measured.push(await measureRun(servers, { spec, file, count, bytesPerSecond, pieceBytes, isVerbose }));
    console.log(JSON.stringify(measured.at(-1)));
  }
  return measured;
}
