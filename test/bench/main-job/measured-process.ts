import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { processorTime } from '../../support/runner/processor-time.ts';
import type { Setting } from '../program/measure-program.ts';

/** The exit code of validate and transform if records have issues. */
const FAULTY = 1;
const POLL_MS = 20;

/** What a whole process, or the service during a request, used: seconds, and megabytes at most. */
export interface Used {
  processor: number;
  wall: number;
  memory: number;
}

/**
 * Runs the program once. Topics and the output are removed before, so that the data folder does not grow and no other
 * file is replaced. `folder`: the name of the data folder.
 */
export async function runCommand(
  { root, cache, specs }: Setting,
  args: readonly string[],
  output: string,
  folder = 'main-job-data',
): Promise<Used> {
  const data = join(cache, folder);
  for (const name of ['specmill.sqlite', 'specmill.sqlite-wal', 'specmill.sqlite-shm', 'messages', 'spool'])
    rmSync(join(data, name), { recursive: true, force: true });
  const [command = '', ...rest] = args;
  const common = ['--spec', 'payments', '--specs', specs, '--data', data];
  return measureProcess([join(root, 'dist/specmill.js'), command, ...common, ...rest], { good: FAULTY, output });
}

/** Lets DuckDB copy a file once. `program` is the one of bundleDuckDb(). */
export function runDuckDb(program: string, file: string, output: string): Promise<Used> {
  return measureProcess([program, file, output], { good: 0, output });
}

async function measureProcess(
  args: readonly string[],
  { good, output }: { good: number; output: string },
): Promise<Used> {
  rmSync(output, { force: true });
  // What earlier processes have written would be flushed during this one.
  spawnSync('sync');
  const [began, before] = [performance.now(), processorTime()];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'pipe'] });
  let [memory, stderr] = [0, ''];
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr = `${stderr}${text}`.slice(-2000)));
  const poll = setInterval(() => (memory = Math.max(memory, peakMemoryOf(child.pid ?? 0))), POLL_MS);
  const [code] = (await once(child, 'close')) as [number | null];
  clearInterval(poll);
  if (code !== good) throw new Error(`${args.join(' ')} ended with ${code}: ${stderr}`);
  return { processor: processorTime() - before, wall: (performance.now() - began) / 1000, memory };
}

/** Returns the most memory that a process has had so far, in megabytes; 0 after its end. */
export function peakMemoryOf(pid: number): number {
  try {
    const [, kibibytes] = /^VmHWM:\s*(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return (Number(kibibytes ?? 0) * 1024) / 1e6;
  } catch {
    return 0;
  }
}
