/**
 * Measures how the time of a file falls with the number of instances. `npm run bench:instances` writes README.md and takes
 * half an hour. SPECMILL_BENCH_PIECES is the number of pieces (16), SPECMILL_BENCH_PIECE_MB their size in MiB (256), and
 * SPECMILL_BENCH_INSTANCES the numbers of instances (8,4,2,1). With other values, the results are only printed.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newDatabase } from '../../servers/cluster/stores.ts';
import { writeOrders } from './file.ts';
import { type Measured, measureRun } from './measure-run.ts';
import { startServers } from './place.ts';
import { formatReport } from './report.ts';
import { measureWriteLimit } from './write-limit.ts';

const FULL = { pieces: 16, megabytes: 256, instances: '8,4,2,1' };
const env = process.env;
const pieces = Number(env['SPECMILL_BENCH_PIECES'] ?? FULL.pieces);
const megabytes = Number(env['SPECMILL_BENCH_PIECE_MB'] ?? FULL.megabytes);
const counts = (env['SPECMILL_BENCH_INSTANCES'] ?? FULL.instances).split(',');
const bytesPerSecond = 10_000_000;
const isFull = pieces === FULL.pieces && megabytes === FULL.megabytes && counts.join() === FULL.instances;
const HERE = import.meta.dirname;
const folder = mkdtempSync(join(tmpdir(), 'specmill-bench-file-'));

const pieceBytes = megabytes * 1024 * 1024;
const file = await writeOrders(join(folder, 'orders.csv'), pieces * pieceBytes);
const servers = await startServers();
const measured: Measured[] = [];
let writesPerSecond = 0;
try {
  for (const count of counts.map(Number)) {
    const isVerbose = env['SPECMILL_BENCH_VERBOSE'] === '1';
    measured.push(await measureRun(servers, { file, count, bytesPerSecond, pieceBytes, isVerbose }));
    console.log(JSON.stringify(measured.at(-1)));
  }
  writesPerSecond = await measureWriteLimit(await newDatabase(servers.postgres));
  console.log(`${writesPerSecond.toFixed(0)} writing transactions a second`);
} finally {
  await servers.close();
}
rmSync(folder, { recursive: true });
const report = formatReport(measured, { bytes: file.bytes, pieceBytes, bytesPerSecond, writesPerSecond });
if (isFull) writeFileSync(join(HERE, 'README.md'), report);
else console.log(report);
