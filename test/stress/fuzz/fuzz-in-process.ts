import { type ChildProcess, fork } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { randomOf } from '../../support/random.ts';
import { saveInput } from './seeds.ts';
import { loadTarget, type TargetName } from './target.ts';
import type { Work } from './worker.ts';

/** An input that takes longer than this hangs. */
const HANG_MS = 60_000;

/** Checks inputs in a separate process. Returns why it failed, or null if every input passed. */
export async function fuzzInProcess(target: TargetName, seed: number, inputs: number): Promise<string | null> {
  const folder = mkdtempSync(join(tmpdir(), 'specmill-fuzz-'));
  const progress = join(folder, 'progress');
  writeFileSync(progress, '');
  const worker = fork(new URL('./worker.ts', import.meta.url), { execArgv: ['--import', 'tsx'] });
  const watch = watchProgress(progress);
  try {
    worker.send({ target, seed, inputs, progress } satisfies Work);
    const ended = await Promise.race([endOf(worker, progress), watch.hangs]);
    return typeof ended === 'number'
      ? await describeFailure(target, seed, { index: ended, what: 'hangs' })
      : ended.what === null
        ? null
        : await describeEnd(target, seed, ended);
  } finally {
    watch.stop();
    worker.removeAllListeners().kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  }
}

/** What a process reported at its end. `index`: it died at this input without a report. */
interface Ended {
  what: string | null;
  index: number | null;
}

function endOf(worker: ChildProcess, progress: string): Promise<Ended> {
  return new Promise((resolve, reject) => {
    worker.once('message', (message) => resolve({ what: (message as { why: string | null }).why, index: null }));
    worker.once('error', reject);
    worker.once('exit', (code, signal) =>
      resolve({ what: `ends its process (${signal ?? code})`, index: indexIn(progress) }),
    );
  });
}

function describeEnd(target: TargetName, seed: number, { what, index }: Ended): Promise<string> | string {
  return index === null ? (what ?? '') : describeFailure(target, seed, { index, what: what ?? '' });
}

async function describeFailure(
  target: TargetName,
  seed: number,
  { index, what }: { index: number; what: string },
): Promise<string> {
  const { origin, bytes } = (await loadTarget(target)).make(randomOf(seed, index));
  return `${target}, input ${index} of seed ${seed} ${what}\n${saveInput(target, origin, bytes)}`;
}

/** Resolves `hangs` when the number in the file stops changing. */
function watchProgress(path: string): { hangs: Promise<number>; stop(): void } {
  let last: number | null = null;
  let since = performance.now();
  let stop = (): void => {};
  const hangs = new Promise<number>((resolve) => {
    const timer = setInterval(() => {
      const now = indexIn(path);
      if (now === null || now !== last) since = performance.now();
      last = now;
      if (now !== null && performance.now() - since > HANG_MS) resolve(now);
    }, 200);
    stop = () => clearInterval(timer);
  });
  return { hangs, stop: () => stop() };
}

/** Returns the number of the current input, or null before the first. */
function indexIn(path: string): number | null {
  const bytes = readFileSync(path);
  return bytes.length < 4 ? null : bytes.readUInt32LE(0);
}
