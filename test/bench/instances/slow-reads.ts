/**
 * Slows the reads of an instance, as if its disk or its network were slow. Node.js loads this module before the program
 * (`--require`), in each of its threads. All threads of a process share one token bucket. Only reads of files below the
 * folder SPECMILL_BENCH_SLOW_FOLDER are slowed, to SPECMILL_BENCH_SLOW_RATE bytes per second.
 */
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { getEnvironmentData, isMainThread, setEnvironmentData } from 'node:worker_threads';

const KEY = 'specmill-bench-bucket';
const folder = process.env['SPECMILL_BENCH_SLOW_FOLDER'] ?? '';
const bytesPerMs = Number(process.env['SPECMILL_BENCH_SLOW_RATE']) / 1000;
/** What a bucket holds: the bytes of this time. */
const BURST_MS = 400;
const NANOSECONDS = 1e6;

if (isMainThread) setEnvironmentData(KEY, new BigInt64Array(new SharedArrayBuffer(8)));
// When the bucket is full again, in nanoseconds of the clock that all threads share.
const fullAt = getEnvironmentData(KEY) as unknown as BigInt64Array;
const asleep = new Int32Array(new SharedArrayBuffer(4));

/** Takes bytes from the bucket. Returns how long the caller must wait, in milliseconds. */
function take(bytes: number): number {
  const ns = BigInt(Math.round((bytes / bytesPerMs) * NANOSECONDS));
  for (;;) {
    const now = process.hrtime.bigint();
    const before = Atomics.load(fullAt, 0);
    const after = (before > now ? before : now) + ns;
    if (Atomics.compareExchange(fullAt, 0, before, after) === before)
      return Math.max(0, Number(after - now) / NANOSECONDS - BURST_MS);
  }
}

function isSlow(descriptor: number): boolean {
  try {
    return fs.readlinkSync(`/proc/self/fd/${descriptor}`).startsWith(folder);
  } catch {
    return false;
  }
}

const { readSync, read } = fs;

fs.readSync = ((descriptor: number, ...rest: unknown[]) => {
  const bytes = (readSync as (...all: unknown[]) => number)(descriptor, ...rest);
  const ms = isSlow(descriptor) ? take(bytes) : 0;
  if (ms > 0) Atomics.wait(asleep, 0, 0, ms);
  return bytes;
}) as typeof fs.readSync;

type Done = (error: Error | null, bytes: number, buffer: unknown) => void;

const slowRead = (descriptor: number, ...rest: unknown[]): void => {
  const done = rest.pop() as Done;
  const slowed: Done = (error, bytes, buffer) => {
    const ms = error === null && isSlow(descriptor) ? take(bytes) : 0;
    if (ms > 0) setTimeout(done, ms, error, bytes, buffer);
    else done(error, bytes, buffer);
  };
  (read as (...all: unknown[]) => void)(descriptor, ...rest, slowed);
};
// promisify() reads the names of the results from a symbol of the function.
for (const symbol of Object.getOwnPropertySymbols(read))
  Object.defineProperty(slowRead, symbol, Object.getOwnPropertyDescriptor(read, symbol) ?? {});
fs.read = slowRead as unknown as typeof fs.read;

syncBuiltinESMExports();
