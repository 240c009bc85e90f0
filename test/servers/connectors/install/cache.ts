import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

/** The folder of servers that are not part of the project. It is kept between runs. */
export const CACHE = join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'specmill', 'connectors');

/**
 * Creates a folder of the cache with `fill`, unless it exists. A folder with the final name is complete, also if several
 * processes create it at the same time. Throws the errors of `fill`.
 */
export function createCached(name: string, fill: (folder: string) => void): void {
  const target = join(CACHE, name);
  if (existsSync(target)) return;
  mkdirSync(CACHE, { recursive: true });
  const folder = mkdtempSync(join(CACHE, 'new-'));
  try {
    fill(folder);
    if (!existsSync(target)) renameSync(folder, target);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Longer than this is a hang, for example of a package registry that does not answer. */
const HANGS_MS = 10 * 60_000;

/** Runs a program to its end, for at most ten minutes. Throws an Error with the end of its output if it fails. */
export function runProgram(
  program: string,
  args: readonly string[],
  options: { cwd?: string; env?: object } = {},
): void {
  const { status, stdout, stderr, error } = spawnSync(program, args, {
    encoding: 'utf8',
    timeout: HANGS_MS,
    cwd: options.cwd,
    env: { ...process.env, ...options.env },
  });
  if (error !== undefined)
    throw new Error('code' in error && error.code === 'ENOENT' ? `${program} is not installed` : error.message);
  if (status !== 0) throw new Error(`${program} ${args.join(' ')} failed: ${`${stdout}${stderr}`.slice(-500)}`);
}
