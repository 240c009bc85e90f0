import { spawn } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, statSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ProcessingResult } from '../../../runtime/base/model/result.ts';

/** Size of a large file. The short form has 256 MB, the long one (`test:large:long`) 2048. */
export const megabytes = Number(process.env['SPECMILL_LARGE_MB'] ?? '256');

const program = new URL('../../../dist/specmill.js', import.meta.url).pathname;

export interface Ended {
  status: number | null;
  stdout: string;
  stderr: string;
  /** Peak resident memory of the process, in bytes. */
  resident: number;
}

/** A folder for large files, and the built program. */
export interface Workplace {
  path(name: string): string;
  /** Writes a file block by block. */
  write(name: string, blocks: Iterable<string | Uint8Array>): string;
  /** Validates a file with a spec. The file `-` is read from the descriptor `input`. */
  validate(spec: string, file: string, input?: number): Promise<{ result: ProcessingResult; ended: Ended }>;
  remove(): void;
}

export function createLargeWorkplace(): Workplace {
  const folder = mkdtempSync(join(tmpdir(), 'specmill-large-'));
  return {
    path: (name) => join(folder, name),
    write(name, blocks) {
      const path = join(folder, name);
      const file = openSync(path, 'w');
      for (const block of blocks) writeSync(file, typeof block === 'string' ? Buffer.from(block) : block);
      closeSync(file);
      return path;
    },
    async validate(spec, file, input) {
      const ended = await run(
        ['validate', '--spec', spec, file, '--json', '--data', join(folder, 'data')],
        input ?? 'ignore',
      );
      return { result: JSON.parse(ended.stdout) as ProcessingResult, ended };
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** Prints how much memory a file took. */
export function printMemory(name: string, { resident }: Ended, path: string): void {
  console.log(
    `note: ${name}: ${(statSync(path).size / 2 ** 20).toFixed(0)} MiB in ${(resident / 2 ** 20).toFixed(0)} MiB of memory`,
  );
}

function run(args: string[], input: number | 'ignore'): Promise<Ended> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [program, ...args], { stdio: [input, 'pipe', 'pipe'] });
    const ended: Ended = { status: null, stdout: '', stderr: '', resident: 0 };
    child.stdout?.on('data', (bytes: Buffer) => (ended.stdout += bytes.toString()));
    child.stderr?.on('data', (bytes: Buffer) => (ended.stderr += bytes.toString()));
    const watch = setInterval(() => (ended.resident = Math.max(ended.resident, residentOf(child.pid))), 25);
    child.on('close', (status) => {
      clearInterval(watch);
      resolve({ ...ended, status });
    });
  });
}

/** Returns the peak resident memory from Linux (proc(5), VmHWM), or 0 if the process has ended. */
function residentOf(pid: number | undefined): number {
  try {
    return 1024 * Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0);
  } catch {
    return 0;
  }
}
